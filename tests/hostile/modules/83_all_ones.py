"""CHEAT: answers ones in the right shapes.

Must: no property that ones happen to have earns anything.
base: stub
deserves: 0 + 0
harmless: yes
"""
# SHAPED ones
