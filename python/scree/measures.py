"""Measures of the catalogue, and the tables that they and runs give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from . import _arrays, _core, _toml

__all__ = ["Column", "Measure", "Row", "Table"]


class Column(NamedTuple):
    """What a column of numbers is. ``cumulative``: a sum over the run so far."""

    name: str
    unit: str
    meaning: str
    cumulative: bool


class _Described(Mapping):
    def __init__(self, columns: list[Column], values: dict):
        self._columns, self._values = columns, values

    def __getitem__(self, name: str):
        if name in self._values:
            return self._values[name]
        import difflib

        near = difflib.get_close_matches(name, self._values, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(self._values)}"
        raise KeyError(f"there is no column {name!r}; {hint}")

    def __iter__(self):
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def columns(self) -> list[Column]:
        """Names, units and meanings of the columns."""
        return list(self._columns)

    def unit(self, name: str) -> str:
        """Of a column; empty: a pure number, or not known."""
        return next(c.unit for c in self._columns if c.name == name)


class Row(_Described):
    """The numbers of a measure at an instant, by name. ``float(row)`` is the first one."""

    def __float__(self) -> float:
        return float(next(iter(self._values.values())))

    def __repr__(self) -> str:
        return "<" + ", ".join(f"{c.name} {self[c.name]:.6g} {c.unit}".rstrip() for c in self._columns) + ">"


class Table(_Described):
    """Columns of numbers by name, as NumPy arrays of one length."""

    def to_pandas(self):
        """A DataFrame of the columns (needs pandas)."""
        return _arrays.data_frame(dict(self._values))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._values.values()))) if self._values else 0

    def __repr__(self) -> str:
        return f"<scree.Table {self.rows} rows: {', '.join(self._values)}>"


def table_of(core) -> Table:
    """From what the compiled part gives: descriptions and arrays."""
    columns, values = core
    described = [Column(*c) for c in columns]
    return Table(described, {c.name: v for c, v in zip(described, values)})


class Measure:
    """A measure of ``scree.catalog("measures")``, with its parameters as a scene has them::

        flow = scree.Measure("flow", plane="y", at="2 cm")
        flow(sim)["grains"]

    One with a memory (a flow, a mean) counts the instants at which it was asked; make it once and
    keep it. ``sim.measure(...)`` makes one for a single question.
    """

    def __init__(self, name: str, **parameters: Any):
        if not isinstance(name, str):
            raise TypeError("the name of a measure is text")
        line = name + "".join(f"; {k} = {_toml.value(v, k)}" for k, v in parameters.items())
        self._core = _core.Measure(line)
        self._line = line

    @property
    def columns(self) -> list[Column]:
        """Names, units and meanings of what it gives."""
        return [Column(*c) for c in self._core.columns]

    @property
    def is_table(self) -> bool:
        """Whether it gives many rows an instant."""
        return self._core.is_table

    def __call__(self, sim) -> Row | Table:
        """Of a simulation now: a Row, or a Table where it has many rows."""
        values = self._core.evaluate(sim._core)
        columns = self.columns
        if self.is_table:
            table = values.reshape(-1, len(columns))
            return Table(columns, {c.name: table[:, k] for k, c in enumerate(columns)})
        return Row(columns, {c.name: float(v) for c, v in zip(columns, values)})

    def __repr__(self) -> str:
        return f"<scree.Measure {self._line!r}>"
