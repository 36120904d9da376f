"""How often a known mistake is named: in graded reports, in pairs, and at home with the kit.

    python benchmarks/naming.py              the table of docs/diagnosis.md; about four minutes of CPU
    python benchmarks/naming.py --pairs 50   fewer pairs of two mistakes
    python benchmarks/naming.py --home       the kit's part only, a few seconds

Graded: every known mistake and accepted variant goes through the hidden suite in sandboxed workers, as `grader verify`
does it. At home: the visible checks run on every mistake; a mistake has a word where a failing check says a fact, a
sentence about its exception, or a name that the kit may give. A fact misleads where calls with nothing special about
them do not bear it out. "New" are the families met in public code; `NEW` lists their mistakes.
"""

import argparse
import itertools
import random
import sys
import tempfile
from pathlib import Path

from grader.authoring import derive
from grader.authoring.release.mistake_hints import known_text
from grader.authoring.verify import trials
from grader.authoring.visible_trials import unconfirmed, visible_trials
from grader.core.model import Cell, Outcome
from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.diagnosis import KnownMistakes
from grader.suite.visible.named_mistakes import FILE, named

ROOT = Path(__file__).resolve().parents[1]
ASSIGNMENT = "self_attention"
NEW = set(
    """c26_fourth_root c27_power_before_division c28_always_eight c29_softmax_too_early c30_by_the_largest
    c32_rounded c33_float32_loop e08_reversed_tokens e09_padding_blanked e10_unit_vectors f50_weights_first
    f51_rounded f52_times_the_width f53_centred f54_returns_raw_scores g11_plain_sum g12_plain_mean
    h17_heads_reversed m26_true_hides m27_to_be_added m28_large_to_be_added o18_pairs_only o19_both_with_d_k
    o20_softmax_counted o21_both_with_d_v o22_undivided o23_mean_slope p19_columns_are_tokens p20_scaled_queries
    p21_values_first p22_one_moved_on p23_softmax_of_queries s29_relu s30_squared s31_softmax_too_early
    s32_one_norm_for_all s33_additive s34_past_only s35_centred_rows s36_rounded v20_values_transposed
    v21_largest_share v22_adds_the_values v23_softmax_again v24_rounded x44_no_keepdims_no_max
    x45_no_keepdims_no_max_steps x46_no_keepdims_global_max x47_shift_in_place x48_shift_in_place_by_row
    x49_one_more x50_one_more_after_shift x51_scaled_again x52_standardised x53_like_s x54_exp_of_abs
    x55_rounded_four x56_series x57_exp_of_the_sum x58_shift_after_exp x59_relu_shares x60_no_max_after_a_cast
    x61_axis0_after_a_cast x62_columns_without_keepdims""".split()
)


