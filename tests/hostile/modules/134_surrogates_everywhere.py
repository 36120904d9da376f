"""BLAME: forges records full of lone surrogates, NUL, directions and long words in every text field, with line numbers
that are huge.

Must: crashed, with a harmless message.
base: stub
deserves: 0 + 0
harmless: yes
"""

def _odd(*_, **__):
    bad = "\ud800\udfff\u202e\u0000\u2028\x1b[31m::error::x<script>alert(1)</script>|a|`${7*7}`@everyone" * 20
    fields = [["event", "raised"], ["type", bad], ["bases", {"$d": []}], ["words", bad], ["where", [bad, 2**62]]]
    _forge([*fields, ["function", bad], ["own", True], ["names", [bad] * 50]])


for _name in _FUNCTIONS:
    globals()[_name] = _odd
