#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds documents, help and messages to the glossary in core/README.md: the words that it retires are not in them.

check_words.py ROOT [MASU]   lists every retired word of the documents, of the messages, texts of pages, reports and comments in
                             the sources, and of the help that MASU prints, one a line
check_words.py --self-test   makes sure that a retired word is found, and that the glossary itself is not read

It lists as well what fills a place of a message and is a word of Masu, but not a message: it would stay English in every
other language.
"""

import ast
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "resources/help/*.md", "resources/help/ja/*.md", "core/**/*.md", "ui/**/*.md",
             "installer/CHANGELOG.md", "installer/*.sh", "installer/*/*"]
# Each with the word to write instead.
RETIRED = {
    r"tells?|told|telling": "show, report, print",
    r"foretell\w*|foretold|outlooks?": "estimate, forecast",
    r"anew": "again",
    r"(go|goes|going|gone|went) on with|(take|takes|taking|took|taken) (up|over)": "resume",
    r"lies|lie": "is",
    r"in front|behind": "before, after",
    r"(default: found)": "default: detected",
    r"rehears\w+": "dry run",
    r"drinks?": "consume",
    r"(is|are) no": "is not a",
    r"judg\w+": "evaluate",
    r"what (a|its|the) type costs?": "loss of precision",
    r"do(es)? away with": "fix",
}
# Those that comments may have: words of algorithms and of plain English, and what was odd in sentences for people.
RETIRED_IN_TEXTS = {
    r"least|greatest": "min, max",
    r"stands?|stood|standing": "is",
    r"stretch(es)? of|pieces?": "segment, part",
    r"answer\w*": "prediction, predicted",
    r"as \d[\d.]*[KMGT]|, as \d[\d.,]*": "e.g. 8G",
    r"defect of": "internal error",
    r"makes? programs crash": "is damaged",
    r"less than nothing": "must not be negative",
    r"no longer a number": "NaN",
    r"several for several": "may be repeated",
    r"held up by": "bottleneck",
    r"(come|comes|came) along": "is carried over",
    r"quote in quotes": "escaped quote",
    r"in figures": "date order",
    r"against now": "vs. current",
    r"take it away": "remove",
    r"way to draw": "split method",
    r"fields, other than": "fields; expected …",
    r"what is made small": "loss function",
    r"which of the possible": "random seed",
}
IN_TEXTS = RETIRED | RETIRED_IN_TEXTS
IN_COMMENTS = re.compile(rf"\b({'|'.join(RETIRED)})\b", re.I)
COMMENT = re.compile(r'^(?:[^"/]|/(?!/)|"(?:[^"\\]|\\.)*")*?//(.*)$')
# "Stand for" is what wildcards and codes do.
ALLOWED = re.compile(r"at least|the library behind|there\s+(is|are) no|(is|are) no more|(is|are) no longer(?! a number)|"
                     r"stands? for|such as", re.I)
# A text for people in a source: MASU_TEXT("core", "…" "…"), tr("…"), QT_TRANSLATE_NOOP("context", "…").
MESSAGE = re.compile(r'(?:MASU_TEXT\(\s*"\w+",|\btr\(|QT_TRANSLATE_NOOP\(\s*"[^"]*",)\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')


def readable(text):
    """The text without the glossary's table and without what is no prose: lines of code between fences."""
    text = text.split("\n## Words\n")[0]
    return re.sub(r"^```.*?^```", lambda code: "\n" * code.group().count("\n"), text, flags=re.S | re.M)


def retired_in(name, text):
    for number, line in enumerate(readable(text).splitlines(), 1):
        line = ALLOWED.sub("", line)
        for pattern, better in IN_TEXTS.items():
            for found in re.finditer(rf"\b({pattern})\b", line, re.I):
                yield f"{name}:{number}: '{found.group()}': write {better}"


def documents(root):
    for pattern in DOCUMENTS:
        for path in sorted(filter(Path.is_file, root.glob(pattern))):
            yield str(path.relative_to(root)), path.read_text(encoding="utf-8")


