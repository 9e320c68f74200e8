"""The check of elementary functions finds every form of a call, and nothing else."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check(text, name="src/walls/wall.cpp"):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, str(ROOT / "tools" / "check_math.py"), folder],
            capture_output=True, text=True, check=False,
        )
        return run.returncode, run.stdout + run.stderr


class CheckMath(unittest.TestCase):
    def test_refuses_every_form_of_a_call(self):
        for text in ("a = std::sin(x);", "a = -cos(x);", "a = ::tan(x);", "a = __builtin_exp(x);",
                     "a = powf(x, 2);", "apply(std::log, x);", "x += std::atan2 (y, x);"):
            code, output = check("int a;\n" + text + "\n")
            self.assertEqual(code, 1, text)
            self.assertIn("src/walls/wall.cpp:2: ", output)

    def test_accepts_ours_and_what_is_no_call(self):
        for text in ("a = exact::sin(x);", "// std::sin(x)", 's = "std::cos(x)";', "a = std::sqrt(x);",
                     "a = table.log(x);", "a = p->exp(x);", "using_sin(x);", "const auto [sin, cos] = f;",
                     "a = std::floor(x) * sin;"):
            code, output = check(text + "\n")
            self.assertEqual(code, 0, text + "\n" + output)

    def test_knows_exceptions_and_wants_none_too_many(self):
        name = "src/detect/catalog/levels.cpp"
        self.assertEqual(check("a = std::log2(x);\n", name)[0], 0)
        code, output = check("a = 1;\n", name)
        self.assertEqual(code, 1)
        self.assertIn("needs no exception", output)

    def test_pictures_may_use_the_C_library(self):
        self.assertEqual(check("a = std::sin(x);\n", "src/io/render/camera.cpp")[0], 0)


if __name__ == "__main__":
    unittest.main()
