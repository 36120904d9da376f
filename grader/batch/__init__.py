"""Many submissions: grader processes, resuming, the gradebook.

intake -> tasks -> engine (alone, pool, dask) -> gradebook and reports. Results are stored in the gradebook before they
are reported, so an interrupted run can simply be run again.
"""
