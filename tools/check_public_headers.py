#!/usr/bin/env python3
"""The headers that are installed include each other and the standard library only.

usage: check_public_headers.py ROOT

The list is SCREE_PUBLIC_HEADERS of ROOT/cmake/public_headers.cmake. Checked:
  - every header of the list exists, once;
  - what one includes in quotes is in the list, what it includes in angle brackets is a header of the
    C++ standard library (no dot in its name);
  - there are at most MOST of them, and every header of src/api is in the list but for PRIVATE ones;
  - the headers of SCREE_PLUGIN_SOURCES, which sources of plugins include, name each other only.
Exit 0: fine. Exit 1: one line on standard error for each violation.
"""

import re
import sys
from pathlib import Path

MOST = 21
PRIVATE = {"api/access.hpp", "api/packing.hpp", "api/plugin.hpp", "api/simulation_impl.hpp",
           "api/stored_run_impl.hpp"}
GENERATED = {"base/version.hpp"}  # installed with those of plugins
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def public_headers(root, name="SCREE_PUBLIC_HEADERS"):
    text = (root / "cmake" / "public_headers.cmake").read_text(encoding="utf-8")
    text = re.sub(r"#.*", "", text)
    block = re.search(rf"set\({name}\b([^)]*)\)", text)
    return re.findall(r"[\w/]+\.hpp", block.group(1) if block else "")


def violations(root):
    yield from violations_of_plugins(root)
    headers = public_headers(root)
    for header in sorted({h for h in headers if headers.count(h) > 1}):
        yield f"cmake/public_headers.cmake: {header} is there twice"
    if len(headers) > MOST:
        yield f"cmake/public_headers.cmake: {len(headers)} headers, more than {MOST}"
    for header in headers:
        file = root / "src" / header
        if not file.is_file():
            yield f"cmake/public_headers.cmake: there is no src/{header}"
            continue
        for quote, target in INCLUDE.findall(file.read_text(encoding="utf-8")):
            if quote == '"' and target not in headers:
                yield f"src/{header}: includes {target}, which is not installed"
            if quote == "<" and "." in target:
                yield f"src/{header}: includes <{target}>, which is not of the standard library"
    for file in sorted((root / "src" / "api").glob("*.hpp")):
        name = f"api/{file.name}"
        if name not in headers and name not in PRIVATE:
            yield f"src/{name}: neither installed nor known as private"


def violations_of_plugins(root):
    headers = public_headers(root, "SCREE_PLUGIN_SOURCES")
    for header in headers:
        file = root / "src" / header
        if not file.is_file():
            yield f"cmake/public_headers.cmake: there is no src/{header}"
            continue
        for quote, target in INCLUDE.findall(file.read_text(encoding="utf-8")):
            if quote == '"' and target not in headers and target not in GENERATED:
                yield f"src/{header}: includes {target}, which sources of plugins do not have"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[1])
    problems = list(violations(root))
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"public headers: {len(public_headers(root))}, which need nothing else")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
