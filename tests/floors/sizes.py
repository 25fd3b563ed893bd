# SPDX-License-Identifier: GPL-3.0-or-later
"""How long sources, headers, functions, lines and documents may be, how many files a folder holds and how many are tiny.

violations(root) lists every one above its limit; self_test() plants some and makes sure that they are found.
"""

import re
import tempfile
from collections import Counter
from pathlib import Path

AREAS = ("app", "core", "ui", "tests")
PRODUCT = ("app", "core", "ui")

SOURCE_LINES = 600
# In a test a table of cases is a function, and what many tests share a header: both are read line by line.
HEADER_LINES = 150
FUNCTION_LINES = 60
# Characters, not bytes: as an editor counts them. clang-format breaks neither comments nor raw strings.
LINE_COLUMNS = 120
FOLDER_FILES = 40
# Below so many lines a file is more to look for than to read; some such headers are right, many are crumbs.
TINY_LINES = 25
TINY_PERCENT = 8
# A share of fewer files says nothing.
FEWEST_FOR_SHARE = 50
# What is read before anything else, and what explains a folder. A specification such as FORMAT.md may be longer.
DOCUMENT_LINES = {"README.md": 130, "core/README.md": 80}
STORY_LINES = 40

# Texts and comments, which may hold braces and anything else. A quote after a digit separates thousands.
UNSTRUCTURED = re.compile(r'R"([^()\\\s]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
                          r'|//[^\n]*|/\*.*?\*/', re.DOTALL)
# What begins a block that is no function.
OTHER_BLOCK = re.compile(r"[{}]|(?:namespace|class|struct|union|enum|extern|if|else|for|while|do|switch|case|default|try"
                         r"|catch|return)\b")


def structure(text):
    """The lines of a source without what is in its texts and comments; what follows one of several lines is deep."""
    deep = "\n" + " " * 200
    return UNSTRUCTURED.sub(lambda match: '""' + deep * match.group().count("\n"), text).split("\n")


def functions(text):
    """(line, name, lines) of each function's body, from the line of its { to that of its }.

    Sources are formatted: a body ends at the first } that stands alone, as deep as the line its declaration begins with.
    Members in a class are found, local functions count with the function that they are in.
    """
    lines = structure(text)
    for end, line in enumerate(lines):
        closing = re.fullmatch(r'( *)\}\s*(?:"")?', line)
        if not closing:
            continue
        depth = len(closing.group(1))
        begin = end - 1
        while begin >= 0 and (not lines[begin].strip() or lines[begin].startswith("#")
                              or len(lines[begin]) - len(lines[begin].lstrip()) > depth):
            begin -= 1
        if begin < 0 or OTHER_BLOCK.match(lines[begin].lstrip()):
            continue
        opening = next((i for i in range(begin, end) if lines[i].rstrip(' "').endswith("{")), None)
        name = re.search(r"((?:\w+::)*(?:operator\W+|~?\w+))\(", " ".join(lines[begin:end]))
        if opening is not None and name:
            yield opening + 1, name.group(1), end - opening + 1


def sources(root, areas=AREAS):
    for area in areas:
        for path in sorted((root / area).rglob("*")):
            if path.suffix in (".h", ".cpp") and path.is_file():
                yield path


def of_file(root, path):
    relative = path.relative_to(root)
    text = path.read_text(encoding="utf-8")
    length = len(text.splitlines())
    product = relative.parts[0] in PRODUCT
    most = HEADER_LINES if product and path.suffix == ".h" else SOURCE_LINES
    if length > most:
        yield f"{relative}:{most + 1}: {length} lines, at most {most}"
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_COLUMNS:
            yield f"{relative}:{number}: {len(line)} columns, at most {LINE_COLUMNS}"
    if product:
        for line, name, body in functions(text):
            if body > FUNCTION_LINES:
                yield f"{relative}:{line}: the body of {name} has {body} lines, at most {FUNCTION_LINES}"


def of_folders(root):
    counts = Counter(path.parent.relative_to(root) for path in sources(root))
    for folder, count in sorted(counts.items()):
        if count > FOLDER_FILES:
            yield f"{folder}:1: {count} sources, at most {FOLDER_FILES}: divide it into rooms"


def of_tiny_files(root):
    lengths = {path.relative_to(root): len(path.read_text(encoding="utf-8").splitlines()) for path in sources(root, PRODUCT)}
    tiny = sorted((length, path) for path, length in lengths.items() if length < TINY_LINES)
    if len(lengths) >= FEWEST_FOR_SHARE and 100 * len(tiny) > TINY_PERCENT * len(lengths):
        yield (f"{tiny[0][1]}:1: {len(tiny)} of {len(lengths)} sources are shorter than {TINY_LINES} lines, at most "
               f"{TINY_PERCENT} %: merge some into what they belong to, of which this one is the shortest")


def of_documents(root):
    stories = {str(path.relative_to(root)): STORY_LINES for area in PRODUCT for path in sorted((root / area).rglob("README.md"))}
    for name, most in (stories | DOCUMENT_LINES).items():
        path = root / name
        if path.is_file() and (length := len(path.read_text(encoding="utf-8").splitlines())) > most:
            yield f"{name}:{most + 1}: {length} lines, at most {most}"


