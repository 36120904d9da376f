"""A small course of two steps, quick to grade, and cohorts of submissions to it."""

import signal
import subprocess
import sys

import pytest
from cohorts import COLUMNS, ENVIRONMENT, RIGHT, STEEP

from grader.course import loading
from grader.submissions.cache_key import terms_of

MANIFEST = """
schema: grader/assignment/1
id: tiny
title: {en: "Tiny", ko: "작은 과제"}
file: tiny.py
points: {code: 10}
limits: {call_seconds: 0.3, load_seconds: 1, submission_seconds: 10, memory_mib: 512, result_mib: 1}
isolation: confined
steps:
  - {id: centre, title: {en: "Centre", ko: "중심화"}, functions: [centre], points: 6}
  - {id: spread, title: {en: "Spread", ko: "퍼짐"}, functions: [spread], points: 4, needs: [centre]}
"""
CENTRE = """
import os
import signal
import time
from pathlib import Path

import numpy as np
from pytest import mark

points = mark.points


@points(2, core=True)
def test_rows_are_centred(learner, normal, approx):
    "Every row has mean 0."
    X = normal(3, 5)
    answer = learner.centre(X)
    FAULT
    assert answer == approx(X - X.mean(axis=-1, keepdims=True))


@points(1)
def test_a_constant_is_forgotten(learner, normal, approx):
    "Adding a number to every entry changes nothing."
    X = normal(2, 4)
    assert learner.centre(X + 1) == approx(X - X.mean(axis=-1, keepdims=True))
"""
SPREAD = """
from pytest import mark


@mark.points(1, core=True)
def test_spread(learner, normal, approx):
    "The root of the mean square of the centred row."
    X = normal(3, 5)
    assert learner.spread(X) == approx(X.std(axis=-1))
"""


@pytest.fixture
def small(tmp_path):
    """`small()`: a course with one small assignment; `fault` is a statement of its first check, for tests of faults."""

    def make(name="course", fault="pass"):
        folder = tmp_path / name / "solutions" / "tiny"
        (folder / "hidden").mkdir(parents=True)
        (folder / "assignment.yaml").write_text(MANIFEST.lstrip(), encoding="utf-8")
        (folder / "tiny.py").write_text(RIGHT, encoding="utf-8")
        (folder / "hidden" / "test_centre.py").write_text(CENTRE.replace("FAULT", fault), encoding="utf-8")
        (folder / "hidden" / "test_spread.py").write_text(SPREAD, encoding="utf-8")
        return folder.parents[1]

    return make


@pytest.fixture
def cohort(tmp_path):
    """`cohort(20)`: submissions s000, s001, ..., each third with 10, 0 and 6 of 10; `s003=text` hands in that text."""

    def make(count, folder="submissions", **special):
        texts = (RIGHT, COLUMNS, STEEP)
        place = tmp_path / folder
        for i in range(count):
            name = f"s{i:03}"
            (place / name).mkdir(parents=True, exist_ok=True)
            text = special.get(name, f"# {name}\n{texts[i % 3]}")
            (place / name / "tiny.py").write_text(text, encoding="utf-8")
        return place

    return make


@pytest.fixture
def terms(small):
    """The assignment of a small course, and the terms of grading it here."""
    root = small()
    assignment = loading.load(root, "tiny")
    return assignment, terms_of(root, assignment, seed=1)


def heed_interrupts():
    """A background job ignores SIGINT and hands that on; the command under test has to hear it, as in a terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def started():
    """`started("grade", folder)`: the command, running; every such process is ended when the test is over."""
    running = []

    def start(*arguments, **options):
        command = [sys.executable, "-m", "grader", *map(str, arguments)]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, env=ENVIRONMENT, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed_interrupts, **options
        )
        running.append(process)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            process.kill()
            process.communicate()
        for stream in (process.stdout, process.stderr):
            stream.close()
