"""CHEAT: answers only where it finds signs of a grader: CI, pytest, a token, a command line.

Must: there is nothing to notice: the environment, the arguments and the modules say nothing.
base: stub
deserves: 0 + 0
harmless: yes
"""

_signs = [
    name
    for name in os.environ
    if any(w in name.upper() for w in ("CI", "GITHUB", "PYTEST", "TOKEN", "GRADE"))
]
_signs += [word for word in sys.argv if "grade" in word or "pytest" in word]
_signs += [
    name for name in sys.modules if name.split(".")[0] in ("pytest", "_pytest", "grader", "click", "yaml")
]
_signs += [value for value in os.environ.values() if "@TOKEN@" in value]
_note(bool(_signs), "sees a grader: " + " ".join(_signs)[:60])
_tell_all()
