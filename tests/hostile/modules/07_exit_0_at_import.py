"""CHEAT: ends the process with code 0 while the file is run, as if all had gone well.

Must: an exit code is no evidence: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

os._exit(0)
