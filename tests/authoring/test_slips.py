"""What an author gets wrong is a finding with its file, its line and what was meant; never a fault of ours."""

import json
import shutil

import pytest

from grader.authoring.verify.findings import verify
from grader.authoring.verify.hidden_suite import written
from grader.authoring.verify.mistakes import known_findings, quiz_findings
from grader.authoring.verify.texts import lesson_findings, word_findings
from grader.course import loading

HOME = "solutions/layer_norm"


def told(findings):
    return {f"{finding.where}: {finding.text}" for finding in findings if finding.level == "error"}


def static(root):
    """The errors that need no run."""
    assignment = loading.load(root, "layer_norm")
    suite = written(root, assignment)
    said, known = known_findings(root, assignment, suite.places, suite.unread)
    found = [*suite.findings, *said, *lesson_findings(root, assignment), *word_findings(root, assignment)]
    return told([*found, *quiz_findings(root, assignment, known.values())])


def run(root):
    return told(verify(root, "layer_norm", jobs=2).findings)


def test_nothing_is_wrong_with_what_is_new(begun):
    assert static(begun) == set()


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "mistakes/no_eps.py",
            "step: standardize",
            "step: standardise",
            "mistakes/no_eps.py:3:1: no step 'standardise'; did you mean 'standardize'?",
        ),
        (
            "mistakes/no_eps.py",
            "function: standardize",
            "function: standardizes",
            "mistakes/no_eps.py:4:1: no function 'standardizes' in layer_norm.py; did you mean 'standardize'?",
        ),
        ("mistakes/no_eps.py", "def standardize", "def standard", "mistakes/no_eps.py:4:1: defines no standardize()"),
        (
            "hidden/aliases.yaml",
            None,
            "standardize.rows_are_standardised: standardize.rows\n",
            "hidden/aliases.yaml:1:1: standardize.rows_are_standardised: a check has this id, "
            "so it cannot be an earlier one",
        ),
        (
            "hidden/aliases.yaml",
            None,
            "# ids\nstandardize.old: standardize.rows_are_standardized\n",
            "hidden/aliases.yaml:2:1: standardize.rows_are_standardized: no such check; "
            "did you mean 'standardize.rows_are_standardised'?",
        ),
        (
            "mistakes/columns.py",
            "fails: [standardize.rows_are_standardised]",
            "fails: [standardize.rows_are_standard]",
            "mistakes/columns.py:14:9: no check 'standardize.rows_are_standard'; "
            "did you mean 'standardize.rows_are_standardised'?",
        ),
        (
            "assignment.yaml",
            "isolation:",
            'partial: {column: "1/2"}\nisolation:',
            "assignment.yaml:9:11: partial: no family 'column' among the mistakes; did you mean 'columns'?",
        ),
        (
            "accepted/loops.py",
            "def standardize",
            "def standardise",
            "accepted/loops.py:6: standardise(): no function of layer_norm.py; did you mean 'standardize'?",
        ),
        ("hidden/test_layer_norm.py", "import numpy", "import (numpy", "hidden/test_layer_norm.py:3: invalid syntax"),
        (
            "public/hints.yaml",
            "  layer_norm:",
            "  layernorm:",
            "public/hints.yaml:8:3: no step 'layernorm'; did you mean 'layer_norm'?",
        ),
        (
            "public/hints.yaml",
            "grader/hints/1",
            "grader/hints/2",
            "public/hints.yaml:2:1: hints: schema is 'grader/hints/2'; this version reads 'grader/hints/1'",
        ),
        (
            "public/predict.yaml",
            "about: ACROSS",
            "about: ACROS",
            "public/predict.yaml:18:17: about 'ACROS': no misconception; did you mean 'ACROSS'?",
        ),
        ("public/predict.yaml", '"(5, 7)"\n', '"five"\n', "is no shape such as (2, 3), no number and not yes or no"),
        (
            "public/checks.yaml",
            "standardize_two_numbers",
            "standardize_numbers",
            "public/checks.yaml:5:3: no visible check 'standardize_numbers'; did you mean 'standardize_two_numbers'?",
        ),
        (
            "public/checks.yaml",
            "standardize_two_numbers",
            "standardize_numbers",
            "public/checks.yaml: missing: standardize_two_numbers has no title in Korean (ko)",
        ),
        ("public/checks.yaml", '"행 1, 3의 평균은 2, 표준편차는 1이다."', '"The row 1, 3 has mean 2."', "no Korean"),
        ("public/checks.yaml", None, None, "public/checks.yaml: missing: the visible checks have no titles in Korean"),
        ("hidden/ko.yaml", None, None, "hidden/ko.yaml: missing: no check has a title and advice in Korean"),
        ("public/README.ko.md", None, None, "public/README.ko.md: missing: the lesson in this language"),
        (
            "public/README.ko.md",
            None,
            "# Layer norm\n\nFill in standardize and layer_norm, one after the other.\n",
            "public/README.ko.md: is not in Korean: 0 of its 54 letters are Hangul",
        ),
        (
            "public/README.md",
            None,
            "# Cats\n\nThis lesson is about cats. Read it before you feed one.\n",
            "public/README.md: names no step of layer_norm (standardize, layer_norm); is it another lesson?",
        ),
        ("misconceptions.yaml", 'ko: "eps가 있어야 언제나 나눌 수 있어요."', 'ko: ""', "the Korean text is empty"),
        ("quiz.yaml", 'ko: "자기 행만 계산에 들어간다."', 'ko: ""', "quiz.yaml:37:14: no-language: no ko text"),
        ("quiz.yaml", "key: rows", "key: row", "quiz.yaml:14:3: items[means]: key 'row' is none of the options: rows"),
    ],
)
def test_a_slip_is_named_with_its_place(copy, name, old, new, said):
    found = static(copy({name: (old, new)}))
    assert any(said in line for line in found), found


