"""CHEAT: answers rows that sum to 1, whatever the scores.

Must: a row that sums to 1 is not yet a softmax: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""
# SHAPED uniform