def violations(root):
    return [*(found for path in sources(root) for found in of_file(root, path)), *of_folders(root), *of_tiny_files(root),
            *of_documents(root)]


def function_of(lines, head="void f() {"):
    """A definition whose body has so many lines."""
    return f"{head}\n" + "  x();\n" * (lines - 2) + "}\n"


COUNTED = [
    ("void f() {}\n", []),
    ("int n::f(int a) {\n  return a;\n}\n", [(1, "n::f", 3)]),
    ("template <class T>\nvoid f(T a,\n       T b) {\n  x();\n}\n", [(3, "f", 3)]),
    ("F::F(int a)\n    : m_a(a),\n      m_b{a} {\n  x();\n  y();\n}\n", [(3, "F::F", 4)]),
    ("namespace n {\n\nstruct S {\n  int a = 0;\n\n  int f() const {\n    return a;\n  }\n};\n\n}  // namespace n\n",
     [(6, "f", 3)]),
    ("void f() {\n  if (a) {\n    x();\n  } else {\n    y();\n  }\n  run([] {\n    z();\n  });\n}\n", [(1, "f", 10)]),
    ("void f() {\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n    x();\n  }\n}\n", [(1, "f", 9)]),
    ('void f() {\n  g(R"(\n}\n)");\n  h("{", \'{\', 1\'000);  // {\n}\n', [(1, "f", 6)]),
    ("constexpr int kAll[] = {\n    1,\n};\n\nint declared(int a);\n", []),
    ("bool S::operator==(const S& o) const {\n  return true;\n}\n", [(1, "S::operator==", 3)]),
    ("void f() {\n  switch (a) {\n    case 1: {\n      x();\n    }\n  }\n}  // f\n", [(1, "f", 7)]),
]
# Every file on the left breaks the limit on the right, and nothing else does.
PLANTED = [
    ({"core/csv/a.cpp": "int x;\n" * (SOURCE_LINES + 1)}, f"core/csv/a.cpp:{SOURCE_LINES + 1}: {SOURCE_LINES + 1} lines"),
    ({"tests/csv/a.cpp": "int x;\n" * (SOURCE_LINES + 1)}, f"tests/csv/a.cpp:{SOURCE_LINES + 1}: "),
    ({"ui/text/a.h": "int x;\n" * (HEADER_LINES + 1)}, f"ui/text/a.h:{HEADER_LINES + 1}: "),
    ({"app/cli/a.cpp": "int x;\n" + function_of(FUNCTION_LINES + 1)}, "app/cli/a.cpp:2: the body of f has 61 lines"),
    ({"tests/csv/a.h": "\n// " + "x" * (LINE_COLUMNS - 2) + "\n"}, "tests/csv/a.h:2: 121 columns"),
    ({f"core/csv/{i}.cpp": function_of(30) for i in range(FOLDER_FILES + 1)}, "core/csv:1: 41 sources"),
    ({f"core/{i}/{j}.h": "int x;\n" * (3 if (i, j) < (0, 9) else 30) for i in range(4) for j in range(25)},
     "core/0/0.h:1: 9 of 100 sources"),
    ({"README.md": "word\n" * 131, "core/README.md": "word\n" * 80}, "README.md:131: 131 lines"),
    ({"README.md": "word\n" * 130, "core/README.md": "word\n" * 81}, "core/README.md:81: 81 lines"),
    ({"core/csv/README.md": "word\n" * 41, "core/csv/FORMAT.md": "word\n" * 300}, "core/csv/README.md:41: 41 lines"),
]
ALLOWED = [
    {"core/csv/a.cpp": "int x;\n" * SOURCE_LINES, "core/csv/a.h": "int x;\n" * HEADER_LINES},
    {"tests/fixtures/a.h": "int x;\n" * SOURCE_LINES, "tests/csv/a.cpp": function_of(FUNCTION_LINES + 1)},
    {"core/csv/a.cpp": function_of(FUNCTION_LINES, "F::F(int a)\n    : m_a(a),\n      m_b(a) {")},
    {f"core/csv/{i}.cpp": function_of(30) for i in range(FOLDER_FILES)},
    {f"core/{i}/{j}.h": "int x;\n" * (3 if (i, j) < (0, 8) else 30) for i in range(4) for j in range(25)},
    {"core/csv/a.h": "int x;\n"},
    {"ui/text/a.cpp": "// " + "é" * (LINE_COLUMNS - 3) + "\n"},
]


def found_in(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return violations(Path(folder))


def self_test():
    failed = False
    for text, expected in COUNTED:
        if (found := list(functions(text))) != expected:
            print(f"in {text!r}: expected {expected}, but found {found}")
            failed = True
    for files, expected in PLANTED:
        found = found_in(files)
        if len(found) != 1 or not found[0].startswith(expected):
            print(f"planted in {list(files)[:3]}: expected one violation, '{expected}', but found {found}")
            failed = True
    for files in ALLOWED:
        if found := found_in(files):
            print(f"allowed in {list(files)[:3]}, yet found: {found}")
            failed = True
    return failed
