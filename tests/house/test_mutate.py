"""tools/mutate --check: accepts a list that matches its files and names every entry that does not."""

import importlib.machinery
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import planted  # noqa: E402

SOURCE = "double half = 0.5 * dt;\ndouble whole = dt;\n"
ENTRY = {
    "name": "whole step",
    "module": "sim",
    "file": "src/sim/step.cpp",
    "old": "0.5 * dt",
    "new": "dt",
    "why": "the rectangle rule",
}


def check(*entries):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "tools").mkdir()
        (root / "src" / "sim").mkdir(parents=True)
        (root / "src" / "sim" / "step.cpp").write_text(SOURCE, encoding="utf-8")
        text = "".join(
            "[[mutation]]\n" + "".join(f"{k} = '{v}'\n" for k, v in e.items()) for e in entries
        )
        (root / "tools" / "mutations.toml").write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, str(ROOT / "tools" / "mutate"), "--check", "--root", folder],
            capture_output=True, text=True, check=False,
        )
        return run.returncode, run.stdout + run.stderr


class Check(unittest.TestCase):
    def refuses(self, message, *entries):
        code, output = check(*entries)
        self.assertEqual(code, 2, output)
        self.assertIn(message, output)

    def test_accepts_a_list_that_matches(self):
        code, output = check(ENTRY)
        self.assertEqual(code, 0, output)
        self.assertIn("1 entries match", output)

    def test_names_an_entry_whose_text_has_gone(self):
        self.refuses("whole step: `0.25 * dt` is 0 times", {**ENTRY, "old": "0.25 * dt"})

    def test_names_an_entry_whose_text_is_there_twice(self):
        self.refuses("whole step: `double` is 2 times", {**ENTRY, "old": "double"})

    def test_names_a_file_that_has_gone(self):
        self.refuses("no file src/sim/gone.cpp", {**ENTRY, "file": "src/sim/gone.cpp"})

    def test_refuses_an_unknown_module_a_missing_reason_and_a_name_that_is_taken(self):
        self.refuses("no module `simm`", {**ENTRY, "module": "simm"})
        self.refuses("whole step: needs", {k: v for k, v in ENTRY.items() if k != "why"})
        self.refuses("the name is taken", ENTRY, ENTRY)

    def test_refuses_what_changes_nothing(self):
        self.refuses("nothing changes", {**ENTRY, "new": "0.5 * dt"})

    def test_the_list_of_this_tree_has_several_of_every_module(self):
        run = subprocess.run([sys.executable, str(ROOT / "tools" / "mutate"), "--list"],
                             capture_output=True, text=True, check=True)
        modules = [line.split()[0] for line in run.stdout.splitlines()]
        self.assertGreaterEqual(len(modules), 60)
        for module in ("base", "geometry", "state", "laws", "detect", "dynamics", "measure", "walls",
                       "io", "sim", "scene", "apps"):
            self.assertGreaterEqual(modules.count(module), 5, module)


class Choice(unittest.TestCase):
    """--changed takes entries with a result whose file has changed since, --skip-known those without one."""

    def listed(self, folder, *options):
        run = subprocess.run([sys.executable, str(folder / "tools" / "mutate"), "--list", *options],
                             capture_output=True, text=True, check=True)
        return sorted(line.split("  (")[0].split(maxsplit=1)[1] for line in run.stdout.splitlines())

    def test_changed_and_new_entries_are_chosen(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "tools").mkdir()
            (folder / "src").mkdir()
            for tool in ("mutate", "planted.py"):
                shutil.copy(ROOT / "tools" / tool, folder / "tools" / tool)
            entries = [{**ENTRY, "name": n, "file": f"src/{n}.cpp"} for n in ("same", "changed", "reworded", "new")]
            for e in entries:
                (folder / e["file"]).write_text(SOURCE, encoding="utf-8")
            tool = load_tool(folder)
            results = {e["name"]: {"result": "caught", "by": "X.y", "entry": tool.fingerprint(e),
                                   "source": tool.source_print(e, folder)} for e in entries[:3]}
            (folder / "tools" / "mutation_results.json").write_text(json.dumps(results), encoding="utf-8")
            entries[2]["why"] = "another reason"
            (folder / "src" / "changed.cpp").write_text(SOURCE + "int more;\n", encoding="utf-8")
            (folder / "tools" / "mutations.toml").write_text(
                "".join("[[mutation]]\n" + "".join(f"{k} = '{v}'\n" for k, v in e.items()) for e in entries),
                encoding="utf-8")
            self.assertEqual(self.listed(folder), ["changed", "new", "reworded", "same"])
            self.assertEqual(self.listed(folder, "--changed"), ["changed"])
            self.assertEqual(self.listed(folder, "--skip-known"), ["new", "reworded"])


SWITCHED = """
double force(double a, double b) {
  if (a < 0) return 0;
  const double sum = a + b;  // not (a - b)
  return clipped(2 * sum, {b, 1});
}
constexpr double kMost = 1;
"""


class CommonBuild(unittest.TestCase):
    """Mistakes behind switches: each is what the plain replacement gives, and stands alone."""

    def planted(self, old, new):
        place = planted.switched(SWITCHED, old, new, 7)
        if place is None:
            return None
        lo, hi, text = place
        return SWITCHED[:lo] + text + SWITCHED[hi:]

    def test_an_expression_is_chosen_by_a_condition(self):
        self.assertIn("const double sum = (::scree_planted(7) ? (a - b) : (a + b));", self.planted("a + b", "a - b"))
        self.assertIn("if ((::scree_planted(7) ? (a <= 0) : (a < 0))) return", self.planted("a < 0", "a <= 0"))
        self.assertIn("clipped((::scree_planted(7) ? (sum) : (2 * sum)), {b, 1})", self.planted("2 * sum", "sum"))
        self.assertIn("{b, (::scree_planted(7) ? (2) : (1))}", self.planted("{b, 1}", "{b, 2}"))

    def test_a_statement_that_goes_has_a_block(self):
        text = self.planted("if (a < 0) return 0;", "")
        self.assertRegex(text, r"if \(::scree_planted\(7\)\) \{\s*\} else \{\s*if \(a < 0\) return 0;\s*\}")

    def test_a_constant_has_no_switch(self):
        self.assertIsNone(self.planted("kMost = 1", "kMost = 2"))

    def test_two_mistakes_in_one_place_do_not_share_a_build(self):
        text, lines = planted.plant_all(SWITCHED, [(1, "a + b", "a - b"), (2, "a + b", "a"), (3, "a < 0", "a > 0")])
        self.assertEqual([n for n, _, _ in lines], [3, 1])
        self.assertEqual(text.count("scree_planted"), 2)

    def test_every_entry_differs_only_where_it_should(self):
        for e in load_tool(ROOT).read_list(ROOT / "tools" / "mutations.toml"):
            text = (ROOT / e["file"]).read_text(encoding="utf-8")
            place = planted.switched(text, e["old"], e["new"], 7)
            if place is None:
                continue
            lo, hi, _ = place
            with self.subTest(e["name"]):
                changed = text.replace(e["old"], e["new"])
                self.assertEqual(changed[:lo], text[:lo])
                self.assertTrue(changed.endswith(text[hi:]))


def load_tool(folder):
    loader = importlib.machinery.SourceFileLoader("mutate", str(folder / "tools" / "mutate"))
    spec = importlib.util.spec_from_loader("mutate", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


if __name__ == "__main__":
    unittest.main()
