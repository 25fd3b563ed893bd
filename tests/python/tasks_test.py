#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What masu does besides batches: imports, splits, checks, estimates, exports, predictions, by keyword arguments."""

import csv
import ctypes
import dataclasses
import inspect
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import types
import unittest
import unittest.mock
from xml.etree import ElementTree

import masu
from masu import _tasks
from made_dataset import MASU, ROWS, Made, run

try:
    import torch
except ImportError:
    torch = None

TASKS_UNUSED = """
import sys, masu
masu.open(sys.argv[1])[0]
assert "masu._tasks" not in sys.modules
libraries = open("/proc/self/maps").read()
assert "libQt6" not in libraries
masu.open(sys.argv[1]).split("later", ratios=(.5, .5, 0))
assert "masu._tasks" in sys.modules
"""


class TasksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()
        cls.table = os.path.join(cls.made.folder.name, "census.csv")
        cls.large = run("sample", "tabular", "--rows", 300000, "--out", cls.made.folder.name)["path"]

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def setUp(self):
        self.dataset = masu.open(self.made.path)

    def path(self, name):
        return os.path.join(self.made.folder.name, self.id().split(".")[-1] + "-" + name)

    def test_tasks_are_loaded_at_first_use(self):
        subprocess.run([sys.executable, "-c", TASKS_UNUSED, self.made.path], check=True)

    def test_splits_as_masu_does(self):
        split = self.dataset.split("cv", ratios=(.8, .1, .1), stratify=True, group="town", seed=42)
        self.assertEqual(split.train + split.validation + split.test, ROWS)
        self.assertIn("cv", self.dataset.manifests)
        run("split", self.made.path, "--name", "same", "--ratios", "0.8,0.1,0.1", "--stratify", "--group", "town",
            "--seed", 42)
        self.assertEqual(self.dataset.diff("cv", "same").moved, 0)
        self.assertEqual(self.dataset.manifest("cv").hash, self.dataset.manifest("same").hash)
        folded = self.dataset.split("fold", folds=3, ratios=None)
        self.assertEqual([fold.name for fold in folded.folds], ["fold-1", "fold-2", "fold-3"])

    def test_differences_are_counted(self):
        self.dataset.split("one", ratios=(.5, .5, 0), seed=1)
        self.dataset.split("two", ratios=(.5, .5, 0), seed=2)
        diff = self.dataset.diff("one", "two")
        self.assertEqual((diff.from_, diff.to), ("one", "two"))
        self.assertEqual(sum(move.samples for move in diff.moves), diff.moved)
        self.assertEqual(sum(sum(move.classes.values()) for move in diff.moves), diff.moved)
        self.assertEqual({move.from_ for move in diff.moves}, {"train", "validation"})

    def test_frozen_is_frozen(self):
        self.dataset.split("kept", ratios=(.6, .2, .2))
        self.assertFalse(self.dataset.manifest("kept").frozen)
        self.assertTrue(self.dataset.freeze("kept").frozen)
        with self.assertRaisesRegex(masu.Error, "frozen"):
            self.dataset.split("kept", ratios=(.6, .2, .2))
        with self.assertRaises(masu.DataError) as missing:
            self.dataset.freeze("no such")
        self.assertEqual(missing.exception.code, "not_found")
        with self.assertRaises(masu.DataError):
            self.dataset.manifest("no such")

    def test_checks(self):
        checks = self.dataset.check("default")
        printed = run("check", self.made.path)
        self.assertEqual(checks.passed, printed["passed"])
        self.assertEqual([check.name for check in checks], [check["name"] for check in printed["checks"]])
        self.assertIs(checks[checks[0].name], checks[0])
        twice = self.path("twice.csv")
        with open(twice, "w", encoding="utf-8") as out:
            out.write("a,y\n" + "".join(f"{row % 50},{'no' if row % 2 else 'yes'}\n" for row in range(400)))
        dataset = masu.import_csv(twice, self.path("twice.h5"), label="y").dataset
        dataset.split(ratios=(.5, .25, .25))
        found = dataset.check()["duplicates"]
        self.assertFalse(found.passed)
        with self.assertRaisesRegex(masu.DataError, "duplicates: .*"):
            dataset.check(strict=True)
        remedy = dataset.remedy("duplicates", save_as="apart")
        self.assertEqual(remedy.manifest, "apart")
        self.assertTrue(dataset.check("apart")["duplicates"].passed)

    def test_imports_as_masu_does(self):
        os.mkdir(self.path("again"))
        out = os.path.join(self.path("again"), "census.h5")  # a dataset has the name of its file
        done = masu.import_csv(self.table, out, label="income", weight="w", text=["note"], dtype="f32", memory="64M",
                               threads=1)
        self.assertEqual((done.path, done.samples, done.rejected), (out, ROWS, 0))
        with open(out, "rb") as one, open(self.made.path, "rb") as other:
            self.assertEqual(one.read(), other.read())
        self.assertEqual(len(done.dataset), ROWS)
        with self.assertRaisesRegex(masu.Error, "census.h5 exists already") as refused:
            masu.import_csv(self.table, out, label="income")
        self.assertEqual(refused.exception.code, "exists")
        masu.import_csv(self.table, out, label="income", overwrite=True, no_sync=True)

    def test_options_say_columns_by_dictionaries(self):
        done = masu.import_csv(self.table, self.path("f.h5"), label=["income"], type={"note": "ignored"},
                               class_map={"no": "-none", "yes": "=all"}, keep=("b",), na=["", "?"], missing={"a": 1.5},
                               skip=None)
        dataset = done.dataset
        self.assertEqual(sorted(dataset.classes), ["-none", "=all"])
        self.assertNotIn("note", dataset[0:1])
        roles = {column.name: column.role for column in dataset.columns}
        self.assertEqual(roles["b"], "kept")

    def test_what_has_no_effect_is_a_warning_where_it_is_called(self):
        for call in (lambda: self.dataset.split("unmixed", order="position", ratios=(.8, .1, .1), seed=3),):
            with self.assertWarnsRegex(UserWarning, "^seed has no effect here") as caught:
                call()
            self.assertEqual(caught.filename, __file__)
        with self.assertRaisesRegex(TypeError, "progress is True, or a function"):
            masu.import_csv(self.table, self.path("never.h5"), label="income", progress=1)

    def test_a_float_of_any_kind_is_a_number(self):
        class Float(float):
            def __repr__(self):
                return "Float()"  # as those of numpy 2

        self.dataset.split("floats", ratios=(Float(.8), Float(.1), Float(.1)), seed=1)
        self.assertGreater(self.dataset.manifest("floats").test, 0)

    def test_a_marker_of_missing_cells_may_hold_commas(self):
        table = self.path("markers.csv")
        with open(table, "w") as out:
            out.write('x,y\n1,u\n"n,a",v\n"""",u\n4,v\n')
        for markers in (["n,a", '"'], {"n,a", '"'}, '"n,a",""""'):
            found = masu.inspect(table, na=markers)
            self.assertEqual(found.columns[0]["type"], "integer")
            self.assertEqual(found.columns[0]["missing"], 2)

    def test_several_workers_import_as_one_does(self):
        for folder in ("many", "alone"):
            os.mkdir(self.path(folder))
        many, one = (os.path.join(self.path(folder), "c.h5") for folder in ("many", "alone"))
        done = [masu.import_csv(self.table, many, label="income", part=f"{i}/2") for i in (2, 1)]
        self.assertEqual([each.part["import"] for each in done], ["complete", "complete"])
        self.assertEqual([each.part["joined"] for each in done], [True, False])
        self.assertIn("0 of 1 ranges of ", repr(done[1]))
        alone = masu.import_csv(self.table, one, label="income")
        self.assertIsNone(alone.part)
        self.assertEqual(done[0].samples, alone.samples)
        with open(many, "rb") as joined, open(one, "rb") as single:
            self.assertEqual(joined.read(), single.read())
        recorded = masu.import_recordings(self.table, self.path("r.h5"), part="1/2")
        self.assertEqual((recorded.part["import"], recorded.part["joined"]), ("complete", True))

    def test_names_stand_for_files(self):
        for number in range(3):
            with open(self.path(f"{number}.csv"), "w", encoding="utf-8") as out:
                out.write("a,y\n" + "".join(f"{number},{'no' if row % 2 else 'yes'}\n" for row in range(20)))
        done = masu.import_csv(self.path("[0-2].csv"), self.path("all.h5"), label="y")
        self.assertEqual(done.samples, 60)
        with self.assertRaisesRegex(masu.DataError, r"none\*\.csv"):
            masu.import_csv(self.path("none*.csv"), self.path("no.h5"))
        with self.assertRaisesRegex(masu.Error, "no sources"):
            masu.import_csv([], self.path("no.h5"))

    def test_imports_recordings(self):
        folder = run("sample", "waveform", "--rows", 20, "--out", self.made.folder.name)["path"]
        done = masu.import_recordings(folder, self.path("w.h5"), label_from=r"name:^(\d)_", window=2048, hop="none")
        self.assertEqual((done.samples, done.dataset.shape), (20, (1, 2048)))
        found = masu.inspect(folder, as_="recordings", window="100ms")
        self.assertEqual(len(found.recordings), 20)
        with self.assertRaisesRegex(masu.Error, r"\bwindow 4?\d+"):
            masu.import_recordings(folder, self.path("no.h5"))

    def test_inspects_before_an_import(self):
        found = masu.inspect(self.table, label="income")
        self.assertEqual((found.samples, found.classes), (ROWS, ["no", "yes"]))
        self.assertEqual([column["name"] for column in found.columns], ["a", "b", "town", "w", "note", "income"])
        self.assertIsNone(found.export)
        self.dataset.export(self.path("npy"), format="npy")
        self.assertEqual(masu.inspect(self.path("npy")).export, "npy")

    def test_every_option_is_obeyed_or_refused(self):
        out = self.path("no.h5")
        for options, said in (({"lable": "income"}, "'lable'"), ({"json": True}, "'json'"), ({"as_": "table"}, "'as_'"),
                              ({"overwrite": 1}, "overwrite"), ({"overwrite": "yes"}, "overwrite"),
                              ({"dtype": True}, "dtype"), ({"dtype": object()}, "dtype"), ({"progress": 5}, "progress"),
                              ({"class_map": "ab"}, "class_map"), ({"no-sync": True}, "'no-sync'")):
            with self.subTest(**options), self.assertRaisesRegex(TypeError, said):
                masu.import_csv(self.table, out, **options)
        for options, said in (({"dtype": "f31"}, "dtype"), ({"memory": "lots"}, "memory"), ({"threads": -1}, "threads"),
                              ({"threads": "x"}, "threads must be a whole number from 0 to 1024, not x"),
                              ({"label": "none"}, "none"), ({"window": 5}, "window"), ({"target": "class"}, "target"),
                              ({"scratch": "/none"}, "scratch")):
            with self.subTest(**options), self.assertRaisesRegex(masu.Error, said) as refused:
                masu.import_csv(self.table, out, **options)
            self.assertNotRegex(str(refused.exception), "--" + said)
        with self.assertRaisesRegex(masu.Error, "no folder /none, which scratch names"):
            self.dataset.check(scratch="/none")
        with self.assertRaisesRegex(TypeError, "'manifest'"):
            self.dataset.split("a", manifest="b", ratios=(1, 0, 0))
        with self.assertRaisesRegex(TypeError, "'remedy'"):
            self.dataset.check(remedy="duplicates")
        with self.assertRaisesRegex(masu.Error, "ratios"):
            self.dataset.split("a")
        with self.assertRaisesRegex(masu.Error, "no_group"):
            self.dataset.split("a", ratios=(1, 0, 0), group="town", no_group=True)
        self.assertFalse(os.path.exists(out))

    def test_every_option_of_a_command_is_an_argument(self):
        of = (("split", masu.Dataset.split), ("check", masu.Dataset.check), ("check", masu.Dataset.remedy),
              ("estimate", masu.Dataset.estimate), ("export", masu.Dataset.export), ("predict", masu.predict),
              ("inspect", masu.inspect), ("import", masu.import_csv), ("import", masu.import_recordings),
              ("import", masu.import_table), ("seen", masu.seen), ("receipt", masu.receipt_check),
              ("suspects", masu.suspects), ("label", masu.label), ("report", masu.report),
              ("cluster", masu.cluster_script))
        for command, function in of:
            arguments = inspect.signature(function).parameters
            every = any(one.kind is one.VAR_KEYWORD for one in arguments.values())
            for names, _ in _tasks.options(command):
                with self.subTest(command, names=names):
                    spelled = {name.replace("-", "_") for name in names}
                    self.assertTrue(every or spelled & set(arguments) or spelled <= {"json", "help", "version"})
        with self.assertRaisesRegex(TypeError, "step and steps"):
            masu.receipt_check(self.path("run"), step=1, steps=[1])

    def test_a_scratch_folder_is_not_left_in_the_environment(self):
        before = os.environ.get("TMPDIR")
        masu.inspect(self.table, scratch=self.made.folder.name)
        child = subprocess.run(["/bin/sh", "-c", "echo ${TMPDIR-unset}"], capture_output=True, text=True)
        self.assertEqual(child.stdout.strip(), before or "unset")
        libc = ctypes.CDLL(None)
        libc.getenv.restype = ctypes.c_char_p
        self.assertEqual(libc.getenv(b"TMPDIR"), before and before.encode())

    def test_reports(self):
        out = masu.report(self.dataset, self.path("card.html"), check=True)
        with open(out, encoding="utf-8") as file:
            root = ElementTree.fromstring(file.read())  # XHTML, by a reader of XML
        self.assertIn(f"{len(self.dataset):,}", [cell.text for cell in root.iter("{http://www.w3.org/1999/xhtml}td")])
        with self.assertRaisesRegex(masu.Error, "exists already"):
            masu.report(self.dataset, out)

    def test_a_script_for_a_cluster_is_that_of_masu(self):
        words = ["import", "--label", "y", "--out", "/shared/-c.h5", "--", "a b.csv", "[a,b]", "-d.csv"]
        script = masu.cluster_script("slurm-array", words, workers=8, threads=2, memory="1G", time="01:00:00")
        printed = subprocess.run([MASU, "cluster", "slurm-array", "--workers", "8", "--threads", "2", "--memory", "1G",
                                  "--time", "01:00:00", "--", *words], capture_output=True, text=True, check=True)
        self.assertEqual(script, printed.stdout)
        self.assertIn("--label y --out /shared/-c.h5 -- 'a b.csv' '[a,b]' -d.csv", script.replace(" \\\n ", ""))
        train = ["train", pathlib.Path("F.h5"), "--model", "mlp", "--out", "run"]
        self.assertIn("#SBATCH --gpus-per-task=1\n", masu.cluster_script("slurm", train, gpus_per_task=1))
        file = self.path("t.sh")
        kept = masu.cluster_script("torchrun", train, out=file)
        with open(file, encoding="utf-8") as out:
            self.assertEqual(out.read(), kept)
        for engine, command, options, said in (
                ("torchrun", train, {"out": file}, "exists already"), ("slurm", train, {"gpus_per_task": 2}, "would be idle"),
                ("parallel", words, {"gpus_per_task": 1}, "gpus_per_task is for masu train alone"),
                ("sge", words, {}, "sge"), ("slurm", ["info", "F.h5"], {}, "import, export, convert or train"),
                ("slurm", [], {}, "no command"), ("slurm", words, {"time": "1 h"}, "HH:MM:SS"),
                ("slurm", ["import", "a.csv", "--out", "b.h5", "--resume"], {}, "resume")):
            with self.subTest(engine, **options), self.assertRaisesRegex(masu.Error, said):
                masu.cluster_script(engine, command, **options)
        with self.assertRaisesRegex(TypeError, "list of words"):
            masu.cluster_script("slurm", "import a.csv --out a.h5")

    def test_workers_of_a_launcher_know_their_part(self):
        os.mkdir(self.path("many"))
        out = os.path.join(self.path("many"), "c.h5")
        for rank in ("1", "0"):
            with unittest.mock.patch.dict(os.environ, {"RANK": rank, "WORLD_SIZE": "2"}):
                done = masu.import_csv(self.table, out, label="income", part="auto")
            self.assertEqual((done.part["number"], done.part["parts"]), (int(rank) + 1, 2))

    def test_exports(self):
        done = self.dataset.export(self.path("out"), format="npy", split=["train", "test"], shard_samples=500)
        self.assertEqual({shard["split"] for shard in done.shards}, {"train", "test"})
        self.assertEqual(sum(shard["samples"] for shard in done.shards), done.samples)
        planned = self.dataset.export(self.path("planned"), dry_run=True)
        self.assertFalse(os.path.exists(planned.out))
        program = self.dataset.export(self.path("npz"), format="npz", snippet="pytorch")
        self.assertIn("torch", program)
        with self.assertRaises(masu.Error) as refused:
            self.dataset.export(self.path("out"), format="npy")
        self.assertEqual(refused.exception.code, "exists")
        parts = [self.dataset.export(self.path("parts"), shard_samples=500, part=f"{i}/2").part for i in (1, 2)]
        self.assertEqual([part["export"] for part in parts], ["waiting", "complete"])
        self.assertEqual(parts[0]["missing"], [2])

    def test_results_have_what_json_has(self):
        names = lambda result: {field.name.rstrip("_") for field in dataclasses.fields(result)}
        imported = run("import", self.table, "--label", "income", "--out", self.path("j.h5"))
        self.assertEqual(names(masu.Import), set(imported) - {"dataset"} | {"path"})
        split = run("split", self.made.path, "--ratios", "1,0,0", "--name", "j")
        self.assertEqual(names(masu.Split), set(split) | {"name"})
        self.assertEqual(names(masu.Manifest), set(run("manifest", self.made.path, "list")["manifests"][0]))
        self.assertEqual(names(masu.Diff), set(run("manifest", self.made.path, "diff", "j", "j")))
        self.assertEqual(names(masu.Export), set(run("export", self.made.path, "--out", self.path("j"))) | {"out"})
        self.assertLessEqual(set(run("inspect", self.table)), names(masu.Inspection))
        self.assertLessEqual(set(run("check", self.made.path)["checks"][0]), names(masu.Check))

    def test_progress_is_shown_and_python_goes_on(self):
        seen, counted, ended = [], [0], threading.Event()

        def count():
            while not ended.is_set():
                counted[0] += 1
                time.sleep(0.0005)

        thread = threading.Thread(target=count)
        thread.start()
        masu.import_csv(self.large, self.path("p.h5"), label="income", no_sync=True,
                        progress=lambda at: seen.append((at, counted[0])))
        ended.set()
        thread.join()
        self.assertIsInstance(seen[0][0], masu.Progress)
        self.assertIn(seen[-1][0].unit, ("bytes", "samples", "steps"))
        self.assertGreater(seen[-1][1], seen[0][1])

    def test_bars_are_those_of_tqdm(self):
        class Bar:
            made = []

            def __init__(self, desc, total, unit, unit_scale):
                self.n, self.desc, self.closed = 0, desc, False
                self.made.append(self)

            def update(self, amount):
                self.n += amount

            def close(self):
                self.closed = True

        module = types.ModuleType("tqdm.auto")
        module.tqdm = Bar
        with unittest.mock.patch.dict(sys.modules, {"tqdm": types.ModuleType("tqdm"), "tqdm.auto": module}):
            masu.import_csv(self.large, self.path("b.h5"), label="income", no_sync=True, progress=True)
        self.assertTrue(Bar.made and all(bar.closed for bar in Bar.made))
        with unittest.mock.patch.dict(sys.modules, {"tqdm": None, "tqdm.auto": None}):
            with self.assertRaisesRegex(masu.Error, "tqdm.*not installed"):
                masu.import_csv(self.large, self.path("c.h5"), progress=True)

    def test_a_stopped_task_leaves_nothing(self):
        def interrupt(at):
            signal.raise_signal(signal.SIGINT)

        def refuse(at):
            raise ZeroDivisionError

        out = self.path("stopped.h5")
        before = set(os.listdir(self.made.folder.name))
        former = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            for progress, raised in ((interrupt, KeyboardInterrupt), (refuse, ZeroDivisionError)):
                with self.assertRaises(raised):
                    masu.import_csv(self.large, out, label="income", progress=progress)
                self.assertFalse(os.path.exists(out))
        finally:
            signal.signal(signal.SIGINT, former)
        self.assertEqual(threading.active_count(), 1)
        left = {name for name in set(os.listdir(self.made.folder.name)) - before if not name.startswith(".")}
        self.assertEqual(left, set())
        masu.import_csv(self.large, out, label="income", no_sync=True)

    def test_errors_are_one_small_tree(self):
        with self.assertRaises(masu.DataError) as missing:
            masu.import_csv(self.path("none.csv"), self.path("no.h5"))
        self.assertEqual(missing.exception.code, "not_found")
        self.assertIn("none.csv", str(missing.exception))
        self.assertTrue(issubclass(masu.DataError, masu.Error) and issubclass(masu.StateError, masu.Error))

    def test_tables_are_shown_and_escaped(self):
        evil = self.path("evil.csv")
        with open(evil, "w", encoding="utf-8") as out:
            out.write("<script>a,\x1b[2Jb,y\n")
            out.write("".join(f"{row},{row},{'no' if row % 2 else 'yes'}\n" for row in range(60)))
        dataset = masu.import_csv(evil, self.path("evil.h5"), label="y", delimiter=",", header=True).dataset
        dataset.split("<b>", ratios=(.6, .2, .2))
        for shown in (dataset, dataset.manifest("<b>"), dataset.check("<b>"), dataset.diff("<b>", "<b>"),
                      masu.inspect(evil, label="y"), dataset.split("<b>", ratios=(.6, .2, .2))):
            with self.subTest(type(shown).__name__):
                self.assertNotIn("\x1b", repr(shown) + shown._repr_html_())
                self.assertNotRegex(shown._repr_html_(), "<script>|<b>")
        self.assertIn("&lt;script&gt;a", dataset._repr_html_())
        self.assertRegex(repr(self.dataset), "(?s)census.h5.*1,501 samples of 2.*town")

    def test_everything_is_documented(self):
        for name in masu.__all__:
            if name not in ("Array", "Batch", "__version__"):
                self.assertTrue(getattr(masu, name).__doc__, name)


