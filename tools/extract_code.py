#!/usr/bin/env python3
"""Writes the code blocks of a Markdown page that name a file below a folder.

usage: extract_code.py PAGE.md FOLDER

A block that begins with ```LANGUAGE file=PATH goes to FOLDER/PATH. Prints the paths.
"""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```\w+ file=(\S+)\n(.*?)^```$", re.S | re.M)


def main(arguments):
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    blocks = BLOCK.findall(Path(arguments[1]).read_text(encoding="utf-8"))
    if not blocks:
        print(f"{arguments[1]}: no block names a file", file=sys.stderr)
        return 1
    for name, text in blocks:
        path = Path(arguments[2]) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
