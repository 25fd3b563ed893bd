# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports, inspection, training runs, what they learned from, receipts, reports and scripts for clusters."""

import os
import tempfile

from . import _loader
from ._arrow import write_csv
from ._call import call, check_options, file_name, path_of, sources_of
from ._results import Import, Inspection, ReceiptCheck, Seen, Suspects, made


def _imported(function, kind, sources, out, options, progress, given):
    name = file_name("out", out)
    if name.endswith(os.sep):
        raise _loader.Error(f"out is the name of a file, not of a folder: {name}.")
    path = os.path.abspath(name)
    json = call(function, "import", sources_of(sources), options, own={"as"}, progress=progress,
                **{"as": kind, "out": path, **given})
    return made(Import, json, path=path)


def import_csv(sources, out, *, label=None, memory=None, progress=None, **options):
    """Imports tables (CSV, JSON Lines, Excel; plain or packed) into a dataset, as `masu import --as table`.

    sources: a file or folder, or a list; *, ? and [] stand for names, as in a shell; "book.xlsx#NAME" is a sheet
    out: the dataset file to write; overwrite=True replaces one
    label: column to predict, or a list of columns; memory: budget, e.g. "1G"
    progress: True for a bar of tqdm, or a function that takes a masu.Progress
    options: every option of `masu import`, with _ for -, e.g. dtype="f16", text=["note"], class_map={"0": "no"}

    Returns a masu.Import: what was stored and what was rejected. Ctrl+C stops it and leaves nothing under `out`.
    Raises masu.Error, and TypeError for an unknown option.
    """
    return _imported("import_csv", "table", sources, out, options, progress, {"label": label, "memory": memory})


def import_recordings(sources, out, *, label_from=None, window=None, hop=None, memory=None, progress=None, **options):
    """Imports recordings (sound, EDF, arrays, CSV of signals …), as `masu import --as recordings`.

    label_from: where labels come from, e.g. "folder" or r"name:^(\\d)_"
    window, hop: length and distance of windows, in frames or as a time such as "2s"; hop="none" for one a recording
    Otherwise as import_csv().
    """
    return _imported("import_recordings", "recordings", sources, out, options, progress,
                     {"label_from": label_from, "window": window, "hop": hop, "memory": memory})


# How the table is written, and what cannot be asked of one that is not there any more.
_TABLE = {"delimiter": ",", "quote": '"', "decimal": ".", "encoding": "UTF-8", "header": True, "comment": "none",
          "skip": 0, "na": ""}
_NOT_OF_TABLES = {"as", "escape", "thousands", "no_header", "date_order", "resume", "part", "recipe", *_TABLE}


def _listed(value):
    return [] if value is None else [value] if isinstance(value, str) else list(value)


def import_table(table, out, *, label=None, memory=None, progress=None, **options):
    """Imports a table of Polars, DuckDB, pandas or pyarrow, or anything with __arrow_c_stream__, batch by batch.

    Numbers, booleans, texts, dictionaries, dates, times (of UTC) and decimals become columns; texts of up to 65,535
    different values are categories, unless text=, keep= or type= say otherwise; more are kept as texts where they look
    like numbers or times, and left out with a note where they do not. Null, NaN and empty texts are missing.
    It is first written to a temporary CSV in `scratch` (by default TMPDIR, else /var/tmp), which needs as much space.

    options: those of import_csv(), except for those of the CSV dialect, recipe, resume and part
    """
    if not hasattr(table, "__arrow_c_stream__"):
        raise TypeError(f"a table has the method __arrow_c_stream__, and {type(table).__name__} has not")
    given = {"as": "table", "out": os.path.abspath(file_name("out", out)), "label": label, "memory": memory, **_TABLE}
    check_options("import_table", "import", options, _NOT_OF_TABLES | set(given))
    types = options.pop("type", {})
    if not isinstance(types, dict):
        types = _listed(types)
        wrong = [each for each in types if not isinstance(each, str) or "=" not in each]
        if wrong:
            raise TypeError(f"type takes a dictionary of columns, or texts such as \"age=number\", not {wrong[0]!r}")
        types = dict(each.rpartition("=")[::2] for each in types)
    elsewhere = {*_listed(options.get("text")), *_listed(options.get("keep"))}
    scratch = options.get("scratch") or os.environ.get("TMPDIR") or "/var/tmp"
    if not os.path.isdir(scratch):
        raise _loader.Error(f"There is no folder {os.fspath(scratch)} for temporary files. Name one that exists by "
                            "scratch.")
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        path = os.path.join(folder, "table.csv")
        found = write_csv(table, path)
        if "all" not in elsewhere:
            types = {name: kind for name, kind in found.items() if name not in elsewhere} | types
        json = call("import_table", "import", [path], options, own=_NOT_OF_TABLES, progress=progress, type=types or None,
                    **given)
    return made(Import, json, path=given["out"])


def inspect(sources, *, progress=None, **options):
    """What an import of the sources would store, and what it would take; writes nothing. As `masu inspect`.

    options: as of import_csv() and import_recordings(); as_="recordings" where the kind is not detected
    """
    return made(Inspection, call("inspect", "inspect", sources_of(sources), options, progress=progress))


