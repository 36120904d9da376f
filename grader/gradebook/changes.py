"""Whose grade may have changed since it was asked for last: a mark for each submission and each person.

A page that shows a whole class asks this first, and makes anew only the rows whose marks are other ones.
"""

from __future__ import annotations

from grader.gradebook.store import Store

__all__ = ["change_marks"]

_RESULTS = """
SELECT s.name, count(a.id), max(a.number), sum(a.counted), max(r.graded_at), max(r.id), count(r.id)
FROM submissions s LEFT JOIN attempts a ON a.submission = s.id LEFT JOIN results r ON r.attempt = a.id
WHERE s.assignment = ? GROUP BY s.id
"""
_BY_SUBMISSION = ("marks", "arrivals", "adjustments", "comments", "judgements")
_BY_LEARNER = ("overrides", "extensions")
_EVERYBODY = "SELECT due_at, grace_seconds, per_day, cap FROM assignments WHERE id = ?"


def change_marks(store: Store, assignment: str) -> dict[str, object]:
    """What changes with each change: under "s:SUBMISSION", "l:LEARNER", and for everybody under the empty text."""
    found: dict[str, object] = {}
    for row in store.rows(_RESULTS, assignment):
        found[f"s:{row[0]}"] = tuple(row)[1:]
    for table in _BY_SUBMISSION:
        sql = f"SELECT submission, max(id) FROM {table} WHERE assignment = ? GROUP BY submission"
        for row in store.rows(sql, assignment):
            found[f"s:{row[0]}"] = (found.get(f"s:{row[0]}"), table, row[1])
    for table in _BY_LEARNER:
        for row in store.rows(
            f"SELECT learner, max(id) FROM {table} WHERE assignment = ? GROUP BY learner", assignment
        ):
            found[f"l:{row[0]}"] = (found.get(f"l:{row[0]}"), table, row[1])
    found[""] = [tuple(row) for row in store.rows(_EVERYBODY, assignment)]
    last = "SELECT max(id) FROM rulings WHERE assignment = ?"
    found[""] = (found[""], [tuple(row) for row in store.rows(last, assignment)])
    taken_back = (
        "SELECT m.submission, count(*) FROM withdrawals w JOIN marks m ON m.id = w.mark "
        "WHERE m.assignment = ? GROUP BY m.submission"
    )
    replied = (
        "SELECT q.submission, max(r.id) FROM replies r JOIN requests q ON q.id = r.request "
        "WHERE q.assignment = ? GROUP BY q.submission"
    )
    for name, sql in (("withdrawals", taken_back), ("replies", replied)):
        for row in store.rows(sql, assignment):
            found[f"s:{row[0]}"] = (found.get(f"s:{row[0]}"), name, row[1])
    found["roster"] = [tuple(row) for row in store.rows("SELECT max(id) FROM audit WHERE action = 'roster'")]
    return found
