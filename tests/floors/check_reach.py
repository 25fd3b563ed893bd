#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether every source and header can see what it names. A build for development compiles several sources as one file, so that one
which forgets an include finds it by its neighbour; a release compiles each alone, and would fail.

    check_reach.py FOLDER      the project
    check_reach.py --self-test

A type, a constant or a function that one header alone declares, outside of classes, has to be declared in a header that
the file includes, directly or not. What has the same name elsewhere, in a class or another library, is not looked at: of
178 includes that were taken out, one a source, it sees 137."""
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

PLACES = ("core", "ui", "app")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
TYPE = re.compile(r"^(?:template <[^\n]*>\n)?(?:struct|class|enum class)\s+(?:\[\[\w+\]\]\s*)?(\w+)(?=[^;\n(]*(?:\{|\n\s*:))",
                  re.MULTILINE)
# Any, wherever: also forward, of a class, or another name.
NAMED = re.compile(r"\b(?:struct|class|enum class|enum|using|concept)\s+(\w+)|\b(?:class|typename) (\w+)[,>]")
FUNCTION = re.compile(r"^(?=\S)(?:\[\[nodiscard\]\] )?(?:inline |constexpr |static )*[\w:<>,&* ]+?[ &*](\w+)\(", re.MULTILINE)
CONSTANT = re.compile(r"^(?:inline )?constexpr [^=;{(\n]*?\b(k\w+)\b", re.MULTILINE)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# Shorter functions may be those of the C library.
SHORTEST = 6
NAMESPACE = re.compile(r"^namespace (masu[\w:]*) \{", re.MULTILINE)


def plain(text):
    """Without comments and literals."""
    return COMMENT.sub('""', text)


class Tree:
    def __init__(self, root):
        self.root = root
        self.texts = {}
        for place in PLACES:
            for path in sorted((root / place).rglob("*")):
                if path.suffix in (".h", ".cpp"):
                    self.texts[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
        self.owners = defaultdict(set)  # headers that declare a type
        self.others = defaultdict(set)  # headers that declare a constant or a function
        self.named = {}                 # types that a file names itself
        self.words = {}                 # what else it names
        self.spaces = set()             # parts of the names of namespaces
        for name, text in self.texts.items():
            text = plain(text)
            self.words[name] = set(re.findall(r"\b[a-z]\w+\b", text))
            self.named[name] = {word for pair in NAMED.findall(text) for word in pair if word}
            self.spaces.update(part for space in NAMESPACE.findall(text) for part in space.split("::"))
            if not name.endswith(".h"):
                continue
            for declared in TYPE.findall(text):
                self.owners[declared].add(name)
            for other in FUNCTION.findall(text) + CONSTANT.findall(text):
                self.others[other].add(name)

    def includes(self, name):
        for header in INCLUDE.findall(self.texts[name]):
            beside = (Path(name).parent / header).as_posix()
            for found in (header, beside):
                if found in self.texts:
                    yield found
                    break

    def reach(self, name):
        """Headers that a file includes, those that they include, and so on."""
        found, waiting = set(), [name]
        while waiting:
            for header in self.includes(waiting.pop()):
                if header not in found:
                    found.add(header)
                    waiting.append(header)
        return found

    def unseen(self, name):
        text = plain(self.texts[name])
        reach = self.reach(name) | {name}
        known = set().union(*(self.named[file] for file in reach))
        for word in sorted(set(re.findall(r"\b[A-Z]\w+\b", text))):
            owners = self.owners.get(word, set())
            if len(owners) != 1 or owners & reach or word in known:
                continue
            # A value of an enumeration or a member may have the name of a type elsewhere.
            uses = re.findall(rf"(?<![\w.>:])((?:\w+::)*){word}(?:[&*]* \w|::|\(|\{{|>|[&*])", text)
            if any(not use or use.split("::")[-2] in self.spaces for use in uses):
                yield word, min(owners)
        words = set().union(*(self.words[file] for file in reach - {name}))
        for space, word, call in sorted(set(re.findall(r"(?<![\w.>~:])((?:\w+::)*)([a-z]\w+)\b(?=(\()?)", text))):
            if space and space.split("::")[-2] not in self.spaces:
                continue
            owners = self.others.get(word, set())
            if len(owners) != 1 or owners & reach or word in words or not (call or word.startswith("k")):
                continue
            # A variable or a function of the source's own is preceded by its type.
            before = set(re.findall(rf"([\w>&*]+) {word}\b", text))
            if not before - {"return", "else", "case"} and len(word) >= SHORTEST:
                yield word, min(owners)


def problems(root):
    tree = Tree(root)
    for name, text in tree.texts.items():
        # A header that is not to be included once is a piece of the sources that include it.
        if name.endswith(".h") and "#pragma once" not in text:
            continue
        for word, header in tree.unseen(name):
            yield f"{name}: {word} is declared in {header}, which it does not include"


def self_test():
    header = "namespace masu::io {\n\nstruct File {\n};\nvoid syncAll(const File& file);\n\n}  // namespace masu::io\n"
    cases = [
        ('#include "core/io/file.h"\nvoid f(io::File& file) { io::syncAll(file); }\n', 0),
        ('#include "core/io/all.h"\nvoid f(io::File& file) { io::syncAll(file); }\n', 0),
        ("void f(io::File& file) {}\n", 1),
        ("void f() { io::syncAll(x); }\n", 1),
        ("class File;\nvoid f(File& file) {}\n", 0),
        ("struct File {\n};\nvoid f(File& file) {}\n", 0),
        ("// a File of io::syncAll(x)\n", 0),
    ]
    for text, wanted in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "core/io").mkdir(parents=True)
            (root / "core/io/file.h").write_text(header)
            (root / "core/io/all.h").write_text('#include "core/io/file.h"\n')
            (root / "core/io/user.cpp").write_text(text)
            found = list(problems(root))
            if len(found) != wanted:
                sys.exit(f"{text!r}: {found}")
    print(f"{len(cases)} cases")


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    found = list(problems(Path(sys.argv[1])))
    if found:
        sys.exit("\n".join(found))
    print("every source sees what it names")


main()
