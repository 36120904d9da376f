"""A report as versions before schema 2 wrote it."""

from grader.reports.schema import to_data


def as_schema_1(report):
    """The data of a report under `grader/report/1`: points beside the other fields, and no sum of code and quiz."""
    data = to_data(report)
    kept = ("assignment", "title", "grade", "only", "hinted", "notes", "isolation", "provenance", "seconds")
    old = {"schema": "grader/report/1", **{key: data[key] for key in kept}, **_points(data["code"])}
    old["submission"] = {key: data["submission"][key] for key in ("id", "path")}
    old["bonus"] = {key: data["bonus"][key] for key in ("earned", "possible")}
    old["steps"] = [_step(step) for step in data["steps"]]
    old["quiz"], old["quiz_possible"] = None, data["quiz"]["possible"] if data["quiz"] else 0
    if data["quiz_answers"] is not None:
        items = [_item(item) for item in data["quiz_answers"]["items"]]
        old["quiz"] = {**data["quiz_answers"], **_points(data["quiz"]), "items": items}
    return old


def _points(score):
    return {"earned": score["earned"], "possible": score["possible"], "pending": score["held"]}


def _step(step):
    own = {key: step[key] for key in ("id", "number", "title", "bonus", "outcome")}
    return {**own, **_points(step["score"]), "checks": [_flat(check) for check in step["checks"]]}


def _flat(one):
    own = {key: value for key, value in one.items() if key not in ("score", "question")}
    return {**own, "earned": one["score"]["earned"], "possible": one["score"]["possible"]}


def _item(item):
    asked = item["question"]
    if asked is None:
        return _flat(item)
    options = [{"id": option["id"], **option["text"]} for option in asked["options"]]
    old = {"shape": asked["shape"], "prompt": asked["prompt"], "do": asked["instruction"], "options": options}
    return {**_flat(item), "question": old}
