#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what ran, from the log that ctest keeps: every test function of Qt Test by itself, every other test as one.

    summary.py LastTest.log

ctest shows a program as passed although some of its functions were skipped. This prints each skipped function with its
reason, each failed one, and ends on "N passed, N failed, N skipped".
"""

import re
import sys

TOTALS = re.compile(r"^Totals: (\d+) passed, (\d+) failed, (\d+) skipped", re.MULTILINE)
SKIP = re.compile(r"^SKIP\s+: \w+::(.+?)\((.*?)\) (.*)$", re.MULTILINE)
# What Qt Test counts beside the functions of a test: one before them and one after them.
FRAME = 2


def tests_of(log):
    """Yields (name, output, state) of each test in the log; state is Pass, Fail or Skip."""
    for block in re.split(r"^\d+/\d+ Testing: ", log, flags=re.MULTILINE)[1:]:
        name = block.split("\n", 1)[0].strip()
        end = re.findall(r"^Test (Pass|Fail)(?:ed\.| Reason:)|^(Skip) (?:regular expression|return code)", block,
                         flags=re.MULTILINE)
        yield name, block, "".join(end[-1]) if end else "Fail"


def main(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        log = file.read()
    passed = failed = skipped = 0
    skips, failures = [], []
    for name, output, state in tests_of(log):
        totals = TOTALS.findall(output)
        ok, bad, skip = (sum(int(t[i]) for t in totals) for i in range(3))
        if totals:
            ok = max(0, ok - FRAME * len(totals))
        elif state == "Pass":
            ok = 1
        elif state == "Skip":
            skip = 1
        if state == "Fail" and bad == 0:
            bad = 1  # It crashed, or ran out of time, or is no Qt Test.
        passed, failed, skipped = passed + ok, failed + bad, skipped + skip
        if bad:
            failures.append(f"  {name}")
        skips += [f"  {name} {function}({row}): {why.strip()}" for function, row, why in SKIP.findall(output)]
    if skips:
        print("Skipped:", *skips, sep="\n")
    if failures:
        print("Failed:", *failures, sep="\n")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
