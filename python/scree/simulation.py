"""A scene that steps, in memory and without any file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Callable

from . import _arrays, _core, _progress
from .edits import Editable
from .errors import SimulationFailure
from .plots import Picture
from .reading import Readable
from .scene import Scene, as_scene
from .sources import SourceCost, core_sources
from .views import LiveView, View
from .views import live as live_view

__all__ = ["Simulation"]


class Simulation(Readable, Editable):
    """A scene that steps::

        sim = scree.Simulation("hopper.toml", seed=3, **{"material.seed.tangential.friction": 0.4})
        sim.run(until="0.5 s")
        sim.grains.position

    ``scene`` is what scree.Scene takes, or a Scene; ``seed`` and overrides replace its values.
    ``threads``, ``engine`` and ``instruction_set`` say how it is computed and never change the
    result. ``sources``: forces written in Python, by name, each a function of a scree.ForceView.

    It steps without the interpreter's lock, so other threads of Python run meanwhile; several
    simulations may run in several threads. ``pickle`` and ``copy`` make a second one that goes on
    with the same bits, without what was watched by ``every``.
    """

    def __init__(
        self,
        scene: str | os.PathLike | Mapping | Scene,
        *,
        seed: int | None = None,
        threads: int | None = None,
        engine: str = "auto",
        instruction_set: str = "auto",
        sources: Mapping[str, Callable] | None = None,
        **overrides: Any,
    ):
        self._start(
            as_scene(scene, seed, overrides),
            {"threads": threads, "engine": engine, "instruction_set": instruction_set},
            dict(sources or {}),
            None,
        )

    def _start(self, scene: Scene, options: dict, sources: dict, checkpoint) -> None:
        self._scene, self._options, self._sources = scene, options, sources
        self._watches: dict[int, Callable] = {}
        self._core = _core.Session(
            scene._core,
            _arrays.threads(options["threads"]),
            options["engine"],
            options["instruction_set"],
            core_sources(sources),
            checkpoint,
        )

    # ---- running -------------------------------------------------------------------------------

    def run(
        self,
        until: str | float | None = None,
        *,
        steps: int | None = None,
        progress: bool | Callable[[Simulation], Any] | None = None,
    ) -> int:
        """Runs until a simulated time, ``"0.5 s"`` or seconds, or for a number of steps; with neither
        until the duration of the scene. Returns the number of steps that were made.

        A line of progress is shown on a terminal and in a notebook; ``progress=False`` hides it, a
        function is called in its place every 50 ms or so. Ctrl-C stops between two steps with
        KeyboardInterrupt, and the simulation can go on. What an observer throws comes out, too.
        SimulationFailure: it cannot go on.
        """
        if until is not None and steps is not None:
            raise TypeError("give `until` or `steps`, not both")
        now = self._core.steps
        if steps is not None:
            last = min(now + _arrays.count(steps, "steps"), 2**63 - 1)
        else:
            last = (
                self._core.last_step(self._scene.duration)
                if until is None
                else self._core.step_at(_arrays.moment(until, "until"))
            )
        shown = _progress.progress_for(progress, last)
        tick = None if shown is None else lambda: shown(self)
        try:
            return self._core.run(last, self._call, tick)
        finally:
            _progress.end(shown)

    def _call(self, number: int):
        watch = self._watches.get(number)
        return None if watch is None else watch(self)

    def every(
        self,
        interval: str | float | Callable | None = None,
        function: Callable | None = None,
        *,
        steps: int | None = None,
    ):
        """Calls a function with the simulation at all multiples of an interval of simulated time, or
        of a number of steps, that come after now::

            @sim.every("1 ms")
            def watch(sim):
                heights.append(sim.grains.position[:, 1].max())

        It may look, edit and ask for more; what only looks changes no bit. ``return False`` ends
        run(). What it throws comes out of run(), between two steps. Returns the function, which
        ``forget`` takes.
        """
        if (interval is None) == (steps is None):
            raise TypeError('say when: every("1 ms") or every(steps=100)')

        def watch(f: Callable) -> Callable:
            if not callable(f):
                raise TypeError(f"every() calls a function, not {f!r}")
            if steps is not None:
                number = self._core.every_steps(_arrays.count(steps, "steps", 1))
            else:
                seconds = _arrays.moment(interval, "the interval")
                if seconds == 0:
                    raise ValueError("the interval must be greater than 0")
                number = self._core.every(seconds)
            self._watches[number] = f
            return f

        return watch if function is None else watch(function)

    def forget(self, function: Callable) -> None:
        """No longer calls a function that ``every`` was given; KeyError: it was not."""
        numbers = [n for n, f in self._watches.items() if f is function or f == function]
        if not numbers:
            raise KeyError(function)
        for n in numbers:
            self._core.forget(n)
            del self._watches[n]

    def show(
        self, *, live: bool = False, every: str | float | None = None, height: int = 480
    ) -> View | Picture | LiveView:
        """This instant in 3D, to be turned and looked into, as the value of a cell of a notebook.

        It is the view of ``scree view`` as a page that fetches nothing: the notebook keeps it, and
        ``show().save("view.html")`` writes it for a browser. Where the page of the viewer has not been
        built it is a picture, and a line says so. Of more than 40,000 grains a part is shown.

        ``live=True`` gives the page itself, served by the program ``scree`` on this machine, with an
        instant for each ``every`` of simulated time from now on::

            view = sim.show(live=True, every="10 ms")    # a LiveView: view.url, view.close()
            sim.run(until="1 s")                         # the page goes along
        """
        if live:
            return live_view(self, every, height)
        if every is not None:
            raise TypeError("`every` is for a live view: show(live=True, every=...)")
        return super().show(height=height)

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """What it was made from."""
        return self._scene

    @property
    def failure(self) -> SimulationFailure | None:
        """Why it cannot go on; None: it can."""
        told = self._core.failure
        return None if told is None else SimulationFailure(*told)

    @property
    def source_costs(self) -> dict[str, SourceCost]:
        """What forces written in Python have cost so far: calls and seconds, by name."""
        return {name: SourceCost(calls, seconds) for name, calls, seconds in self._core.source_costs}

    def close(self) -> None:
        """Gives its memory back; afterwards it can only be deleted."""
        self._core.close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._core.closed:
            return "<scree.Simulation, closed>"
        c = self._core
        return f"<scree.Simulation {self._scene.title!r}: {c.grain_count} grains, t = {c.time:.6g} s>"

    # ---- saving --------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike) -> None:
        """Writes a checkpoint; ``Simulation.resume`` goes on from it with the same bits."""
        self._core.save().write(os.fspath(path))

    @classmethod
    def resume(
        cls,
        scene: str | os.PathLike | Mapping | Scene,
        checkpoint: str | os.PathLike | bytes,
        *,
        seed: int | None = None,
        threads: int | None = None,
        engine: str = "auto",
        instruction_set: str = "auto",
        sources: Mapping[str, Callable] | None = None,
        **overrides: Any,
    ) -> Simulation:
        """Goes on from a checkpoint of a simulation of the same scene, with the same bits."""
        if isinstance(checkpoint, bytes):
            saved = _core.Checkpoint.decode(checkpoint)
        else:
            saved = _core.Checkpoint.read(os.fspath(checkpoint))
        sim = cls.__new__(cls)
        options = {"threads": threads, "engine": engine, "instruction_set": instruction_set}
        sim._start(as_scene(scene, seed, overrides), options, dict(sources or {}), saved)
        return sim

    def __getstate__(self) -> dict:
        return {
            "scene": self._scene,
            "options": self._options,
            "sources": self._sources,
            "checkpoint": self._core.save().encode(),
        }

    def __setstate__(self, state: dict) -> None:
        saved = _core.Checkpoint.decode(state["checkpoint"])
        self._start(state["scene"], state["options"], state["sources"], saved)