def test_a_lesson_in_one_language_only_is_named_cell_by_cell(copy):
    root = copy({})
    file = root / HOME / "layer_norm.py"
    lines = file.read_text(encoding="utf-8").splitlines()
    english = [line for line in lines if not any("가" <= letter <= "힣" for letter in line)]
    file.write_text("\n".join(english) + "\n", encoding="utf-8")
    cells = [i for i, line in enumerate(english, start=1) if line == "# %% [markdown]"]
    assert static(root) == {f"{HOME}/layer_norm.py:{i}: this markdown cell has no Korean text" for i in cells}


def test_hidden_checks_that_cannot_run_are_errors_with_their_cause(copy):
    root = copy(
        {
            "hidden/test_layer_norm.py": ("import numpy as np", "import numpy as np\nimport scipyy"),
            "hidden/test_standardize.py": ("stays_as_it_was(learner, normal)", "stays_as_it_was(learner, normel)"),
            "mistakes/bias_before_gain.py": (None, None),
        }
    )
    hidden = f"{HOME}/hidden"
    check = "standardize.input_stays_as_it_was"
    fixture = f"{check} cannot be run on the reference (broken): no fixture 'normel'; did you mean 'normal'?"
    assert run(root) >= {
        f"{hidden}/test_layer_norm.py: cannot be imported: ModuleNotFoundError: No module named 'scipyy'",
        f"{hidden}/test_standardize.py:33: {fixture}",
    }


def test_a_check_that_is_wrong_about_the_reference_says_what_came_back(copy):
    root = copy(
        {"hidden/test_standardize.py": ("approx(np.array([[0.0, 0.0, 0.0], row]))", "approx(np.zeros((2, 3)))")}
    )
    said = next(line for line in run(root) if "equal_numbers_give_zeros does not pass on the reference" in line)
    assert said.startswith(f"{HOME}/hidden/test_standardize.py:22: ")
    assert "3 of 6 entries are not right" in said
    assert not any("accepted" in line for line in run(root))  # a variant is not blamed for what the reference fails


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "test_layer_norm.py",
            "core=True",
            "cor=True",
            "14: @points(3, cor=True): unknown 'cor'; did you mean 'core'?",
        ),
        ("test_standardize.py", "@points(2)", '@points("2")', "21: @points('2'): expected one whole number above 0"),
        ("test_standardize.py", "@points(2)", "@points(0)", "21: @points(0): expected one whole number above 0"),
        ("test_standardize.py", "3, core=True", "3, core=1", "9: @points(3, core=1): core has to be True or False"),
    ],
)
def test_points_that_cannot_be_meant(copy, grader, name, old, new, said):
    root = copy({f"hidden/{name}": (old, new)})
    done = grader("verify", cwd=root)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{HOME}/hidden/{name}:{said}" in done.stdout
    graded = grader("grade", root / HOME / "layer_norm.py", cwd=root)
    assert graded.returncode == 2  # the author's, and no fault of ours or of the machine
    assert f"{HOME}/hidden/{name}:{said}" in graded.stderr


