"""Courses in one language: English alone from the template, and one whose every text is German."""

import json
import re

import pytest

from grader.student.notebook import check

HANGUL = re.compile(r"[가-힣]")

GERMAN = {
    "assignment.yaml": """\
schema: grader/assignment/1
id: mittel
languages: [de]
title: Mittelwerte in numpy
file: mittel.py
points: {code: 4, quiz: 2}
limits: {call_seconds: 2, load_seconds: 5, submission_seconds: 20, memory_mib: 1024, result_mib: 4}
steps:
  - id: mitte
    title: Zeilen mitteln
    functions: [mitte]
    points: 4
""",
    "mittel.py": '''\
# %% [markdown]
# # Mittelwerte in numpy
#
# Jede Zeile von `X` ist eine Messreihe. Gesucht ist ihr Mittelwert.

# %%
import numpy as np


# %%
def mitte(X):
    """Der Mittelwert jeder Zeile von X.

    X: (n, d). Ergebnis: (n,).
    """
    # BEGIN SOLUTION
    return X.mean(axis=1)
    # END SOLUTION
''',
    "hidden/test_mitte.py": '''\
"""Schritt 1: der Mittelwert jeder Zeile."""

import numpy as np
from pytest import mark


@mark.points(4, core=True)
def test_jede_zeile_hat_ihren_mittelwert(learner, normal, approx):
    """M[i] ist der Mittelwert der i-ten Zeile.

    Über welche Achse wird gemittelt, und welche bleibt übrig?
    """
    for n, d in [(5, 7), (4, 4)]:
        X = normal(n, d)
        assert learner.mitte(X) == approx(np.array([row.mean() for row in X]))
''',
    "mistakes/spalten.py": '''\
"""
id: spalten
step: mitte
function: mitte
family: spalten
misconception: ACHSE
title: Spalten statt Zeilen gemittelt
why: Dann vermischen sich die Messreihen.
hints:
  - Wie viele Zahlen kommen heraus, wenn X fünf Zeilen hat?
  - "Für die Zeilen (1, 3) und (5, 7): Was soll herauskommen?"
  - Gemittelt wird über die letzte Achse.
source: own
fails: [mitte.jede_zeile_hat_ihren_mittelwert]
"""


def mitte(X):
    return X.mean(axis=0)
''',
    "misconceptions.yaml": """\
schema: grader/misconceptions/1
misconceptions:
  MISCHEN: {claim: Ein Mittelwert vermischt die Messreihen., view: Jede Zeile steht für sich.}
slips:
  ACHSE: {of: MISCHEN, claim: mittelt über die falsche Achse, view: Die letzte Achse verschwindet.}
""",
    "quiz.yaml": """\
schema: grader/quiz/1
id: mittel
title: "Mittelwerte: was bleibt übrig?"
points: 2
policy: {feedback: after_submission}
questions: {}
items:
- id: anzahl
  type: single
  about: [MISCHEN]
  difficulty: 1
  title: Anzahl der Mittelwerte
  prompt: X hat 5 Zeilen mit je 7 Zahlen. Wie viele Mittelwerte gibt es?
  options:
    zeilen: "5, einen je Zeile."
    spalten: {text: "7, einen je Spalte.", shows: ACHSE, why: "Das wäre über die Messreihen hinweg."}
    alles: {text: "1, über alle Zahlen.", shows: ACHSE, why: "Dann wären alle Messreihen eine."}
  key: zeilen
  explanation: Jede Zeile hat einen Mittelwert.
- id: allein
  type: true_false
  about: [MISCHEN]
  difficulty: 1
  title: Eine Zeile allein
  prompt: Eine weitere Zeile ändert die Mittelwerte der anderen nicht.
  truth: true
  options:
    eigene: {argues: true, text: "Jede Zeile wird für sich gemittelt."}
    ausgleich: {argues: true, text: "Die Änderungen heben sich auf.", shows: ACHSE, why: "Es ändert sich gar nichts."}
    mehr: {argues: false, text: "Mehr Zahlen ändern den Mittelwert.", shows: ACHSE, why: "Nicht in dieser Zeile."}
  key: eigene
  explanation: Der Mittelwert einer Zeile kennt nur diese Zeile.
""",
    "public/README.md": """\
# Mittelwerte in numpy

1. **Zeilen mitteln** (4 Punkte). Jede Zeile von `X` bekommt ihren Mittelwert.
""",
    "public/checks.yaml": """\
schema: grader/checks/1
checks:
  mitte_zwei_zeilen: {why: Zwei Zeilen lassen sich im Kopf nachrechnen.}
""",
    "public/hints.yaml": """\
schema: grader/hints/1
steps:
  mitte:
    - Wie viele Zahlen sollen herauskommen?
    - "Aus (1, 3) und (5, 7) werden 2 und 6. Wie?"
    - Summe jeder Zeile durch die Zahl ihrer Einträge.
""",
    "public/predict.yaml": """\
schema: grader/predict/1
steps:
  mitte:
    - id: form
      ask: X hat die Form (5, 7). Welche Form hat das Ergebnis?
      answer: "(5,)"
      why: Aus jeder Zeile wird eine Zahl.
      slips: {"(7,)": {about: MISCHEN, says: Das wären die Spalten.}}
""",
    "public/test_mittel.py": '''\
"""Sichtbare Tests: kleine Zahlen."""

import importlib.util
from pathlib import Path

import numpy as np

_spec = importlib.util.spec_from_file_location("mittel_under_test", Path(__file__).with_name("mittel.py"))
learner = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(learner)


def test_mitte_zwei_zeilen():
    """Die Zeilen (1, 3) und (5, 7) haben die Mittelwerte 2 und 6."""
    np.testing.assert_allclose(learner.mitte(np.array([[1.0, 3.0], [5.0, 7.0]])), [2.0, 6.0])
''',
}
ANSWERS = "quiz: mittel\nanzahl: spalten\nallein: {truth: true, reason: eigene}\n"


