"""DELAY: never returns, and catches what it can.

Must: stopped from outside at the call's limit; the steps that do not need softmax are still graded.
base: solution
deserves: without softmax
harmless: yes
"""


def softmax(S):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
