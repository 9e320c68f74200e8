#!/usr/bin/env python3
"""Renews the code blocks of a Markdown page that show files of the tree.

usage: show_files.py PAGE.md

A block that begins with ```LANGUAGE file=PATH gets the text of PATH, seen from the page.
"""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^(```\w+ file=(\S+)\n).*?^```$", re.S | re.M)


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    page = Path(arguments[1])

    def renewed(match):
        return match.group(1) + (page.parent / match.group(2)).read_text(encoding="utf-8") + "```"

    page.write_text(BLOCK.sub(renewed, page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
