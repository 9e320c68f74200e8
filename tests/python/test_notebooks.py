"""The notebooks of docs/notebooks run, each in a process of its own, and show something. The runner is
tools/run_notebook, because Jupyter is not needed for that."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
NAMES = {"packing", "hopper", "drum", "triaxial", "inverse"}
NEEDED = [m for m in ("matplotlib", "scipy") if importlib.util.find_spec(m) is None]


class Notebooks(unittest.TestCase):
    def test_are_there_and_are_stored_without_outputs(self):
        self.assertTrue(NAMES <= {n.stem for n in NOTEBOOKS})
        for file in NOTEBOOKS:
            with self.subTest(file.stem):
                notebook = json.loads(file.read_text(encoding="utf-8"))
                self.assertEqual((notebook["nbformat"], notebook["nbformat_minor"]), (4, 5))
                ids = [cell["id"] for cell in notebook["cells"]]
                self.assertEqual(len(ids), len(set(ids)))
                for cell in notebook["cells"]:
                    if cell["cell_type"] == "code":
                        self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
                        compile("".join(cell["source"]), file.name, "exec")

    @unittest.skipIf(NEEDED, f"needs {', '.join(NEEDED)}: packages/test.txt")
    def test_run_and_show_pictures(self):
        for file in NOTEBOOKS:
            with self.subTest(file.stem), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [sys.executable, ROOT / "tools" / "run_notebook", "--out", folder, file],
                    capture_output=True,
                    text=True,
                    cwd=folder,
                    env={**os.environ, "SCREE_QUICK": "1"},
                    timeout=200,
                )
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                pictures = [p for p in Path(folder).iterdir() if p.suffix in (".png", ".svg")]
                self.assertGreaterEqual(len(pictures), 3, done.stdout)
                for picture in pictures:
                    self.assertGreater(picture.stat().st_size, 3000, picture.name)

    def test_a_cell_that_throws_ends_the_runner_with_its_number(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "wrong.ipynb"
            cells = [{"cell_type": "markdown", "source": ["# no code"]}]
            cells.append({"cell_type": "code", "source": ["a = 1\n", "a / 0"]})
            file.write_text(json.dumps({"cells": cells}))
            done = subprocess.run(
                [sys.executable, ROOT / "tools" / "run_notebook", file], capture_output=True, text=True
            )
        self.assertEqual(done.returncode, 1)
        self.assertIn("cell 1", done.stderr)
        self.assertIn("ZeroDivisionError", done.stderr)


if __name__ == "__main__":
    unittest.main()
