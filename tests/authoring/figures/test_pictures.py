"""The figures of the lesson: their numbers are the reference's, their words are complete, their bytes are stable."""

import importlib
import re
import string
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import yaml

from grader.authoring.figures import load_figures, reference_of
from grader.core.errors import UsageError
from grader.course.loading import read_all, step_of

SVG = "{http://www.w3.org/2000/svg}"
LESSON = Path(__file__).resolve().parents[3] / "solutions" / "self_attention"
FIGURES = load_figures(LESSON)
NAMES = FIGURES.names
WORDS = yaml.safe_load((LESSON / "figures" / "words.yaml").read_text(encoding="utf-8"))


def part(name):
    """A module of the lesson's figures."""
    return importlib.import_module(f"{FIGURES.module.__name__}.{name}")


N, D_MODEL, D_K, D_V = (getattr(part("numbers"), name) for name in ("N", "D_MODEL", "D_K", "D_V"))


def draw(name, language, reference):
    return FIGURES.draw(name, language, reference_of(reference))


@pytest.fixture(scope="module")
def source():
    return LESSON / "attention.py"


@pytest.fixture(scope="module")
def found(source):
    return part("numbers").numbers(reference_of(source))


@pytest.fixture(scope="module")
def svg(source):
    return {(name, language): draw(name, language, source) for name in NAMES for language in ("en", "ko")}


