"""Markdown of the gallery's pages."""
from .stats import mean, spread


def table(header, rows):
    """Rows of texts or numbers below a header."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join("" if c is None else str(c) for c in row) + " |" for row in rows]
    return "\n".join(lines)


def percent(value, digits=2):
    return "" if value is None else f"{100 * value:.{digits}f}%"


def repeats(values, digits=2, scale=100, unit="%"):
    """Mean ± standard deviation (number of seeds)."""
    if not values:
        return "not run yet"
    if len(values) == 1:
        return f"{scale * values[0]:.{digits}f}{unit} (1 seed)"
    return f"{scale * mean(values):.{digits}f} ± {scale * spread(values):.{digits}f}{unit} ({len(values)} seeds)"


def picture(case, name, text):
    return f"![{text}](../../validation/{case}/data/{name})"


def plot(case, name, text):
    return f"![{text}](../../validation/{case}/{name})"


def side_by_side(cells):
    """Pictures in one line of a table."""
    return "| " + " | ".join(t for t, _ in cells) + " |\n|" + "---|" * len(cells) + "\n| " + " | ".join(p for _, p in cells) + " |"


def how_run(case, data):
    """The closing lines of a page: the command, what was run, how long it took, how the runs ended."""
    entries = [d for d in data.values() if "seconds" in d]
    lines = ["## The command", "", "```", f"make gallery CASE={case.name}", "```", ""]
    todo = case.missing()
    total = sum(r.minutes for r in case.runs)
    if entries:
        words = {}
        for d in entries:
            words[d["verdict"]] = words.get(d["verdict"], 0) + 1
        verdicts = ", ".join(f"{n} {w}" for w, n in sorted(words.items()))
        threads = [d.get("threads", 1) for d in entries]
        seconds = sum(n * d["seconds"] for n, d in zip(threads, entries))
        each = "one thread each" if max(threads) == 1 else f"one to {max(threads)} threads each"
        took = f"{seconds / 60:.0f} core-minutes" if seconds > 90 else f"{seconds:.0f} seconds"
        runs = f"{len(entries)} runs" if len(entries) > 1 else "1 run"
        lines.append(f"{runs} took {took} in all ({each}, as many at a time as there are cores). "
                     f"Verdicts: {verdicts}. Version {', '.join(sorted({d['version'] for d in entries}))}; "
                     f"hash and seed of every run are in [data](../../validation/{case.name}/data), the numbers in "
                     f"[results.csv](../../validation/{case.name}/results.csv).")
    if todo:
        left = sum(r.minutes for r in todo)
        lines.append(f"\n{len(todo)} of {len(case.runs)} runs have **not been run yet**; they would take about {left:.0f} core-minutes "
                     f"(all: {total:.0f}).")
    lines.append(f"\nPublished numbers: [published.csv](../../validation/{case.name}/published.csv).")
    return "\n".join(lines)
