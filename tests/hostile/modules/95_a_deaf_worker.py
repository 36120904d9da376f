"""DELAY: replaces the worker's way to read, so that it never hears the next question and burns its time.

Must: the call's limit ends it.
base: solution
deserves: at most 70 + 40
harmless: yes
"""


def embed(token_ids, E):
    def deaf(*args):
        while True:
            pass

    os.read = deaf
    return E[token_ids]
