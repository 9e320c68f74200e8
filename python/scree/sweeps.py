"""Many runs of one scene, a table as the result."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._pool import run_all
from .measures import Column, Table
from .runs import Run
from .scene import Scene, as_scene
from .simulation import Simulation

__all__ = ["sweep"]


def _numbers_of(sim: Simulation) -> dict[str, Any]:
    energy = sim.energy
    return {
        "time": sim.time,
        "steps": sim.steps,
        "grains": len(sim.grains),
        "kinetic": energy.held.kinetic + energy.held.rotational,
        "lost": float(energy.lost),
        "residual": energy.residual,
        "greatest_overlap": sim.greatest_overlap,
    }


def _combinations(vary: Mapping[str, Sequence], together: bool) -> list[dict]:
    lists = {k: list(v) for k, v in vary.items()}
    if not lists or not all(lists.values()):
        raise ValueError("a sweep needs a list of values for each key")
    if together:
        if len({len(v) for v in lists.values()}) > 1:
            raise ValueError("lists that go together must have one length")
        return [dict(zip(lists, row)) for row in zip(*lists.values())]
    return [dict(zip(lists, row)) for row in itertools.product(*lists.values())]


def _column(values: list):
    import numpy as np

    try:
        array = np.array(values)
    except ValueError:  # lists of several lengths
        array = np.empty(0, object)
    if array.dtype.kind in "biufU" and array.ndim == 1:
        return array
    array = np.empty(len(values), object)  # of arrays as they are
    array[:] = values
    return array


def sweep(
    scene: str | os.PathLike | Mapping | Scene,
    vary: Mapping[str, Sequence],
    *,
    result: Callable[[Simulation], Mapping[str, Any]] | None = None,
    folder: str | os.PathLike | None = None,
    jobs: int | None = None,
    together: bool = False,
    **overrides: Any,
) -> Table:
    """Runs a scene with all combinations of values, several at a time, and gives a table with a row
    for each: what was varied, what came out, ``state_hash``::

        t = scree.sweep("hopper", {"material.seed.tangential.friction": [0.1, 0.3], "seed": [1, 2, 3]})
        t["kinetic"]

    ``result`` says what comes out: a function of the simulation at its end, which returns numbers by
    name; without it time, steps, grains and energies do. With a ``folder`` each run has one in it,
    ``001``, ``002``, ..., as of ``scree run``, and the verdict is a column. ``together=True`` takes the first values of all lists, then the second ones.
    Each run has one thread; ``jobs`` are made at a time, by default one for each processor. All
    scenes are checked before the first one runs.
    """
    ask = result or _numbers_of
    base = as_scene(scene, None, overrides)
    rows = _combinations(vary, together)
    scenes = [Scene(base, **row) for row in rows]

    def one(number: int, tick) -> dict[str, Any]:
        if folder is None:
            sim = Simulation(scenes[number], threads=1)
            sim.run(progress=tick)
            out = {**ask(sim), "state_hash": sim.state_hash}
            sim.close()
            return out
        made = Run(scenes[number], Path(folder) / f"{number + 1:03d}", threads=1)
        stored = made.run(progress=tick)
        return {**ask(made), "state_hash": stored.state_hash, "verdict": stored.verdict.word}

    results = run_all(len(rows), one, jobs)
    columns = {k: _column([row[k] for row in rows]) for k in rows[0]}
    columns |= {k: _column([r.get(k) for r in results]) for k in results[0]}
    return Table([Column(k, "", "", False) for k in columns], columns)
