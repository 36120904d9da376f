"""`grader release --hints`: a kit names the mistakes an instructor chose, holds none of their code, never guesses."""

import json
import shutil

import pytest
import yaml
from kits import ROOT, learner

from grader.authoring.release import kit as release
from grader.authoring.release import leaks, mistake_hints
from grader.core.errors import UsageError
from grader.core.model import Outcome, Text
from grader.course import loading
from grader.course.visible_checks import VisibleCheck
from grader.suite.visible import named_mistakes
from grader.suite.visible.named_mistakes import NamedMistake, SeenValues
from grader.suite.visible.outcomes import VisibleResult

FROM_ONE = "def embed(token_ids, E):\n    return E[token_ids - 1]"
TIMES_ROOT = "def embed(token_ids, E):\n    return E[token_ids] * E.shape[1] ** 0.5"


@pytest.fixture(scope="module")
def text(assignment):
    """The file that names two mistakes of one kind, as one."""
    return mistake_hints.known_text(ROOT, assignment, ["e01_one_based_ids", "e05_one_based_loop"])


@pytest.fixture
def naming_kit(kit, text):
    """`naming_kit(embed="def ...")`: a kit that may name the two."""

    def make(**functions):
        root = kit(**functions)
        learner(root).with_name("known.yaml").write_text(text, encoding="utf-8")
        return root

    return make


def header(name):
    return (ROOT / "solutions" / "self_attention" / "mistakes" / f"{name}.py").read_text("utf-8").split('"""')[1]


def test_the_file_holds_words_and_values_and_no_code(text):
    data = yaml.safe_load(text)
    [mistake] = data["mistakes"]  # two of one family that look the same are one
    told = yaml.safe_load(header("e01_one_based_ids"))
    assert (mistake["title"], mistake["why"], mistake["hints"]) == (told["title"], told["why"], told["hints"])
    assert mistake["shows"] == {"embedding.looks_up_rows": {"shape": [3, 2], "values": [5, 1, 3, 4, 5, 1]}}
    assert not {"family", "misconception", "source", "fails", "id"} & set(mistake)
    assert "e01" not in text


def test_the_same_sources_give_the_same_file(text, assignment):
    assert mistake_hints.known_text(ROOT, assignment, ["e01_one_based_ids", "e05_one_based_loop"]) == text


def test_a_kit_with_it_passes_the_search_and_without_the_permission_does_not(text, assignment):
    files = {"exercises/self_attention/known.yaml": text.encode()}
    chosen = ["e01_one_based_ids", "e05_one_based_loop"]
    told = {assignment.id: chosen}
    assert release.proof([assignment], files, told) == []
    private = {secret.source for secret in leaks.secrets(assignment, chosen)}
    assert "self_attention/mistakes/e01_one_based_ids.py" in private  # its code still is
    hint = yaml.safe_load(header("e07_times_root"))["title"]["en"]
    assert release.proof([assignment], {"x.md": header("e07_times_root").encode()}, told), hint
    said = {"x.md": header("e01_one_based_ids").encode()}
    assert "e01_one_based_ids" not in "".join(release.proof([assignment], said, told))
    assert "e01_one_based_ids" in "".join(release.proof([assignment], said, {"another": chosen}))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("e01_one_based_id", "no such mistake in self_attention; did you mean 'e01_one_based_ids'?"),
        ("e02_column_lookup", "no visible check sees it by its values"),
    ],
)
def test_what_a_kit_could_not_name_is_refused(assignment, name, words):
    with pytest.raises(UsageError, match=f"--hints {name}: ") as caught:
        mistake_hints.known_text(ROOT, assignment, [name])
    assert words in str(caught.value)


