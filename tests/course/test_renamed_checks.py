"""Earlier ids of checks, hidden and visible, lead to the check that has another id now."""

import pytest

from grader.core.errors import SpecError, UsageError
from grader.course.renamed_checks import renamed_checks
from grader.course.visible_checks import VisibleCheck, VisibleSuite, find_check


def test_a_course_without_the_file_has_renamed_nothing(tmp_path):
    assert renamed_checks(tmp_path) == {}


def test_the_file_is_read_with_a_complaint_where_it_is_off(tmp_path):
    folder = tmp_path / "solutions" / "tiny"
    (folder / "hidden").mkdir(parents=True)
    path = folder / "hidden" / "aliases.yaml"
    path.write_text("double.old: double.two\n", encoding="utf-8")
    assert renamed_checks(folder) == {"double.old": "double.two"}
    path.write_text("double.old: [double.two]\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"solutions/tiny/hidden/aliases.yaml:1:13: "):
        renamed_checks(folder)


def test_every_earlier_id_of_the_course_leads_to_a_check(assignment):
    renamed = renamed_checks(assignment.folder)
    assert renamed["softmax.a_thousand_is_harmless"] == "softmax.numerical_stability"
    for old, present in renamed.items():
        step, _, name = present.partition(".")
        hidden = (assignment.folder / "hidden" / f"test_{step}.py").read_text(encoding="utf-8")
        assert f"def test_{name}(" in hidden
        assert f"def test_{old.partition('.')[2]}(" not in hidden


def test_a_visible_check_is_found_by_an_earlier_id(tmp_path):
    check = VisibleCheck("double.two", "test_double_two", "double", None, None, 1)
    suite = VisibleSuite(tmp_path, "", (check,), needs_pytest=False, renamed={"double.a_pair": "double.two"})
    assert find_check(suite, "double.a_pair") is check
    with pytest.raises(UsageError):
        find_check(suite, "double.no")