@pytest.fixture(scope="module")
def korean(grader):
    """The command as somebody runs it whose GRADER_LANG is Korean; `typed` goes to its standard input."""

    def run(*arguments, cwd, typed=""):
        before = ("sh", "-c", f"printf '%s\\n' '{typed}' | \"$@\"", "sh") if typed else ()
        return grader(*arguments, cwd=cwd, before=before, GRADER_LANG="ko")

    return run


@pytest.fixture(scope="module")
def german(tmp_path_factory, korean):
    """The German course, derived."""
    root = tmp_path_factory.mktemp("kurs")
    for name, text in GERMAN.items():
        path = root / "solutions" / "mittel" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    derived = korean("derive", cwd=root)
    assert derived.returncode == 0, derived.stderr
    return root


def test_a_course_in_german_is_proved_without_a_word_about_another_language(german, korean):
    done = korean("verify", "--json", cwd=german)
    proof = json.loads(done.stdout)
    assert (done.returncode, proof["findings"]) == (0, [])
    [mistake] = [trial for trial in proof["trials"] if trial["kind"] == "mistake"]
    assert mistake["named"] == "spalten"


def test_it_is_graded_in_german(german, korean, tmp_path):
    ada = tmp_path / "ada"
    ada.mkdir()
    (ada / "mittel.py").write_text("import numpy as np\n\ndef mitte(X):\n    return X.mean(axis=0)\n", encoding="utf-8")
    (ada / "answers.yaml").write_text(ANSWERS, encoding="utf-8")
    text = korean("grade", ada, "--full", cwd=german)
    assert text.returncode == 0, text.stderr
    for words in (
        "Zeilen mitteln",
        "M[i] ist der Mittelwert der i-ten Zeile.",
        "Spalten statt Zeilen gemittelt",
        "Das wäre über die Messreihen hinweg.",
        "Anzahl der Mittelwerte",
        "Ein Mittelwert vermischt die Messreihen.",
        "Score 0 of 4",
    ):
        assert words in " ".join(text.stdout.split()), words
    assert not HANGUL.search(text.stdout)
    report = json.loads(korean("grade", ada, "--json", cwd=german).stdout)
    assert report["title"] == "Mittelwerte in numpy"
    [item, other] = report["quiz_answers"]["items"]
    assert (item["title"], item["message"]) == (
        {"de": "Anzahl der Mittelwerte"},
        {"de": "Das wäre über die Messreihen hinweg."},
    )
    assert item["question"]["options"][0]["text"]["de"].endswith(".")
    assert other["outcome"] == "right"
    out = tmp_path / "reports"
    assert korean("grade", ada, "-o", out, cwd=german).returncode == 0
    html = (out / "ada.html").read_text(encoding="utf-8")
    assert '<html lang="de"' in html
    assert 'lang="en"' not in html and "Anzahl der Mittelwerte" in html and not HANGUL.search(html)
    again = korean("report", out / "ada.json", "-o", tmp_path / "again.html", cwd=german)
    assert again.returncode == 0, again.stderr
    assert '<html lang="de"' in (tmp_path / "again.html").read_text(encoding="utf-8")


