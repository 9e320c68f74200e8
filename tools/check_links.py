#!/usr/bin/env python3
"""Checks that relative links and pictures of our Markdown files lead somewhere.

usage: check_links.py ROOT

A link may carry a #heading of a Markdown file; the heading must exist. Links with a scheme
(https:) are not followed: CI must not depend on the network.
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
SKIPPED = {"build", "runs", ".git", "node_modules"}


def without_code(text):
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(path):
    """The anchors that the usual renderers give to headings."""
    text = re.sub(r"^(```|~~~).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    headings = re.findall(r"^#+\s+(.*?)\s*$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def problems_of(root, page):
    for target in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, heading = target.partition("#")
        path = page.parent / name if name else page
        if not path.exists():
            yield f"{page.relative_to(root)}: no such file: {target}"
        elif heading and path.suffix == ".md" and heading not in anchors(path):
            yield f"{page.relative_to(root)}: no such heading: {target}"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[1])
    pages = [p for p in sorted(root.rglob("*.md")) if not SKIPPED & set(p.relative_to(root).parts)]
    problems = [problem for page in pages for problem in problems_of(root, page)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"links: {len(pages)} pages are fine")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
