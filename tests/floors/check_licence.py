#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes sure that every source names its licence, by the line that SPDX defines, among its first lines.

check_licence.py ROOT         lists every file without it, one a line, and exits 1 when there is one
check_licence.py --self-test  plants files with and without the line and makes sure that the right ones are found
"""

import re
import sys
import tempfile
from pathlib import Path

FOLDERS = (".ci", "app", "cmake", "core", "installer", "resources", "tests", "ui")
FILES = ("CMakeLists.txt", ".clang-format", ".clang-tidy", ".editorconfig", ".gitignore")
# Documents are under the LICENSE beside them; pictures, JSON and the empty marker of PEP 561 have no place for a comment,
# and lupdate, which writes the translations, keeps none.
EXEMPT = {".md", ".png", ".svg", ".json", ".ts", ".typed"}
# Before it there may be what has to come first: an interpreter, an XML declaration, a document type.
FIRST_LINES = 3
LINE = re.compile(r"SPDX-License-Identifier: (\S+)")
LICENCE = "GPL-3.0-or-later"
# Catalogues of applications copy its texts, so that AppStream asks for a licence without conditions.
OTHERS = {".metainfo.xml": "CC0-1.0"}


def sources(root):
    for name in FILES:
        if (root / name).is_file():
            yield root / name
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix not in EXEMPT:
                yield path


def violations(root):
    for path in sources(root):
        wanted = next((licence for end, licence in OTHERS.items() if path.name.endswith(end)), LICENCE)
        head = "\n".join(path.read_text(encoding="utf-8", errors="replace").split("\n")[:FIRST_LINES])
        found = LINE.search(head)
        if not found:
            yield f"{path.relative_to(root)}:1: no licence; write 'SPDX-License-Identifier: {wanted}' as a comment"
        elif found.group(1) != wanted:
            yield f"{path.relative_to(root)}:1: the licence is {found.group(1)}, not {wanted}"


SPDX = "SPDX-License-Identifier: "
PLANTED = {
    "core/csv/lexer.cpp": "int x;\n",
    "ui/charts/CMakeLists.txt": "add_library(x)\n",
    "tests/read.py": "#!/usr/bin/env python3\n\n\n# " + SPDX + LICENCE + "\n",
    "installer/cmake/Config.cmake.in": "# " + SPDX + "MIT\n",
    "installer/a.metainfo.xml": "<!-- " + SPDX + LICENCE + " -->\n",
    ".clang-format": "ColumnLimit: 120\n",
}
ALLOWED = {
    "core/csv/lexer.h": "// " + SPDX + LICENCE + "\n#pragma once\n",
    "core/csv/README.md": "# csv\n",
    "installer/start.sh": "#!/bin/sh\n# " + SPDX + LICENCE + "\n",
    "installer/b.metainfo.xml": '<?xml version="1.0"?>\n<!-- ' + SPDX + "CC0-1.0 -->\n",
    "resources/icons/a.svg": "<svg/>\n",
    "resources/translations/a.ts": "<TS/>\n",
    "tests/__pycache__/read.py": "",
    "build/x.cpp": "int x;\n",
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**PLANTED, **ALLOWED}.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        found = sorted(violation.split(":")[0] for violation in violations(Path(folder)))
    if found == sorted(PLANTED):
        return False
    print(f"planted {sorted(PLANTED)}, but found {found}")
    return True


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(sys.argv[1])
    if not any(sources(root)):
        print(f"no sources below {root}")
        return True
    found = list(violations(root))
    print("\n".join(found) or "every source names its licence")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
