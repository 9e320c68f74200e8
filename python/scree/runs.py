"""Runs that leave on the disk what ``scree run`` leaves: frames, series, checkpoints, a verdict."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Callable

from . import _arrays, _core, _progress
from .reading import Readable
from .scene import Scene, as_scene
from .stored import StoredRun

__all__ = ["Run", "resume", "run"]


class Run(Readable):
    """A run of a scene with a folder. Observers may look at it and change nothing::

        r = scree.Run("hopper.toml", "runs/mine")

        @r.every("10 ms")
        def watch(now): ...

        stored = r.run()
        stored.verdict
    """

    def __init__(
        self,
        scene: str | os.PathLike | Mapping | Scene,
        folder: str | os.PathLike = "",
        *,
        seed: int | None = None,
        threads: int | None = None,
        engine: str = "auto",
        **overrides: Any,
    ):
        """A new folder; without a name the first free ``runs/NAME-NNN``."""
        self._core = _core.RunSession.start(
            as_scene(scene, seed, overrides)._core,
            os.fspath(folder),
            _arrays.threads(threads),
            engine,
        )

    @classmethod
    def resume(
        cls, folder: str | os.PathLike, *, threads: int | None = None, engine: str = "auto"
    ) -> Run:
        """Goes on from the newest checkpoint of a folder, with the same bits."""
        made = cls.__new__(cls)
        made._core = _core.RunSession.resume(os.fspath(folder), _arrays.threads(threads), engine)
        return made

    @property
    def folder(self) -> str:
        """Where everything is written."""
        return self._core.folder

    @property
    def notes(self) -> list[str]:
        """What is good to know after a resume."""
        return self._core.notes

    def every(
        self,
        interval: str | float | None = None,
        function: Callable | None = None,
        *,
        steps: int | None = None,
    ):
        """Calls a function with the run at its start and at all multiples of an interval of simulated
        time, or of a number of steps. What it throws ends the run and comes out, without a summary."""
        if (interval is None) == (steps is None):
            raise TypeError('say when: every("1 ms") or every(steps=100)')

        def watch(f: Callable) -> Callable:
            if not callable(f):
                raise TypeError(f"every() calls a function, not {f!r}")
            if steps is not None:
                self._core.watch(lambda: f(self), 0.0, _arrays.count(steps, "steps", 1))
            else:
                seconds = _arrays.moment(interval, "the interval")
                if seconds == 0:
                    raise ValueError("the interval must be greater than 0")
                self._core.watch(lambda: f(self), seconds, 0)
            return f

        return watch if function is None else watch(function)

    def run(self, *, progress: bool | Callable | None = None) -> StoredRun:
        """To the end of the scene. Ctrl-C ends it with a checkpoint and KeyboardInterrupt;
        ``scree.resume(folder)`` goes on."""
        shown = _progress.progress_for(progress, self._core.end)

        def tick():
            shown(self)

        try:
            self._core.run(None if shown is None else tick)
        finally:
            _progress.end(shown)
        return StoredRun(self.folder)


def run(
    scene: str | os.PathLike | Mapping | Scene,
    folder: str | os.PathLike = "",
    *,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    **overrides: Any,
) -> StoredRun:
    """What ``scree run`` does: runs a scene into a new folder, and opens it.

    ``scree.run("hopper.toml", "runs/mine", duration="2 s").verdict``
    """
    return Run(scene, folder, seed=seed, threads=threads, **overrides).run(progress=progress)


def resume(
    folder: str | os.PathLike, *, threads: int | None = None, progress: bool | None = None
) -> StoredRun:
    """Goes on with a run that was stopped, to its end, with the same bits."""
    return Run.resume(folder, threads=threads).run(progress=progress)
