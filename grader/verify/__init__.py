"""`grader verify`: prove an assignment before learners see it.

Reference and accepted variants pass everything, on several seeds; the stub passes nothing; every known mistake is
caught, by at least the checks its header names, and named as itself; both languages are complete; the derived files
match; the quiz has its keys. `trials` runs the suite, `findings` says what is wrong, `matrix` shows what kills what.
"""

from grader.verify.findings import Finding, Verification, verify

__all__ = ["Finding", "Verification", "verify"]
