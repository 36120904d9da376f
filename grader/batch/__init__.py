"""Many submissions: grader processes, resuming, the gradebook.

intake -> tasks -> engine (alone, pool, dask) -> gradebook and reports. Whatever has been graded is in the gradebook
before anything is said about it, so a run that is interrupted at any instant is simply run again.
"""