def messages(root):
    """The texts for people in the sources, each with the line where it begins."""
    for area in ("core", "ui", "app"):
        for path in sorted((root / area).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            source = path.read_text(encoding="utf-8")
            for found in MESSAGE.finditer(source):
                text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', found.group(1)))
                yield f"{path.relative_to(root)}:{source.count(chr(10), 0, found.start()) + 1}", text


def reports(root):
    """What commands, Python and the documents of an export show beside messages: the texts in their sources that are more
    than a word."""
    for path in sorted(path for area in ("app/cli", "app/python", "core/shards/export") for path in (root / area).rglob("*.cpp")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if "MASU_TEXT" in line or line.startswith("#") or COMMENT.match(line):
                continue
            for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                if " " in text.strip():
                    yield f"{path.relative_to(root)}:{number}", text


def python_texts(root):
    """The docstrings of Python's modules."""
    for path in sorted((root / "app/python").rglob("*.py*")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                yield f"{path.relative_to(root)}:{node.lineno}", node.value.value


def split_arguments(source, start):
    """The expressions between the braces that begin at start."""
    found, depth, begin, at = [], 0, start + 1, start
    while at < len(source):
        if text := re.compile(r'"(?:[^"\\]|\\.)*"|(?<!\w)\'(?:[^\'\\]|\\.)*\'').match(source, at):
            at = text.end()
            continue
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(source[at], 0)
        if depth == 0 or (depth == 1 and source[at] == ","):
            found.append(source[begin:at])
            begin = at + 1
        if depth == 0:
            break
        at += 1
    return found


# An English sentence, or the name of something that has a name in every language.
SENTENCE = re.compile(r"\.english\(\)|(?<!Message::marked\()\bstore::name\(|(?<!Message::marked\()\btable::name\([^)]*(role|kind)\b")
# A reason that a page translates when it lists rejects.
UNMARKED_REASON = re.compile(r'\.reject\(\s*"[^"]*"')
WORD = re.compile(r'(?<!\()"[a-z]{2,}( [a-z]+)*"')


def unmarked_arguments(root):
    """Arguments that are words of ours and no messages."""
    for area in ("core", "app", "ui"):
        for path in sorted((root / area).rglob("*.cpp")):
            source = path.read_text(encoding="utf-8")
            for reason in UNMARKED_REASON.finditer(source):
                line = source.count("\n", 0, reason.start()) + 1
                yield f"{path.relative_to(root)}:{line}: {' '.join(reason.group().split())}: mark the reason with MASU_TEXT"
            for message in MESSAGE.finditer(source):
                if not message.group().startswith("MASU_TEXT"):
                    continue
                opened = re.compile(r"\),\s*\{").match(source, message.end())
                if not opened:
                    continue
                for argument in split_arguments(source, opened.end() - 1):
                    plain = re.sub(r'MASU_TEXT\(\s*"core",\s*("[^"]*"\s*)+\)', "", argument)
                    if SENTENCE.search(plain) or WORD.search(plain):
                        line = source.count("\n", 0, message.start()) + 1
                        yield f"{path.relative_to(root)}:{line}: {' '.join(argument.split())}: pass it as a Message"


def retired_in_comments(root):
    for area in ("core", "ui", "app"):
        for path in sorted((root / area).rglob("*")):
            name = str(path.relative_to(root))
            if path.suffix not in (".h", ".cpp"):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                comment = COMMENT.match(line)
                if comment and (found := IN_COMMENTS.search(ALLOWED.sub("", comment.group(1)))):
                    yield f"{name}:{number}: '{found.group()}' in a comment"


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
        (root / "README.md").write_text("At least one.\nMasu tells it anew.\n```\nmasu tell\n```\nGone on with.\n"
                                        "It stands for one, such as 8G, as 8G.\n", "utf-8")
        (root / "core").mkdir()
        (root / "app/python").mkdir(parents=True)
        (root / "app/python/a.pyi").write_text('def f():\n    """Takes\n    answers."""\n    return "answer"\n', "utf-8")
        (root / "core/README.md").write_text("# core\n\n## Words\n| show | tell |\n", "utf-8")
        (root / "core/a.cpp").write_text('// tell\nfail(MASU_TEXT("core", "{0} is "\n  "told."));\n', "utf-8")
        texts = [*documents(root), *messages(root), *python_texts(root)]
        found = [line for name, text in texts for line in retired_in(name, text)]
        expected = ["README.md:2: 'tells'", "README.md:2: 'anew'", "README.md:6: 'Gone on with'", "README.md:7: 'as 8G'",
                    "core/a.cpp:2:1: 'told'", "app/python/a.pyi:2:2: 'answers'"]
        missed = [start for start in expected if not any(line.startswith(start) for line in found)]
        (root / "core/b.cpp").write_text(
            'fail(MASU_TEXT("core", "{0}: {1}"), {path, error.english()});\n'
            'fail(MASU_TEXT("core", "{0}"), {bad ? "no name" : name});\n'
            'fail(MASU_TEXT("core", "{0}{1}{2}"), {std::string(store::name(split)), "--out", Message::marked(store::name(s))});\n'
            'fail(MASU_TEXT("core", "{0}"), {Message::marked(bad ? MASU_TEXT("core", "no name") : other)});\n', "utf-8")
        (root / "core/d.cpp").write_text('recording.reject("other rate", {});\nrecording.reject(MASU_TEXT("core", "no"), {});\n', "utf-8")
        (root / "core/c.h").write_text('/// Begins anew.\nint a = f("// anew");  // in front of b\nint anew = 0;  // again\n', "utf-8")
        lines = [line.split(": ")[0] for line in retired_in_comments(root)]
        if lines != ["core/a.cpp:1", "core/c.h:1", "core/c.h:2"]:
            print(f"retired words in comments are found in {lines}")
            return True
        words = [line.split(": ")[0] for line in unmarked_arguments(root)]
        if words != ["core/b.cpp:1", "core/b.cpp:2", "core/b.cpp:3", "core/d.cpp:1"]:
            print(f"arguments that are words are found in {words}")
            return True
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
    said = [*messages(Path(sys.argv[1]))]
    if len(said) < 1000:
        print(f"only {len(said)} messages in the sources: they are not found as they were")
        return True
    texts += said
    texts += [*reports(Path(sys.argv[1])), *python_texts(Path(sys.argv[1]))]
    if len(sys.argv) > 2:
        texts += helps(sys.argv[2])
    found = [line for name, text in texts for line in retired_in(name, text)]
    found += unmarked_arguments(Path(sys.argv[1]))
    found += retired_in_comments(Path(sys.argv[1]))
    print("\n".join(found) or f"no retired word in {len(texts)} texts")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
