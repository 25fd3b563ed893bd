#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`masu seen` and masu.seen() beside what a loader of the same order hands out."""

import collections
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

import masu
from made_dataset import MASU, ROWS, Made, run

BATCH = 64
SEED = 11
PATIENCE = 300  # seconds, for a process that never begins


class SeenTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()
        cls.dataset = masu.open(cls.made.path)

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def path(self, name):
        return os.path.join(self.made.folder.name, name)

    def trained(self, name, *options, dataset=None):
        out = self.path(name)
        run("train", dataset or self.made.path, "--out", out, "--batch", BATCH, "--seed", SEED, *options)
        return out

    def truth(self, out, steps, shuffle="blocks", path=None):
        """{sample: [(epoch, step), …]} of the first steps of a run, by a loader of its own."""
        with open(os.path.join(out, "spec.json"), encoding="utf-8") as spec:
            blocks = json.load(spec)["blocks"] if shuffle == "blocks" else None
        uses = collections.defaultdict(list)
        with masu.Loader(path or self.made.path, "train", batch=BATCH, shuffle=shuffle, seed=SEED, blocks=blocks,
                         output="memoryview") as loader:
            epoch = 0
            while steps > 0:
                for step, batch in enumerate(loader):
                    if step == steps:
                        break
                    for sample in memoryview(batch.indices).tolist():
                        uses[sample].append((epoch + 1, step + 1))
                steps -= len(loader)
                epoch += 1
        return uses

    def compare(self, seen, uses):
        """Every sample of the source, with its steps."""
        self.assertEqual([sample["sample"] for sample in seen.samples], list(range(ROWS)))
        for sample in seen.samples:
            found = [(use["epoch"], use["step"]) for use in sample["uses"]]
            self.assertEqual(found, uses.get(sample["sample"], []), sample["sample"])
            self.assertTrue(sample["split"] == "train" or not found)

    def test_two_models_learn_from_the_same_steps(self):
        for shuffle, options in (("blocks", ()), ("balanced", ("--balance",))):
            with self.subTest(shuffle):
                out = self.trained("two-" + shuffle, "--model", "linear", "--model", "mlp", "--epochs", 3, *options)
                seen = masu.seen(out, "census.csv")
                self.assertEqual((seen.ended, seen.epochs, seen.steps_done), (True, 3, 3 * seen.steps_per_epoch))
                self.assertEqual([(model["model"], model["steps_done"]) for model in seen.models],
                                 [("linear", seen.steps_done), ("mlp", seen.steps_done)])
                self.compare(seen, self.truth(out, seen.steps_done, shuffle))
                one = masu.seen(os.path.join(out, "2-mlp"), "census.csv")
                self.assertEqual([model["model"] for model in one.models], ["mlp"])
                self.assertEqual(one.samples, seen.samples)
                printed = run("seen", out, "census.csv")
                self.assertEqual((printed["samples"], printed["models"]), (seen.samples, seen.models))

    def logged(self, out):
        """Steps that the log of a run has, over all epochs."""
        try:
            with open(os.path.join(out, "events.jsonl"), encoding="utf-8") as log:
                return max((json.loads(line).get("step", 0) for line in log if line.endswith("\n")), default=0)
        except FileNotFoundError:
            return 0

    def stopped(self, out, *arguments):
        """Trains until the log has more steps than before, and stops that; what `seen` said of the run meanwhile."""
        before = self.logged(out)
        child = subprocess.Popen([MASU, "train", *map(str, arguments), "--out", out], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True)
        try:
            given_up = time.monotonic() + PATIENCE
            while self.logged(out) <= before:
                self.assertIsNone(child.poll(), "it ended by itself")
                self.assertLess(time.monotonic(), given_up)
                time.sleep(0.02)
            meanwhile = masu.seen(out, "census.csv")
        finally:
            child.send_signal(signal.SIGTERM)
            errors = child.communicate()[1]
        self.assertEqual(child.returncode, 130, errors)
        return meanwhile

    def test_a_run_that_was_stopped_is_known_to_its_last_step(self):
        out = self.path("stopped")
        done = 0
        for arguments in ((self.made.path, "--model", "linear", "--epochs", 1_000_000, "--batch", BATCH, "--seed", SEED),
                          ("--resume",)):
            with self.subTest(arguments[0]):
                meanwhile = self.stopped(out, *arguments)
                seen = masu.seen(out, "census.csv")
                self.assertFalse(meanwhile.ended or seen.ended)
                self.assertTrue(done < meanwhile.steps_done <= seen.steps_done)
                self.assertGreaterEqual(seen.steps_done, self.logged(out))
                done = seen.steps_done
                uses = self.truth(out, done)
                self.compare(seen, uses)
                last = max(use for sample in seen.samples for use in map(tuple, map(dict.values, sample["uses"])))
                self.assertEqual(last, (1 + (done - 1) // seen.steps_per_epoch, 1 + (done - 1) % seen.steps_per_epoch))
        never = next(sample["sample"] for sample in seen.samples if sample["split"] == "test")
        for sample, said in ((next(iter(uses)), f"learned from {len(uses[next(iter(uses))]):,} time"),
                             (never, "never learned from")):
            shown = subprocess.run([MASU, "seen", out, str(sample)], capture_output=True, text=True, check=True).stdout
            self.assertIn(said, shown)
            self.assertIn(f"The run reported {done:,} of ", shown)

    def test_a_dataset_that_has_grown_is_refused(self):
        grown, before = self.path("grown.h5"), self.path("before.h5")
        for copy in (grown, before):
            for end in (".h5", ".splits.h5"):
                shutil.copy(self.made.path[:-3] + end, copy[:-3] + end)
        out = self.trained("grown", "--model", "linear", "--epochs", 1, dataset=grown)
        seen = masu.seen(out, 5)
        more = self.path("more.csv")
        with open(more, "w", encoding="utf-8") as table:
            table.write("a,b,town,w,note,income\n1,0.5,xt,1.5,new,no\n")
        run("append", grown, more)
        with self.assertRaisesRegex(masu.Error, "grown by `masu append`.*[^-]dataset"):
            masu.seen(out, 5)
        self.assertEqual(masu.seen(out, 5, dataset=before), seen)
        self.assertEqual(masu.seen(out, 5, dataset=masu.open(before)), seen)
        refused = subprocess.run([MASU, "seen", out, "5", "--dataset", self.made.path + ".none"], capture_output=True,
                                 text=True)
        self.assertEqual(refused.returncode, 1)
        self.assertRegex(refused.stderr, r"\.none")

    def test_a_number_that_is_a_source_is_refused(self):
        table, path = self.path("7.csv"), self.path("seven.h5")
        with open(table, "w", encoding="utf-8") as out:
            out.write("a,y\n" + "".join(f"{row},{'no' if row % 2 else 'yes'}\n" for row in range(100)))
        run("import", table, "--label", "y", "--out", path)
        run("split", path, "--ratios", "0.8,0.1,0.1")
        out = self.trained("seven", "--model", "linear", "--epochs", 1, dataset=path)
        for number in (7, "7"):
            with self.assertRaisesRegex(masu.Error, "give 7.csv:7 for the sample, or 7.csv for all samples"):
                masu.seen(out, number)
        refused = subprocess.run([MASU, "seen", out, "7"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("7.csv:7", refused.stderr)
        self.assertEqual([sample["sample"] for sample in masu.seen(out, "7.csv:7").samples], [7])
        self.assertEqual(len(masu.seen(out, "7.csv").samples), 100)
        self.assertEqual([sample["sample"] for sample in masu.seen(out, 8).samples], [8])

    def test_runs_are_listed(self):
        out = self.trained("listed", "--model", "linear", "--model", "mlp", "--epochs", 2)
        run("runs", "name", out, "two models")
        only, = masu.runs(out)
        self.assertEqual((only["folder"], only["name"], only["note"]), (out, "two models", ""))
        self.assertEqual([(model["model"], model["state"], model["epochs"]) for model in only["models"]],
                         [("linear", "trained", 2), ("mlp", "trained", 2)])
        self.assertIn(only, masu.runs(self.made.folder.name))

    def test_what_is_no_sample_or_run_is_refused(self):
        out = self.trained("plain", "--model", "linear", "--epochs", 1)
        for sample in (-1, ROWS, "none.csv", f"census.csv:{ROWS}", 1.5, None):
            with self.subTest(sample), self.assertRaisesRegex(masu.Error, "has no sample"):
                masu.seen(out, sample)
        with self.assertRaisesRegex(masu.Error, "not the folder of a training run"):
            masu.seen(self.made.folder.name, 0)
        with self.assertRaises(TypeError):
            masu.seen(out, 0, epochs=3)


if __name__ == "__main__":
    unittest.main()
