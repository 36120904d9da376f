"""CHEAT: answers with its own frame under the right id, and adds a second one for the next call.

Must: it can say only what its own return could have said; the frame too many ends the process.
base: solution
deserves: at most 70 + 40
harmless: yes
"""

_honest = softmax


def softmax(S):
    A = _honest(S)
    server = _server()
    answer = [["id", server["request"]["id"]], ["event", "value"], ["changed", []]]
    answer.append(["value", {"$a": "<f8", "s": list(A.shape)}])
    frame = _frame({"$d": answer}, A.astype("<f8").tobytes())
    server["write"](frame + frame)
    return A
