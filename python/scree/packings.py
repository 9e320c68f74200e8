"""Packings that other programs wrote: LAMMPS, LIGGGHTS, YADE."""

from __future__ import annotations

import os
from collections.abc import Sequence
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _arrays, _core

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Packing", "PackingBox", "read_packing"]


class PackingBox(NamedTuple):
    """The box of a packing, in m. ``periodic`` is as in a scene, ``"xz"``; None: the file does not
    say. ``tilt`` is xy, xz, yz."""

    min: tuple[float, float, float]
    max: tuple[float, float, float]
    tilt: tuple[float, float, float]
    periodic: str | None


class Packing:
    """Grains that another program wrote, in SI: arrays with a row for each, in the order of its ids.

    ``position``, ``radius``, ``id``, ``type`` (numbers into ``types``, the words of the file);
    ``velocity``, ``spin`` and ``density`` are None where the file has none. ``format``, ``units``,
    ``box`` (a PackingBox or None), ``frame`` of ``frames``, ``step``, ``time`` and ``notes`` say what
    it was.
    """

    if TYPE_CHECKING:
        position: np.ndarray
        radius: np.ndarray
        id: np.ndarray
        type: np.ndarray
        velocity: np.ndarray | None
        spin: np.ndarray | None
        density: np.ndarray | None

    format: str
    units: str
    types: list[str]
    box: PackingBox | None
    frame: int
    frames: int
    step: int | None
    time: float | None
    notes: list[str]

    def __init__(self, core, path: str, asked: dict):
        self._core, self._path, self._asked = core, path, asked
        values = core.values()
        for name, value in values.items():
            setattr(self, name, value)
        self.box = None if values["box"] is None else PackingBox(*values["box"])

    def __len__(self) -> int:
        return len(self.radius)

    def fill(self, **keys: Any) -> dict:
        """The ``[[fill]]`` of a scene that reads the same file: ``{"fill": [packing.fill()]}``. More
        keys are those of the fill: ``materials="glass, steel"``, ``at_rest=True``."""
        return {"kind": "packing", "file": os.path.abspath(self._path), **self._asked, **keys}

    def box_table(self) -> dict:
        """The ``[box]`` of a scene with this box; ValueError where the file has none, or does not
        say what is periodic."""
        if self.box is None:
            raise ValueError("the file has no box")
        if self.box.periodic is None:
            raise ValueError("the file does not say what is periodic: write [box] yourself")
        if not self.box.periodic:
            raise ValueError("the box of the file is not periodic")
        table: dict = {"min": list(self.box.min), "max": list(self.box.max), "periodic": self.box.periodic}
        if any(self.box.tilt):
            table["tilt"] = list(self.box.tilt)
        return table

    def save(self, path: str | os.PathLike, materials: Sequence[str] = ()) -> None:
        """Writes a table that a fill of kind ``csv`` reads; ``materials``: names for the types."""
        names = [materials] if isinstance(materials, str) else [str(m) for m in materials]
        Path(path).write_text(self._core.table(names), encoding="utf-8")

    def __repr__(self) -> str:
        return f"<scree.Packing: {len(self)} grains, {self.format}>"


def read_packing(
    path: str | os.PathLike,
    *,
    format: str = "auto",
    frame: str | int = "last",
    units: str = "auto",
    diameter: str | float | None = None,
) -> Packing:
    """Reads a LAMMPS data file, a text dump of LAMMPS or LIGGGHTS, or a packing ``x y z r`` of YADE::

        packing = scree.read_packing("bed.data")
        packing.position, packing.radius
        sim = scree.Simulation({**scene, "fill": [packing.fill()]})

    ``format`` is ``"lammps-data"``, ``"lammps-dump"`` or ``"yade"``; ``"auto"`` looks at the first
    lines. ``frame`` of a dump: ``"first"``, ``"last"``, a number from 0, ``"step 5000"``. ``units``
    are those of the file (``"si"``, ``"cgs"``, ``"micro"``, ``"nano"``); ``"auto"``: what it says,
    else SI. ``diameter`` is that of all grains of a file without sizes. Mistakes are SceneError, with
    the lines of the file. ``scree import FILE`` does the same on the command line.
    """
    asked = {"format": format, "frame": frame, "units": units}
    for name, value in asked.items():
        number = name == "frame" and isinstance(value, Integral) and not isinstance(value, bool)
        if not number and not isinstance(value, str):
            raise TypeError(f"{name} must be text, not {value!r}")
        asked[name] = str(value)
    d = 0.0 if diameter is None else _arrays.quantity(diameter, "length", "diameter")
    if diameter is not None:
        if not 0 < d < float("inf"):
            raise ValueError(f"diameter must be greater than 0, not {diameter!r}")
        asked["diameter"] = d
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError("the path of a packing must be text")
    return Packing(
        _core.read_packing(name, asked["format"], asked["frame"], asked["units"], d), name, asked
    )