def rate(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "-"


def table(rows):
    print("| | all | as before | new |\n| --- | ---: | ---: | ---: |")
    for title, counts in rows:
        print(f"| {title} | " + " | ".join(counts) + " |")


def split(ids):
    """All, those that were there before, and the new ones."""
    ids = set(ids)
    return ids, ids - NEW, ids & NEW


def graded(assignment, corpus, jobs):
    planned = [t for t in trials.plan(ROOT, assignment) if t.kind in ("mistake", "accepted")]
    verdicts = list(trials.run(ROOT, assignment, planned, jobs, "confined"))
    mistakes = {v.name: v for v in verdicts if v.kind == "mistake" and not corpus.entries[v.name].growth}
    right = {name for name, v in mistakes.items() if v.named_family == corpus.entries[name].family}
    wrong = {name: v.named for name, v in mistakes.items() if v.named and name not in right}
    variants = [v.name for v in verdicts if v.kind == "accepted" and (v.named or v.failed)]
    groups = list(zip(split(mistakes), split(right), strict=True))
    table(
        [
            ("graded: named", [rate(len(named_), len(all_)) for all_, named_ in groups]),
            ("graded: misnamed", [str(len(all_ & set(wrong))) for all_, _ in groups]),
        ]
    )
    print(f"\naccepted variants that lost a point or got a name: {variants}; misnamed: {wrong}")
    print(f"not named: {sorted(set(mistakes) - right)}\n")


def pairs(assignment, corpus, count, jobs):
    """Two mistakes of different functions at once: a single name has to be one of the two."""
    entries = [e for e in corpus.entries.values() if not e.growth and not e.remembers]
    every = [(a, b) for a, b in itertools.combinations(entries, 2) if a.function != b.function]
    reference = next(t for t in trials.plan(ROOT, assignment) if t.kind == "reference").cells
    chosen = random.Random(1).sample(every, count)
    planned = [
        trials.Trial("mistake", f"{a.id}+{b.id}", (*reference, Cell(a.text, a.path.name), Cell(b.text, b.path.name)), 1)
        for a, b in chosen
    ]
    single, odd = 0, []
    for verdict in trials.run(ROOT, assignment, planned, jobs, "confined"):
        a, b = (corpus.entries[name] for name in verdict.name.split("+"))
        if verdict.named is None:
            continue
        single += 1
        entry = corpus.entries[verdict.named]
        true = {a.family, b.family, *a.combines, *b.combines}
        if entry.family not in true and not set(entry.combines) & true:
            odd.append((verdict.name, verdict.named))
    print(f"pairs of two mistakes: {count}, with a name {single}, with another name than one of the two: {odd}\n")


def home(assignment, corpus, source):
    with tempfile.TemporaryDirectory() as folder:
        derive.write(Path(folder), derive.derive(ROOT, assignment))
        public = loading.load(Path(folder), ASSIGNMENT, public=True)
        suite = read_suite(Path(folder), public)
        if assignment.kit_hints:
            (public.folder / FILE).write_text(known_text(ROOT, assignment, assignment.kit_hints), encoding="utf-8")
        failing, said, misleading, misnamed = set(), set(), {}, {}
        with visible_trials(public, suite, source) as run:
            for entry in corpus.entries.values():
                if entry.growth:
                    continue
                step = entry.mistake.step
                seen = run.run(corpus.space(entry.id, fresh=True), step, told=True)
                wrong = [one for one in seen if one.outcome in (Outcome.FAILED, Outcome.CRASHED)]
                if not wrong:
                    continue
                failing.add(entry.id)
                name = named(seen, public.folder).get(step)
                families = {e.family for e in corpus if name and e.title.data == name.title.data}
                if name and entry.family not in families and not set(entry.combines) & families:
                    misnamed[entry.id] = name.title["en"]
                if name or any(one.facts or one.raised or one.message for one in wrong):
                    said.add(entry.id)
                facts = [fact.id for one in wrong for fact in unconfirmed(corpus, entry.id, one)]
                if facts:
                    misleading[entry.id] = facts
    every = {e.id for e in corpus.entries.values() if not e.growth}
    groups = list(zip(split(every), split(failing), split(said), strict=True))
    table(
        [
            ("at home: a visible check fails", [rate(len(f), len(e)) for e, f, _ in groups]),
            ("at home: of these with a word", [rate(len(s), len(f)) for _, f, s in groups]),
            ("at home: misleading or misnamed", [str(len(f & {*misleading, *misnamed})) for _, f, _ in groups]),
        ]
    )
    print(f"\nwithout a word: {sorted(failing - said)}\nmisleading: {misleading}; misnamed: {misnamed}\n")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--pairs", type=int, default=500)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--home", action="store_true")
    chosen = options.parse_args()
    assignment = loading.load(ROOT, ASSIGNMENT)
    source = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    corpus = KnownMistakes.load(assignment.folder / "mistakes", source)
    home(assignment, corpus, source)
    if not chosen.home:
        graded(assignment, corpus, chosen.jobs)
        pairs(assignment, corpus, chosen.pairs, chosen.jobs)


if __name__ == "__main__":
    sys.exit(main())
