"""The corpus itself: headers, both languages, codes, what each mistake fails, and variants that fail nothing."""

import ast
import re

import pytest
import yaml
from inprocess import ASSIGNMENT

from grader.core.errors import SpecError
from grader.diagnosis import KnownMistakes, diagnose, headers
from grader.diagnosis.records import Mistake

HANGUL = re.compile(r"[가-힣]")
CODE = re.compile(r"\bnp\.|axis=|keepdims|\.T\b(?!\.shape)| @ |lambda|import ")


@pytest.fixture(scope="module")
def codes():
    return yaml.safe_load((ASSIGNMENT / "misconceptions.yaml").read_text(encoding="utf-8"))


def test_there_are_many(corpus, accepted):
    families = {entry.family for entry in corpus.entries.values()}
    assert len(corpus) >= 132
    assert len(families) >= 100
    assert len(accepted) >= 31


def test_headers_read_whole_and_quickly_alike(corpus):
    for name, entry in corpus.entries.items():
        mistake = entry.mistake
        quick = (entry.function, entry.family, entry.combines, entry.growth, entry.remembers)
        assert quick == (mistake.function, mistake.family, mistake.combines, mistake.growth, mistake.remembers), name
    assert [mistake.id for mistake in headers(ASSIGNMENT / "mistakes")] == list(corpus.entries)


def test_each_defines_its_function_and_nothing_else_public(corpus, assignment):
    for mistake in corpus:
        step = assignment.step(mistake.step)
        tree = ast.parse(corpus.entries[mistake.id].text)
        public = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) if node.name[0] != "_"]
        assert public == [mistake.function], mistake.id
        assert mistake.function in assignment.functions
        assert mistake.function in step.functions or mistake.growth, mistake.id


def test_every_step_has_mistakes(corpus, assignment):
    assert {mistake.step for mistake in corpus} == {step.id for step in assignment.steps}


def test_both_languages_and_no_code_in_a_hint(corpus):
    for mistake in corpus:
        for text in (mistake.title, mistake.why, *mistake.hints):
            assert HANGUL.search(text["ko"]), mistake.id
            assert not HANGUL.search(text["en"]), mistake.id
        for hint in mistake.hints:
            assert not CODE.search(hint["en"]), (mistake.id, hint["en"])
        assert mistake.hints[0]["en"].rstrip().endswith("?") or "?" in mistake.hints[0]["en"], mistake.id
        assert len(mistake.title["en"]) <= 72, mistake.id
        assert (
            mistake.title["en"][0].islower() or mistake.title["en"][:2].isupper() or mistake.title["en"][1] in " -"
        ), mistake.id


def test_families_share_a_slip_and_combinations_name_two(corpus):
    families = {}
    for mistake in corpus:
        families.setdefault(mistake.family, []).append(mistake)
    for mistake in corpus:
        assert mistake.family not in mistake.combines
        for part in mistake.combines:
            assert part in families, mistake.id
        assert len(mistake.combines) in (0, 2)


def test_codes_are_those_of_the_file_that_the_quiz_shares(corpus, codes):
    quiz = yaml.safe_load((ASSIGNMENT / "quiz.yaml").read_text(encoding="utf-8"))
    assert not {"misconceptions", "diagnoses"} & set(quiz)  # one source for both
    for mistake in corpus:
        assert mistake.misconception in codes["slips"], mistake.id
    for slip in (*codes["misconceptions"].values(), *codes["slips"].values()):
        for text in (slip["claim"], slip["view"]):
            assert set(text) == {"en", "ko"}
            assert HANGUL.search(text["ko"])


def test_each_fails_what_its_header_says(suite, corpus):
    for mistake in corpus:
        assert set(mistake.fails) <= suite.checks, mistake.id
        if mistake.growth:
            continue
        assert all(check.startswith(mistake.step + ".") for check in mistake.fails)
        done = suite.run(suite.space(corpus.entries[mistake.id].text), mistake.step, 11)
        assert {check.id for check in done if not check.passed} >= set(mistake.fails), mistake.id


def test_costly_mistakes_give_the_right_numbers(suite, corpus):
    for mistake in corpus:
        if mistake.growth:
            space = suite.space(corpus.entries[mistake.id].text)
            assert all(check.passed for step in ("scores", "attention") for check in suite.run(space, step))


def test_the_reference_passes(suite, assignment):
    assert all(check.passed for step in assignment.steps for check in suite.run(suite.space(), step.id))


def test_every_accepted_variant_passes_and_is_never_named(suite, corpus, accepted, concerns):
    for name, text in accepted.items():
        assert ast.get_docstring(ast.parse(text)).count("\n") == 0, name
        space = suite.space(text)
        for step in concerns(text):
            done = suite.run(space, step)
            assert all(check.passed for check in done), (name, step)
            assert diagnose(corpus, [call for check in done for call in check.calls]) is None, (name, step)


HEADER = """
id: x
step: softmax
function: softmax
family: f
misconception: D-COLSUM
title: {en: "a", ko: "가"}
why: {en: "a", ko: "가"}
hints: [{en: "a", ko: "가"}, {en: "b", ko: "나"}, {en: "c", ko: "다"}]
source: own
fails: [softmax.rows]
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("family: f\n", "", "missing key 'family'"),
        ("family: f", "familly: f", "unknown key 'familly'; did you mean 'family'?"),
        (', {en: "c", ko: "다"}', "", "2 hints: a mistake has 3"),
        (', ko: "나"', "", "hints[1]: no text in ko"),
        ("fails: [softmax.rows]", "", "'fails' names no check"),
        ("id: x", "id: y", "the id 'y' is not the file's name"),
        ("fails:", "combines: [none]\nfails:", "combines 'none': no such family"),
        ("fails:", "equal_to: [none]\nfails:", "equal_to 'none': no such mistake"),
    ],
)
def test_a_bad_header_is_named_with_its_place(tmp_path, old, new, complaint):
    (tmp_path / "assignment.yaml").write_text("languages: [en, ko]\n", encoding="utf-8")
    (tmp_path / "x.py").write_text(f'"""{HEADER.replace(old, new)}"""\n', encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        headers(tmp_path, root=tmp_path)
    assert re.search(r"x\.py:\d+:\d+: ", str(caught.value))
    assert complaint in str(caught.value)


def test_a_module_without_header_or_function_is_named(tmp_path, source):
    (tmp_path / "x.py").write_text("def softmax(S):\n    return S\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"x\.py:1:1: no header"):
        KnownMistakes.load(tmp_path, source)
    (tmp_path / "x.py").write_text(f'"""{HEADER.replace("softmax", "soft_max")}"""\n', encoding="utf-8")
    with pytest.raises(SpecError, match="defines no function 'soft_max'"):
        KnownMistakes.load(tmp_path, source).space("x")


def test_a_good_header_reads(tmp_path, source):
    (tmp_path / "x.py").write_text(f'"""{HEADER}"""\ndef softmax(S):\n    return S\n', encoding="utf-8")
    (tmp_path / "_helper.py").write_text("", encoding="utf-8")
    (mistake,) = headers(tmp_path)
    assert isinstance(mistake, Mistake)
    assert len(KnownMistakes.load(tmp_path, source)) == 1
