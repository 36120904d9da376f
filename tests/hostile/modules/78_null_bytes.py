"""DELAY: has null bytes and other control characters in its source.

Must: a cell that does not parse.
base: stub
deserves: 0 + 0
harmless: yes
"""

_x = "a@NUL@b"
_y = NULS
