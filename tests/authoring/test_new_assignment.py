"""An assignment of somebody else's: begun, proved, released, graded, and found wanting where it is."""

import json
import shutil

import pytest

from grader.authoring import scaffold
from grader.authoring.verify.findings import verify

HIDDEN = "solutions/layer_norm/hidden"


def errors(result):
    return {(f.where, f.text) for f in result.findings if f.level == "error"}


def test_it_is_sound_as_it_comes(tmp_path, grader):
    made = grader("new", "layer_norm", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "grader verify layer_norm" in made.stdout
    derived = grader("derive", "layer_norm", cwd=tmp_path)
    assert derived.returncode == 0, derived.stderr
    begun = tmp_path
    done = grader("verify", "layer_norm", "--json", cwd=begun)
    proof = json.loads(done.stdout)
    assert done.returncode == 0
    assert proof["sound"]
    assert [f for f in proof["findings"] if f["level"] == "error"] == []
    mistakes = [trial for trial in proof["trials"] if trial["kind"] == "mistake"]
    assert len(mistakes) >= 4
    assert all(trial["named"] == trial["name"] for trial in mistakes)


def test_it_is_released_and_graded(begun, grader, tmp_path):
    kit = tmp_path / "kit"
    released = grader("release", kit, cwd=begun)
    assert released.returncode == 0, released.stderr
    file = kit / "exercises" / "layer_norm" / "layer_norm.py"
    assert "raise NotImplementedError" in file.read_text(encoding="utf-8")
    assert not any("solutions" in path.parts for path in kit.rglob("*"))

    def grade(text):
        learner = tmp_path / "ada"
        learner.mkdir(exist_ok=True)
        (learner / "layer_norm.py").write_text(text, encoding="utf-8")
        done = grader("grade", learner, "--json", cwd=begun)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    solution = (begun / "solutions" / "layer_norm" / "layer_norm.py").read_text(encoding="utf-8")
    assert grade(file.read_text(encoding="utf-8"))["code"]["earned"] == 0
    perfect = grade(solution)
    assert perfect["code"]["earned"] == perfect["code"]["possible"] == 10
    mistake = (begun / "solutions" / "layer_norm" / "mistakes" / "columns.py").read_text(encoding="utf-8")
    wrong = grade(f"{solution}\n# %%\n{mistake.rpartition(chr(34) * 3)[2]}")
    first = next(check for check in wrong["steps"][0]["checks"] if check["outcome"] == "failed")
    assert wrong["code"]["earned"] < 10
    assert first["diagnosis"]["mistake"] == "columns"
    assert first["diagnosis"]["hint"]


def test_a_learner_finds_hints_predictions_and_a_quiz(begun, grader, tmp_path):
    kit = tmp_path / "kit"
    assert grader("release", kit, cwd=begun).returncode == 0
    hint = grader("hint", "standardize", cwd=kit)
    assert hint.returncode == 0, hint.stderr
    assert "Add up a row of your result." in hint.stdout
    asked = grader("predict", "layer_norm", "--lang", "ko", cwd=kit)
    assert "bias는 모두 3이에요" in asked.stdout + asked.stderr
    file = kit / "exercises" / "layer_norm" / "layer_norm.py"
    file.write_text(
        file.read_text(encoding="utf-8").replace("raise NotImplementedError()", "return X", 1), encoding="utf-8"
    )
    shown = grader("check", "--lang", "ko", cwd=kit)
    assert "행 1, 3의 평균은 2, 표준편차는 1이다." in shown.stdout
    learner = tmp_path / "ada"
    learner.mkdir()
    shutil.copy(begun / "solutions" / "layer_norm" / "layer_norm.py", learner)
    answers = "quiz: layer_norm\nmeans: rows\nalone: {truth: true, reason: own-row}\nlast: 7\nwhy-rows: They differ.\n"
    (learner / "answers.yaml").write_text(answers, encoding="utf-8")
    quiz = json.loads(grader("grade", learner, "--json", cwd=begun).stdout)["quiz"]
    assert quiz == {"earned": 3, "possible": 4, "held": 1}


def test_a_learners_next_step_names_no_quiz_where_there_is_none(copy, grader):
    root = copy({"assignment.yaml": ("points: {code: 10, quiz: 4}", "points: {code: 10}")})
    text = grader("grade", root / "solutions" / "layer_norm" / "layer_norm.py", cwd=root).stdout
    assert "Every step is done." in text
    assert "uiz" not in text


def test_each_defect_is_named_with_its_place(copy):
    other = "shift(learner, normal, approx):\n    pass\n\n\n@points(1)\ndef test_other("
    root = copy(
        {
            "mistakes/in_place.py": ("misconception: IN-PLACE", "misconception: IN-PLACES"),
            "mistakes/no_eps.py": ("X.std(axis=-1, keepdims=True)", "np.sqrt(X.var(axis=-1, keepdims=True) + eps)"),
            "mistakes/columns.py": ("fails: [", "fails: [standardize.input_stays_as_it_was, "),
            "accepted/loops.py": ("+ eps", "+ 2 * eps + 1"),
            "hidden/test_standardize.py": ("assert learner.standardize(X) == approx(np.array(rows))", "pass"),
            "hidden/ko.yaml": ("standardize.equal_numbers_give_zeros:", "standardize.equal_number_gives_zeros:"),
            "hidden/test_layer_norm.py": ("eps_is_passed_on(", other),
        }
    )
    found = errors(verify(root, "layer_norm"))
    mistakes = "solutions/layer_norm/mistakes"
    assert (f"{mistakes}/no_eps.py", "survives: no check of step 'standardize' fails") in found
    header = "its header says that standardize.input_stays_as_it_was"
    assert any(where == f"{mistakes}/columns.py" and text.startswith(header) for where, text in found)
    assert any(where.endswith("accepted/loops.py") and "a correct variant fails" in text for where, text in found)
    stub = "standardize.rows_are_standardised passes on the untouched stub"
    assert (f"{HIDDEN}/test_standardize.py:10", stub) in found
    assert (f"{HIDDEN}/ko.yaml", "missing: standardize.equal_numbers_give_zeros") in found
    close = "standardize.equal_number_gives_zeros: no such check; did you mean 'standardize.equal_numbers_give_zeros'?"
    assert (f"{HIDDEN}/ko.yaml:5:1", close) in found
    code = "misconception 'IN-PLACES' is not in misconceptions.yaml; did you mean 'IN-PLACE'?"
    assert (f"{mistakes}/in_place.py", code) in found
    line = next(where for where, text in found if "test_shift: the docstring needs a title" in text)
    assert line.startswith(f"{HIDDEN}/test_layer_norm.py:")


def test_a_manifest_that_cannot_be_read_is_one_line_and_exit_code_1(copy, grader):
    root = copy({"assignment.yaml": ("functions: [standardize]", "functions: [standardize")})
    done = grader("verify", "layer_norm", cwd=root)
    assert done.returncode == 1
    assert "solutions/layer_norm/assignment.yaml:" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_derived_files_that_differ(copy):
    root = copy({})
    stub = root / "exercises" / "layer_norm" / "layer_norm.py"
    stub.write_text(stub.read_text(encoding="utf-8") + "# touched\n", encoding="utf-8")
    assert ("exercises/layer_norm/layer_norm.py", "differs from its source; run `grader derive`") in errors(
        verify(root, "layer_norm")
    )


def test_an_assignment_that_was_never_derived_is_one_line(copy):
    root = copy({})
    shutil.rmtree(root / "exercises")
    made = [told for told in errors(verify(root, "layer_norm")) if told[0].startswith("exercises")]
    assert made == [("exercises/layer_norm", "not made yet; run `grader derive layer_norm`")]


def test_the_page_shows_what_catches_what(begun, grader, tmp_path):
    page = tmp_path / "matrix.html"
    done = grader("verify", "layer_norm", "--matrix", "--html", page, cwd=begun)
    assert "columns" in done.stdout
    html = page.read_text(encoding="utf-8")
    assert html.count('class="kill"') >= 4
    assert "<script" not in html


@pytest.mark.parametrize("name", ["class", "two words", "3d", "norm-layer", "레이어"])
def test_names_that_are_none(tmp_path, grader, name):
    done = grader("new", name, cwd=tmp_path)
    assert done.returncode == 2
    assert "use letters, digits and _" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken(begun):
    from grader.core.errors import UsageError

    with pytest.raises(UsageError, match="exists already"):
        scaffold.scaffold(begun, "layer_norm")


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path, grader):
    (tmp_path / "solutions").write_text("a file where the folder should be")
    done = grader("new", "layer_norm", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "layer_norm.py: cannot be written" in done.stderr
    assert "internal error" not in done.stderr
