#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs what `cmake --install --component python3-masu` wrote into a wheel, with what Python itself has, and prints its path.

    wheel.py FOLDER VERSION OUT      FOLDER holds masu/; OUT is where the wheel is written

The wheel is for the Python that runs this and for systems with the libraries that masu was linked with: linux_x86_64.
"""

import base64
import hashlib
import pathlib
import platform
import sys
import zipfile

TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
METADATA = """Metadata-Version: 2.1
Name: masu
Version: {version}
Summary: Shuffled batches of datasets that do not fit in memory, shared with torch and numpy without a copy
License: GPL-3.0-or-later
Requires-Python: =={python}.*
Classifier: License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)
Classifier: Operating System :: POSIX :: Linux
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

Datasets, splits, checks, estimates and the loader of Masu for Python. It uses the libraries of the system that it was
built on; the Debian package python3-masu names them.
"""
WHEEL = """Wheel-Version: 1.0
Generator: masu
Root-Is-Purelib: false
Tag: {tag}
"""
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files make the same wheel


def digest(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def make(folder, version, out):
    tag = f"{TAG}-{TAG}-linux_{platform.machine()}"
    info = f"masu-{version}.dist-info"
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted((folder / "masu").rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts}
    if not any(name.endswith(".so") for name in files):
        raise SystemExit(f"wheel.py: {folder} has no built module of masu: give what cmake --install wrote")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    files[f"{info}/METADATA"] = METADATA.format(version=version, python=python).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    record = "".join(f"{name},{digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    path = out / f"masu-{version}-{tag}.whl"
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, content)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    print(make(pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])))
