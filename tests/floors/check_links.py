#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes sure that a program needs no GUI library, nor any other that its package must not pull in.

check_links.py PROGRAM FORBIDDEN...  follows the shared libraries of PROGRAM; exits 1 when a name begins with a FORBIDDEN one
and 77 when the program is not built
"""

import os
import re
import subprocess
import sys

NOT_BUILT = 77


def libraries(program):
    listing = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^\s*(\S+?)(?:\s+=>|\s+\()", listing, re.MULTILINE)


def main():
    program, forbidden = sys.argv[1], sys.argv[2:]
    if not os.path.exists(program):
        print(f"{program} is not built")
        return NOT_BUILT
    needed = libraries(program)
    if not any(name.startswith("libc.so") for name in needed):
        print(f"{program}: the list of its libraries cannot be read")
        return True
    wrong = sorted(name for name in needed if name.startswith(tuple(forbidden)))
    print("\n".join(f"{program} needs {name}" for name in wrong) or f"{len(needed)} libraries, none of them forbidden")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