def runs(path, *, progress=None):
    """Training runs as dictionaries: folder, name, note, the state and figures of their models, and the problem where
    the log cannot be read, as `masu runs list`.

    path: a dataset, whose runs in FILE.runs beside it are listed, a folder of runs, or one run
    """
    return call("runs", "runs", ["list", path_of(path)], {}, progress=progress)["runs"]


def seen(run, sample, *, dataset=None, memory=None, threads=None, progress=None):
    """Shows in which steps a training run learned from a sample, as `masu seen`.

    sample: its number in the dataset from 0; "SOURCE:POSITION", a record or the first frame of a window from 0; or
    "SOURCE", for all samples of a source file of at most 10,000
    dataset: where the run's dataset is now; by default where it was
    memory, threads: budgets, e.g. "1G" and 4
    """
    options = {"memory": memory, "threads": threads}
    if str(sample).startswith("-"):
        raise _loader.Error(f"The dataset has no sample {sample}: samples count from 0.")
    if dataset is not None:
        options["dataset"] = path_of(dataset)
    return made(Seen, call("seen", "seen", [run, str(sample)], options, progress=progress))


def suspects(file, *, progress=None, **options):
    """Finds samples whose label is probably wrong, as `masu suspects`.

    file: the dataset, whose labels are classes
    options: those of `masu suspects`, with _ for -: model="mlp" for a model that is trained on folds, or runs=["cv-1",
    "cv-2"] for runs that are there; out="suspects.csv" for a CSV of all suspects
    """
    return made(Suspects, call("suspects", "suspects", [path_of(file)], options, progress=progress))


def label(file, *, progress=None, **options):
    """Changes the classes of samples, or shows how they were changed, as `masu label`; a dictionary of what it did. A
    dataset that is open keeps the labels it was opened with: open it again.

    options: those of `masu label`, with _ for -: set="dog" and where="label = 'dgo'"; from_="mended.csv";
    rename=["dgo=dog"]; undo=True; diff=[(0, 2)]; without any, the history
    """
    return call("label", "label", [path_of(file, same_labels=False)], options, progress=progress)


def receipt_check(run, *, step=None, dataset=None, memory=None, threads=None, progress=None, steps=None):
    """Compares a run, or an export, with its receipt, as `masu receipt check`: steps are trained again, to the bit.

    step: one or several, from 1 over all epochs; by default three are drawn at random
    dataset: where the run's dataset is now; by default where it was, and that of an export is not looked at
    memory, threads: budgets, e.g. "1G" and 4
    steps: the name of step in earlier versions

    A difference is in the result. Raises masu.Error for what cannot be compared.
    """
    if step is not None and steps is not None:
        raise TypeError("step and steps are two names of one argument: pass step alone")
    asked = steps if step is None else step
    options = {"memory": memory, "threads": threads}
    if asked is not None:
        options["step"] = list(asked) if hasattr(asked, "__iter__") and not isinstance(asked, str) else asked
    if dataset is not None:
        options["dataset"] = path_of(dataset)
    return made(ReceiptCheck, call("receipt_check", "receipt", ["check", run], options, progress=progress))


def report(path, out=None, *, check=False, manifest=None, overwrite=False, memory=None, threads=None, progress=None):
    """Writes a report of a dataset or a training run as one HTML file, as `masu report`. Returns its path.

    path: a masu.Dataset, its file, or the folder of a training run or of one of its models
    out: the file to write; by default census.report.html beside census.h5, or report.html in the folder of the run
    check: run the checks of a dataset and report what they find; manifest: the only one to report, and to check
    memory, threads: budgets, e.g. "1G" and 4
    """
    options = {"out": out, "check": check, "manifest": manifest, "overwrite": overwrite, "memory": memory,
               "threads": threads}
    return call("report", "report", [path_of(path)], options, progress=progress)["path"]


def cluster_script(engine, command, *, workers=None, threads=None, memory=None, gpus_per_task=None, time=None,
                   partition=None, out=None, overwrite=False):
    """Makes the script with which several workers share an import, an export, a conversion or a training run, as `masu
    cluster`.

    engine: what starts the workers: "slurm-array", "slurm", "mpirun", "torchrun" or "parallel"
    command: the words that they share, as on a command line, e.g. ["train", "a.h5", "--model", "mlp", "--out", "run"]
    workers: how many there are, by default 4; threads, memory: of each of them, e.g. 8 and "8G", by default 4 and "4G"
    gpus_per_task: 1 for a CUDA card for each worker that trains; time: "HH:MM:SS"; partition: its name; all of Slurm
    out: a file to write the script to as well; overwrite: replace the file

    Raises masu.Error for a command that is wrong, or that such workers cannot share.
    """
    if isinstance(command, str):
        raise TypeError(f"command is a list of words, not {command!r}")
    shared = list(command)
    if not shared:
        raise _loader.Error("There is no command: name import, export, convert or train, and its options.")
    options = {"workers": workers, "threads": threads, "memory": memory, "gpus_per_task": gpus_per_task, "time": time,
               "partition": partition, "out": out, "overwrite": overwrite}
    made_of = call("cluster_script", "cluster", [engine], options, shared=shared)
    if made_of["script"] is not None:
        return made_of["script"]
    with open(made_of["path"], encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()
