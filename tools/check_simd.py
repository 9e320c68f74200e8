#!/usr/bin/env python3
"""Only src/base/simd.hpp includes headers of vector instructions; clocks are read in base/cpu.hpp.

usage: check_simd.py ROOT

Checked: every C++ file below ROOT/src, ROOT/apps, ROOT/tests and ROOT/bench. Intrinsics stand behind
macros of the compiler (__AVX2__, __SSE2__, ...), so that every other processor has plain code: the
build for ARM (tools/aarch64) shows that.
Exit 0: fine. Exit 1: one line on standard error for each violation.
"""

import re
import sys
from pathlib import Path

ALLOWED = {"src/base/simd.hpp"}
CLOCK = {"src/base/cpu.hpp"}
HEADER = re.compile(r'^\s*#\s*include\s*[<"](\w*intrin|arm_neon|arm_sve|cpuid)\.h[>"]')
TICKS = re.compile(r"__rdtscp?\b|__builtin_ia32_rdtsc|cntvct_el0")


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root, problems, count = Path(arguments[1]), 0, 0
    for folder in ("src", "apps", "tests", "bench"):
        for file in sorted((root / folder).rglob("*.[chi]pp")):
            name, count = str(file.relative_to(root)), count + 1
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if HEADER.match(line) and name not in ALLOWED:
                    print(f'{name}:{number}: include "base/simd.hpp" instead', file=sys.stderr)
                    problems += 1
                if TICKS.search(line) and name not in CLOCK:
                    print(f'{name}:{number}: processor_ticks() of "base/cpu.hpp" instead', file=sys.stderr)
                    problems += 1
    if problems == 0:
        print(f"vector instructions: {count} files name them by base/simd.hpp only")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
