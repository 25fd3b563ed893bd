#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the sources to the floors of the design: includes go down only, nothing leaks into a public header, and files,
functions and folders are of a size that one can read (sizes.py).

check_floors.py ROOT         lists every violation, one a line, and exits 1 when there is one
check_floors.py --self-test  plants one violation of each kind and makes sure that it is found
"""

import re
import sys
import tempfile
from pathlib import Path

import sizes

FLOORS = {
    "core": [
        ["base"],
        ["io", "flow"],
        ["table", "metrics", "samples"],
        ["csv", "waveform", "downcast", "store", "estimate"],
        ["ingest", "manifest", "rewrite"],
        ["loader"],
        ["train", "shards"],
        ["tasks"],
    ],
    "ui": [
        ["theme", "text"],
        ["session", "jobs"],
        ["models"],
        ["delegates", "charts", "widgets"],
        ["pages"],
        ["shell"],
        ["gallery"],
    ],
}
# The rooms of a folder, from the lowest to the highest; "." is what is in the folder itself, its face. Rooms beside each
# other do not include each other.
ROOMS = {
    "core/io": [["."], ["hdf5", "workbook", "workers"]],
    "ui/charts": [["paint"], ["figure", "signal"]],
    "core/tasks": [["cluster", "files", "runs", "worker"], ["receipt"], ["split"], ["data", "labels"],
                   ["report", "train"],
                   ["suspects"]],
    "core/waveform": [["recording"], ["arrays", "signal"], ["brainvision", "edf", "flat", "hdf5", "sound", "wfdb"], ["mat"]],
    "core/metrics": [["figures"], ["."]],
    "core/train": [["data"], ["models"], ["learning"], ["run"], ["prediction", "probe"]],
    "core/shards": [["content"], ["write"], ["formats"], ["plan", "restore"], ["export"], ["parts"]],
    "core/manifest": [["samples"], ["draw", "lists"], ["check", "edit"]],
    "core/loader": [["batch", "read"], ["order"], ["transform"], ["cache"], ["stream"], ["forecast"]],
    "core/csv": [["structure"], ["json", "numbers"], ["detection"]],
    "core/store": [["format"], ["codec"], ["hdf5", "staging"], ["edits"], ["read"], ["splits"],
                   ["write"]],
    "core/ingest": [["plan"], ["journal", "sources"], ["labels", "table"], ["recordings"], ["workers"], ["."]],
    "core/ingest/recordings": [["read"], ["load", "survey"]],
    "core/ingest/table": [["parse"], ["ranges"], ["load", "survey"]],
    "ui/pages": [["common"], ["start", "import", "browse", "split", "fit", "train", "export"]],
    "ui/pages/import": [["plan"], ["table", "recordings"], ["."]],
    "ui/pages/train": [["predict", "suspects"], ["."]],
}
# What `import masu` is made of: the tasks and the loader, and the values that these show. It asks for tasks by the commands
# of app/cli, which know the options.
PYTHON_SEES = {"base", "table", "metrics", "store", "loader", "tasks"}
# Faces ask tasks for whatever is to be done, so that the command line and the pages go one way. Of the floors below they may
# include values, by the reason why these are none that could be asked for otherwise.
FACES = ("ui", "app/cli", "app/gui")
SHARED = ("base", "table", "metrics", "tasks")
VALUES = {
    "what a plan and its options are, and what follows from them without reading anything": {
        "ingest/plan/column_rules.h", "ingest/plan/import_options.h", "ingest/plan/import_plan.h", "ingest/plan/rate_text.h",
        "ingest/plan/sampled_loss.h", "ingest/plan/window_length.h", "ingest/labels/label_rules.h",
        "ingest/recordings/read/segments.h", "ingest/table/survey/table_preview.h", "csv/structure/dialect.h",
        "waveform/recording/name_rule.h"},
    "what files are by their names and first bytes, before there is anything to ask for": {
        "ingest/labels/idx_labels.h", "ingest/recordings/read/recording_files.h", "ingest/recordings/read/source_arrays.h",
        "ingest/sources/sources.h", "io/file.h"},
    "an open dataset, which views read from as they are scrolled": {
        "store/read/dataset.h", "store/read/stored_recordings.h", "loader/stream/sample_view.h"},
    "assignments and plans of splits, checks and drafts that are edited in memory": {
        "manifest/check/check.h", "manifest/draw/split_plan.h", "manifest/edit/draft.h", "store/splits/splits_file.h"},
    "how a cell of a CSV is written": {"csv/structure/field_text.h"},
    "where a command line puts temporary files": {"io/scratch_folder.h"},
    "what an export, a stream and a run are asked for": {
        "shards/content/shard_options.h", "shards/restore/index_reader.h", "loader/transform/augment.h"},
    "figures that follow from others at once, while a slider moves": {
        "estimate/comparison.h", "estimate/epoch_time.h", "estimate/ledger.h", "estimate/storage.h", "flow/machine.h",
        "waveform/signal/spectrum.h", "waveform/signal/windows.h"},
}
# What does the work, where its header holds values too.
WORK = re.compile(r"\b(?:store::(?:Dataset|SplitsFile)::open|loader::(?:SampleView|BatchStream)::open|manifest::(?:draw|drawFolds|"
                  r"select|readTextManifest|writeTextManifest|checkSplit|setAsideSince)|ingest::(?:survey|replan|look|lookAgain|load|"
                  r"arraysIn|findRecordings)|shards::indexOfExport)\(")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# A Qt header is <QFile> or <QtTest/...>; QuaZip's are <quazip.h> or <quazip/...>.
QT = re.compile(r"^(Qt?[A-Z]\w*(/|$)|quazip|quagzip|JlCompress)")
# A header of core that needs one of these is private: only its own folder may include it.
# nlohmann's JSON with another way to read numbers counts as the library itself.
JSON = "core/base/exact_json.h"
PRIVATE = re.compile(rf"^(hdf5|H5\w*\.h|nlohmann/|{re.escape(JSON)}$)", re.ASCII)
TORCH = re.compile(r"^(torch/|ATen/|c10/|caffe2/)")


def level_of(area, folder):
    for level, folders in enumerate(FLOORS[area]):
        if folder in folders:
            return level
    return None


def shared_folder(mine, theirs):
    """The deepest folder that holds both."""
    common = []
    for a, b in zip(mine.parts, theirs.parts):
        if a != b:
            break
        common.append(a)
    return Path(*common)


def room_below(folder, outer):
    parts = folder.relative_to(outer).parts
    return parts[0] if parts else "."


def level_of_room(outer, room):
    for level, rooms in enumerate(ROOMS.get(str(outer), [])):
        if room in rooms:
            return level
    return None


def folder_without_room(folder):
    """The outermost folder on the way to this one that is no room of the folder around it, or None."""
    for depth in range(3, len(folder.parts) + 1):
        inner = Path(*folder.parts[:depth])
        if level_of_room(inner.parent, inner.name) is None:
            return inner
    return None


def check_room(mine, theirs):
    """The reason why a file of one folder may not include a header of another on the same floor, or None."""
    outer = shared_folder(mine, theirs)
    here, there = room_below(mine, outer), room_below(theirs, outer)
    if here == there:
        return None
    my_level, their_level = level_of_room(outer, here), level_of_room(outer, there)
    if my_level is None or their_level is None:
        return f"{theirs if their_level is None else mine} is not a room of {outer}"
    if their_level > my_level:
        return f"{there} is a higher room than {here}"
    if their_level == my_level:
        return f"{there} and {here} are rooms beside each other"
    return None


def check_include(relative, header):
    """The reason why a file may not include a header, or None."""
    area, folder = relative.parts[0], relative.parts[1]
    parts = Path(header).parts
    if len(parts) > 1 and parts[0] in FLOORS:
        if area == "core" and parts[0] == "ui":
            return "core never includes ui"
        if parts[0] == area and parts[1] != folder:
            theirs, mine = level_of(area, parts[1]), level_of(area, folder)
            if theirs is None:
                return f"{parts[0]}/{parts[1]} is on no floor"
            if theirs > mine:
                return f"{parts[1]} is a higher floor than {folder}"
            if theirs == mine:
                return f"{parts[1]} and {folder} are siblings"
        if parts[:2] == (area, folder):
            return check_room(relative.parent, Path(header).parent)
        return None
    if parts and parts[0] == "app":
        return "app is composition; nothing includes it"
    if area != "core":
        return "LibTorch belongs to core/train alone" if TORCH.match(header) else None
    if QT.match(header) and not (folder == "io" and (relative.name.startswith("archive") or relative.parts[2] == "workbook")):
        return "Qt stays outside core, but for core/io/archive* and core/io/workbook"
    if TORCH.match(header) and folder != "train":
        return "LibTorch belongs to core/train alone"
    if TORCH.match(header) and relative.suffix == ".h":
        return "LibTorch stays out of core's headers"
    return None


def is_face(relative):
    return any(relative.is_relative_to(face) for face in FACES)


def check_face(relative, header):
    """The reason why a face may not include a header of core, or None."""
    parts = Path(header).parts
    if not is_face(relative) or len(parts) < 3 or parts[0] != "core" or parts[1] in SHARED:
        return None
    if any(str(Path(*parts[1:])) in headers for headers in VALUES.values()):
        return None
    return "faces ask tasks; a header of values is listed in VALUES, with the reason"


def check_work(root, path):
    relative = path.relative_to(root)
    if not is_face(relative):
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := WORK.search(line.split("//")[0]):
            yield f"{relative}:{number}: {found.group()[:-1]}: faces ask tasks to do it"


def includes_of(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := INCLUDE.match(line):
            yield number, *found.groups()


def private_headers(root):
    """Headers of core that show HDF5 or nlohmann to whoever includes them, directly or through another header."""
    headers = {str(path.relative_to(root)): [header for _, _, header in includes_of(path)]
               for path in sorted((root / "core").rglob("*.h"))}
    private = {name for name, included in headers.items() if any(PRIVATE.match(header) for header in included)}
    while more := {name for name, included in headers.items() if name not in private and private & set(included)}:
        private |= more
    return private - {JSON}


def check_privacy(root, path, private):
    relative = path.relative_to(root)
    for number, _, header in includes_of(path):
        floor = Path(*Path(header).parts[:2])
        if header in private and Path(*relative.parts[:2]) != floor and relative.parts[0] != "tests":
            yield f"{relative}:{number}: {header}: needs HDF5 or nlohmann, so it is private to {floor}"


def check_file(root, path):
    relative = path.relative_to(root)
    if relative.parts[:2] == ("app", "python"):
        for number, _, header in includes_of(path):
            parts = Path(header).parts
            if parts[0] in FLOORS and (parts[0] != "core" or parts[1] not in PYTHON_SEES):
                yield f"{relative}:{number}: {header}: app/python sees core/tasks and core/loader, and their values"
            if QT.match(header) or TORCH.match(header) or PRIVATE.match(header):
                yield f"{relative}:{number}: {header}: app/python needs no Qt, LibTorch, HDF5 or nlohmann's JSON"
    for number, _, header in includes_of(path):
        if reason := check_face(relative, header):
            yield f"{relative}:{number}: {header}: {reason}"
    if relative.parts[0] not in FLOORS:
        return
    if len(relative.parts) < 3 or level_of(relative.parts[0], relative.parts[1]) is None:
        yield f"{relative}:1: {'/'.join(relative.parts[:-1])} is on no floor"
        return
    if stray := folder_without_room(relative.parent):
        yield f"{relative}:1: {stray} is not a room of {stray.parent}"
        return
    for number, quote, header in includes_of(path):
        reason = check_include(relative, header)
        if reason:
            yield f"{relative}:{number}: {header}: {reason}"
        # moc's output is the one thing that lies beside nothing.
        if quote == '"' and "/" not in header and not header.endswith(".moc"):
            yield f"{relative}:{number}: {header}: write the path from the root of the repository"


def violations(root):
    private = private_headers(root)
    return [found for path in sizes.sources(root)
            for found in (*check_file(root, path), *check_privacy(root, path, private), *check_work(root, path))]


PLANTED = [
    ({"core/csv/lexer.cpp": '#include "core/ingest/load.h"'}, "higher floor"),
    ({"core/base/error.h": '#  include "core/io/file.h"'}, "higher floor"),
    ({"core/csv/lexer.cpp": '#include "core/store/read/dataset.h"'}, "siblings"),
    ({"core/io/file.cpp": '#include "core/flow/machine.h"'}, "siblings"),
    ({"core/csv/lexer.cpp": '#include "core/utils/strings.h"'}, "on no floor"),
    ({"core/utils/strings.cpp": ""}, "on no floor"),
    ({"core/csv/lexer.cpp": "#include <QString>"}, "Qt stays outside"),
    ({"core/io/file.cpp": "#include <QtCore/QFile>"}, "Qt stays outside"),
    ({"core/ingest/load.cpp": "#include <quazip/quazip.h>"}, "Qt stays outside"),
    ({"core/store/read/dataset.h": "#include <hdf5.h>", "core/ingest/load.cpp": '#include "core/store/read/dataset.h"'},
     "private to core/store"),
    ({"core/metrics/run_event.h": "#include <nlohmann/json.hpp>", "app/cli/main.cpp": '#include "core/metrics/run_event.h"'},
     "private to core/metrics"),
    ({"core/store/read/handle.h": "#include <H5Ipublic.h>", "core/store/read/dataset.h": '#include "core/store/read/handle.h"',
      "ui/pages/common/page.cpp": '#include "core/store/read/dataset.h"'}, "private to core/store"),
    ({"core/train/run/trainer.h": "#include <torch/script.h>"}, "core's headers"),
    ({"core/loader/batch.cpp": "#include <torch/torch.h>"}, "core/train alone"),
    ({"ui/pages/train/page.cpp": "#include <c10/util/Exception.h>"}, "core/train alone"),
    ({"core/tasks/data/import_task.cpp": '#include "ui/text/format.h"'}, "core never includes ui"),
    ({"ui/charts/chart.cpp": '#include "ui/pages/common/page.h"'}, "higher floor"),
    ({"ui/pages/import/page.cpp": '#include "core/ingest/load.h"'}, "faces ask tasks"),
    ({"app/cli/commands/import_command.cpp": '#include "core/ingest/survey.h"'}, "faces ask tasks"),
    ({"ui/models/split_editor.cpp": "auto splits = store::SplitsFile::open(path);"}, "faces ask tasks"),
    ({"ui/charts/chart.cpp": '#include "ui/widgets/banner.h"'}, "siblings"),
    ({"ui/pages/common/page.cpp": '#include "ui/pages/browse/page.h"'}, "higher room"),
    ({"ui/pages/browse/page.cpp": '#include "ui/pages/split/page.h"'}, "beside each other"),
    ({"ui/pages/browse/page.cpp": '#include "ui/pages/page.h"'}, "not a room"),
    ({"ui/pages/import/table/view.cpp": '#include "ui/pages/import/page.h"'}, "higher room"),
    ({"ui/pages/import/table/view.cpp": '#include "ui/pages/import/recordings/view.h"'}, "beside each other"),
    ({"ui/pages/cellar/page.cpp": ""}, "not a room"),
    ({"app/python/loader.cpp": '#include "core/ingest/load.h"'}, "app/python sees"),
    ({"app/python/loader.cpp": '#include "ui/text/format.h"'}, "app/python sees"),
    ({"app/python/loader.cpp": "#include <QString>"}, "app/python needs no Qt"),
    ({"core/csv/lexer.cpp": '#include "dialect.h"'}, "from the root"),
]
ALLOWED = [
    {"core/io/archive_zip.cpp": "#include <QFile>\n#include <quazip/quazip.h>",
     "core/io/workbook/xml_part.cpp": "#include <QXmlStreamReader>"},
    {"core/train/run/trainer.cpp": '#include <torch/torch.h>\n#include "core/loader/batch/batch.h"'},
    {"core/store/read/dataset.cpp": '#include "core/store/read/handle.h"\n#include <nlohmann/json.hpp>',
     "core/store/read/handle.h": "#include <hdf5.h>"},
    {"core/tasks/data/import_task.cpp": '#include "core/base/result.h"\n#include <vector>'},
    {"app/python/loader.cpp": '#include <pybind11/stl.h>\n#include "app/python/array.h"\n#include "core/loader/batch/batch.h"'},
    {"ui/pages/import/page.cpp": '#include "ui/pages/import/table/view.h"\n#include "ui/pages/common/page.h"',
     "ui/pages/import/table/view.cpp": '#include "ui/pages/import/plan/loss.h"\n#include "ui/pages/import/table/view.h"'},
    {"ui/pages/split/page.cpp": '#include "core/manifest/draw/split_plan.h"\n// see manifest::draw()'},
    {"ui/shell/main_window.cpp": '#include "ui/pages/common/page.h"\n#include "core/tasks/data/info.h"\n#include <QMainWindow>'},
    {"tests/core/csv/lexer_test.cpp": '#include <QtTest>\n#include "core/csv/lexer.h"\n#include "lexer_test.moc"'},
]


def found_in(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return violations(Path(folder))


def self_test():
    failed = sizes.self_test()
    for files, reason in PLANTED:
        found = found_in(files)
        if len(found) != 1 or reason not in found[0] or not found[0].startswith(tuple(name + ":" for name in files)):
            print(f"planted in {list(files)}: expected one violation, '{reason}', but found {found}")
            failed = True
    for files in ALLOWED:
        if found := found_in(files):
            print(f"allowed in {list(files)}, yet found: {found}")
            failed = True
    return failed


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(sys.argv[1])
    if not any(sizes.sources(root)):
        print(f"no sources below {root}")
        return True
    found = violations(root) + sizes.violations(root)
    print("\n".join(found) or "every include goes down, and no file, function or folder is too large")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
