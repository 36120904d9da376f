"""BLAME: prints what the worker itself would print if it could not be held, and leaves with the same code.

Must: the learner's process ended: crashed, never `broken`.
base: stub
deserves: 0 + 0
harmless: yes
"""

os.write(2, b"worker: OSError: [Errno 38] no Landlock ruleset\n")
sys.stderr.write("worker: MachineError: the fork server stopped answering\n")
sys.stderr.flush()
os._exit(97)
