"""The boundary between the grader and a learner's code: plain arguments in, plain values or an error record out.

`wire` is the format, `forkserver` and `worker` run on the learner's side (bare interpreter, no secrets), and
`client` is the grader's side. Nothing else in the package runs a learner's code.
"""
