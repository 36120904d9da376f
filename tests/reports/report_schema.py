"""The JSON Schema of a report, made from its types: what docs/report.schema.json says.

`GRADER_GOLDEN=write pytest tests/reports/test_data.py` writes it anew.
"""

import msgspec

from grader.core.model import LEVELS
from grader.reports.schema import SCHEMA, Report

POINTS = {
    "description": 'Exact points: a whole number or a text "p/q".',
    "oneOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+/0*[1-9][0-9]*$"}],
}
MORE = {
    "Report.title": {"description": "The assignment's title, in the report's language."},
    "Report.score": {"description": "Code and quiz together, out of the manifest's points, whatever was handed in."},
    "Report.code": {"description": "The steps that are not bonus."},
    "Report.quiz": {"description": "Null where the assignment has no quiz; 0 of its points where none was handed in."},
    "Report.bonus": {"description": "The bonus steps, on top of `score`."},
    "Report.grade": {"description": "False where the isolation was too weak for a grade."},
    "Report.language": {"description": "The language of titles and messages."},
    "Report.quiz_answers": {"description": "The quiz as it was handed in; null where it was not."},
    "Report.notes": {"description": "What a person should know, such as which of two files was graded."},
    "Report.only": {"description": "The steps and checks of a partial run, which is never a grade."},
    "Report.hinted": {"description": "The steps for which `grader hint` has something to show."},
    "Report.seconds": {"description": "Wall seconds; this and `graded_at` alone differ between equal runs."},
    "Score.earned": {"description": "Points earned."},
    "Score.possible": {"description": "Points that can be earned."},
    "Score.held": {"description": "Points neither earned nor lost until a person or another run decides."},
    "StepResult.number": {"description": "Its place in the assignment, from 1."},
    "StepResult.carried": {"description": "True where it was judged with the learner's own earlier steps."},
    "CheckResult.id": {"description": "<step>.<name>"},
    "CheckResult.message": {"description": "What was found."},
    "CheckResult.hint": {"description": "What to think about."},
    "CheckResult.evidence": {"description": "What a measurement rests on, so that it can be replayed."},
    "Diagnosed.free": {"description": "How many of the hints cost nothing."},
    "HandIn.files": {"description": "What each file was used as, and why, where that is known."},
    "QuizAnswers.feedback": {"description": "The policy: when learners see how they did."},
    "QuizItem.about": {"description": "The misconceptions and ideas that the question asks about."},
    "QuizItem.answer": {"description": "Words or an option's id; ids; or place to id or words. Null for no answer."},
    "QuizItem.asked": {"description": "In a stored report: the key of the question in the folder `questions`."},
    "QuizItem.order": {"description": "Then: ids of options as they were seen; under a slot's id, or an empty one."},
    "QuestionText.options": {"description": "In the order that this learner saw."},
    "Isolation.level": {"enum": list(LEVELS), "description": "The level that held, as the probe found."},
    "Isolation.required": {"enum": list(LEVELS)},
    "Provenance.suite": {"pattern": "^[0-9a-f]{16}$", "description": "A hash of the hidden suite."},
    "Provenance.seed": {"minimum": 0, "description": "Of the hidden data; null in a learner's copy."},
    "Provenance.fingerprint": {
        "description": "Of the seed, in a learner's copy: equal for equal seeds that were drawn."
    },
    "Provenance.graded_at": {"format": "date-time"},
}


def report_schema():
    """The schema as plain data."""
    (top,), parts = msgspec.json.schema_components(
        [Report], schema_hook=lambda kind: {"$ref": "#/$defs/Points"}, ref_template="#/$defs/{name}"
    )
    left = dict(MORE)
    for name, part in parts.items():
        if "properties" not in part:
            continue
        part["additionalProperties"] = False
        part["description"] = " ".join(part["description"].split())
        for key, field in part["properties"].items():
            field.update(left.pop(f"{name}.{key}", {}))
    assert left == {}  # every description belongs to a field that there is
    parts["Report"]["required"].insert(0, "schema")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "$ref": top["$ref"],
        "$defs": {"Points": POINTS, **parts},
    }