@unittest.skipUnless(os.environ.get("MASU_TRAIN"), "masu-train is not built")
class TrainedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()
        cls.dataset = masu.open(cls.made.path)
        cls.table = os.path.join(cls.made.folder.name, "census.csv")

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def path(self, name):
        return os.path.join(self.made.folder.name, self.id().split(".")[-1] + "-" + name)

    def test_finds_the_program_that_was_built_with_it(self):
        environment = {"PYTHONPATH": os.environ["PYTHONPATH"], "PATH": "/usr/bin:/bin"}
        program = f"import masu; print(masu.open({self.made.path!r}).estimate(model='mlp').memory_bytes)"
        done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(int(done.stdout), 0)

    def test_estimates(self):
        ledger = self.dataset.estimate(model="mlp", batch=256, device="RTX 4090")
        printed = run("estimate", self.made.path, "--model", "mlp", "--batch", 256, "--device", "RTX 4090")
        # What is measured is left out where the measurement found nothing.
        measured = {"Workspace", "Writing checkpoints"}
        counted = [(item.name, item.where) for item in ledger.items if item.name not in measured]
        items = [(item["name"], item["where"]) for item in printed["items"] if item["name"] not in measured]
        self.assertEqual(counted, items)
        self.assertIn("Checkpoints", dict(items))
        self.assertEqual(ledger.device, printed["device"])
        names = {field.name for field in dataclasses.fields(ledger)}
        self.assertEqual(names, set(printed) | {"measured", "transfer_seconds"})
        self.assertIn("<td", ledger._repr_html_())
        self.assertIn("RTX 4090", repr(ledger))
        with self.assertRaisesRegex(masu.Error, "no such card"):
            self.dataset.estimate(model="mlp", device="no such card")

    def test_predicts(self):
        folder = os.path.join(self.made.folder.name, "run")
        run("train", self.made.path, "--model", "linear", "--epochs", 1, "--out", folder)
        out = os.path.join(self.made.folder.name, "p.csv")
        done = masu.predict(folder, self.dataset, out, split="test", probabilities=True)
        with open(out, encoding="utf-8") as rows:
            self.assertEqual(len(rows.readlines()) - 1, done.samples)
        self.assertIn("accuracy", done.models[0])
        with self.assertRaisesRegex(masu.Error, "exists already"):
            masu.predict(folder, self.dataset, out)
        by_run = masu.predict(folder, self.dataset, threshold="run")
        chosen = by_run.models[0]["threshold"]
        stated = masu.predict(folder, self.dataset, threshold=chosen)
        self.assertEqual(by_run.values["predicted"], stated.values["predicted"])
        self.assertIsNone(done.models[0]["threshold"])
        with self.assertRaisesRegex(masu.Error, "run or a number from 0 to 1, not best"):
            masu.predict(folder, self.dataset, threshold="best")
        seen = masu.seen(folder, 0, dataset=self.dataset)
        self.assertEqual((seen.steps_done, seen.ended, len(seen.samples), seen.samples[0]["sample"]),
                         (seen.steps_per_epoch, True, 1, 0))
        self.assertEqual(len(seen.samples[0]["uses"]), 1 if seen.samples[0]["split"] == "train" else 0)
        self.assertIn("<td", seen._repr_html_())
        with open(os.path.join(folder, "spec.json"), encoding="utf-8") as file:
            threads = json.load(file)["threads"]
        check = masu.receipt_check(folder, step=2, dataset=self.dataset, threads=threads)
        self.assertEqual((check.equal, check.steps, check.steps_compared, check.difference), (True, [2], 2, None))
        self.assertIn("<td", check._repr_html_())
        self.assertEqual(masu.receipt_check(folder, steps=[2], dataset=self.dataset).steps, [2])
        with self.assertRaisesRegex(masu.Error, "its bits depend on their number: leave threads out"):
            masu.receipt_check(folder, step=2, dataset=self.dataset, threads=threads + 1)
        receipt = os.path.join(folder, "receipt.json")
        with open(receipt, encoding="utf-8") as file:
            text = file.read()
        with open(receipt, "w", encoding="utf-8") as file:
            file.write(text.replace('"spec": "', '"spec": "0'))
        self.assertEqual(masu.receipt_check(folder, dataset=self.dataset).difference["what"], "spec")
        with self.assertRaisesRegex(masu.Error, "the steps 1 to"):
            masu.receipt_check(folder, steps=[100_000], dataset=self.dataset)
        with self.assertRaisesRegex(masu.Error, "manifest.*split|split"):
            masu.predict(folder, self.dataset, out, manifest="default", overwrite=True)

    def test_predictions_come_back_as_arrays(self):
        folder = self.path("run")
        run("train", self.made.path, "--model", "linear", "--model", "mlp", "--epochs", 1, "--out", folder)
        scratch = self.path("scratch")
        os.mkdir(scratch)
        for options in ({"sources": self.dataset, "probabilities": True}, {"sources": self.table, "keep": ["note", "b"]}):
            with self.subTest(**options), unittest.mock.patch.dict(os.environ, {"TMPDIR": scratch}):
                done = masu.predict(folder, out=self.path("p.csv"), overwrite=True, **options)
                self.assertEqual((done.path, done.values), (self.path("p.csv"), None))
                back = masu.predict(folder, **options)
                self.assertEqual(os.listdir(scratch), [])
                self.assertEqual((back.path, back.samples, back.target), (None, ROWS, "classes"))
                self.assertEqual(back.models, done.models)
                with open(self.path("p.csv"), encoding="utf-8", newline="") as rows:
                    names, *cells = csv.reader(rows)
                self.assertEqual(list(back.values), names)
                for name, column in zip(names, zip(*cells)):
                    found = back.values[name]
                    if name in ("sample", "line", "position") or ":p(" in name:
                        kind = float if ":p(" in name else int
                        self.assertEqual(memoryview(found).format, "d" if kind is float else "l")
                        self.assertEqual(found.tolist(), list(map(kind, column)))
                    else:
                        self.assertEqual(found, list(column))
        self.assertIn("1,501 predictions", repr(back))
        with self.assertRaisesRegex(masu.Error, "several models: name the folder of one of them, 1-linear, 2-mlp"):
            masu.model_path(folder)
        path = masu.model_path(os.path.join(folder, "2-mlp"))
        self.assertEqual((path, masu.model_path(path)), (os.path.join(folder, "2-mlp", "best.pt"), path))
        with self.assertRaisesRegex(masu.DataError, "no checkpoint"):
            masu.model_path(scratch)
        with self.assertRaisesRegex(masu.DataError, "is not a checkpoint: name a .pt file"):
            masu.model_path(self.table)

    def test_a_model_is_of_the_run_that_counts(self):
        """Of a run that another was replacing when the process was killed."""
        for asked in ("", "1-mlp", "1-mlp/last.pt"):
            folder = self.path("killed-" + asked.replace("/", "-"))
            for name in ("1-mlp", "run.partial/old", "run.partial/new/1-mlp"):
                os.makedirs(os.path.join(folder, name))
            for name, text in (("1-mlp/last.pt", "old"), ("run.partial/new/1-mlp/last.pt", "new"),
                               ("run.partial/renames", "-1-mlp/best.pt\0-1-mlp/last.pt\0+1-mlp/last.pt\0")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                    out.write(text)
            with self.subTest(asked=asked):
                with open(masu.model_path(os.path.join(folder, asked)), encoding="utf-8") as file:
                    self.assertEqual(file.read(), "new")
                self.assertFalse(os.path.exists(os.path.join(folder, "run.partial")))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_module_gives_the_predictions(self):
        folder = self.path("run")
        run("train", self.made.path, "--model", "mlp", "--epochs", 1, "--out", folder)
        module = torch.jit.load(masu.model_path(folder)).eval()
        predicted = []
        with masu.Loader(self.dataset, "all", shuffle="none", normalise=True) as loader, torch.no_grad():
            for batch in loader:
                codes = module(batch.features, batch.categories).argmax(1).tolist()
                predicted += [self.dataset.classes[code] for code in codes]
        # The loader's statistics are of all samples there, and those of the model of its train split.
        same = sum(map(str.__eq__, predicted, masu.predict(folder, self.dataset).values["predicted"]))
        self.assertGreater(same, 0.98 * ROWS)
        with masu.Loader(self.dataset, "train", shuffle="none", normalise=True) as loader, torch.no_grad():
            codes = [code for batch in loader
                     for code in module(batch.features, batch.categories).argmax(1).tolist()]
        self.assertEqual([self.dataset.classes[code] for code in codes],
                         masu.predict(folder, self.dataset, split="train").values["predicted"])

    def test_predicted_values_are_numbers(self):
        out = self.path("values.h5")
        masu.import_csv(self.table, out, label=["a", "b"]).dataset.split(ratios=(.8, .1, .1))
        folder = self.path("run")
        run("train", out, "--model", "linear", "--epochs", 1, "--out", folder)
        back = masu.predict(folder, out)
        self.assertEqual((back.target, list(back.values)[-4:]),
                         ("values", ["predicted(a)", "predicted(b)", "truth(a)", "truth(b)"]))
        for name in list(back.values)[-4:]:
            self.assertEqual(memoryview(back.values[name]).format, "d")
        self.assertEqual(back.values["truth(a)"].tolist(), list(map(float, range(ROWS))))
        with open(self.path("few.csv"), "w", encoding="utf-8") as rows:
            rows.write("b,town,w,note,income\n0.5,xt,1.5,note,no\nhalf,yt,2.5,note,yes\n")
        few = masu.predict(folder, self.path("few.csv")).values
        self.assertEqual((few["line"].tolist(), few["reason"][0]), ([2, 3], ""))
        self.assertTrue(all(math.isnan(value) for value in few["truth(a)"]))

    def test_cells_of_predictions_are_read_as_what_they_are(self):
        column = masu._predictions._column
        for name, cells, values, expected in (
                ("predicted", ["1", ""], False, ["1", ""]), ("predicted", ["1", "2.5"], True, [1.0, 2.5]),
                ("1-mlp:predicted", ["1"], True, [1.0]), ("truth", ["2020-01-01", ""], True, ["2020-01-01", ""]),
                ("truth", ["9007199254740993", "1"], True, [9007199254740993, 1]),
                ("truth", ["9007199254740993", ""], True, ["9007199254740993", ""]),
                ("truth", ["1e300", "-9007199254740992"], True, [1e300, -2.0**53]), ("position", ["7", "0"], False, [7, 0]),
                ("1-mlp:p(a:b)", ["0.25", "1"], False, [0.25, 1.0]), ("town", ["1", "2"], True, ["1", "2"])):
            with self.subTest(name=name, cells=cells):
                found = column(name, cells, ["1-mlp", "2-mlp"], values)
                self.assertEqual(found if isinstance(found, list) else found.tolist(), expected)
                self.assertEqual(isinstance(found, list), isinstance(expected[0], str))
        empty = column("position", ["", "3"], [""], False)
        self.assertTrue(math.isnan(empty[0]))

    def test_recordings_have_predictions(self):
        folder = run("sample", "waveform", "--rows", 20, "--out", self.path("waves"))["path"]
        done = masu.import_recordings(folder, self.path("w.h5"), label_from=r"name:^(\d)_", window=1024)
        done.dataset.split(ratios=(.6, .2, .2))
        run("train", done.path, "--model", "linear", "--epochs", 1, "--out", self.path("run"))
        back = masu.predict(self.path("run"), done.dataset)
        self.assertEqual((back.recordings, back.recordings_path), (20, None))
        self.assertEqual(sum(back.recording_values["windows"].tolist()), back.samples)
        self.assertEqual(sorted(set(back.values["source"])), sorted(back.recording_values["source"]))
        self.assertEqual(set(back.recording_values["predicted"]) - set(done.dataset.classes), set())


if __name__ == "__main__":
    unittest.main()
