#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds README, help and messages to the program: every command and every --option that they name exists.

check_options.py ROOT MASU    lists what does not: in lines of `masu COMMAND …` the command and its own options (of `masu
                              cluster … -- COMMAND …` those of both), elsewhere options that no command has
check_options.py --self-test  makes sure that it is found
"""

import re
import subprocess
import sys
from pathlib import Path

from check_words import messages

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "resources/help/*.md", "resources/help/ja/*.md", "core/**/*.md", "ui/**/*.md"]
OTHERS = {"--install", "--build", "--target", "--preset", "--gallery"}  # of cmake, and of masu-gui
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
LINE = re.compile(r"\bmasu ([a-z]+)((?:[^`\n#;|]|\\\n)*)")


def options_of(masu):
    """The options of each command, and of the program itself under ""."""
    def printed(*arguments):
        return subprocess.run([masu, *arguments], capture_output=True, text=True, check=True).stdout

    overview = printed("--help")
    commands = {"": set(OPTION.findall(overview))}
    for name in re.findall(r"^  ([a-z]+) {2,}", overview, re.M):
        commands[name] = set(OPTION.findall(printed(name, "--help")))
    return commands


def commands_in(line):
    """The command of a line with its words, and the one that workers share."""
    command, rest = line.groups()
    own, _, shared = rest.partition(" -- ") if command == "cluster" else (rest, "", "")
    yield command, own
    if shared:
        yield shared.split()[0], shared


def unknown_in(name, text, commands):
    known = set().union(*commands.values()) | OTHERS
    for line in LINE.finditer(text):
        command, rest = line.groups()
        if command not in commands:
            # "masu is" in a sentence is no command: one is followed by options, files or the end of the code.
            if text[max(0, line.start() - 1)] in "`\n" and not rest.startswith(" is"):
                yield f"{name}: masu {command}: no such command"
            continue
        for one, words in commands_in(line):
            for option in OPTION.findall(words):
                if option not in commands.get(one, set()) | OTHERS:
                    yield f"{name}: masu {one} has no {option}"
    for option in sorted(set(OPTION.findall(text)) - known):
        yield f"{name}: no command has {option}"


def self_test():
    commands = {"": {"--help"}, "import": {"--out"}, "split": {"--seed"}, "cluster": {"--time"}}
    text = "Run `masu import x --seed 3`, `masu merge x`, or use --sed; `masu split x --seed 3` is right.\nmasu import --out x\n"
    text += "masu cluster slurm --time 1 -- import --out x --time 2\n"
    found = list(unknown_in("a", text, commands))
    expected = ["a: masu import has no --seed", "a: masu merge: no such command",
                "a: masu import has no --time", "a: no command has --sed"]
    if found != expected:
        print(f"expected {expected}, but found {found}")
    return found != expected


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root, commands = Path(sys.argv[1]), options_of(sys.argv[2])
    if len(commands) < 10 or sum(map(len, commands.values())) < 200:
        sys.exit("masu --help lists few commands or options: they are not found as they were")
    texts = [(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
             for pattern in DOCUMENTS for path in sorted(root.glob(pattern))]
    texts += messages(root)
    found = [line for name, text in texts for line in unknown_in(name, text, commands)]
    print("\n".join(found) or f"{len(texts)} texts name no option that is not there")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