def texts(picture):
    return ["".join(text.itertext()) for text in ET.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_picture_is_small_whole_and_told_in_words(svg, name, language):
    picture = svg[name, language]
    root = ET.fromstring(picture)
    assert len(picture.encode()) < 20_000
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == WORDS[name]["title"][language]
    assert len(desc.text) > 80
    assert "nan" not in picture
    assert "{" not in title.text + desc.text
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert all(one.startswith(name) for one in ids)  # so that several can stand in one page
    assert not re.search(r"<script|href=|@import|https?://(?!www\.w3\.org/2000/svg)", picture)
    assert "prefers-color-scheme:dark" in picture


def test_no_id_stands_in_two_pictures(svg):
    ids = [i for name in NAMES for i in re.findall(r' id="([^"]+)"', svg[name, "en"])]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_draw_the_same_shapes(svg, name):
    kinds = [[one.tag for one in ET.fromstring(svg[name, language]).iter()] for language in ("en", "ko")]
    assert kinds[0] == kinds[1]
    assert any("가" <= letter <= "힣" for letter in "".join(texts(svg[name, "ko"])))
    assert not any("가" <= letter <= "힣" for letter in svg[name, "en"].split("</style>")[1])


def test_p1_shapes_come_from_running_the_reference(found, svg):
    assert (found.X.shape, found.Q.shape, found.V.shape) == ((N, D_MODEL), (N, D_K), (N, D_V))
    said = " ".join(texts(svg["attention-flow", "en"]))
    for name, array in (("Q", found.Q), ("K", found.K), ("V", found.V), ("S", found.S), ("A", found.A), ("O", found.O)):
        assert f"{name} {array.shape}" in said
    assert "(n, d_model, d_k, d_v) = (5, 7, 6, 3)" in said


def test_p2_the_row_that_is_shown_sums_to_1(found, svg):
    [line] = [text for text in texts(svg["combine-tokens", "en"]) if text.startswith("the row of")]
    parts = [float(x) for x in re.findall(r"\d\.\d\d", line)]
    assert parts[-1] == 1
    assert round(sum(parts[:-1]), 2) == 1
    assert parts[:-1] == [round(float(x), 2) for x in found.A[0]]
    widths = [
        float(w) for w in re.findall(r'stroke="var\(--accent\)" stroke-width="([\d.]+)"', svg["combine-tokens", "en"])
    ]
    lines = [w for w in widths if w != 1.5]
    assert np.allclose(lines[: len(found.A)], 14 * found.A[0], atol=0.06)


def test_p3_a_longer_key_at_the_same_angle_scores_more(svg):
    said = " ".join(texts(svg["scores-dot-product", "en"]))
    assert "(1, 2) 4 37° 0.80 (2, 4) 8 37° 0.80 (-1, 2) 0 90° 0.00 (-2, -1) -5 180° -1.00" in said
    assert "length along q: 1.79" in said
    assert "-0.00" not in said


def test_p4_row_sums_are_1_and_the_slip_shows_otherwise(found, svg, root):
    said = texts(svg["softmax-rows", "en"])
    assert said.count("1.00") >= 5 + 5  # row sums above, column sums below
    wrong = found.call("softmax", found.scaled.T).T
    for total in wrong.sum(axis=1):
        assert f"{total:.2f}" in said
    for weight in (*found.A.flat, *wrong.flat):
        assert f"{weight:.2f}" in said
    path = root / "solutions" / "self_attention" / "mistakes" / "x01_axis0.py"
    if path.is_file():  # the slip that is drawn is the one that diagnosis knows
        from grader.diagnosis import KnownMistakes

        corpus = KnownMistakes.load(path.parent, (root / "solutions/self_attention/attention.py").read_text("utf-8"))
        assert np.allclose(corpus.space("x01_axis0")["softmax"](found.scaled), wrong)


def test_p4_the_rounded_rows_still_add_up(found):
    assert np.allclose(found.A.round(2).sum(axis=1), 1)


def test_p5_scaling_keeps_softmax_from_saturating(found):
    widths, seen = part("saturation").WIDTHS, part("saturation").measured(found)
    assert np.all(np.diff(seen["raw_top"]) > 0)
    assert np.all(np.diff(seen["raw_slope"]) < 0)
    assert seen["raw_top"][-1] > 0.9
    assert np.allclose(seen["top"], 0.25, atol=0.03)  # the lesson's table: about 0.24 to 0.25
    at64 = widths.index(64)
    assert abs(seen["raw_top"][at64] - 0.85) < 0.03
    assert max(seen["slope"]) / min(seen["slope"]) < 1.05


def test_p6_the_crossing_is_at_one_and_a_half_d(found, svg):
    width = part("complexity").WIDTH
    n = found.call("crossover_length", width, width, width)
    assert n == 1.5 * width
    assert found.call("attention_macs", int(n), width, width) == 3 * n * width**2
    assert "n = 1.5 d = 96" in " ".join(texts(svg["complexity-growth", "en"]))
    cells = [
        one for one in ET.fromstring(svg["complexity-growth", "en"]).iter(f"{SVG}rect") if one.get("width") == "10"
    ]
    assert len(cells) == 36 + 4 * 36


def test_p7_the_mask_hides_before_softmax(found, svg):
    said = texts(svg["mask-causal", "en"])
    assert said.count("-∞") == 10
    assert said.count("0.00") == 20
    late = (found.A * np.tril(np.ones((N, N)))).sum(axis=1)
    for total in late:
        assert f"{total:.2f}" in said


def test_the_reference_of_another_course_gives_other_pictures(tmp_path, source, svg):
    other = tmp_path / "attention.py"
    other.write_text(source.read_text("utf-8").replace("S / math.sqrt(d_k)", "S / d_k"), encoding="utf-8")
    assert draw("softmax-rows", "en", other) != svg["softmax-rows", "en"]
    assert draw("scores-dot-product", "en", other) == svg["scores-dot-product", "en"]


def test_the_files_of_the_lesson_are_the_figures_and_found_by_step(svg):
    images = LESSON / "public" / "images"
    names = {f"{name}.{language}.svg" for name in NAMES for language in ("en", "ko")}
    assert {path.name for path in images.iterdir()} == names
    for path in images.iterdir():
        name, language, _ = path.name.split(".")
        assert path.read_bytes().decode() == svg[name, language]
    found = read_all(images, "ko")
    assert set(found) == {"attention", "combine", "scores", "softmax", "scaling", "complexity", "mask"}
    assert found["softmax"] == svg["softmax-rows", "ko"]


def test_only_pictures_are_read_back(tmp_path):
    (tmp_path / "softmax-a.en.svg").write_text("<svg ><SCRIPT>x</SCRIPT></svg>", encoding="utf-8")
    (tmp_path / "scores-b.en.svg").write_text("<html>", encoding="utf-8")
    assert read_all(tmp_path, "en") == {}
    assert read_all(tmp_path / "nothing", "en") == {}


def test_every_picture_belongs_to_a_step(assignment):
    assert {step_of(name) for name in NAMES} <= {step.id for step in assignment.steps}


def test_a_wrong_name_or_place_is_named(tmp_path, source):
    with pytest.raises(UsageError, match="no figure 'flow'; there are: attention-flow"):
        draw("flow", "en", source)
    with pytest.raises(UsageError, match="no reference there"):
        reference_of(tmp_path / "attention.py")


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("figure", "key"), [(figure, key) for figure, keys in WORDS.items() for key in keys])
def test_both_languages_have_the_same_words_and_places(figure, key):
    said = WORDS[figure][key]
    assert set(said) == {"en", "ko"}
    assert all(said.values())
    assert placeholders(said["en"]) == placeholders(said["ko"])


def test_every_word_belongs_to_a_figure():
    assert tuple(WORDS) == NAMES


def test_loading_figures_loads_no_numpy(root):
    code = "import sys, grader.authoring.figures, grader.core.drawing\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert {"numpy", "yaml", "pytest"}.isdisjoint(done.stdout.split())
