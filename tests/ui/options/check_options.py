#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that masu can be asked for has a place on a page of masu-gui, or a reason why not.

check_options.py MASU UI_FOLDER: compares the options of `MASU COMMAND --help` with options.txt beside this file. Fails on an
option without an entry, an entry without its option, and a place that is no longer there. Prints what is open.
"""

import re
import subprocess
import sys
from pathlib import Path


def entries():
    found = {}
    for line in (Path(__file__).parent / "options.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(r"(\S+) (\S+) (?:- (.+)|\| (\S+) \| (.+))", line)
        assert match, f"not understood: {line}"
        commands, options, reason, file, text = match.groups()
        for command in commands.split(","):
            for option in options.split(","):
                assert (command, option) not in found, f"twice: {command} {option}"
                found[command, option] = (reason, file, text)
    return found


def options_of(masu):
    def helped(*arguments):
        return subprocess.run([masu, *arguments, "--help"], capture_output=True, text=True, check=True).stdout

    commands = re.findall(r"^  ([a-z]+) {2,}\S", helped(), re.M)
    for command in commands:
        for names in re.findall(r"^ +(-[-a-z,]*--?[-a-z,]+)", helped(command), re.M):
            for name in names.split(","):
                if name.startswith("--"):
                    yield command, name


def main():
    masu, ui = sys.argv[1], Path(sys.argv[2])
    known = entries()
    wrong, used, still_open = [], set(), []
    count = 0
    for command, option in options_of(masu):
        count += 1
        key = next((key for key in ((command, option), ("*", option), (command, "*")) if key in known), None)
        if key is None:
            wrong.append(f"{command} {option}: on which page is it? Name the place in options.txt, or the reason.")
            continue
        used.add(key)
        reason, file, text = known[key]
        if reason and reason.startswith("open:"):
            still_open.append(f"{command} {option}")
        elif not reason and text not in (ui / file).read_text(encoding="utf-8"):
            wrong.append(f"{command} {option}: {file} has no '{text}'.")
    wrong += [f"{' '.join(key)}: there is no such option." for key in known if key not in used]
    assert count > 150, f"only {count} options were found"
    print(f"{count} options, {len(still_open)} of which no page has yet: {', '.join(still_open)}")
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
