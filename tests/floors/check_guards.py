#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes sure that no reading thread may be inside the initializer of a static variable when the process is forked: the
child, which has no such thread, would wait for the end of it for ever.

check_guards.py MODULE ALLOWED...  lists the process-wide guards of MODULE's static variables; exits 1 when a name
begins with none of ALLOWED and 77 when the module is not built
"""

import os
import re
import subprocess
import sys

NOT_BUILT = 77


def guards(module):
    listing = subprocess.run(["readelf", "-sWC", module], check=True, capture_output=True, text=True).stdout
    # Variables of a thread, whose guards are of the type TLS, are another one's in the child.
    return set(re.findall(r" OBJECT .*guard variable for (.*)$", listing, re.MULTILINE))


def main():
    module, allowed = sys.argv[1], sys.argv[2:]
    if not os.path.exists(module):
        print(f"{module} is not built")
        return NOT_BUILT
    found = guards(module)
    if not found:
        print(f"{module}: its guards cannot be read")
        return True
    wrong = sorted(name for name in found if not name.startswith(tuple(allowed)))
    print("\n".join(f"{module} guards {name}" for name in wrong) or f"{len(found)} guards, all of them allowed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
