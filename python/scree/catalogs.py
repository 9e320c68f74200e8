"""What a scene may name, with parameters and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from . import _core

__all__ = ["Catalog", "Entry", "Material", "Parameter", "Value", "catalog", "catalogs", "materials"]


class Parameter(NamedTuple):
    """A parameter of an entry: what it takes, in which unit, and what it means."""

    name: str
    takes: str
    range: str
    unit: str
    default: str
    required: bool
    doc: str


class Entry(NamedTuple):
    """One thing of a catalogue: a law, a wall, a motion, a measure, ..."""

    name: str
    summary: str
    source: str
    parameters: dict[str, Parameter]

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.summary}" + (f" [{self.source}]" if self.source else "")]
        for p in self.parameters.values():
            facts = [p.takes] + [p.range] * bool(p.range) + ["required"] * p.required
            facts += [f"default {p.default}"] * bool(p.default)
            lines.append(f"  {p.name}: {p.doc} ({', '.join(facts)})")
        return "\n".join(lines)


def _entry(e: dict) -> Entry:
    parameters = {p["name"]: Parameter(**p) for p in e["params"]}
    return Entry(e["name"], e["summary"], e["source"], parameters)


class Catalog(Mapping):
    """Entries by name; ``print(scree.catalog("walls"))`` shows them with their parameters."""

    def __init__(self, what: str, entries: list[dict]):
        self.what = what
        self._entries = {e["name"]: _entry(e) for e in entries}

    def __getitem__(self, name: str) -> Entry:
        return self._entries[name]

    def __iter__(self):
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self._entries.values())

    def __repr__(self) -> str:
        return f"<scree catalog {self.what!r}: {', '.join(self)}>"


def catalogs() -> list[str]:
    """The names of all catalogues: kinds of laws, walls, motions, measures, ..."""
    return _core.catalogs()


def catalog(what: str) -> Catalog:
    """What ``scree list`` shows: ``scree.catalog("motions")["tapping"].parameters``."""
    known = catalogs()
    if what not in known:
        raise KeyError(f"there is no catalogue {what!r}; there are {', '.join(known)}")
    return Catalog(what, _core.catalog(what))


class Value(NamedTuple):
    """A number of a material: as one writes it, what one finds for such grains, and where it is from."""

    value: str
    range: str
    basis: str
    source: str


class Material(NamedTuple):
    """A material of the library: ``scree.Scene({"material": {"beads": "glass"}, ...})``."""

    name: str
    about: str
    values: dict[str, Value]
    toml: str

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.about}"]
        lines += [f"  {k} = {v.value} ({v.range}; {v.basis}, {v.source})" for k, v in self.values.items()]
        return "\n".join(lines)


def materials() -> dict[str, Material]:
    """Materials that every scene may name, with the sources of their values."""
    return {
        name: Material(name, about, {k: Value(*rest) for k, *rest in values}, toml)
        for name, about, values, toml in _core.materials()
    }
