"""BLAME: is a perfect solution with 200,000 Hangul characters of notes below it.

Must: what the intake takes, the door carries: full marks.
base: solution
deserves: 70 + 40
harmless: yes
"""
# @HANGUL@
