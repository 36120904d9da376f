"""Whatever a learner's repository is called, a cohort stays one submission a learner."""

import json


def test_a_learner_who_is_called_like_a_part_of_the_course_is_a_learner(host, grader, root, tmp_path):
    text = (root / "solutions/self_attention/attention.py").read_text()
    for name, file in (("ada", "attention.py"), ("exercises", "self_attention/attention.py")):
        host.push(host.repository(f"att-{name}"), {file: text}, "2026-12-01T01:00:00Z")
    out = tmp_path / "cohort"
    assert grader("cohort", "fetch", "course", "-p", "att-", "-o", out).returncode == 0
    done = grader("cohort", "grade", out, "--only", "scaling")
    assert done.returncode == 0, done.stderr
    reports = {path.stem: json.loads(path.read_text()) for path in (out / "reports").glob("*.json")}
    assert sorted(reports) == ["ada", "exercises"]
    assert {report["score"]["earned"] == report["score"]["possible"] > 0 for report in reports.values()} == {True}
