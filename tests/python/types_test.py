#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The types of `import masu`: strict by themselves, those of the built modules, and of use to a program with types."""

import ast
import inspect
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import masu

BUILT = os.environ["PYTHONPATH"].split(os.pathsep)[0]
CONFIGURATION = pathlib.Path(__file__).with_name("mypy.ini")
ALLOWED = pathlib.Path(__file__).with_name("stubtest.allow")
PROGRAM = """
import masu
import masu.torch

dataset: masu.Dataset = masu.open("census.h5")
loader = masu.Loader(dataset, "train", batch=256, shuffle="exact", output="numpy")
state: masu.State = loader.state_dict()
loader.load_state_dict(state)
for batch in loader:
    samples: int = len(batch) + batch.number
    names: list[str] = [column.name for column in dataset.columns]
adapted: masu.torch.IterableDataset = masu.torch.IterableDataset(loader, fields=("features", "labels"))
"""
WRONG = 'import masu\nmasu.Loader("census.h5", shuffle="random")\nmasu.open(1)\n'


class DocsTest(unittest.TestCase):
    def test_help_on_what_is_built_is_that_of_the_types(self):
        stub = ast.parse(pathlib.Path(masu.__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
        classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
        for name, built in (("Array", masu.Array), ("Batch", masu.Batch), ("Dataset", masu._loader.Dataset)):
            if built is getattr(masu, name):
                self.assertEqual(built.__doc__, ast.get_docstring(classes[name]))
            for node in classes[name].body:
                if isinstance(vars(built).get(getattr(node, "name", None)), (property, types.GetSetDescriptorType)):
                    with self.subTest(f"{name}.{node.name}"):
                        self.assertEqual(vars(built)[node.name].__doc__, ast.get_docstring(node))
                        self.assertTrue(ast.get_docstring(node))

    def test_help_on_what_is_python_is_that_of_the_types(self):
        stub = ast.parse(pathlib.Path(masu.__file__).with_name("__init__.pyi").read_text(encoding="utf-8"))
        documented = [(masu, node) for node in stub.body] + [
            (getattr(masu, node.name), member) for node in stub.body if isinstance(node, ast.ClassDef)
            for member in node.body if not node.name.startswith("_")]
        compared = 0
        for owner, node in documented:
            said = ast.get_docstring(node) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else None
            if said is not None:
                with self.subTest(f"{owner.__name__}.{node.name}"):
                    shown = inspect.getdoc(inspect.getattr_static(owner, node.name))
                    if shown and shown.startswith(f"{node.name}(self: masu._loader."):  # pybind11's own line
                        shown = shown.partition("\n\n")[2]
                    self.assertEqual(shown, said)
                    compared += 1
        self.assertGreater(compared, 80)


@unittest.skipIf(shutil.which("mypy") is None or shutil.which("stubtest") is None, "mypy is not installed")
class TypesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_tool(self, tool, *arguments):
        command = [shutil.which(tool), *arguments]
        if os.path.exists(f"/usr/bin/{tool}"):  # Debian's, for Debian's Python
            command = [sys.executable, f"/usr/bin/{tool}", *arguments]
        environment = dict(os.environ, MYPYPATH=BUILT, MYPY_CACHE_DIR=self.folder.name, PYTHONDONTWRITEBYTECODE="1")
        done = subprocess.run(command, cwd=self.folder.name, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def mypy(self, *arguments):
        return self.run_tool("mypy", "--config-file", str(CONFIGURATION), *arguments)

    def test_the_package_is_strict(self):
        code, said = self.mypy("-p", "masu")
        self.assertEqual(code, 0, said)

    def test_types_are_those_of_the_modules(self):
        code, said = self.run_tool("stubtest", "--mypy-config-file", str(CONFIGURATION), "--allowlist", str(ALLOWED), "masu")
        self.assertEqual(code, 0, said)

    def test_a_program_with_types(self):
        code, said = self.mypy("-c", PROGRAM)
        self.assertEqual(code, 0, said)
        code, said = self.mypy("-c", WRONG)
        self.assertEqual((code, said.count("error:")), (1, 2), said)


if __name__ == "__main__":
    unittest.main()
