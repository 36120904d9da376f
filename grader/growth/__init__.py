"""Growth: does the work of a learner's function grow as the assignment asks?

Counted work decides; the clock illustrates. The figures behind that are in `docs/growth.md`.

    counter, gates, costs, rewrite   in the learner's process: the work of one call as plain numbers
    verdict                          those numbers -> expected, faster, slower, loops or undecided
    examine                          which sizes to ask for, and when to stop
    clock                            CPU seconds read from outside -> an exponent for the plot
    witness                          does the clock contradict counts that say all is well?
    plot, words                      what a person sees
"""

from grader.growth.clock import Clocked, Timing, time_growth
from grader.growth.examine import Stopped, WrongValues, examine, works_here
from grader.growth.verdict import Counts, Kind, Verdict, judge
from grader.growth.witness import Testimony, ask_the_clock
from grader.growth.words import advice_lines, sentence

__all__ = [
    "Clocked", "Counts", "Kind", "Stopped", "Testimony", "Timing", "Verdict", "WrongValues", "advice_lines",
    "ask_the_clock", "examine", "judge", "sentence", "time_growth", "works_here",
]  # fmt: skip