def test_a_mistake_that_looks_like_one_of_another_kind_is_refused(tmp_path):
    shutil.copytree(ROOT / "solutions", tmp_path / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    mistakes = tmp_path / "solutions" / "self_attention" / "mistakes"
    twin = (mistakes / "e01_one_based_ids.py").read_text("utf-8")
    twin = twin.replace("id: e01_one_based_ids", "id: e90_twin").replace("family: ids_from_one", "family: twin")
    (mistakes / "e90_twin.py").write_text(twin, encoding="utf-8")
    with pytest.raises(UsageError, match="looks like e90_twin too; a kit could only guess"):
        mistake_hints.known_text(tmp_path, loading.load(tmp_path, "self_attention"), ["e01_one_based_ids"])


@pytest.fixture
def listed(tmp_path):
    """`listed("[...]")`: a repository whose manifest lets its kit name these mistakes."""

    def make(names):
        shutil.copytree(ROOT / "solutions", tmp_path / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
        manifest = tmp_path / "solutions" / "self_attention" / "assignment.yaml"
        text = manifest.read_text("utf-8").partition("\nkit_hints:")[0]  # the flagship's own list ends the file
        manifest.write_text(f"kit_hints: {names}\n{text}\n", encoding="utf-8")
        return tmp_path

    return make


def test_the_manifest_chooses_and_the_option_overrides_it(listed):
    root, file = listed("[e01_one_based_ids]"), "exercises/self_attention/known.yaml"
    files = release.kit_files(root, ["self_attention"])
    assert [one["step"] for one in yaml.safe_load(files[file])["mistakes"]] == ["embedding"]
    texts = [content for path, content in files.items() if not path.startswith("tools/")]
    assert not any(b"kit_hints" in content or b"e01_one" in content for content in texts)
    other = release.kit_files(root, ["self_attention"], hints=["x01_axis0"])
    assert [one["step"] for one in yaml.safe_load(other[file])["mistakes"]] == ["softmax"]
    assert file not in release.kit_files(root, ["self_attention"], hints=())


def test_a_mistake_of_the_manifest_that_cannot_be_named_is_refused_where_it_stands(listed):
    with pytest.raises(UsageError) as caught:
        release.kit_files(listed("[e01_one_based_ids, e02_column_lookup]"), ["self_attention"])
    place = "solutions/self_attention/assignment.yaml:1:32: kit_hints: e02_column_lookup: "
    assert str(caught.value) == f"{place}no visible check sees it by its values, so a kit could not name it"


def test_the_command_takes_a_list_or_none(grader, tmp_path):
    both = grader("release", tmp_path / "kit", "--hints", "x01_axis0", "--no-hints")
    assert (both.returncode, both.stderr) == (2, "Error: --hints and --no-hints exclude each other\n")


def test_check_hint_and_page_name_the_mistake(naming_kit, learn):
    root = naming_kit(embed=FROM_ONE)
    title = yaml.safe_load(header("e01_one_based_ids"))["title"]
    done = learn(root, "check", "embedding")
    assert f"looks like  {title['en']}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "hint 1 of 6" in done.stdout
    [step] = json.loads(learn(root, "check", "embedding", "--json", "--lang", "ko").stdout)["steps"]
    assert step["checks"][0]["looks_like"]["title"] == title["ko"]
    told = learn(root, "hint", "embedding").stdout
    assert f"looks like {title['en']}" in told
    first = yaml.safe_load(header("e01_one_based_ids"))["hints"][0]["en"]
    assert " ".join(told.split()).count(" ".join(first.split())) == 1
    assert "hint 2 of 6" in learn(root, "check", "embedding").stdout
    learn(root, "report", "-o", "page.html")
    assert title["en"] in (root / "page.html").read_text("utf-8")


def test_another_mistake_is_not_given_that_name_and_a_mended_one_loses_it(naming_kit, learn, edited, reference):
    root = naming_kit(embed=TIMES_ROOT)
    done = learn(root, "check", "embedding")
    assert "looks like" not in done.stdout
    assert "hint 1 of 3" in done.stdout
    learner(root).write_text(edited(reference, embed=FROM_ONE), encoding="utf-8")
    assert "looks like" in learn(root, "check").stdout
    learner(root).write_text(edited(reference, embed=TIMES_ROOT), encoding="utf-8")
    learn(root, "check")
    assert "looks like" not in learn(root, "hint", "embedding").stdout


def test_a_damaged_file_is_named_with_its_line(naming_kit, learn):
    root = naming_kit(embed=FROM_ONE)
    learner(root).with_name("known.yaml").write_text("schema: grader/known/1\nmistakes:\n- step: 3\n", encoding="utf-8")
    done = learn(root, "check", "embedding")
    assert done.returncode == 2
    assert "exercises/self_attention/known.yaml:3" in done.stderr


def seen(name, values, outcome=Outcome.FAILED):
    check = VisibleCheck(f"softmax.{name}", f"test_softmax_{name}", "softmax", Text({"en": "t", "ko": "t"}), None, 1)
    got = {"kind": "array", "dtype": "float64", "shape": [len(values)], "values": list(values)} if values else None
    return VisibleResult(check, outcome, got=got)


def mistake(title, **shows):
    made = {f"softmax.{name}": SeenValues((len(values),), tuple(values)) for name, values in shows.items()}
    return NamedMistake("softmax", Text({"en": title, "ko": title}), Text({"en": "w", "ko": "w"}), (), made)


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("mistakes", "checks", "name"),
    [
        ([mistake("a", x=[1, 2])], [seen("x", [1, 2.00001])], "a"),
        ([mistake("a", x=[1, 2])], [seen("x", [1, 2.01])], None),
        ([mistake("a", x=[1, NAN, INF])], [seen("x", [1, NAN, INF])], "a"),
        ([mistake("a", x=[1, INF])], [seen("x", [1, -INF])], None),
        ([mistake("a", x=[1]), mistake("b", x=[1])], [seen("x", [1])], None),  # two fit
        ([mistake("a", x=[1])], [seen("x", [1]), seen("y", [2])], None),  # another check fails too
        ([mistake("a", x=[1], y=[2])], [seen("x", [1]), seen("y", [2], Outcome.PASSED)], None),
        ([mistake("a", x=[1])], [seen("x", [1]), seen("y", None)], None),  # one that shows no values
        ([mistake("a", x=[1])], [seen("x", [1]), seen("y", [2], Outcome.PASSED)], "a"),
    ],
)
def test_only_one_mistake_that_fits_every_failed_check_is_named(monkeypatch, tmp_path, mistakes, checks, name):
    monkeypatch.setattr(named_mistakes, "read_known", lambda folder: tuple(mistakes))
    found = named_mistakes.named(checks, tmp_path)
    assert (found["softmax"].title["en"] if found else None) == name


def test_a_kit_without_the_file_names_nothing(tmp_path):
    assert named_mistakes.named([seen("x", [1])], tmp_path) == {}
