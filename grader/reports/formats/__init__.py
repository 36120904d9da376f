"""A report in the formats of other systems: each a pure function of what a learner may read (`Shown`)."""
