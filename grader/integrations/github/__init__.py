"""Repositories on a host: which ones there are, what stood in them at the deadline, what is written back.

`gh` is the one seam to GitHub (the program `gh`, and `git`); `listing` and `fetch` read, `publish` and `scores`
write, `bundle` and `autograde` are what Classroom 50 runs, `skeletons` writes workflows. No learner's code runs here.
"""
