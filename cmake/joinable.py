#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints those of some sources that can be compiled as one file, a line each: no two of them give the same name to
something of their own (in a namespace without a name), and none has macros or pragmas, by which the next would be another
text, or be compiled for other instructions.

    joinable.py SOURCE..."""
import re
import sys
from collections import Counter
from pathlib import Path

OWN = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
# What begins at the start of a line: a function, a constant, a type.
NAME = re.compile(r"^(?![\s/}#])(?:template\s*<[^\n]*>\s*)?(?:[\w:<>,&*\s]+?[\s&*])?(\w+)\s*(?:\(|=|\{|;|\[| final| :)", re.MULTILINE)


def own_names(text):
    return {name for part in OWN.findall(text) for name in NAME.findall(part)}


def main():
    texts = {source: Path(source).read_text(encoding="utf-8") for source in sys.argv[1:]}
    names = {source: own_names(text) for source, text in texts.items()}
    count = Counter(name for own in names.values() for name in own)
    for source, text in texts.items():
        if all(count[name] == 1 for name in names[source]) and not re.search(r"^#(define|pragma)", text, re.MULTILINE):
            print(source)


main()
