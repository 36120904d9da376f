"""Other people's systems: notebooks and nbgrader. Heavy imports stand inside functions.

`layout` and `twin` make notebooks, `submitted` reads them, `marks` turns a report into what a gradebook takes,
`export`, `gradebook`, `cohort` and `nbgrader` speak with nbgrader, `migrate` takes its assignments over.
"""

from __future__ import annotations

__all__: list[str] = []
