"""Runs of a scene at points of a space of parameters, each made once and kept in a file."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ._pool import run_all
from .errors import SimulationFailure
from .scene import Scene
from .simulation import Simulation

FORMAT = 1


class Parameter(NamedTuple):
    """A key of the scene and its bounds in SI."""

    key: str
    low: float
    high: float
    log: bool

    def at(self, share: float) -> float:
        """The value at a share of the way from low to high."""
        if self.log:
            value = self.low * (self.high / self.low) ** share
        else:
            value = self.low + share * (self.high - self.low)
        return min(max(value, self.low), self.high)

    def share(self, value: float) -> float:
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def slope(self, share: float) -> float:
        """d value / d share."""
        return self.at(share) * math.log(self.high / self.low) if self.log else self.high - self.low


def read_parameter(scene: Scene, key: str, bounds) -> Parameter:
    """``(low, high)`` or ``(low, high, "log")``, with units as in a scene; both must suit the scene."""
    if isinstance(bounds, str) or not isinstance(bounds, Sequence) or len(bounds) not in (2, 3):
        raise TypeError(f'bounds of {key!r} must be (low, high) or (low, high, "log"), not {bounds!r}')
    if len(bounds) == 3 and bounds[2] not in ("log", "linear"):
        raise ValueError(f'the third word of the bounds of {key!r} is "log" or "linear", not {bounds[2]!r}')
    values = []
    for bound in bounds[:2]:
        value = Scene(scene, **{key: bound})[key]
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise TypeError(f"{key!r} is not a number of the scene: {value!r}")
        values.append(float(value))
    low, high = values
    if not low < high:
        raise ValueError(f"bounds of {key!r}: {low:g} is not below {high:g}")
    log = len(bounds) == 3 and bounds[2] == "log"
    if log and not low > 0:
        raise ValueError(f"bounds of {key!r} on a logarithmic scale must be greater than 0, not {low:g}")
    return Parameter(key, low, high, log)


class _Trial(Simulation):
    """Its run() shows nothing, and ends where another run has thrown."""

    _tick: Callable | None = None

    def run(self, until=None, *, steps=None, progress=None) -> int:
        del progress
        return super().run(until, steps=steps, progress=self._tick)


class Outcome(NamedTuple):
    """What a run gave; ``failed``: why it has nothing to give."""

    values: list | None
    failed: str = ""


class Trials:
    """``ask(points)``: what runs at these values of the parameters give, for each seed."""

    def __init__(
        self,
        scene: Scene,
        keys: Sequence[str],
        seeds: Sequence[int | None],
        experiment: Callable[[Simulation], list],
        words: Sequence[str],
        jobs: int | None,
        folder,
    ):
        self._scene, self._keys, self._seeds = scene, list(keys), list(seeds)
        self._experiment, self._jobs = experiment, jobs
        self._kept: dict[str, Outcome] = {}
        self.runs = 0  # that were made, not read
        self._file = None
        if folder is not None:
            self._file = Path(folder) / "tries.jsonl"
            self._read(self._head(words))

    def _head(self, words: Sequence[str]) -> dict:
        what = json.dumps([self._scene.resolved, self._keys, list(words)])
        return {"format": FORMAT, "what": hashlib.sha256(what.encode()).hexdigest()}

    def _read(self, head: dict) -> None:
        assert self._file is not None
        if not self._file.exists():
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(head) + "\n", encoding="utf-8")
            return
        lines = self._file.read_text(encoding="utf-8").splitlines()
        try:
            same = bool(lines) and json.loads(lines[0]) == head
        except ValueError:
            same = False
        if not same:
            raise ValueError(
                f"{self._file} is of another calibration: other scene, parameters or targets; "
                "choose another folder"
            )
        for line in lines[1:]:
            try:
                kept = json.loads(line)
                self._kept[kept["run"]] = Outcome(kept["values"], kept["failed"])
            except (ValueError, KeyError, TypeError):
                continue  # the last line of a process that was killed
        if lines and not self._file.read_text(encoding="utf-8").endswith("\n"):
            with self._file.open("a", encoding="utf-8") as f:
                f.write("\n")

    def _name(self, point: Sequence[float], seed) -> str:
        return json.dumps([list(map(float, point)), seed])

    def _one(self, point: Sequence[float], seed, tick) -> Outcome:
        changes: dict[str, Any] = dict(zip(self._keys, map(float, point)))
        if seed is not None:
            changes["seed"] = seed
        sim = _Trial(Scene(self._scene, **changes), threads=1)
        sim._tick = tick
        with sim:
            try:
                return Outcome(self._experiment(sim))
            except SimulationFailure as failure:
                return Outcome(None, str(failure))

    def ask(self, points: Sequence[Sequence[float]]) -> list[list[Outcome]]:
        """An Outcome for each point and seed. What is kept is not run again."""
        wanted = {self._name(p, s): (p, s) for p in points for s in self._seeds}
        new = [(name, *ps) for name, ps in wanted.items() if name not in self._kept]

        def one(number: int, tick) -> None:
            name, point, seed = new[number]
            self._keep(name, self._one(point, seed, tick))

        if new:
            run_all(len(new), one, self._jobs)
            self.runs += len(new)
        return [[self._kept[self._name(p, s)] for s in self._seeds] for p in points]

    def _keep(self, name: str, outcome: Outcome) -> None:
        self._kept[name] = outcome
        if self._file is not None:
            line = json.dumps({"run": name, "values": outcome.values, "failed": outcome.failed})
            with self._file.open("a", encoding="utf-8") as f:  # one write: lines do not mix
                f.write(line + "\n")


def targets_of(target: Mapping[str, Any]) -> dict[str, tuple]:
    """Arrays of measured values and of their uncertainties (None: not given), by name."""
    import numpy as np

    if not isinstance(target, Mapping) or not target:
        raise TypeError('target must be a dict of measured values: {"angle": 31.5}')
    out = {}
    for name, given in target.items():
        if not isinstance(name, str) or name in ("misfit", "failed"):
            raise ValueError(f"a target cannot be called {name!r}")
        pair = isinstance(given, tuple)
        if pair and len(given) != 2:
            raise ValueError(f"target {name!r} must be a value or (value, uncertainty), not {given!r}")
        value, doubt = (given if pair else (given, None))
        v = np.asarray(value)
        if v.dtype.kind not in "fiu" or v.size == 0 or not np.isfinite(v).all():
            raise ValueError(f"target {name!r} must be finite numbers, not {value!r}")
        u = None
        if doubt is not None:
            u = np.asarray(doubt)
            if u.dtype.kind not in "fiu" or not (np.isfinite(u).all() and (u > 0).all()):
                raise ValueError(f"the uncertainty of target {name!r} must be greater than 0, not {doubt!r}")
            try:
                u = np.broadcast_to(u, v.shape).astype(float).ravel()
            except ValueError:
                raise ValueError(f"target {name!r} has shape {v.shape}, its uncertainty {u.shape}") from None
        out[name] = (v.astype(float).ravel(), u, v.shape)
    return out
