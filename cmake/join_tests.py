#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joins sources of tests into one file: eight compile in the time of two, since most of the work is headers.

    join_tests.py OUTPUT SOURCE...

Includes and the comments above them come first; the rest of each source is in a namespace named after it, so that
helpers of the same name do not meet. Messages of the compiler, of Qt Test and __FILE__ name the source and its own
lines, from the folder in which this runs."""
import os
import re
import sys
from pathlib import Path

HEAD = re.compile(r"\s*(#|//|$)")


def joined(source, folder):
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    head = next((i for i, line in enumerate(lines) if not HEAD.match(line)), len(lines))
    named = os.path.relpath(source, folder)
    return (f'#line 1 "{named}"\n{"".join(lines[:head])}\nnamespace {source.stem} {{\n'
            f'#line {head + 1} "{named}"\n{"".join(lines[head:])}\n}}  // namespace {source.stem}\n')


def main():
    output = Path(sys.argv[1])
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("".join(joined(Path(source), Path.cwd()) for source in sys.argv[2:]), encoding="utf-8")


main()