def test_the_check_in_a_notebook_speaks_german(german, monkeypatch):
    monkeypatch.chdir(german / "exercises" / "mittel")
    monkeypatch.setenv("GRADER_LANG", "ko")
    names = {"check": check, "mitte": lambda X: X.mean(axis=0)}
    exec("panel = check('mitte')", names)
    shown = repr(names["panel"])
    assert "Die Zeilen (1, 3) und (5, 7) haben die Mittelwerte 2 und 6." in " ".join(shown.split())
    assert names["panel"].language == "de" and "Zeilen mitteln" in shown


def test_learners_read_it_in_german(german, korean, tmp_path):
    kit = tmp_path / "kit"
    released = korean("release", kit, "--hints", "spalten", cwd=german)
    assert released.returncode == 0, released.stderr
    readme = (kit / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Mittelwerte in numpy\n")
    assert "exercises/mittel/README.md" in readme and not HANGUL.search(readme)
    assert '"GRADER_LANG": "de"' in (kit / ".vscode" / "settings.json").read_text(encoding="utf-8")
    notebook = json.loads((kit / "exercises" / "mittel" / "mittel.ipynb").read_text(encoding="utf-8"))
    cells = "".join("".join(cell["source"]) for cell in notebook["cells"])
    assert "Anzahl der Mittelwerte" in cells and not HANGUL.search(cells)
    file = kit / "exercises" / "mittel" / "mittel.py"
    wrong = file.read_text(encoding="utf-8").replace("raise NotImplementedError()", "return X.mean(axis=0)")
    file.write_text(wrong, encoding="utf-8")
    shown = " ".join(korean("check", cwd=kit).stdout.split())
    assert "Die Zeilen (1, 3) und (5, 7) haben die Mittelwerte 2 und 6." in shown
    assert "Spalten statt Zeilen gemittelt" in shown
    assert "Wie viele Zahlen kommen heraus" in korean("hint", "mitte", cwd=kit).stdout
    asked = korean("predict", "mitte", cwd=kit, typed="(7,)")
    assert "Das wären die Spalten." in asked.stdout
    page = korean("quiz", "page", "-o", tmp_path / "quiz.html", cwd=kit)
    assert page.returncode == 0, page.stderr
    html = (tmp_path / "quiz.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in html and 'data-text-de="Anzahl der Mittelwerte"' in html
    assert 'id="language"' not in html and "data-text-en" not in html and not HANGUL.search(html)
    answers = korean("quiz", "template", "-o", tmp_path / "answers.yaml", cwd=kit)
    assert answers.returncode == 0, answers.stderr
    template = (tmp_path / "answers.yaml").read_text(encoding="utf-8")
    assert template.count("Wie viele Mittelwerte gibt es?") == 1 and not HANGUL.search(template)
    assert "Anzahl der Mittelwerte" in korean("quiz", cwd=kit, typed="q").stdout
    refused = korean("check", "--lang", "ko", cwd=kit)
    assert (refused.returncode, "de" in refused.stderr) == (2, True)
    assert korean("check", "--lang", "de", cwd=kit).returncode == 1


def test_what_another_language_is_missing_is_an_error_with_its_place(german, korean, tmp_path):
    root = tmp_path / "kurs"
    manifest = GERMAN["assignment.yaml"].replace("languages: [de]", "languages: [de, en]")
    for name, text in {**GERMAN, "assignment.yaml": manifest}.items():
        path = root / "solutions" / "mittel" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = korean("verify", cwd=root)
    assert done.returncode == 1
    assert (
        "solutions/mittel/assignment.yaml:4:8: title: one text for de and en; write {de: ..., en: ...}" in done.stdout
    )


def test_a_new_assignment_in_english_draws_no_advice(tmp_path, korean):
    for args in (("new", "x", "--lang", "en"), ("derive",)):
        done = korean(*args, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
    done = korean("verify", "--json", cwd=tmp_path)
    assert (done.returncode, json.loads(done.stdout)["findings"]) == (0, [])
    course = [path for top in ("solutions", "exercises", "quizzes") for path in (tmp_path / top).rglob("*.*")]
    texts = {path: path.read_text(encoding="utf-8") for path in course if path.suffix != ".pyc"}
    assert [path for path, text in texts.items() if HANGUL.search(text) or re.search(r"\bko\b", text)] == []
    kit = tmp_path / "kit"
    assert korean("release", kit, cwd=tmp_path).returncode == 0
    assert not HANGUL.search((kit / "README.md").read_text(encoding="utf-8"))
    graded = korean("grade", tmp_path / "solutions" / "x" / "x.py", "--course", ".", cwd=tmp_path)
    assert (graded.returncode, graded.stderr) == (0, "")
    assert "Score 10 of 10" in graded.stdout
    assert not HANGUL.search(graded.stdout)


@pytest.mark.parametrize(
    ("asked", "languages", "readmes"),
    [
        (("--lang", "de"), "[de]", ["README.md"]),
        (("--lang", "ko"), "[ko]", ["README.md"]),
        (("--lang", "ko,en"), "[ko, en]", ["README.en.md", "README.md"]),
        (("--lang", "en", "--lang", "de"), "[en, de]", ["README.de.md", "README.md"]),
    ],
)
def test_a_new_assignment_in_any_language_is_sound(tmp_path, korean, asked, languages, readmes):
    made = korean("new", "x", *asked, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    folder = tmp_path / "solutions" / "x"
    assert f"languages: {languages}\n" in (folder / "assignment.yaml").read_text(encoding="utf-8")
    assert sorted(path.name for path in (folder / "public").glob("*.md")) == readmes
    to_do = "To be translated into German (de): the texts are English."
    asks = [path for path in folder.rglob("*") if path.is_file() and to_do in path.read_text(encoding="utf-8")]
    assert bool(asks) == ("de" in languages)
    assert korean("derive", cwd=tmp_path).returncode == 0
    done = korean("verify", "--json", cwd=tmp_path)
    levels = {finding["level"] for finding in json.loads(done.stdout)["findings"]}
    assert (done.returncode, levels) == (0, {"advice"} if languages == "[en, de]" else set())


def test_a_new_assignment_has_the_languages_of_its_course(tmp_path, korean):
    for args in (("new", "one", "--lang", "ko,en"), ("new", "two")):
        assert korean(*args, cwd=tmp_path).returncode == 0
    assert "languages: [ko, en]\n" in (tmp_path / "solutions" / "two" / "assignment.yaml").read_text(encoding="utf-8")
    refused = korean("new", "three", "--lang", "English", cwd=tmp_path)
    assert (refused.returncode, "'English' is no code of a language" in refused.stderr) == (2, True)