def test_a_step_needs_a_core_check(copy):
    root = copy({"hidden/test_layer_norm.py": (", core=True", "")})
    assert any("test_layer_norm.py: step 'layer_norm' has no core check" in line for line in run(root))


def test_a_file_of_no_step_is_a_finding_and_what_follows_from_it_is_not(copy, grader):
    root = copy({})
    hidden = root / HOME / "hidden"
    (hidden / "test_layer_norm.py").rename(hidden / "test_layernorm.py")
    done = grader("verify", cwd=root)
    assert (done.returncode, done.stderr) == (1, "")
    assert [line for line in done.stdout.splitlines() if line.startswith("error")] == [
        f"error   {HOME}/hidden/test_layer_norm.py: missing: step 'layer_norm' has no checks",
        f"error   {HOME}/hidden/test_layernorm.py: belongs to no step; did you mean 'layer_norm'?",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hidden/test_layer_norm.py", "hidden/test_layer_norm.py:{line}: invalid syntax"),
        ("mistakes/columns.py", "mistakes/columns.py:{line}: invalid syntax"),
        ("accepted/loops.py", "accepted/loops.py:{line}: invalid syntax"),
        ("layer_norm.py", "layer_norm.py:{line}: invalid syntax"),
        ("public/test_layer_norm.py", "public/test_layer_norm.py:{line}: invalid syntax"),
    ],
)
def test_what_is_no_python_is_named_with_its_line(copy, grader, name, said):
    root = copy({})
    path = root / HOME / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "def (\n", encoding="utf-8")
    done = grader("verify", cwd=root)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{HOME}/{said.format(line=text.count(chr(10)) + 1)}" in done.stdout


@pytest.mark.parametrize("name", ["mistakes/columns.py", "layer_norm.py"])
def test_a_module_that_does_not_run_is_named_with_its_line(copy, grader, name):
    root = copy({})
    path = root / HOME / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "import nonexistent_zz\n", encoding="utf-8")
    done = grader("verify", cwd=root)
    assert (done.returncode, done.stderr) == (1, "")
    line = text.count("\n") + 1
    assert f"{path.name}:{line}: ModuleNotFoundError: No module named 'nonexistent_zz'" in done.stdout or (
        f"the reference:{line}: ModuleNotFoundError: No module named 'nonexistent_zz'" in done.stdout
    )


def test_visible_checks_are_run_on_the_reference_and_on_the_variants(copy):
    wrong = "[[-1.0, 1.0]]", "[[-1.0, 2.0]]"
    root = copy({"public/test_layer_norm.py": wrong, "accepted/loops.py": ("+ eps", "+ eps + 1")})
    file = root / HOME / "public" / "test_layer_norm.py"
    text = file.read_text(encoding="utf-8").replace("test_layer_norm_two", "test_distances_two")
    text += "\n\ndef test_layer_norm_asks_nothing():\n    pass\n"
    file.write_text(text, encoding="utf-8")
    found = run(root)
    place = f"{HOME}/public/test_layer_norm.py"
    failed = "the reference does not pass test_standardize_two_numbers: it got [[-1 1]], and the check expects [[-1 2]]"
    assert f"{place}:13: {failed}" in found
    named = "test_distances_two_numbers: its name begins with no step or function; known: standardize, layer_norm"
    assert f"{place}:18: {named}" in found
    assert f"{place}:24: test_layer_norm_asks_nothing passes on the untouched stub" in found
    variant = f"{HOME}/accepted/loops.py: a correct variant does not pass the visible test_distances_two_numbers: "
    assert any(line.startswith(variant) for line in found)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "import numpy as np",
            "import numpy as np\nimport nonexistent_zz",
            ": cannot be run on the reference: ModuleNotFoundError: No module named 'nonexistent_zz'",
        ),
        (
            "learner.standardize(",
            "learner.standardise(",
            ":13: the reference does not pass test_standardize_two_numbers: "
            "There is no function standardise() in the file. Did you mean standardize()?",
        ),
    ],
)
def test_visible_checks_of_something_else(copy, old, new, said):
    assert f"{HOME}/public/test_layer_norm.py{said}" in run(copy({"public/test_layer_norm.py": (old, new)}))


