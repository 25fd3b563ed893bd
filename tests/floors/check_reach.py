#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether every source and header can see what it names. A build for development compiles several sources as one file, so
that one which forgets an include finds it by its neighbour; a release compiles each alone, and would fail.

    check_reach.py FOLDER      the project
    check_reach.py --self-test

A type, a constant or a function that headers declare outside of classes has to be declared in one that the file includes,
directly or not. What has the same name in what it includes, in a class or another library, is not looked at."""
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import sizes
from check_floors import includes_of

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
        self.texts = {}                 # without comments and literals, by file
        self.includes = {}              # files of the project, as each file includes them
        self.owners = defaultdict(set)  # headers that declare a type
        self.others = defaultdict(set)  # headers that declare a constant or a function
        self.named = {}                 # types that a file names itself
        self.words = {}                 # what else it names
        self.spaces = set()             # parts of the names of namespaces
        paths = {path.relative_to(root).as_posix(): path for path in sizes.sources(root, sizes.PRODUCT)}
        for name, path in paths.items():
            written = [header for _, quote, header in includes_of(path) if quote == '"']
            candidates = [(header, (Path(name).parent / header).as_posix()) for header in written]
            self.includes[name] = [next(found for found in pair if found in paths)
                                   for pair in candidates if any(found in paths for found in pair)]
            self.add(name, plain(path.read_text(encoding="utf-8")))

    def add(self, name, text):
        self.texts[name] = text
        self.words[name] = set(re.findall(r"\b[a-z]\w+\b", text))
        self.named[name] = {word for pair in NAMED.findall(text) for word in pair if word}
        self.spaces.update(part for space in NAMESPACE.findall(text) for part in space.split("::"))
        if name.endswith(".h"):
            for declared in TYPE.findall(text):
                self.owners[declared].add(name)
            for other in FUNCTION.findall(text) + CONSTANT.findall(text):
                self.others[other].add(name)

    def reach(self, name):
        """The file, what it includes, what that includes, and so on."""
        found, waiting = {name}, [name]
        while waiting:
            new = set(self.includes[waiting.pop()]) - found
            found |= new
            waiting += new
        return found

    def is_ours(self, qualifier):
        """Whether a name without a namespace, or with `a::b::`, may be one of the project."""
        return not qualifier or qualifier.split("::")[-2] in self.spaces

    def unseen(self, name):
        """What a file names and does not reach, each with the header that declares it."""
        reach = self.reach(name)
        yield from self.unseen_types(self.texts[name], reach)
        yield from self.unseen_others(name, self.texts[name], reach)

    def unseen_types(self, text, reach):
        known = set().union(*(self.named[file] for file in reach))
        for word in sorted(set(re.findall(r"\b[A-Z]\w+\b", text)) - known):
            owners = self.owners.get(word, set())
            if not owners or owners & reach:
                continue
            # A value of an enumeration or a member may have the name of a type elsewhere.
            uses = re.findall(rf"(?<![\w.>:])((?:\w+::)*){word}(?:[&*]* \w|::|\(|\{{|>|[&*])", text)
            if any(map(self.is_ours, uses)):
                yield word, " or ".join(sorted(owners))

    def unseen_others(self, name, text, reach):
        known = set().union(*(self.words[file] for file in reach - {name}))
        used = set(re.findall(r"(?<![\w.>~:])((?:\w+::)*)([a-z]\w+)\b(?=(\()?)", text))
        for qualifier, word, call in sorted(used):
            owners = self.others.get(word, set())
            if len(word) < SHORTEST or not owners or owners & reach or word in known:
                continue
            if not self.is_ours(qualifier) or not (call or word.startswith("k")) or re.search(rf"\(\*{word}\)\s*\(", text):
                continue
            # A variable or a function of the source's own is preceded by its type.
            if not set(re.findall(rf"([\w>&*]+) {word}\b", text)) - {"return", "else", "case"}:
                yield word, " or ".join(sorted(owners))


def problems(root):
    tree = Tree(root)
    for name in tree.texts:
        # A header that is not to be included once is a piece of the sources that include it.
        if name.endswith(".h") and "#pragma once" not in tree.texts[name]:
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
        ("void f(void (*syncAll)(int)) { syncAll(1); }\n", 0),
        ('#include "core/io/unknown.h"\nvoid f() { io::readAll(x); }\n', 1),
    ]
    for text, wanted in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "core/io").mkdir(parents=True)
            (root / "core/io/file.h").write_text(header)
            (root / "core/io/all.h").write_text('#include "core/io/file.h"\n')
            for other in ("read", "write"):  # two declare it
                (root / f"core/io/{other}.h").write_text("namespace masu::io {\n\nvoid readAll(int x);\n\n}\n")
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
