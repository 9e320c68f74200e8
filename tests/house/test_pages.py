"""What the pages show is what the tree holds."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.S | re.M)


class Pages(unittest.TestCase):
    def test_files_shown_in_the_readme_are_the_files(self):
        blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        self.assertTrue(blocks)
        for name, text in blocks:
            self.assertEqual(text, (ROOT / name).read_text(encoding="utf-8"), name)

    def test_phases_have_one_name(self):
        timers = (ROOT / "src/sim/world/timers.hpp").read_text(encoding="utf-8")
        names = re.search(r"kPhaseNames\{(.*?)\}", timers, re.S).group(1)
        in_code = re.findall(r'"([^"]+)"', names)
        page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^\| \d \| ([a-z ]+) \| .* \| .* \|$", page, re.M), in_code)
        self.assertEqual(re.findall(r"^### (.*)$", page, re.M), in_code)

    def test_the_reference_of_scenes_has_a_page_per_table(self):
        text = ("# Scenes\n\n| table | default | meaning |\n|---|---|---|\n| `wall` |  | walls |\n"
                "| `fill` |  | grains |\n\n### [[wall]]\n\nWalls: [how](../howto/w.md).\n\n"
                "#### `motion`\n\n```toml\n### [no heading]\n```\n\n### [[fill]]\n\nGrains.\n")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "tools/split_reference.py", folder], input=text,
                           text=True, check=True)
            pages = {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8")
                     for p in Path(folder).rglob("*.md")}
        self.assertEqual(sorted(pages), ["scene.md", "scene/fill.md", "scene/wall.md"])
        self.assertIn("| [`fill`](scene/fill.md) |  | grains |", pages["scene.md"])
        self.assertNotIn("motion", pages["scene.md"])
        wall = pages["scene/wall.md"]
        self.assertTrue(wall.startswith("# [[wall]]\n"), wall)
        self.assertIn("[how](../../howto/w.md)", wall)
        self.assertIn("\n## `motion`\n", wall)
        self.assertIn("\n### [no heading]\n", wall)

    def test_the_version_is_one(self):
        cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"project\(scree VERSION (\S+)", cmake).group(1)
        citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        self.assertIn(f"\nversion: {version}\n", citation)

    def test_package_lists_name_each_package_once(self):
        seen = {}
        for path in sorted((ROOT / "packages").glob("*.txt")):
            for line in path.read_text(encoding="utf-8").splitlines():
                for name in line.split("#")[0].split():
                    self.assertRegex(name, r"^[a-z0-9][a-z0-9+.-]+$")
                    self.assertNotIn((path, name), seen)
                    seen[path, name] = True


if __name__ == "__main__":
    unittest.main()
