"""DELAY: prints without end, and then answers nothing.

Must: 64 KiB are kept and the rest is dropped; the grader's memory stays.
base: solution
deserves: without softmax
harmless: yes
"""


def softmax(S):
    while True:
        print("x" * 65536)
