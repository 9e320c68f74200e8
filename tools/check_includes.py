#!/usr/bin/env python3
"""Compares the declared modules with the real includes.

usage: check_includes.py ROOT

The declaration is the table between <!-- modules --> and <!-- /modules --> in
ROOT/docs/architecture.md:  | level | module | may use | ... |

Checked, for every source file below ROOT/src/<module>, ROOT/apps and ROOT/python:
  - an include in quotes names a declared module that the file's module may use;
  - a module may use only modules of a lower level (the table itself);
  - a header of a folder within a module includes only headers of its own folder or of folders that
    stand before it in the table between <!-- folders --> and <!-- /folders -->, where there is one:
    | module | folders, in order |, the module's name standing for the module's own files;
  - a module of ours is not included with angle brackets, which would hide it from this check;
  - scree_module(NAME USES ...) in src/CMakeLists.txt links nothing that the table forbids;
  - no source file has more than MAX_LINES lines.
Exit 0: fine. Exit 1: one line on standard error for each violation. Exit 2: the table is unusable.
"""

import re
import sys
from pathlib import Path

MAX_LINES = 500
TOPS = ("apps", "python")  # modules of their own, beside src/
SOURCES = {".hpp", ".cpp", ".cu", ".h", ".py", ".ipp"}
SIZE_CHECKED = ["src", "apps", "python", "tests", "bench", "tools"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LINKS = re.compile(r"scree_module\(\s*(\w+)([^)]*)\)")


class BadTable(Exception):
    pass


def read_table(path):
    """{module: (level, set of modules that it may use)}"""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadTable(f"{path}: {error.strerror}") from error
    block = re.search(r"<!-- modules -->(.*?)<!-- /modules -->", text, re.S)
    if not block:
        raise BadTable(f"{path}: no table between <!-- modules --> and <!-- /modules -->")
    table = {}
    for line in block.group(1).splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if len(cells) < 3 or not cells[0].isdigit():
            continue  # heading, ruler, empty line
        level, module, uses = int(cells[0]), cells[1], cells[2]
        if module in table:
            raise BadTable(f"{path}: module {module} is declared twice")
        table[module] = (level, uses)
    if not table:
        raise BadTable(f"{path}: the table of modules has no rows")
    return {m: (level, resolve(path, table, m)) for m, (level, _) in table.items()}


def resolve(path, table, module):
    level, uses = table[module]
    if uses == "all below":
        return {m for m, (other, _) in table.items() if other < level}
    allowed = {name.strip(" `") for name in uses.split(",") if name.strip(" `-")}
    for name in sorted(allowed):
        if name not in table:
            raise BadTable(f"{path}: {module} uses {name}, which is not in the table")
        if table[name][0] >= level:
            raise BadTable(
                f"{path}: {module} (level {level}) may not use {name} (level {table[name][0]}): "
                "only lower levels"
            )
    return allowed


def module_of(root, file):
    parts = file.relative_to(root).parts
    return parts[0] if parts[0] in TOPS else parts[1]


def is_generated(file, target):
    """The CMakeLists.txt beside the file makes the header with configure_file."""
    rules = file.parent / "CMakeLists.txt"
    made = r"configure_file\([^)]*/" + re.escape(target) + r"[\s)]"
    return rules.is_file() and re.search(made, rules.read_text(encoding="utf-8")) is not None


def check_include(root, file, quote, target, table):
    """None, or what is wrong with one include."""
    module = module_of(root, file)
    first = target.split("/")[0]
    if quote == "<":
        if first in table and "/" in target:
            return f'<{target}> is ours: write "{target}"'
        return None
    if (file.parent / target).is_file() and first not in table:
        # Relative to the file itself: must stay inside the module.
        beside = (file.parent / target).resolve()
        home = root / module if module in TOPS else root / "src" / module
        return None if home.resolve() in beside.parents else f'"{target}" leaves module {module}'
    if module == "apps" and (root / "apps" / target).is_file():
        return None  # the programs' own headers are named from apps/
    if "/" not in target and is_generated(file, target):
        return None
    if first not in table or "/" not in target:
        return f'"{target}" is of no declared module'
    if first != module and first not in table[module][1]:
        return (
            f"{module} (level {table[module][0]}) may not use {first} (level {table[first][0]})"
        )
    return None


def check_file(root, file, table):
    if module_of(root, file) not in table:
        yield f"{file.relative_to(root)}: module {module_of(root, file)} is not declared"
        return
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            problem = check_include(root, file, match.group(1), match.group(2), table)
            if problem:
                yield f"{file.relative_to(root)}:{number}: {problem}"


def check_links(root, table):
    path = root / "src" / "CMakeLists.txt"
    if not path.is_file():
        return
    for module, rest in LINKS.findall(path.read_text(encoding="utf-8")):
        uses = re.search(r"USES((?:\s+(?!PACKAGES|PARTS)\w+)*)", rest)
        if module in ("name",) or not uses:
            continue
        for used in uses.group(1).split():
            if module not in table or used not in table[module][1]:
                yield f"src/CMakeLists.txt: {module} links {used}, which the table does not allow"


def read_folders(path):
    """{module: folders in order}, of modules that have folders; the module itself is ''."""
    block = re.search(r"<!-- folders -->(.*?)<!-- /folders -->", path.read_text(encoding="utf-8"), re.S)
    order = {}
    for line in block.group(1).splitlines() if block else []:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        names = re.findall(r"`(\w+)`", cells[1]) if len(cells) >= 2 else []
        module = cells[0].strip("`")
        if names:
            order[module] = ["" if name == module else name for name in names]
    return order


def check_folders(root, order):
    for module, folders in order.items():
        for file in sorted((root / "src" / module).rglob("*.hpp")):
            parts = file.relative_to(root / "src" / module).parts
            own = parts[0] if len(parts) > 1 else ""
            if own not in folders:
                yield f"{file.relative_to(root)}: folder {own} is not declared"
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = re.match(rf'\s*#\s*include\s*"{module}/([^"]+)"', line)
                other = match.group(1).rpartition("/")[0].split("/")[0] if match else own
                if other not in folders or folders.index(other) > folders.index(own):
                    yield (f"{file.relative_to(root)}:{number}: a header of {module}/{own} may not "
                           f"include one of {module}/{other}, which comes later")


def check_sizes(root):
    for folder in SIZE_CHECKED:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SOURCES and file.is_file():
                lines = file.read_bytes().count(b"\n")
                if lines > MAX_LINES:
                    yield f"{file.relative_to(root)}: {lines} lines, more than {MAX_LINES}: split it"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[1])
    try:
        table = read_table(root / "docs" / "architecture.md")
    except BadTable as error:
        print(error, file=sys.stderr)
        return 2
    files = [f for top in ("src", *TOPS) for f in sorted((root / top).rglob("*"))]
    files = [f for f in files if f.suffix in SOURCES and f.is_file()]
    problems = [p for f in files for p in check_file(root, f, table)]
    order = read_folders(root / "docs" / "architecture.md")
    problems += list(check_folders(root, order))
    problems += list(check_links(root, table)) + list(check_sizes(root))
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"includes: {len(files)} files of {len(table)} modules keep to docs/architecture.md")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
