"""From solutions to what a learner gets: the stub, and the proof that no answer is left in it."""

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.authoring import derive
from grader.core.errors import SpecError
from grader.course import loading, stubs

SOURCE = '''\
import math

def f(a):
    """Double."""
    # BEGIN SOLUTION
    b = a + a
    return b
    # END SOLUTION

def g(a):
    """Root."""
    ### BEGIN SOLUTION
    return math.sqrt(a)
    ### END SOLUTION
'''


def test_a_solution_region_becomes_the_stub_at_its_own_indentation():
    assert stubs.stub(SOURCE, "a.py") == (
        'import math\n\ndef f(a):\n    """Double."""\n    # YOUR CODE HERE\n    raise NotImplementedError()\n\n'
        'def g(a):\n    """Root."""\n    # YOUR CODE HERE\n    raise NotImplementedError()\n'
    )
    assert derive.leaks(SOURCE, stubs.stub(SOURCE, "a.py"), ("f", "g")) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    # END SOLUTION\n", "", "a.py:11: BEGIN SOLUTION inside the region opened on line 5"),
        ("    ### END SOLUTION\n", "", "a.py:12: BEGIN SOLUTION is never closed"),
        ("    # BEGIN SOLUTION\n", "", "a.py:7: END SOLUTION without a BEGIN SOLUTION"),
    ],
)
def test_markers_that_do_not_pair_are_named_with_their_line(old, new, said):
    with pytest.raises(SpecError) as caught:
        stubs.stub(SOURCE.replace(old, new, 1), "a.py")
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("derived", "said"),
    [
        (SOURCE, "f(): no SOLUTION region around its whole body, so the stub would hold the answer"),
        ("def f(a):\n    '''Double.'''\n    raise NotImplementedError()\n", "g(): not in the stub"),
        (
            stubs.stub(SOURCE, "a.py").replace("def f(a)", "def f(b)"),
            "f(): the stub's signature or docstring differs from the reference's",
        ),
        (
            stubs.stub(SOURCE, "a.py").replace("Double", "Triple"),
            "f(): the stub's signature or docstring differs from the reference's",
        ),
        (
            stubs.stub(SOURCE, "a.py") + "def helper(a):\n    return math.sqrt(a)\n",
            "line 13: an answer of the reference: return math.sqrt(a)",
        ),
    ],
)
def test_what_would_leak_is_found_by_syntax(derived, said):
    assert said in derive.leaks(SOURCE, derived, ("f", "g"))


@given(st.lists(st.sampled_from(["# BEGIN SOLUTION", "# END SOLUTION", "x = 1", "", "    y = 2"]), max_size=9))
def test_no_line_of_a_region_survives(lines):
    kept, inside = [], False
    for line in lines:
        if "SOLUTION" in line:
            inside = "BEGIN" in line
        elif not inside and line:
            kept.append(line)
    try:
        got = stubs.stub("\n".join(lines), "a.py").splitlines()
    except SpecError:
        return
    assert [line for line in got if line and line.strip() not in stubs.STUB] == kept


def test_the_stub_of_the_course_leaks_nothing(reference, untouched, assignment):
    assert derive.leaks(reference, untouched, assignment.functions) == []
    assert "SOLUTION" not in untouched
    assert untouched.count("raise NotImplementedError()") == len(assignment.functions)


def test_what_is_derived_goes_to_disk_whole_and_once(tmp_path, root, assignment):
    files = derive.derive(root, assignment)
    assert derive.write(tmp_path, files) == list(files)
    assert derive.write(tmp_path, files) == []
    assert derive.stale(tmp_path, files) == []
    path = tmp_path / next(iter(files))
    path.write_text(path.read_text(encoding="utf-8") + "x = 1\n", encoding="utf-8")
    assert [tmp_path / p for p in derive.stale(tmp_path, files)] == [path]
    folder = tmp_path / "exercises" / "self_attention"
    (folder / "left_over.py").write_bytes((folder / "test_attention.py").read_bytes())
    (folder / "my_notes.md").write_text("# mine\n")
    assert [p.name for p in derive.orphans(tmp_path, assignment, files)] == ["left_over.py"]


def test_what_lies_in_the_repository_is_what_would_be_derived(root, assignment):
    files = derive.derive(root, assignment)
    assert derive.stale(root, files) == []
    assert derive.orphans(root, assignment, files) == []


def test_nothing_private_is_derived(root, assignment):
    hidden = [p.read_text(encoding="utf-8") for p in (assignment.folder / "hidden").glob("*.py")]
    bodies = {
        line.strip() for text in hidden for line in text.splitlines() if line.strip().startswith("assert learner.")
    }
    assert len(bodies) > 20
    for path, content in derive.derive(root, assignment).items():
        text = content.decode(errors="replace")
        lines = {line.strip() for line in text.splitlines()}
        assert lines.isdisjoint(bodies), path
        assert "BEGIN SOLUTION" not in text
        assert "private:" not in text


def test_the_private_block_of_a_manifest_stays_private():
    manifest = "id: a\nprivate:\n  key: secret\n\n  # why\n  more: [x]\nfile: a.py  # kept\n"
    assert derive._public(manifest) == "id: a\nfile: a.py  # kept\n"
    assert derive._public("id: a\nprivate: {key: secret}\n") == "id: a\n"


@pytest.mark.parametrize(
    "block", ["kit_hints: [e01]", "kit_hints:\n- e01\n# why\n- e02", "kit_hints: [\ne01,\n]", '"kit_hints":\n  - e01']
)
def test_which_mistakes_a_kit_names_stays_private(block):
    assert "e0" not in derive._public(f"id: a\n{block}\nfile: a.py\n")
    assert derive._public(f"id: a\n{block}\nfile: a.py\n").endswith("file: a.py\n")


def test_a_forgotten_marker_stops_the_derivation(tmp_path, root, assignment, reference):
    shutil.copytree(root / "solutions", tmp_path / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "solutions" / "self_attention" / "attention.py"
    begin = reference.index("    # BEGIN SOLUTION")
    end = reference.index("    # END SOLUTION", begin)
    source.write_text(
        reference[:begin] + reference[begin:end].split("\n", 1)[1] + reference[end:].split("\n", 1)[1], encoding="utf-8"
    )
    with pytest.raises(SpecError) as caught:
        derive.derive(tmp_path, loading.load(tmp_path, "self_attention"))
    assert str(caught.value).splitlines()[0] == (
        "solutions/self_attention/attention.py: embed(): no SOLUTION region around its whole body, "
        "so the stub would hold the answer"
    )
