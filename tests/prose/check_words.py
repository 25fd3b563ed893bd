#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds documents and help to the glossary in core/README.md: the words that it retires are not in them.

check_words.py ROOT [MASU]   lists every retired word of the documents, and of the help that MASU prints, one a line
check_words.py --self-test   makes sure that a retired word is found, and that the glossary itself is not read
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "resources/help/*.md", "core/README.md", "core/*/*.md", "ui/README.md"]
# Each with the word to write instead.
RETIRED = {
    r"tells?|told": "show, report, print",
    r"foretells?|foretold": "estimate, forecast",
    r"anew": "again",
    r"(go|goes|going|gone|went) on with": "resume",
    r"lies|lie": "is",
    r"in front of|behind": "before, after",
    r"(default: found)": "default: detected",
    r"least|greatest": "min, max",
    r"rehears\w+": "dry run",
    r"drinks?": "consume",
}
ALLOWED = re.compile(r"at least|the library behind", re.I)


def readable(text):
    """The text without the glossary's table and without what is no prose: lines of code between fences."""
    text = text.split("\n## Words\n")[0]
    return re.sub(r"^```.*?^```", lambda code: "\n" * code.group().count("\n"), text, flags=re.S | re.M)


def retired_in(name, text):
    for number, line in enumerate(readable(text).splitlines(), 1):
        line = ALLOWED.sub("", line)
        for pattern, better in RETIRED.items():
            for found in re.finditer(rf"\b({pattern})\b", line, re.I):
                yield f"{name}:{number}: '{found.group()}': write {better}"


def documents(root):
    for pattern in DOCUMENTS:
        for path in sorted(root.glob(pattern)):
            yield str(path.relative_to(root)), path.read_text(encoding="utf-8")


def helps(masu):
    def printed(*arguments):
        return subprocess.run([masu, *arguments], capture_output=True, text=True, check=True).stdout

    overview = printed("--help")
    commands = re.findall(r"^  ([a-z]+) {2,}", overview, re.M)
    if len(commands) < 10:
        sys.exit(f"masu --help lists {len(commands)} commands: they are not found as they were")
    yield "masu --help", overview
    for command in commands:
        yield f"masu {command} --help", printed(command, "--help")


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "README.md").write_text("At least one.\nMasu tells it anew.\n```\nmasu tell\n```\nGone on with.\n", "utf-8")
        (root / "core").mkdir()
        (root / "core/README.md").write_text("# core\n\n## Words\n| show | tell |\n", "utf-8")
        found = [line for name, text in documents(root) for line in retired_in(name, text)]
        expected = ["README.md:2: 'tells'", "README.md:2: 'anew'", "README.md:6: 'Gone on with'"]
        missed = [start for start in expected if not any(line.startswith(start) for line in found)]
        if missed or len(found) != len(expected):
            print(f"expected {expected}, but found {found}")
            return True
    return False


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    texts = [*documents(Path(sys.argv[1]))]
    if len(texts) < 10:
        print(f"only {len(texts)} documents below {sys.argv[1]}")
        return True
    if len(sys.argv) > 2:
        texts += helps(sys.argv[2])
    found = [line for name, text in texts for line in retired_in(name, text)]
    print("\n".join(found) or f"no retired word in {len(texts)} texts")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
