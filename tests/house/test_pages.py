"""What the pages show is what the tree holds."""

import re
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

    def test_stages_have_one_name(self):
        timers = (ROOT / "src/sim/timers.hpp").read_text(encoding="utf-8")
        names = re.search(r"kStageNames\{(.*?)\}", timers, re.S).group(1)
        in_code = re.findall(r'"([^"]+)"', names)
        page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^\| \d \| ([a-z ]+) \| .* \| .* \|$", page, re.M), in_code)
        self.assertEqual(re.findall(r"^### (.*)$", page, re.M), in_code)

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
