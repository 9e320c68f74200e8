"""Runs a scene through the program and reads what it left."""
import csv
import json
import pathlib
import re
import shutil
import subprocess

from .case import ROOT, texts


class Columns(dict):
    """Columns by name; solid fractions also by the name that they had before, `density`."""

    def __missing__(self, name):
        today = re.sub(r"\bdensity(_\d+)?$", r"solid_fraction\1", name)
        if today == name:
            raise KeyError(name)
        return self[today]


class Failed(Exception):
    pass


class Program:
    def __init__(self, path):
        self.path = str(path)

    def call(self, *words, check=True):
        done = subprocess.run([self.path, *map(str, words)], capture_output=True, text=True, cwd=ROOT)
        if check and done.returncode != 0:
            raise Failed(f"scree {' '.join(map(str, words))}: {done.stderr.strip()[-2000:]}")
        return done.stdout

    def version(self):
        return self.call("--version").strip().removeprefix("scree ")


def finished(folder):
    """Did the run in this folder come to its end?"""
    file = folder / "summary.json"
    if not file.exists():
        return False
    word = json.loads(file.read_text()).get("verdict", {}).get("word", "")
    return word not in ("", "stopped", "unfinished")  # without a word: it is still running


def run_scene(program, run, folder, sets):
    """Goes on where an earlier attempt stopped; does nothing where one is complete."""
    if finished(folder):
        return Output(program, folder)
    options = [w for k, v in texts(sets).items() for w in ("--set", f"{k}={v}")]
    command = ["run", ROOT / run.scene, "-o", folder, "--threads", run.threads, "--quiet", "--set", f"seed={run.seed}", *options]
    if any((folder / "checkpoints").glob("*.h5")):
        command.append("--resume")
    elif folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([program.path, *map(str, command)], capture_output=True, text=True, cwd=ROOT)
    if not (folder / "summary.json").exists():
        raise Failed(f"{run.name}: {(done.stderr + done.stdout).strip()[-2000:]}")
    if not finished(folder):  # what it has measured so far is not its result
        raise Failed(f"{run.name} was stopped; the same command goes on where it was")
    return Output(program, folder)


class Output:
    """A run's folder."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text())
        self._series = None

    @property
    def series(self):
        """Columns of series.csv as lists of numbers; text columns are left out."""
        if self._series is None:
            with open(self.folder / "series.csv", newline="") as f:
                rows = list(csv.DictReader(f))
            self._series = Columns()
            for name in rows[0] if rows else ():
                try:
                    self._series[name] = [float(r[name]) for r in rows]
                except (TypeError, ValueError):
                    pass
        return self._series

    def last(self, column):
        return self.series[column][-1]

    def at(self, column, time):
        """The value of the first line at or after a time (or of the last one)."""
        times = self.series["time"]
        for t, v in zip(times, self.series[column]):
            if t >= time - 1e-9:
                return v
        return self.series[column][-1]

    def grains(self, frame="last"):
        """Dictionaries with x, y, z, radius, ... of a frame."""
        folder = self.folder / "export" / "csv"
        self.program.call("export", self.folder, "--format", "csv", "--frames", frame, "-o", folder, "--quiet")
        with open(sorted(folder.glob("*.csv"))[-1], newline="") as f:
            rows = [{k: number(v) for k, v in r.items()} for r in csv.DictReader(f)]
        shutil.rmtree(folder)
        return rows

    def measure(self, text, frames="last"):
        """Rows of `scree measure RUN TEXT`."""
        out = self.program.call("measure", self.folder, text, "--frames", frames)
        return [{k: number(v) for k, v in r.items()} for r in csv.DictReader(out.splitlines())]

    def picture(self, path, frame="last", color="radius", **parameters):
        """A PNG. Small: 480 pixels wide unless said otherwise."""
        parameters = {"width": 420, "height": 480, **parameters}
        work = self.folder / "export" / "gallery"
        words = [w for k, v in parameters.items() for w in ("--param", f"{k}={v}")]
        self.program.call("export", self.folder, "--format", "png", "--frames", frame, "--color", color,
                          *words, "-o", work, "--quiet")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sorted(work.glob("*.png"))[-1], path)
        shutil.rmtree(work)


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def record(case, run, out, numbers, version):
    """What data/RUN.json holds."""
    entry = {"case": case.name, "run": run.name, "set": texts(run.sets), "seed": run.seed}
    if out:
        s = out.summary
        entry.update(scene=run.scene, version=version, hash=s["state_hash"], seconds=round(s["wall_s"], 1), threads=s["threads"],
                     grains=s["particles"], steps=s["steps"], dt=s["dt"], time=s["time"],
                     verdict=s["verdict"]["word"], greatest_overlap=round(s["greatest_overlap"], 4))
    entry.update(numbers)
    return entry


def thin(values, count=200, digits=5, how="every"):
    """At most `count` values: every n-th, or with how="max" the greatest (how="mean": the mean) of each n."""
    step = max(1, -(-len(values) // count))
    parts = [values[k:k + step] for k in range(0, len(values), step)]
    pick = {"every": lambda p: p[0], "max": max, "mean": lambda p: sum(p) / len(p)}[how]
    return [float(f"{pick(p):.{digits}g}") for p in parts]