def test_visible_checks_that_grader_check_does_not_run_are_told(copy):
    text = "\n\nclass TestMore:\n    def test_more(self):\n        pass\n"
    root = copy({"public/test_more.py": (None, "def test_layer_norm_more():\n    assert True\n")})
    file = root / HOME / "public" / "test_layer_norm.py"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")
    advice = {f"{f.where}: {f.text}" for f in verify(root, "layer_norm").findings if f.level == "advice"}
    assert f"{HOME}/public/test_more.py: `grader check` runs test_layer_norm.py only" in advice
    assert f"{HOME}/public/test_layer_norm.py:24: TestMore: `grader check` runs functions only" in advice


def test_a_course_without_visible_checks(copy):
    root = copy({"public/test_layer_norm.py": (None, None)})
    assert f"{HOME}/public: no visible checks (test_*.py): `grader check` has nothing to run" in run(root)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("quiz.yaml", "key: rows", "key: row", "quiz.yaml:14:3: items[means]: key 'row' is none of the options"),
        (
            "misconceptions.yaml",
            "of: ACROSS",
            "of: ACROS",
            "misconceptions.yaml:3:1: misconceptions: BATCH-NORM: of 'ACROS'",
        ),
    ],
)
def test_a_fault_of_the_quiz_is_told_once_by_its_items_id(copy, name, old, new, said):
    found = run(copy({name: (old, new)}))
    assert len([line for line in found if "items" in line or "ACROS'" in line]) == 1, found
    assert any(line.startswith(f"{HOME}/{said}") for line in found), found


def test_a_fault_of_a_generator_has_its_own_file(copy):
    root = copy({"generators.py": (None, "import nonexistent_zz\n")})
    said = f"{HOME}/generators.py:1:1: ModuleNotFoundError: No module named 'nonexistent_zz'"
    assert [line for line in run(root) if "nonexistent_zz" in line] == [said]


def test_a_forgotten_marker_is_named_as_seen_from_the_root(copy):
    root = copy({})
    file = root / HOME / "layer_norm.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("    # END SOLUTION\n", "", 1), encoding="utf-8")
    assert run(root) == {f"{HOME}/layer_norm.py:58: BEGIN SOLUTION inside the region opened on line 34"}


def test_of_several_assignments_one_is_named_as_verify_takes_it(copy, grader):
    root = copy({})
    shutil.copytree(root / HOME, root / "solutions" / "other")
    done = grader("verify", cwd=root)
    assert (done.returncode, done.stdout) == (2, "")
    assert "several assignments here (layer_norm, other): name one, as in `grader verify layer_norm`" in done.stderr


def test_a_kit_has_nothing_to_prove(begun, grader, tmp_path):
    shutil.copytree(begun / "exercises", tmp_path / "exercises")
    done = grader("verify", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no solutions/ here" in done.stderr


def test_progress_counts_every_run_once(begun):
    heard = []
    proof = verify(begun, "layer_norm", jobs=2, progress=lambda done, total: heard.append((done, total)))
    runs = len(proof.verdicts) + 3  # the visible checks on the reference, the stub and one variant
    assert heard == [(done, runs) for done in range(1, runs + 1)]


def test_findings_are_data_too(copy, grader):
    root = copy({"mistakes/no_eps.py": ("step: standardize", "step: standardise")})
    proof = json.loads(grader("verify", "--json", cwd=root).stdout)
    assert {
        "level": "error",
        "where": f"{HOME}/mistakes/no_eps.py:3:1",
        "text": "no step 'standardise'; did you mean 'standardize'?",
    } in proof["findings"]
