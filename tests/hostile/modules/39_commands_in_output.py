"""LEAK: prints and raises commands that CI runners obey, terminal escapes, HTML and Markdown.

Must: no line of a report can be obeyed; no control character stands in one.
base: stub
deserves: 0 + 0
harmless: yes
"""

_COMMANDS = (
    "::error file=a.py,line=1::pwned",
    "::add-mask::secret",
    "::set-output name=x::y",
    "::stop-commands::t",
    ":::error :::pwned",
    ": ::error ::x",
    "##[error]pwned",
    "###[group]x",
    "##vso[task.complete result=Succeeded;]",
    "##teamcity[testFinished name='x']",
    "\x1b[2J\x1b]0;title\x07",
    "\r\n::error::x",
    "\u2028::error::y",
    "\x00\x08",
    "section_start:1:a\r\x1b[0K",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>\"'>{{7*7}}",
    "[x](javascript:alert(1))",
    "\u202e07/07\u202c",
)
print("\n".join(_COMMANDS))
sys.stderr.write("\n".join(_COMMANDS))
_turn = iter(_COMMANDS * 20)


def _raise(*args, **kwargs):
    text = next(_turn)
    raise type(text.replace("\x00", "0"), (Exception,), {})(text + " " + text)


for _name in _FUNCTIONS:
    globals()[_name] = _raise
embed = None
for _command in _COMMANDS:
    globals()["softmaxx" + _command] = print
del softmax
