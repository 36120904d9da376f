"""Growth: does the work of a learner's function grow as the assignment asks?

Counted work decides; the clock illustrates. The figures behind that are in `docs/growth.md`.

    counter, gates, costs, rewrite   in the learner's process: the work of one call as plain numbers
    verdict                          those numbers -> expected, faster, slower, loops or undecided
    examine                          which sizes to ask for, and when to stop
    clock                            CPU seconds read from outside -> an exponent for the plot
    witness                          does the clock contradict counts that say all is well?
    plot, words                      what a person sees
"""

from grader.complexity.measure import OutOfTime, Stopped, WrongValues, examine, works_here
from grader.complexity.messages import advice_lines, sentence
from grader.complexity.timing import Clocked, Timing, TimingEvidence, ask_the_clock, time_growth
from grader.complexity.verdict import Counts, GrowthKind, GrowthVerdict, judge

__all__ = [
    "Clocked",
    "Counts",
    "GrowthKind",
    "OutOfTime",
    "Stopped",
    "TimingEvidence",
    "Timing",
    "GrowthVerdict",
    "WrongValues",
    "advice_lines",
    "ask_the_clock",
    "examine",
    "judge",
    "sentence",
    "time_growth",
    "works_here",
]
