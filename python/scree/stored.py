"""Runs on the disk, read again."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from .grains import Contacts, rows_of_ids
from .measures import Table, table_of
from .plots import Picture, Plot, export_words, plot
from .views import LiveView, View, page_folder, still

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Check", "Frame", "StoredGrains", "StoredRun", "Verdict", "open"]


class Check(NamedTuple):
    """One thing that a verdict has looked at."""

    name: str
    ok: bool
    reason: str


class Verdict(NamedTuple):
    """Whether to believe a run: ``word`` is "ok", "doubtful", "stopped", "unfinished" or "failed"."""

    word: str
    ok: bool
    checks: list[Check]

    def __str__(self) -> str:
        lines = [self.word]
        lines += [f"  {c.name}: {'ok' if c.ok else 'NOT ok'}, {c.reason}" for c in self.checks]
        return "\n".join(lines)


class StoredGrains:
    """The grains of a frame, in the order of their ids: read-only arrays as of ``sim.grains``."""

    if TYPE_CHECKING:
        id: np.ndarray
        position: np.ndarray
        velocity: np.ndarray
        spin: np.ndarray
        force: np.ndarray
        orientation: np.ndarray
        radius: np.ndarray
        mass: np.ndarray
        material: np.ndarray
        body: np.ndarray

    def __init__(self, core: dict):
        self._core = core

    def __len__(self) -> int:
        return len(self._core["id"])

    def field(self, name: str) -> np.ndarray:
        """What else each grain carries: ``run.frames[0].grains.field("start height")``."""
        return self._core["fields"][name]

    @property
    def fields(self) -> list[str]:
        """Names of what else each grain carries."""
        return list(self._core["fields"])

    def rows(self, ids) -> np.ndarray:
        """Where these ids are in the arrays."""
        return rows_of_ids(self.id, ids)

    def __repr__(self) -> str:
        return f"<scree.StoredGrains: {len(self)}>"


def _stored_array(name: str, doc: str) -> property:
    return property(lambda self: self._core[name], doc=doc)


for _name, _doc in {
    "id": "Stable ids, ascending (uint32).",
    "position": "Centres, m.",
    "velocity": "m/s.",
    "spin": "Angular velocities, rad/s.",
    "force": "N.",
    "orientation": "Quaternions (w, x, y, z).",
    "radius": "Of the ball around a grain, m.",
    "mass": "kg.",
    "material": "Numbers of materials, in the order of the scene (uint32).",
    "body": "Ids of bodies or fragments (uint32); 0: none.",
}.items():
    setattr(StoredGrains, _name, _stored_array(_name, _doc))


class Frame:
    """One stored instant of a run."""

    def __init__(self, run, number: int):
        self._run, self.number = run, number

    @cached_property
    def _data(self) -> dict:
        return self._run._core.frame(self.number, True)

    @property
    def time(self) -> float:
        """s."""
        return self._run._core.time(self.number)

    @property
    def step(self) -> int:
        """Number of the step."""
        return self._data["step"]

    @property
    def grains(self) -> StoredGrains:
        """All grains as arrays."""
        return StoredGrains(self._data)

    @property
    def contacts(self) -> Contacts:
        """All contacts as arrays; empty where the run did not store them (``output.contacts``)."""
        return Contacts(lambda: self._data["contacts"], lambda: self._data["id"])

    def export(self, format: str, **parameters: Any) -> bytes:
        """This instant in a format of ``scree.catalog("exporters")``: the content of one file."""
        return _core.export_frame(self._run._core, self.number, format, export_words(parameters))

    def picture(self, path=None, **parameters: Any) -> Picture:
        """A picture of this instant, as ``scree export --format png`` draws it."""
        picture = Picture(self.export("png", **parameters))
        if path is not None:
            picture.save(path)
        return picture

    def show(self, *, height: int = 480) -> View | Picture:
        """This instant in 3D in a notebook, as ``sim.show()``."""
        return still(
            lambda page: _core.page_of_frame(self._run._core, self.number, page), self.picture, height
        )

    def __repr__(self) -> str:
        return f"<scree.Frame {self.number}, t = {self.time:.6g} s>"


class Frames(Sequence):
    """The frames of a run; each is read from the disk when its grains are asked for."""

    def __init__(self, run):
        self._run = run

    def __len__(self) -> int:
        return len(self._run._core)

    def __getitem__(self, k):
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        number = k.__index__()
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(f"there is no frame {k}: the run has {len(self)}")
        return Frame(self._run, number)

    @property
    def times(self) -> np.ndarray:
        """Of all frames, s."""
        import numpy as np

        return np.array([self._run._core.time(k) for k in range(len(self))])

    @property
    def files(self) -> list[str]:
        """The VTP files, for ParaView's and OVITO's Python."""
        folder = os.path.join(self._run.folder, "frames")
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return [os.path.join(folder, n) for n in names if n.endswith(".vtp")]

    def __repr__(self) -> str:
        return f"<scree.Frames: {len(self)}>"


class StoredRun:
    """A run on the disk: ``run.series["kinetic"]``, ``run.frames[-1].grains.position``,
    ``run.verdict``. What is read is what the folder has now."""

    def __init__(self, folder: str | os.PathLike):
        self._core = _core.StoredRun(os.fspath(folder))

    @property
    def folder(self) -> str:
        """Where it lies."""
        return self._core.folder

    @property
    def frames(self) -> Frames:
        """Its frames, as a sequence."""
        return Frames(self)

    @property
    def series(self) -> Table:
        """The measures over time: columns by name as arrays, with units."""
        return table_of(self._core.series())

    @property
    def tables(self) -> list[str]:
        """Names of measures that wrote a table with every frame."""
        return self._core.tables()

    def table(self, name: str, frame: int = -1) -> Table:
        """The table that a measure wrote with a frame."""
        number = self.frames[frame].number
        return table_of(self._core.table(name, number))

    @property
    def summary(self) -> dict:
        """All of ``summary.json``."""
        return json.loads(self._core.summary())

    @property
    def verdict(self) -> Verdict:
        """Whether to believe it, with a reason for each check."""
        told = self.summary["verdict"]
        checks = [
            Check(c.get("name", ""), bool(c.get("ok", False)), str(c.get("reason", "")))
            for c in told.get("checks", [])
        ]
        return Verdict(str(told.get("word", told.get("verdict", ""))), bool(told["ok"]), checks)

    @property
    def state_hash(self) -> str:
        """Of its last state."""
        return self.summary["state_hash"]

    def plot(self, *columns: str, against: str = "time") -> Plot:
        """Columns of the series as curves, as ``scree plot`` draws them; without any the energies."""
        return plot(self, *columns, against=against)

    def show(self, *, live: bool = False, height: int = 480) -> View | Picture | LiveView:
        """Its last frame in 3D in a notebook, as ``sim.show()``. ``live=True``: the page of
        ``scree view`` with all frames, plots and the verdict, also while the run grows; it is served
        by the program ``scree`` on this machine until ``close()``."""
        if live:
            return LiveView(self.folder, height, page_folder())
        return self.frames[-1].show(height=height)

    def __repr__(self) -> str:
        return f"<scree.StoredRun {self.folder!r}: {len(self._core)} frames>"


def open(folder: str | os.PathLike) -> StoredRun:
    """The run in a folder, of ``scree run`` or of scree.run."""
    return StoredRun(folder)
