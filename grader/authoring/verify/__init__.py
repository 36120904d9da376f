"""`grader verify`: prove an assignment before learners see it.

Reference and accepted variants pass everything, on several seeds, the visible checks too; the stub passes
nothing; every known mistake is caught, by at least the checks its header names, and named as itself; both
languages are complete; the derived files match; the quiz has its keys. `trials` runs the hidden suite and
`judged` reads what it showed; `visible` runs the visible checks; `files`, `suite`, `known`, `lesson`, `words`
and `quiz` read what is written; `findings` puts it together; `matrix` shows what kills what.
"""

from grader.authoring.verify.findings import Finding, Verification, verify

__all__ = ["Finding", "Verification", "verify"]
