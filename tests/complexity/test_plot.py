import itertools
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.complexity.plot import svg_plot

POINTS = {n: 16.0 * n * n + 96 * n for n in (16, 32, 64, 128)}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_svg_is_readable_without_eyes_and_in_the_dark(language):
    text = svg_plot(POINTS, POINTS, exponent=1.97, spread=(1.8, 1.98), language=language, ident="a1")
    root = ET.fromstring(text)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text
    assert "16, 5632" in root.find(f"{SVG}desc").text
    assert "1.97" in root.find(f"{SVG}desc").text
    assert root.get("aria-labelledby").split() == ["a1-title", "a1-desc"]
    assert {"n", "n²", "n³"} <= {element.text for element in root.iter(f"{SVG}text")}
    colours = re.findall(r'(?:stroke|fill)="([^"]+)"', text)
    assert all(c in ("none", "currentColor") or re.fullmatch(r"var\(--\w+, (#\w{6}|\w+)\)", c) for c in colours)
    assert len(text) < 7000


def test_a_title_is_escaped():
    text = svg_plot(POINTS, title="<script> a & b")
    assert "<script>" not in text
    ET.fromstring(text)


positive = st.floats(1e-6, 1e12)


@given(
    st.dictionaries(st.integers(1, 5000), positive, min_size=1, max_size=9),
    st.dictionaries(st.integers(1, 5000), positive, max_size=5),
)
def test_any_points_stay_inside(points, others):
    root = ET.fromstring(svg_plot(points, others))
    for circle in root.iter(f"{SVG}circle"):
        assert 56 <= float(circle.get("cx")) <= 376
        assert 29.9 <= float(circle.get("cy")) <= 238.1


@given(st.sets(st.integers(1, 5000), min_size=1, max_size=9))
@example({8, 16, 18, 32, 64})
def test_no_number_on_the_axis_lies_on_another(sizes):
    root = ET.fromstring(svg_plot({n: float(n * n) for n in sizes}))
    ticks = [one for one in root.iter(f"{SVG}text") if one.get("text-anchor") == "middle"]
    spans = sorted((float(t.get("x")) - 3.5 * len(t.text), float(t.get("x")) + 3.5 * len(t.text)) for t in ticks)
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))
    assert str(max(sizes)) in [t.text for t in ticks]


def test_nothing_to_show():
    assert svg_plot({}) == svg_plot({16: 0.0}) == ""
