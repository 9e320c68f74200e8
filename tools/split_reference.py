#!/usr/bin/env python3
"""Splits the reference of scenes, as `scree reference` prints it, into an index and a page per table.

usage: scree reference | split_reference.py FOLDER

Writes FOLDER/scene.md (what holds for all tables, the keys outside any table, the list of tables)
and FOLDER/scene/NAME.md for each of them. Links are set one folder deeper there.
"""

import re
import sys
from pathlib import Path

TITLE = re.compile(r"^### \[\[?([a-z_]+)[^\n]*$", re.M)  # of a table: [gravity], [[wall]], [pair.A.B]
FENCED = re.compile(r"(^```.*?^```$)", re.S | re.M)


def page(name, section):
    """One table: its headings two levels up, its links one folder down."""
    parts = FENCED.split(section)
    for k in range(0, len(parts), 2):  # without code
        parts[k] = re.sub(r"^###(#*) ", r"#\1 ", parts[k], flags=re.M)
        parts[k] = re.sub(r"\]\((\.\./|[a-z_]+\.md)", r"](../\1", parts[k])
    head = "Generated from the tables that read a scene; do not edit. [All tables](../scene.md)"
    title, rest = "".join(parts).rstrip().split("\n", 1)
    return f"{title}\n\n{head}\n{rest}\n"


def index(text, names):
    """The row of a table links to its page."""
    def linked(match):
        name = match.group(1)
        return f"| [`{name}`](scene/{name}.md) |" if name in names else match.group(0)

    head, tables = text.split("\n| table |", 1)
    return head + "\n| table |" + re.sub(r"^\| `([a-z_]+)` \|", linked, tables, flags=re.M)


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[1])
    text = sys.stdin.read()
    starts = list(TITLE.finditer(FENCED.sub(lambda m: " " * len(m.group(0)), text)))
    ends = [m.start() for m in starts[1:]] + [len(text)]
    pages = {m.group(1): text[m.start():end] for m, end in zip(starts, ends)}
    if len(pages) != len(starts):
        print("two tables have one name", file=sys.stderr)
        return 1
    (folder / "scene").mkdir(parents=True, exist_ok=True)
    for name, section in pages.items():
        (folder / "scene" / f"{name}.md").write_text(page(name, section), encoding="utf-8")
    (folder / "scene.md").write_text(index(text[:starts[0].start()].rstrip() + "\n", pages), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
