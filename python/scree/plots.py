"""Plots and pictures, drawn by Scree itself."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import _arrays, _core, _toml
from .measures import Column, Table

__all__ = ["LawPlot", "Picture", "Plot", "plot", "plot_law"]


def export_words(parameters: Mapping[str, Any]) -> list[str]:
    """``name=value`` of an exporter's parameters."""
    return [f"{k}={_toml.value(v, k)}" for k, v in parameters.items()]


class Picture:
    """A PNG. A notebook shows it; ``save`` writes it; ``bytes(picture)`` are its bytes."""

    def __init__(self, png: bytes):
        self._png = png

    def __bytes__(self) -> bytes:
        return self._png

    def _repr_png_(self) -> bytes:
        return self._png

    def save(self, path: str | os.PathLike) -> None:
        """Writes the file."""
        Path(path).write_bytes(self._png)

    def __repr__(self) -> str:
        return f"<scree.Picture, {len(self._png)} bytes of PNG>"


class Plot(Picture):
    """A plot as SVG and as PNG; which of both ``save`` writes, the name of the file says."""

    def __init__(self, svg: str, png: bytes):
        super().__init__(png)
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike) -> None:
        """Writes ``NAME.svg`` or ``NAME.png``."""
        suffix = Path(path).suffix.lower()
        if suffix not in (".svg", ".png"):
            raise ValueError(f"a plot is saved as .svg or .png, not {os.fspath(path)!r}")
        if suffix == ".svg":
            Path(path).write_text(self.svg, encoding="utf-8")
        else:
            super().save(path)

    def __repr__(self) -> str:
        return "<scree.Plot>"


class LawPlot(Plot):
    """A contact law in one motion: the plot, and its loops as tables.

    ``loops`` is a list with a Table each; ``numbers`` has what sums up each loop, as
    ``{"restitution": (0.5, "")}``; ``assumed`` says what was not given.
    """

    def __init__(self, core: dict):
        super().__init__(core["svg"], core["png"])
        self.title: str = core["title"]
        self.motion: str = core["motion"]
        self.x: str = core["x"]
        self.y: str = core["y"]
        self.assumed: list[str] = core["assumed"]
        self.labels: list[str] = [loop["label"] for loop in core["loops"]]
        self.numbers: list[dict] = [dict(loop["numbers"]) for loop in core["loops"]]
        self.loops: list[Table] = [
            Table([Column(n, u, "", False) for n, u in loop["units"].items()], loop["columns"])
            for loop in core["loops"]
        ]

    def __repr__(self) -> str:
        return f"<scree.LawPlot {self.title}: {self.motion}>"


def plot(runs, *columns: str, against: str = "time") -> Plot:
    """Columns of the series of one run or of several, beside each other.

    ``scree.plot(["runs/a", "runs/b"], "kinetic")``. Columns may be arithmetic of columns,
    ``"abs(a) / b"``; without any the energies are shown.
    """
    if isinstance(runs, (str, os.PathLike)) or hasattr(runs, "folder"):
        runs = [runs]
    folders = [os.fspath(getattr(r, "folder", r)) for r in runs]
    core = _core.plot_series(folders, list(columns), against)
    return Plot(core["svg"], core["png"])


def _list(values, dimension: str, name: str) -> list[float]:
    if isinstance(values, (str, int, float)) or not isinstance(values, Iterable):
        values = [values]
    return [_arrays.quantity(v, dimension, name) for v in values]


def plot_law(
    name: str,
    *,
    motion: str = "",
    parts: Mapping[str, str] | None = None,
    diameter: str | float = "1 cm",
    density: str | float = 2500.0,
    speeds=(),
    overlaps=(),
    travels=(),
    angles=(),
    load: str | float = 0.0,
    duration: str | float = 0.0,
    cycles: int = 0,
    **parameters: Any,
) -> LawPlot:
    """What a contact law does in one motion of two equal grains, before it is used.

    ``scree.plot_law("hertz", young="5 MPa", restitution=0.5).save("hertz.svg")``. Parameters are
    those of the law (``scree.catalog("normal")["hertz"].parameters``), of another part with its kind:
    ``**{"tangential.friction": 0.3}`` beside ``parts={"tangential": "spring"}``. ``motion`` is
    ``"impact"``, ``"cycle"``, ``"shear"``, ``"roll"``, ...; what is left out is chosen from the law.
    """
    lists = {
        "speeds": _list(speeds, "velocity", "speeds"),
        "overlaps": _list(overlaps, "length", "overlaps"),
        "travels": _list(travels, "length", "travels"),
        "angles": _list(angles, "angle", "angles"),
    }
    return LawPlot(
        _core.plot_law(
            name,
            [f"{kind}={part}" for kind, part in (parts or {}).items()],
            [f"{k}={v if isinstance(v, str) else _toml.value(v, k)}" for k, v in parameters.items()],
            motion,
            _arrays.quantity(diameter, "length", "diameter"),
            _arrays.quantity(density, "density", "density"),
            lists,
            _arrays.quantity(load, "force", "load"),
            _arrays.quantity(duration, "time", "duration"),
            _arrays.count(cycles, "cycles"),
        )
    )
