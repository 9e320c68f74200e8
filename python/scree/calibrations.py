"""Parameters of a scene from measured values."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _arrays
from ._trials import Outcome, Parameter, Trials, read_parameter, targets_of
from .measures import Column, Table
from .scene import Scene, as_scene
from .simulation import Simulation

__all__ = ["Calibration", "calibrate"]

_STEP = 0.08  # of a derivative, as a share of the bounds: runs of grains scatter
_METHODS = ("least_squares", "global", "scan")


class Calibration:
    """What calibrate() found.

    ``parameters``: the best values in SI, by key; ``scene``: the scene with them. ``results``: what
    its runs give, the mean of the seeds; ``residuals``: results less targets. ``misfit``: root of the
    mean square of the residuals in units of their uncertainties; without uncertainties in units of the
    targets themselves. About 1 is as good as the uncertainties allow.

    ``uncertainties``: of the parameters, one standard deviation, from the derivatives at the best
    point; NaN where the targets do not determine a parameter. ``correlation``: between them.
    ``sensitivity["angle"]["material.a.friction"]``: the derivative of a result by a parameter, in SI.
    ``tries``: a Table with a row for each point. ``failures``: messages of runs that gave nothing.
    ``runs``: how many were made now; those in ``folder`` are read. ``notes``: what to doubt.
    """

    parameters: dict[str, float]
    uncertainties: dict[str, float]
    correlation: Any
    sensitivity: dict[str, dict[str, Any]]
    scene: Scene
    results: dict[str, Any]
    residuals: dict[str, Any]
    misfit: float
    tries: Table
    failures: list[str]
    runs: int
    notes: list[str]

    def __init__(self, **values: Any):
        self.__dict__.update(values)

    def __str__(self) -> str:
        lines = [f"misfit {self.misfit:.3g} after {self.tries.rows} tries"]
        for key, value in self.parameters.items():
            lines.append(f"  {key} = {value:.6g} ± {self.uncertainties[key]:.2g}")
        return "\n".join(lines + [f"  note: {n}" for n in self.notes])

    def __repr__(self) -> str:
        return f"<scree.Calibration: misfit {self.misfit:.3g}, {self.tries.rows} tries>"


def calibrate(
    scene: str | os.PathLike | Mapping | Scene,
    parameters: Mapping[str, Sequence],
    target: Mapping[str, Any],
    result: Callable[[Simulation], Mapping[str, Any]] | None = None,
    *,
    experiment: Callable[[Simulation], Mapping[str, Any]] | None = None,
    seeds: Sequence[int] = (),
    method: str = "least_squares",
    tries: int = 40,
    jobs: int | None = None,
    folder: str | os.PathLike | None = None,
    progress: Callable[[str], Any] | None = None,
    **overrides: Any,
) -> Calibration:
    """Finds values of a scene with which its runs give what was measured (needs SciPy)::

        found = scree.calibrate(
            "drum",
            {"material.seed.tangential.friction": (0.1, 0.9),
             "material.seed.normal.young": ("1 MPa", "100 MPa", "log")},
            target={"angle": (31.5, 0.5)},                    # value and uncertainty, or a value
            result=lambda sim: {"angle": slope_of(sim)},      # after the run
            seeds=[1, 2, 3], folder="runs/friction",
        )
        print(found); found.scene

    ``result`` is a function of the simulation at its end, or ``experiment`` one that gets it at its
    start, runs it and may watch it. It returns numbers, or arrays, under the names of ``target``.
    Each point is run with each of the ``seeds``, and the mean is compared. How far the seeds differ
    adds to the uncertainties of the targets.

    About ``tries`` points are asked. They are spread over the bounds first (a third); from the best
    ``method="least_squares"`` goes downhill with ``scipy.optimize.least_squares``.
    ``"global"`` asks ``differential_evolution`` before that, for a misfit with several valleys, at the
    price of most tries; ``"scan"`` only spreads. ``jobs`` runs are made at a time, a thread each, by
    default one for each processor. With a ``folder`` every run is written down there, and the same
    call goes on where it was stopped. ``progress`` is called with a line after each round. A run that
    fails counts as a bad fit; what the functions throw comes out.
    """
    _need_scipy()
    search = _Search(as_scene(scene, None, overrides), parameters, target, result, experiment)
    if method not in _METHODS:
        raise ValueError(f"method is one of {', '.join(_METHODS)}, not {method!r}")
    search.tries = _arrays.count(tries, "tries", 2 * len(search.parameters) + 2)
    search.progress = progress
    numbers = [_arrays.count(s, "a seed") for s in seeds]
    if len(set(numbers)) != len(numbers):
        raise ValueError("a seed is there twice")
    search.trials = Trials(
        search.scene,
        [p.key for p in search.parameters],
        numbers or [None],
        search.values_of,
        list(search.targets),
        None if jobs is None else _arrays.count(jobs, "jobs", 1),
        folder,
    )
    search.spread(search.tries if method == "scan" else max(2, search.tries // 3))
    if method == "global":
        search.evolve()
    if method != "scan":
        search.descend()
    return search.finish()


def _need_scipy() -> None:
    try:
        import scipy.optimize  # noqa: F401
    except ImportError as missing:
        raise ImportError(
            "scree.calibrate needs SciPy: sudo apt-get install python3-scipy, or pip install scipy"
        ) from missing


class _Search:
    trials: Trials
    tries: int
    progress: Callable[[str], Any] | None

    def __init__(self, scene: Scene, parameters, target, result, experiment):
        import numpy as np

        if (result is None) == (experiment is None):
            raise TypeError("give `result` or `experiment`, one of both")
        ask = result if experiment is None else experiment
        if not callable(ask):
            raise TypeError(f"what comes out is told by a function, not {ask!r}")
        if not isinstance(parameters, Mapping) or not parameters:
            raise TypeError('parameters must be a dict of bounds: {"material.a.friction": (0.1, 0.9)}')
        self.scene, self.ask, self.runs_itself = scene, ask, experiment is not None
        self.parameters: list[Parameter] = [read_parameter(scene, k, b) for k, b in parameters.items()]
        self.targets = targets_of(target)
        self.wanted = np.concatenate([v for v, _, _ in self.targets.values()])
        self.has_doubts = all(u is not None for _, u, _ in self.targets.values())
        self.doubts = np.concatenate(
            [self._scale(v) if u is None else u for v, u, _ in self.targets.values()]
        )
        self.seen: set[tuple] = set()
        self.points: list = []  # shares of the bounds
        self.outcomes: list[list[Outcome]] = []

    @staticmethod
    def _scale(v):
        """Where no uncertainty is given: the size of the value, of a list the greatest for zeros."""
        import numpy as np

        most = np.abs(v).max()
        return np.where(np.abs(v) > 1e-3 * most, np.abs(v), most if most > 0 else 1.0)

    # ---- runs ----------------------------------------------------------------------------------

    def values_of(self, sim: Simulation) -> list[float]:
        """All results of a run in the order of the targets; a mistake says which is wrong."""
        import numpy as np

        if not self.runs_itself:
            sim.run()
        told = self.ask(sim)
        if not isinstance(told, Mapping):
            raise TypeError(f"the result must be a dict with {', '.join(self.targets)}, not {told!r}")
        out: list[float] = []
        for name, (_, _, shape) in self.targets.items():
            if name not in told:
                raise KeyError(f"the result has no {name!r}; it has {', '.join(map(str, told))}")
            value = np.asarray(told[name])
            if value.dtype.kind not in "fiu" or value.shape != shape:
                raise TypeError(f"result {name!r} must be numbers of shape {shape}, not {told[name]!r}")
            out += [float(x) for x in value.ravel()]
        return out

    def run(self, shares) -> list:
        """Mean results at points; None where all runs of a point failed."""
        import numpy as np

        values = [[p.at(float(s)) for p, s in zip(self.parameters, row)] for row in shares]
        told = self.trials.ask(values)
        for row, point, outcomes in zip(shares, values, told):
            if tuple(point) not in self.seen:  # the start of a derivative was asked before
                self.seen.add(tuple(point))
                self.points.append(np.array(row, float))
                self.outcomes.append(outcomes)
        if self.progress is not None:
            misfits = [m for m in self.misfits() if np.isfinite(m)]
            best = f"best misfit {min(misfits):.3g}" if misfits else "all runs failed"
            self.progress(f"{len(self.points)} tries, {self.trials.runs} runs, {best}")
        return [self.mean(o) for o in told]

    @staticmethod
    def mean(outcomes: list[Outcome]):
        import numpy as np

        good = [o.values for o in outcomes if o.values is not None and np.isfinite(o.values).all()]
        return np.mean(good, axis=0) if good else None

    def residuals(self, mean):
        """In units of uncertainties; a run that failed is far away."""
        import numpy as np

        if mean is None:
            return np.full(len(self.wanted), 1e3)
        return np.clip((mean - self.wanted) / self.doubts, -1e6, 1e6)

    def misfits(self) -> list[float]:
        import numpy as np

        means = [self.mean(o) for o in self.outcomes]
        return [
            float("nan") if m is None else float(np.sqrt(np.mean(self.residuals(m) ** 2)))
            for m in means
        ]

    # ---- search --------------------------------------------------------------------------------

    def scatter(self):
        """Standard deviation of the mean of the seeds, as it is on average over the points."""
        import numpy as np

        variances, seeds = [], len(self.outcomes[0])
        for outcomes in self.outcomes:
            good = [o.values for o in outcomes if o.values is not None and np.isfinite(o.values).all()]
            if len(good) > 1:
                variances.append(np.var(good, axis=0, ddof=1))
        return np.sqrt(np.mean(variances, axis=0) / seeds) if variances else np.zeros(len(self.wanted))

    def spread(self, count: int) -> None:
        from scipy.stats import qmc
        import numpy as np

        points = qmc.LatinHypercube(len(self.parameters), seed=1).random(count)
        self.run(points)
        self.doubts = np.hypot(self.doubts, self.scatter())
        if all(self.mean(o) is None for o in self.outcomes):
            reasons = self.failures()
            why = reasons[0] if reasons else "their results are not finite"
            raise ValueError(f"none of {count} points within the bounds gave a result: {why}")

    def best(self) -> int:
        import numpy as np

        return int(np.nanargmin(self.misfits()))

    def evolve(self) -> None:
        """Spends all tries but those that the descent needs."""
        from scipy.optimize import differential_evolution
        import numpy as np

        n = len(self.parameters)
        crowd = max(5, 4 * n)
        rounds = (self.tries - len(self.points) - 2 * (2 * n + 1)) // crowd - 1
        if rounds < 1:
            return

        def misfit(x):
            means = self.run(np.atleast_2d(x.T))
            return np.array([np.mean(self.residuals(m) ** 2) for m in means])

        differential_evolution(
            misfit, [(0, 1)] * n, maxiter=rounds, popsize=crowd, init=self.first_crowd(crowd),
            vectorized=True, updating="deferred", polish=False, seed=1, tol=1e-3,
        )

    def first_crowd(self, count: int):
        """The best points so far, and more where there are too few."""
        from scipy.stats import qmc
        import numpy as np

        order = np.argsort(np.nan_to_num(self.misfits(), nan=np.inf), kind="stable")[:count]
        known = [self.points[k] for k in order]
        more = qmc.LatinHypercube(len(self.parameters), seed=2).random(count - len(known))
        return np.clip(np.array([*known, *more]), 0, 1)

    def descend(self) -> None:
        """From the best point; where runs scatter so much that it ends at once, from the next ones."""
        from scipy.optimize import least_squares
        import numpy as np

        price = 2 * len(self.parameters) + 1  # of a derivative and the point after it
        starts: list = []
        while not starts or self.tries - len(self.points) > price:
            order = np.argsort(np.nan_to_num(self.misfits(), nan=np.inf), kind="stable")
            far = [
                self.points[k]
                for k in order
                if all(np.abs(self.points[k] - s).max() > 2 * _STEP for s in starts)
            ]
            if not far:
                return
            starts.append(np.clip(far[0], 1e-6, 1 - 1e-6))
            least_squares(
                lambda x: self.residuals(self.run([x])[0]),
                starts[-1],
                jac=self.slopes,
                bounds=(0, 1),
                max_nfev=max(2, (self.tries - len(self.points)) // price),
                xtol=1e-3,
                ftol=1e-4,
            )

    def slopes(self, x):
        """Derivatives of the residuals by the shares, from both sides; all runs at once."""
        import numpy as np

        x = np.asarray(x, float)
        ends = []
        for k in range(len(x)):
            for step in (-_STEP, _STEP):
                end = x.copy()
                end[k] = min(max(x[k] + step, 0.0), 1.0)
                ends.append(end)
        means = self.run([x, *ends])
        sides = list(zip([x, *ends], means))
        columns = []
        for k in range(len(x)):
            good = [(s[k], self.residuals(m)) for s, m in sides[2 * k + 1 : 2 * k + 3] if m is not None]
            if len(good) < 2 and means[0] is not None:
                good.append((x[k], self.residuals(means[0])))
            if len(good) < 2 or good[0][0] == good[1][0]:
                columns.append(np.zeros(len(self.wanted)))
            else:
                columns.append((good[1][1] - good[0][1]) / (good[1][0] - good[0][0]))
        return np.stack(columns, axis=1)

    # ---- what was found ------------------------------------------------------------------------

    def failures(self) -> list[str]:
        return [o.failed for outs in self.outcomes for o in outs if o.failed]

    def finish(self) -> Calibration:
        import numpy as np

        jacobian = self.slopes(self.points[self.best()])
        at = self.best()  # a neighbour may be better still
        x, mean = self.points[at], self.mean(self.outcomes[at])
        keys = [p.key for p in self.parameters]
        slopes = np.array([p.slope(float(s)) for p, s in zip(self.parameters, x)])
        doubts, correlation, notes = self.doubts_of(jacobian, self.residuals(mean), slopes, x)
        best = {p.key: p.at(float(s)) for p, s in zip(self.parameters, x)}
        by_parameter = jacobian * self.doubts[:, None] / slopes[None, :]
        return Calibration(
            parameters=best,
            uncertainties=dict(zip(keys, map(float, doubts))),
            correlation=correlation,
            sensitivity={
                name: {k: self.part(by_parameter[:, c], name) for c, k in enumerate(keys)}
                for name in self.targets
            },
            scene=Scene(self.scene, **best),
            results={name: self.part(mean, name) for name in self.targets},
            residuals={name: self.part(mean - self.wanted, name) for name in self.targets},
            misfit=self.misfits()[at],
            tries=self.table(),
            failures=self.failures(),
            runs=self.trials.runs,
            notes=notes,
        )

    def part(self, values, name: str):
        """Of all results those of one target: a number, or an array of its shape."""
        begin = 0
        for other, (v, _, shape) in self.targets.items():
            if other == name:
                piece = values[begin : begin + len(v)]
                return float(piece[0]) if shape == () else piece.reshape(shape)
            begin += len(v)
        raise KeyError(name)

    def doubts_of(self, jacobian, residual, slopes, x):
        """Standard deviations of the parameters in SI, their correlation, and what to doubt."""
        import numpy as np

        m, n = jacobian.shape
        notes = []
        for p, s in zip(self.parameters, x):
            if s < 1e-3 or s > 1 - 1e-3:
                notes.append(f"{p.key} is at the end of its bounds")
        scatter = float(np.sum(residual**2)) / (m - n) if m > n else None
        if self.has_doubts:
            scale = max(1.0, scatter or 0.0)  # a bad fit is no better known than it fits
        elif scatter is not None:
            scale = scatter
        else:
            scale = float("nan")
            notes.append("as many parameters as targets, and no uncertainties of the targets: "
                         "how well the parameters are known cannot be told")
        singular = np.linalg.svd(jacobian, compute_uv=False)
        if m < n or not singular[-1] > 1e-6 * singular[0]:
            notes.append("the targets do not determine all parameters")
            return np.full(n, np.nan), np.full((n, n), np.nan), notes
        covariance = np.linalg.inv(jacobian.T @ jacobian)
        d = np.sqrt(np.diag(covariance))
        return d * np.sqrt(scale) * np.abs(slopes), covariance / np.outer(d, d), notes

    def table(self) -> Table:
        """A row for each point, in the order in which they were asked."""
        import numpy as np

        columns: dict[str, Any] = {}
        for k, p in enumerate(self.parameters):
            columns[p.key] = np.array([p.at(float(x[k])) for x in self.points])
        nothing = np.full(len(self.wanted), np.nan)
        means = [self.mean(o) for o in self.outcomes]
        for name, (_, _, shape) in self.targets.items():
            parts = [self.part(nothing if m is None else m, name) for m in means]
            if shape == ():
                columns[name] = np.array(parts)
            else:
                columns[name] = np.empty(len(parts), object)
                columns[name][:] = parts
        columns["misfit"] = np.array(self.misfits())
        columns["failed"] = np.array([sum(o.values is None for o in outs) for outs in self.outcomes])
        return Table([Column(k, "", "", False) for k in columns], columns)
