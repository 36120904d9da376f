"""A course that is a learner's: its hidden checks would run as the person who grades."""

import os
import shutil

import pytest

from grader.core.errors import UsageError
from grader.submissions import course_trust
from grader.submissions.course_trust import refuse_among_submissions, refuse_learners_course


def course_at(folder):
    """A folder that is found as a course."""
    (folder / "solutions" / "one").mkdir(parents=True)
    (folder / "solutions" / "one" / "assignment.yaml").write_text("")
    return folder.resolve()


@pytest.fixture
def course(tmp_path):
    """A course that holds an exercise, a cohort of two, and one submission besides."""
    root = course_at(tmp_path / "course")
    for place in (
        "exercises/one",
        "cohort/ada",
        "cohort/ben",
        "lonely",
        "work/tests",
        "work/images",
        "src/parts",
        "src/tests",
    ):
        (root / place).mkdir(parents=True)
        (root / place / "one.py").write_text("")
    (root / "work" / "one.py").write_text("")
    (root / "one.py").write_text("")
    (root / "src/tests/one.py").rename(root / "src/tests/test_one.py")
    for place in ("src/parts", "src/tests"):  # a package, not a cohort
        (root / place / "__init__.py").write_text("")
    return root


@pytest.mark.parametrize(
    "path", ["solutions/one/one.py", "solutions/one", "cohort", "cohort/ada", "cohort/ben/one.py", "packed/a.zip"]
)
def test_the_authors_own_files_and_a_cohort_in_the_course_are_graded(course, path):
    (course / "solutions/one/one.py").write_text("")
    (course / "packed").mkdir()
    for name in ("a.zip", "b.tar.gz"):
        (course / "packed" / name).write_text("")
    refuse_learners_course(course, [course / path])


@pytest.mark.parametrize(
    ("path", "how"),
    [
        (".", "is"),
        ("..", "holds"),
        ("../..", "holds"),
        ("one.py", "lies in"),
        ("exercises", "lies in"),
        ("exercises/one", "lies in"),
        ("lonely", "lies in"),
        ("lonely/one.py", "lies in"),
        ("solutions", "lies in"),
        ("work", "lies in"),
        ("src", "lies in"),
        ("src/parts/one.py", "lies in"),
        ("solutions/one/../..", "is"),
    ],
)
def test_what_may_be_of_the_same_persons_making_is_refused(course, path, how):
    with pytest.raises(UsageError) as refused:
        refuse_learners_course(course, [course / "cohort", course / path])
    assert f": {how} the course that was found from here, {course}; " in str(refused.value)
    assert f"add --course {course}; otherwise name your own course with --course FOLDER" in str(refused.value)


def test_a_fetched_cohort_of_one_lies_in_the_course(course):
    refuse_learners_course(course, [course / "lonely"], cohort=True)
    with pytest.raises(UsageError):
        refuse_learners_course(course, [course.parent], cohort=True)


def test_a_link_to_the_course_is_the_course(course, tmp_path):
    (tmp_path / "link").symlink_to(course)
    with pytest.raises(UsageError, match="link: is the course"):
        refuse_learners_course(course, [tmp_path / "link"])


def test_a_path_elsewhere_or_that_is_missing_is_no_matter(course, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    refuse_learners_course(course, [tmp_path / "elsewhere", tmp_path / "missing", course / "missing"])


def test_a_course_among_submissions_is_refused(tmp_path):
    outer = course_at(tmp_path / "outer")
    refuse_among_submissions(outer)
    with pytest.raises(UsageError, match="lies inside another course"):
        refuse_among_submissions(course_at(outer / "cohort" / "ada"))
    inner = course_at(tmp_path / "cohort" / "submissions" / "ada")
    refuse_among_submissions(inner)
    (tmp_path / "cohort" / "repos.csv").write_text("")
    with pytest.raises(UsageError, match="among the repositories that were fetched into"):
        refuse_among_submissions(inner)
    inner = course_at(tmp_path / "nb" / "submitted" / "ada" / "one")
    (tmp_path / "nb" / "grader_course.json").write_text("{}")
    with pytest.raises(UsageError, match="inside the nbgrader course"):
        refuse_among_submissions(inner)
    (tmp_path / "nb" / "grader_course.json").write_text('{"course": "submitted/ada/one"}')
    refuse_among_submissions(inner)  # the instructor's own, kept inside
    (tmp_path / "nb" / "grader_course.json").write_text("[]")
    shutil.rmtree(inner / "solutions")
    refuse_among_submissions(inner)  # a kit


@pytest.fixture
def armed(tmp_path, root):
    """A submission with a course of its own, whose hidden checks write a file where they run."""
    folder = tmp_path / "alice"
    own = folder / "solutions" / "self_attention"
    (own / "hidden").mkdir(parents=True)
    for name in ("assignment.yaml", "attention.py"):
        shutil.copy(root / "solutions" / "self_attention" / name, own)
    shutil.copytree(root / "solutions" / "self_attention" / "mistakes", own / "mistakes")  # its hints name some
    shutil.copy(own / "attention.py", folder)
    mark = tmp_path / "ran"
    text = f'"""x"""\nimport pathlib\npathlib.Path({str(mark)!r}).write_text("")\nfrom pytest import mark\n'
    text += '@mark.points(1, core=True)\ndef test_x(learner):\n    """x."""\n'
    (own / "hidden" / "test_embedding.py").write_text(text)
    return folder, mark


def test_hidden_checks_of_a_submission_do_not_run(grader, armed, root):
    folder, ran = armed
    for path in (".", "attention.py", ".."):
        done = grader("grade", path, "--only", "embedding", cwd=folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert "the course that was found from here" in done.stderr
        assert not ran.exists()
    done = grader("grade", ".", "--only", "embedding", cwd=folder, GRADER_COURSE=os.fspath(root))
    assert done.returncode == 0, done.stderr
    assert not ran.exists()
    grader("grade", ".", "--course", ".", "--only", "embedding", cwd=folder)
    assert ran.exists()  # whoever names it has it run; and the checks above could have failed


def test_a_course_around_a_forged_nbgrader_course_is_asked_for(tmp_path):
    from grader.integrations.nbgrader.export import find_course_file

    inner = tmp_path / "nb" / "submitted" / "ada"
    course_at(inner / "own")
    (inner / "grader_course.json").write_text('{"course": "own"}')
    assert find_course_file(inner).root == (inner / "own").resolve()
    (tmp_path / "nb" / "grader_course.json").write_text('{"course": "elsewhere"}')
    with pytest.raises(UsageError, match="lies inside the course"):
        find_course_file(inner)


def test_the_tree_that_this_package_runs_from_is_trusted(monkeypatch, course):
    with pytest.raises(UsageError):
        refuse_learners_course(course, [course / "lonely"])
    monkeypatch.setattr(course_trust, "_OURS", course)
    refuse_learners_course(course, [course, course / "lonely", course / "exercises"])


def test_that_tree_is_where_the_package_lies():
    assert (course_trust._OURS / "grader" / "submissions" / "course_trust.py").is_file()
