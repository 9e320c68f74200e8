#!/usr/bin/env python3
"""Adds to each law of the reference the place where its equations are.

usage: scree reference laws | law_links.py docs/theory

A law `### KIND/NAME` is explained under a heading `## NAME` or `## KIND NAME` of a page of that folder.
Exit 1 when one is explained nowhere: the page is not written then.
"""

import re
import sys
from pathlib import Path


def headings(folder):
    """Heading -> link from docs/reference/."""
    found = {}
    for page in sorted(Path(folder).glob("*.md")):
        for line in page.read_text(encoding="utf-8").splitlines():
            match = re.match(r"#{1,4} (.+)", line)
            if match:
                title = match.group(1).strip().replace("`", "").lower()
                anchor = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
                found.setdefault(title, f"../theory/{page.name}#{anchor}")
    return found


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    found = headings(arguments[1])
    missing = []
    for line in sys.stdin:
        match = re.match(r"### (\w+)/([\w-]+)", line)
        sys.stdout.write(line)
        if not match or match.group(2) == "none":
            continue
        kind, name = match.groups()
        link = found.get(f"{kind} {name}") or found.get(name)
        if link:
            sys.stdout.write(f"\nEquations: [{name}]({link}).\n")
        else:
            missing.append(f"{kind}/{name}")
    if missing:
        print(f"law_links: no heading of docs/theory/ explains {', '.join(missing)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
