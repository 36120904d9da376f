"""`grader doctor`: one line a thing, a fix for each trouble, in both languages and under cp949."""

import json

from kits import learner

from grader.core.safe_text import cells


def test_a_kit_is_ready(kit, learn):
    done = learn(kit("solved"), "doctor")
    assert done.returncode == 0
    assert "Ready: grader check runs here." in done.stdout
    assert "graded here" not in done.stdout  # a kit has nothing to grade with
    for name in ("Python", "numpy", "BLAS threads", "encoding", "course", "your file", "lesson", "writing"):
        assert name in done.stdout


def test_outside_a_course_and_with_a_spoilt_file_there_is_something_to_mend(kit, learn, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    done = learn(tmp_path / "elsewhere", "doctor")
    assert done.returncode == 3
    assert "run this inside the kit" in done.stdout
    root = kit("solved")
    learner(root).unlink()
    done = learn(root, "doctor")
    assert done.returncode == 3
    assert "restore it: grader reset --all" in " ".join(done.stdout.split())


def test_what_a_lesson_lacks_is_found_before_a_check_needs_it(kit, learn):
    for file, text in (("test_attention.py", None), ("hints.yaml", "schema: [\n"), ("predict.yaml", "schema: no\n")):
        root = kit("solved", folder=file)
        path = learner(root).parent / file
        path.unlink() if text is None else path.write_text(text, encoding="utf-8")
        done = learn(root, "doctor")
        assert done.returncode == 3
        assert "Ready" not in done.stdout
        assert "copy it again from the kit" in " ".join(done.stdout.split())


def test_it_speaks_korean_in_any_encoding_and_fits(kit, learn):
    done = learn(kit(), "doctor", "--lang", "ko", PYTHONIOENCODING="cp949", COLUMNS="60")
    assert done.returncode == 0
    assert "권고" in done.stdout
    assert max(map(cells, done.stdout.splitlines())) <= 60
    assert "Hangul cannot be shown" in " ".join(learn(kit(), "doctor", PYTHONIOENCODING="ascii").stdout.split())


def test_json_has_every_finding_with_its_fix(kit, learn):
    data = json.loads(learn(kit(), "doctor", "--json", PYTHONIOENCODING="cp949").stdout)
    assert data["schema"] == "grader/doctor/1"
    assert {finding["id"] for finding in data["findings"]} >= {"python", "numpy", "threads", "encoding", "isolation"}
    assert all(finding["fix"] or finding["state"] == "ok" for finding in data["findings"])
