"""How fast answer files are marked: `python benchmarks/quiz_marking.py [FILES]`; one core, one process.

Every file has its own learner (own numbers, own order) and a random mixture of right, wrong, missing and
unreadable answers, with the questions as comments, as the tools write it. Making the files is not timed.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from grader.quiz.answers import AnswerEntry, Answers
from grader.quiz.bank import Bank, load_bank, sheet_of
from grader.quiz.marking import mark
from grader.quiz.questions import Question, Raw
from grader.quiz.sheet import answers_text, paper
from grader.quiz.variants import Draw

BANK = Path(__file__).resolve().parents[1] / "solutions" / "self_attention" / "quiz.yaml"
LIMIT_SECONDS = 10.0  # CPU, for 10,000 files


def an_answer(question: Question, random_: random.Random) -> Raw:
    """One learner's answer: often sensible, sometimes missing, now and then nonsense."""
    luck = random_.random()
    if luck < 0.05:
        return None
    if luck < 0.06:
        return "nonsense"
    if question.shape == "one":
        return random_.choice(list(question.options))
    if question.shape == "many":
        return tuple(name for name in question.options if random_.random() < 0.5)
    if question.shape == "order":
        return tuple(random_.sample(list(question.options), len(question.options)))
    if question.shape == "slots":
        return {slot: random_.choice(list(question.choices(slot))) for slot in question.slots}
    if question.shape == "number":
        return f"{random_.choice([0.25, 0.5, 0.625, 1, 2, 6, 7, 8, 9, 16, 112, 586, 768]):g}"
    return "The weights are computed from the input.\nThey sum to 1."


def files(bank: Bank, count: int) -> list[tuple[str, str]]:
    """Learner and text of `count` answer files; comments are shared among a hundred to save memory and time."""
    sheet, random_, made = sheet_of(bank), random.Random(5), []
    for i in range(count):
        draw = Draw(bank.id, f"learner-{i}", 1, 0)
        questions = paper(sheet, draw)
        values = {question.id: AnswerEntry(an_answer(question, random_), 0) for question in questions}
        made.append((draw.learner, answers_text(sheet, questions, Answers(draw, values), ("en", "ko"))))
    return made


def main() -> int:
    """Mark them all, and say how long it took."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    bank = load_bank(BANK)
    made = files(bank, count)
    size = sum(len(text) for _, text in made) / count
    started = time.process_time()
    earned = sum(mark(bank, text, "answers.yaml", learner=learner, seed=0).earned for learner, text in made)
    seconds = time.process_time() - started
    print(f"{count} files of {size / 1000:.1f} thousand characters each")
    print(f"{seconds:.2f} s CPU, {1000 * seconds / count:.3f} ms a file")
    print(f"mean score {float(earned) / count:.2f} of {bank.points}")
    limit = LIMIT_SECONDS * count / 10_000
    return 0 if seconds < limit else 1


if __name__ == "__main__":
    raise SystemExit(main())
