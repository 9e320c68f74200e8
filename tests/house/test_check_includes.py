"""The include checker accepts a clean tree and names every kind of violation."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = """
<!-- modules -->
| level | module | may use | what |
|---|---|---|---|
| 0 | `base` | - | vectors |
| 1 | `laws` | base | laws |
| 1 | `state` | base | arrays |
| 4 | `sim` | all below | the step |
| 6 | `apps` | all below | programs |
<!-- /modules -->
"""
CLEAN = {
    "docs/architecture.md": TABLE,
    "src/base/vec3.hpp": "#include <cmath>\n",
    "src/laws/touch.hpp": '#include "base/vec3.hpp"\n',
    "src/sim/step.cpp": '#include "laws/touch.hpp"\n#include "sim/step.hpp"\n',
    "apps/scree/main.cpp": '#include "sim/step.hpp"\n#include "options.hpp"\n'
    '#include "scree/options.hpp"\n#include "version.hpp"\n',
    "apps/scree/CMakeLists.txt": "configure_file(version.hpp.in ${CMAKE_BINARY_DIR}/version.hpp)\n",
    "apps/scree/options.hpp": "\n",
    "src/CMakeLists.txt": "scree_module(base PACKAGES fmt::fmt)\n"
    "scree_module(laws USES base PACKAGES fmt::fmt)\nscree_module(sim USES laws base)\n",
}


def check(changes, tool="check_includes.py"):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**CLEAN, **changes}.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, str(ROOT / "tools" / tool), folder],
            capture_output=True, text=True, check=False,
        )
        return run.returncode, run.stdout + run.stderr


class CheckIncludes(unittest.TestCase):
    def refuses(self, changes, message, code=1):
        got, output = check(changes)
        self.assertEqual(got, code, output)
        self.assertIn(message, output)

    def test_accepts_a_clean_tree(self):
        self.assertEqual(check({})[0], 0, check({})[1])

    def test_refuses_a_module_of_a_higher_level(self):
        self.refuses(
            {"src/base/bad.hpp": '\n#include "sim/step.hpp"\n'},
            "src/base/bad.hpp:2: base (level 0) may not use sim (level 4)",
        )

    def test_refuses_a_module_of_the_same_level(self):
        self.refuses({"src/laws/bad.hpp": '#include "state/a.hpp"\n'}, "may not use state")

    def test_refuses_an_undeclared_module(self):
        self.refuses({"src/laws/bad.hpp": '#include "magic/a.hpp"\n'}, "is of no declared module")
        self.refuses({"src/magic/a.hpp": "\n"}, "module magic is not declared")

    def test_refuses_a_header_that_nobody_makes(self):
        self.refuses({"apps/scree/bad.cpp": '#include "ersion.hpp"\n'}, "is of no declared module")
        self.refuses({"src/laws/bad.hpp": '#include "scree/options.hpp"\n'}, "is of no declared")

    def test_refuses_our_modules_in_angle_brackets(self):
        self.refuses({"src/laws/bad.hpp": "#include <sim/step.hpp>\n"}, "is ours")

    def test_sees_an_include_with_odd_spacing(self):
        self.refuses({"src/base/bad.hpp": '  #  include   "sim/step.hpp"\n'}, "may not use sim")

    def test_refuses_a_relative_include_that_leaves_the_module(self):
        self.refuses(
            {"src/base/bad.hpp": '#include "../sim/step.hpp"\n', "src/sim/step.hpp": "\n"},
            "leaves module base",
        )

    def test_refuses_a_link_that_the_table_does_not_allow(self):
        self.refuses(
            {"src/CMakeLists.txt": "scree_module(laws USES sim base)\n"}, "laws links sim"
        )

    def test_refuses_a_header_that_looks_ahead_to_a_later_folder(self):
        folders = "<!-- folders -->\n| `sim` | `world`, `lists`, `sim` |\n<!-- /folders -->"
        tree = {
            "docs/architecture.md": TABLE + folders,
            "src/sim/step.hpp": '#include "sim/lists/near.hpp"\n#include "sim/world/world.hpp"\n',
            "src/sim/lists/near.hpp": '#include "sim/world/world.hpp"\n',
            "src/sim/lists/near.cpp": '#include "sim/step.hpp"\n',
        }
        self.assertEqual(check(tree)[0], 0, check(tree)[1])
        ahead = {**tree, "src/sim/world/world.hpp": '\n#include "sim/lists/near.hpp"\n'}
        self.refuses(ahead, "src/sim/world/world.hpp:2: a header of sim/world may not include")
        self.refuses({**tree, "src/sim/lists/a.hpp": '#include "sim/step.hpp"\n'}, "comes later")
        self.refuses({**tree, "src/sim/more/a.hpp": "\n"}, "folder more is not declared")

    def test_refuses_a_long_file(self):
        self.refuses({"tests/long.cpp": "\n" * 501}, "tests/long.cpp: 501 lines")
        self.assertEqual(check({"tests/long.cpp": "\n" * 500})[0], 0)

    def test_refuses_a_table_that_uses_upwards(self):
        upwards = TABLE.replace("| 0 | `base` | - |", "| 0 | `base` | sim |")
        self.refuses({"docs/architecture.md": upwards}, "only lower levels", code=2)

    def test_refuses_a_missing_table(self):
        self.refuses({"docs/architecture.md": "no table"}, "no table between", code=2)


class CheckLinks(unittest.TestCase):
    def test_accepts_files_headings_and_the_network(self):
        code, output = check(
            {"README.md": "[a](docs/b.md#two-words) [c](https://example.org)\n`[x](y)`",
             "docs/b.md": "# Two words\n"},
            tool="check_links.py",
        )
        self.assertEqual(code, 0, output)

    def test_names_a_dead_link_and_a_dead_heading(self):
        code, output = check({"README.md": "[a](gone.md) ![b](docs/b.md#c)", "docs/b.md": "# B\n"},
                             tool="check_links.py")
        self.assertEqual(code, 1)
        self.assertIn("README.md: no such file: gone.md", output)
        self.assertIn("README.md: no such heading: docs/b.md#c", output)


if __name__ == "__main__":
    unittest.main()
