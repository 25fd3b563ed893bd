#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Divides sources into groups that can be compiled as one file each, and prints a line "GROUP SOURCE" for each source of a
group of several. What a source calls something of its own (in a namespace without a name) is no word of another one of its
group, unless it is the same alias in both: so each means what it does by itself. One with macros or pragmas, by which the
next would be another text, or be compiled for other instructions, is in no group.

    joinable.py MOST SOURCE...                      (MOST: sources of a group)"""
import re
import sys
from pathlib import Path

OWN = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
# What begins at the start of a line: a function, a constant, a type.
NAME = re.compile(r"^(?![\s/}#])(?:template\s*<[^\n]*>\s*)?(?:[\w:<>,&*\s]+?[\s&*])?(\w+)\s*(?:\(|=|\{|;|\[| final| :)", re.MULTILINE)
ALIAS = re.compile(r"^(?:namespace|using) (\w+) = [^;]+;$", re.MULTILINE)
USING = re.compile(r"^using [\w:]+::(\w+);$", re.MULTILINE)
NO_CODE = re.compile(r"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|#include[^\n]*")


class Source:
    def __init__(self, path):
        self.path = path
        text = Path(path).read_text(encoding="utf-8")
        own = OWN.findall(text)
        self.aliases = {match[1]: match[0] for part in own for match in ALIAS.finditer(part)}
        self.aliases.update({match[1]: match[0] for match in USING.finditer(text)})
        self.names = {name for part in own for name in NAME.findall(part)} - {"static_assert"} | self.aliases.keys()
        self.words = set(re.findall(r"\w+", NO_CODE.sub(" ", text)))
        self.is_joinable = not re.search(r"^#(define|pragma)", text, re.MULTILINE)

    def goes_with(self, other):
        shared = self.names & other.words | other.names & self.words
        return all(name in self.aliases and self.aliases[name] == other.aliases.get(name) for name in shared)


def groups_of(sources, most):
    """Each source into the first group where it fits."""
    groups = []
    for source in sources:
        for group in groups:
            if len(group) < most and all(source.goes_with(other) for other in group):
                group.append(source)
                break
        else:
            groups.append([source])
    return groups


def main():
    sources = [Source(path) for path in sys.argv[2:]]
    groups = groups_of([source for source in sources if source.is_joinable], int(sys.argv[1]))
    for number, group in enumerate(groups):
        if len(group) > 1:
            print("\n".join(f"{number} {source.path}" for source in group))


main()
