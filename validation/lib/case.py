"""What a case of the gallery is, and where its files lie.

A case is a folder validation/CASE/ with

    case.py          the experiment: TITLE, RUNS, measure(), results(), page()
    published.csv    numbers of the source, each with its table or section
    data/RUN.json    what one run gave (committed): numbers, thinned series, version, hash, seed, seconds, verdict
    data/*.png       pictures of runs, by `scree export --format png`
    results.csv      made from data/ by results()
    *.svg            plots, made by page()

and a page docs/gallery/CASE.md, made by page(). tools/gallery runs what has no data yet and rewrites the rest.
case.py looks like this:

    from lib.case import Run, seeds
    TITLE = "Vibrated packing"
    RUNS = seeds(Run("4hz", "scenes/gallery/packing_vibration.toml", {"wall.beaker.motion.frequency": "4 Hz"},
                     minutes=5, short={"duration": "20 ms", "fill.grains.count": 100}), 3)
    def measure(run, out): return {"density": out.last("density.density")}      # goes to data/RUN.json
    def results(data): return [{"run": r.name, "density": d["density"]} for r, d in data.items()]
    def page(data, folder): return "Markdown"                                   # below the title

A run without a scene (scene=None) is a computation: measure(run, None) gives its numbers. Runs whose `group` is the same are
repeats that differ in their seed.
"""
import copy
import importlib.util
import json
import os
import pathlib
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclass
class Run:
    name: str                                     # of data/NAME.json
    scene: str = None                             # from the root of the repository; None: computed by measure() alone
    sets: dict = field(default_factory=dict)      # values as for --set
    seed: int = 1
    minutes: float = 0.0                          # expected, on one core
    threads: int = 1                              # more only where one run alone would take too long
    short: dict = None                            # more --set values for the short form; None: it has none
    pictures: dict = field(default_factory=dict)  # file name -> parameters of `scree export --format png`
    group: str = None                             # runs of one group are repeats
    needs: str = None                             # name of a run that must be made before (its folder is {RUN} in sets)
    info: dict = field(default_factory=dict)      # whatever measure() and page() want to know

    def __post_init__(self):
        self.group = self.group or self.name


def seeds(run, count, first=1):
    """`count` repeats of a run; only the first one draws pictures."""
    made = []
    for k in range(first, first + count):
        other = copy.deepcopy(run)
        other.name, other.seed = f"{run.name}-seed{k}", k
        if k > first:
            other.pictures, other.short = {}, None
        made.append(other)
    return made


class Case:
    def __init__(self, name):
        self.name = name
        self.folder = ROOT / "validation" / name
        spec = importlib.util.spec_from_file_location(f"case_{name}", self.folder / "case.py")
        self.module = importlib.util.module_from_spec(spec)
        if str(ROOT / "validation") not in sys.path:
            sys.path.insert(0, str(ROOT / "validation"))
        spec.loader.exec_module(self.module)
        self.title = self.module.TITLE
        self.runs = self.module.RUNS
        names = [r.name for r in self.runs]
        assert len(set(names)) == len(names), f"{name}: two runs have one name"

    def data_file(self, run):
        return self.folder / "data" / f"{run.name}.json"

    def data(self):
        """run -> numbers, of the runs whose data are there."""
        found = {}
        for run in self.runs:
            if self.data_file(run).exists():
                found[run] = json.loads(self.data_file(run).read_text())
        return found

    def missing(self):
        return [r for r in self.runs if not self.data_file(r).exists()]

    def made_with_other_values(self):
        """Runs whose data belong to other values than those of case.py."""
        return [r for r, d in self.data().items() if d.get("set", {}) != texts(r.sets) or d.get("seed", r.seed) != r.seed]


Run.__hash__ = lambda self: hash(self.name)


def texts(sets):
    return {k: as_set(v) for k, v in sets.items()}


def as_set(value):
    """A value as --set takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(f'"{v}"' if isinstance(v, str) else as_set(v) for v in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = " + (f'"{v}"' if isinstance(v, str) else as_set(v)) for k, v in value.items()) + " }"
    return str(value)


def all_cases():
    return sorted(p.parent.name for p in (ROOT / "validation").glob("*/case.py") if p.parent.name != "lib")


def chosen(names):
    """Cases by name; `packing` stands for all that begin with packing_ too."""
    every = all_cases()
    if not names:
        return every
    picked = []
    for n in names:
        found = [c for c in every if c == n or c.startswith(n + "_")]
        if not found:
            sys.exit(f"gallery: there is no case {n}. Cases: {', '.join(every)}")
        picked += [c for c in found if c not in picked]
    return picked


def published(case_folder):
    """Rows of published.csv: quantity, value, unit, kind (simulated, lab, ...), source."""
    import csv
    path = pathlib.Path(case_folder) / "published.csv"
    if not path.exists():
        return []
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
