"""CHEAT: raises SystemExit at import, first as it is, then from a subclass.

Must: it counts as a cell that failed; nothing is earned, and grading goes on.
base: stub
deserves: 0 + 0
harmless: yes
"""


class _Leave(SystemExit):
    code = 0


raise _Leave(0)
# %%
sys.exit(0)
