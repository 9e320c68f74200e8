#!/usr/bin/env python3
"""Finds calls of the C library's elementary functions where a result depends on them.

usage: check_math.py ROOT

IEEE 754 fixes + - * / and sqrt to the last bit; sin(x) and the like depend on the C library and on
the processor. Results are computed with scree::exact (src/base/exact_math.hpp), which rounds
correctly. Checked: every source file below the folders of CHECKED, but those of ALLOWED.
Exit 0: fine. Exit 1: one line on standard error for each call.
"""

import re
import sys
from pathlib import Path

CHECKED = ["base", "geometry", "state", "laws", "detect", "shapes", "dynamics", "measure", "walls",
           "sim", "scene"]
SOURCES = {".hpp", ".cpp", ".cu", ".h", ".ipp"}
FUNCTIONS = ("sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 "
             "log log2 log10 log1p pow cbrt hypot erf erfc tgamma lgamma sincos").split()
# Fixed to the last bit all the same, or no part of a result.
ALLOWED = {
    "src/base/exact_math.hpp": "declares ours",
    "src/base/exact_math.cpp": "defines ours",
    "src/base/mpfr_math.hpp": "declares ours",
    "src/base/mpfr_math.cpp": "defines ours, by MPFR",
    "src/detect/catalog/levels.cpp": "what it is expected to cost: no detector changes a result",
    "src/detect/catalog/sweep.cpp": "what it is expected to cost: no detector changes a result",
    "src/measure/ball_volume.cpp": "values of measures: no state depends on them",
    "src/measure/solids.cpp": "values of measures: no state depends on them",
    "src/measure/quadrature.hpp": "values of measures: no state depends on them",
}
NAME = "|".join(FUNCTIONS)
# std::sin (called or passed on), ::sin(, __builtin_sin(, and sin( without a namespace or object.
CALL = re.compile(
    rf"std::({NAME})[fl]?\b(?!\s*::)|(?<![\w:.>])(?:::|__builtin_)?({NAME})[fl]?\s*\("
)
LITERALS = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//.*')


def calls(text):
    """(line, name) of each call, comments and literals left out."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in CALL.finditer(LITERALS.sub("", line)):
            yield number, match.group(1) or match.group(2)


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[1])
    files = [f for m in CHECKED for f in sorted((root / "src" / m).rglob("*"))]
    files = [f for f in files if f.suffix in SOURCES and f.is_file()]
    problems, used = [], set()
    for file in files:
        name = file.relative_to(root).as_posix()
        found = list(calls(file.read_text(encoding="utf-8")))
        if name in ALLOWED:
            used.update([name] if found else [])
            continue
        problems += [f"{name}:{number}: {function}() of the C library: take exact::{function} "
                     "(base/exact_math.hpp)" for number, function in found]
    problems += [f"{name}: needs no exception any more: remove it from tools/check_math.py"
                 for name in ALLOWED if (root / name).is_file() and name not in used]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"math: {len(files)} files take no elementary function from the C library")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
