"""DELAY: has 50,000 nested brackets, a chain of 50,000 signs and a chain of 50,000 attributes.

Must: a cell that does not parse or a worker that dies; the grader's own parser never sees it.
base: stub
deserves: 0 + 0
harmless: yes
"""

_x = BRACKETS
# %%
_y = SIGNS
# %%
_z = ATTRIBUTES
