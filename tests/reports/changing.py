"""Reports with one thing changed: their sums follow, since a report that contradicts itself is refused."""

import msgspec

from grader.reports.schema import Score, sums


def with_steps(report, steps, **changes):
    """The report with other steps."""
    return msgspec.structs.replace(report, steps=tuple(steps), **sums(steps, report.quiz), **changes)


def with_step(report, place, **changes):
    """The report with a step changed: the first has place 0."""
    steps = list(report.steps)
    steps[place] = msgspec.structs.replace(steps[place], **changes)
    return with_steps(report, steps)


def with_check(report, place, **changes):
    """The report with the first check of a step changed."""
    first, *rest = report.steps[place].checks
    return with_step(report, place, checks=(msgspec.structs.replace(first, **changes), *rest))


def with_code(report, **points):
    """The report with other points for its code, whatever its steps say."""
    code = msgspec.structs.replace(report.code, **points)
    score = code if report.quiz is None else code + report.quiz
    return msgspec.structs.replace(report, code=code, score=score)


def all_held(step, **changes):
    """The step with all its points held."""
    score = Score(step.score.earned * 0, step.score.possible, step.score.possible)
    return msgspec.structs.replace(step, score=score, **changes)


def with_item(report, name, **changes):
    """The report with a question of its quiz changed; the points of the quiz stay."""
    answers = report.quiz_answers
    items = tuple(
        msgspec.structs.replace(item, **changes) if name in (item.id, "*") else item for item in answers.items
    )
    return msgspec.structs.replace(report, quiz_answers=msgspec.structs.replace(answers, items=items))
