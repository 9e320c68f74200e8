"""The tutorial runs, everything has a docstring, and the pages say what the module says."""

import inspect
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

import scree

ROOT = Path(__file__).resolve().parents[2]


def public_members(cls):
    for base in cls.__mro__:
        if base.__module__.startswith("scree"):
            for name, member in vars(base).items():
                if not name.startswith("_"):
                    yield name, member


class Docs(unittest.TestCase):
    def test_the_tutorial_runs(self):
        page = (ROOT / "docs" / "tutorial_python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)
        self.assertGreaterEqual(len(blocks), 6)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "tutorial.py"
            # What runs in a sweep must not run again where the script is imported.
            script.write_text("\n".join(blocks), encoding="utf-8")
            done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("did you mean `density`?", done.stdout)

    def test_everything_has_a_docstring(self):
        for name in scree.__all__:
            thing = getattr(scree, name)
            if inspect.isclass(thing) or inspect.isroutine(thing):
                self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isclass(thing):
                for member, value in public_members(thing):
                    if isinstance(value, property) or inspect.isfunction(value):
                        self.assertTrue(inspect.getdoc(value), f"{name}.{member}")

    def test_the_reference_is_what_the_module_says(self):
        page = ROOT / "docs" / "reference" / "python.md"
        done = subprocess.run(
            [sys.executable, ROOT / "tools" / "python_reference", "--check", page],
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_names_in_the_howto_are_there(self):
        page = (ROOT / "docs" / "howto" / "python.md").read_text(encoding="utf-8")
        for name in set(re.findall(r"\bscree\.([A-Za-z_]+)\b", page)):
            self.assertTrue(hasattr(scree, name), name)
        for block in re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M):
            compile(block.replace("...", "pass"), "howto", "exec")
        blocks = re.findall(r"\bsim\.([a-z_]+)\b", page)
        for name in set(blocks):
            self.assertTrue(hasattr(scree.Simulation, name), name)

    def test_the_case_for_those_who_come_from_elsewhere_runs(self):
        page = (ROOT / "docs" / "howto" / "coming_from.md").read_text(encoding="utf-8")
        ours = [b for b in re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M) if "import scree" in b]
        self.assertEqual(len(ours), 1)
        done = subprocess.run([sys.executable, "-c", ours[0]], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(len(done.stdout.splitlines()), 10)
        for page in ("coming_from", "calibrate", "packings"):
            text = (ROOT / "docs" / "howto" / f"{page}.md").read_text(encoding="utf-8")
            for name in set(re.findall(r"\bscree\.([A-Za-z_]+)\b", text)) - {"toml"}:
                self.assertTrue(hasattr(scree, name), name)

    def test_pip_installs_the_same_version(self):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        self.assertEqual(project["version"], scree.__version__)

    def test_help_reads_and_the_import_needs_no_numpy(self):
        code = "import sys, scree; assert 'numpy' not in sys.modules; help(scree)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("granular matter", done.stdout)
        self.assertIn("class Simulation", done.stdout)

    def test_stubs_name_what_the_compiled_part_has(self):
        stubs = (ROOT / "python" / "scree" / "_core.pyi").read_text(encoding="utf-8")
        for name, thing in vars(scree._core).items():
            if name.startswith("_"):
                continue
            self.assertRegex(stubs, rf"(def|class) {name}\b")
            if inspect.isclass(thing) and not hasattr(thing, "__members__"):
                for member in vars(thing):
                    if not member.startswith("_"):
                        self.assertRegex(stubs, rf"\b{member}\b", f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
