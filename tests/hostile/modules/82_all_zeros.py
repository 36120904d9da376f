"""CHEAT: answers zeros in the right shapes.

Must: no property that zeros happen to have earns anything.
base: stub
deserves: 0 + 0
harmless: yes
"""
# SHAPED zeros
