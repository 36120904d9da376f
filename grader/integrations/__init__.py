"""A cohort's grades for the systems that keep them: Canvas, Moodle, Gradescope, nbgrader, a spreadsheet.

    grades -> a plan (who gets what, who is left out and why) -> files, once a person has seen the plan

What each system takes, and where that is written down: docs/exports.md.
"""

from grader.gradebook.final_grades import Grade, grades_of
from grader.integrations.export_plan import ExportedGrade, ExportPlan, plan_text
from grader.reports.rounding import points_text

__all__ = ["ExportedGrade", "Grade", "ExportPlan", "grades_of", "plan_text", "points_text"]
