"""What the tests of the quiz share: the course's bank and its sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.quiz.bank import Bank, load_bank, sheet_of
from grader.quiz.items.numeric import load_generators
from grader.quiz.sheet import Sheet

ROOT = Path(__file__).resolve().parents[2]
BANK = ROOT / "solutions" / "self_attention" / "quiz.yaml"


@pytest.fixture(scope="session", autouse=True)
def generators() -> None:
    """The course's generators are known to every test, as they are once its bank is loaded."""
    load_generators(BANK.with_name("generators.py"))


@pytest.fixture(scope="session")
def bank_path() -> Path:
    """Where the course's bank is."""
    return BANK


@pytest.fixture(scope="session")
def bank() -> Bank:
    """The course's bank."""
    return load_bank(BANK)


@pytest.fixture(scope="session")
def sheet(bank: Bank) -> Sheet:
    """What learners get of it."""
    return sheet_of(bank)
