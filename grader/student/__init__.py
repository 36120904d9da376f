"""The learner's loop: visible checks on the learner's machine, and the state kept between runs.

`checking` runs the visible checks in a process of their own (`runner`), `judge` turns what came back into
outcomes, `screen` and `standing` put it on one screen; `state` remembers, `reset` and `repro` help on; `release`
makes the kit that a learner gets. Everything here works offline and on any system; it is practice, never a grade.
"""
