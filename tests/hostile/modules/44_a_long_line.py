"""BLAME: is a file with one line of 900 kB, which the intake still takes.

Must: graded or refused, but never `broken`.
base: stub
deserves: 0 + 0
harmless: yes
"""

_x = "@LONG@"
