"""The energy budget of an instant."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["Energy", "EnergySide"]


class _Named(Mapping):
    """Numbers by their names, as keys and as attributes."""

    def __init__(self, values: dict[str, float]):
        self._values = values

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def __getattr__(self, name: str) -> float:
        if not name.startswith("_") and name in self._values:
            return self._values[name]
        known = ", ".join(self._values)
        raise AttributeError(f"there is no energy {name!r} here; there are {known}")

    def __iter__(self):
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self):
        return [*super().__dir__(), *self._values]


class EnergySide(_Named):
    """One side of the budget: its terms by name, and their sum: ``energy.lost.sliding``,
    ``energy.lost.total``, ``float(energy.lost)``. In J."""

    def __init__(self, values: dict[str, float], total: float):
        super().__init__(values)
        self._total = total

    @property
    def total(self) -> float:
        """The sum of all terms, in J."""
        return self._total

    def __float__(self) -> float:
        return self._total

    def __repr__(self) -> str:
        terms = ", ".join(f"{k} {v:.6g}" for k, v in self.items() if v != 0)
        return f"<{self._total:.6g} J: {terms or 'nothing'}>"


class Energy(_Named):
    """The energy budget of an instant, in J: held + lost + removed = start + put_in + residual.

    Sides are attributes with their terms: ``energy.held.kinetic``, ``energy.lost.sliding``,
    ``energy.removed.potential``, ``energy.put_in.work_walls``. As a mapping it has every term by the
    name that ``series.csv`` uses: ``energy["lost_sliding"]``, ``dict(energy)``.
    """

    def __init__(self, core: dict):
        super().__init__({name: value for name, _, value, _ in core["terms"]})
        self._meanings = {name: meaning for name, _, _, meaning in core["terms"]}
        self._sides = {}
        for side in ("held", "lost", "removed", "put in"):
            key = side.replace(" ", "_")
            terms = {
                name.removeprefix(f"{key}_"): value
                for name, of, value, _ in core["terms"]
                if of == side
            }
            self._sides[key] = EnergySide(terms, core[key])
        self._start, self._residual = core["start"], core["residual"]

    @property
    def held(self) -> EnergySide:
        """By the state as it is now: motion, height, springs of contacts and bonds."""
        return self._sides["held"]

    @property
    def lost(self) -> EnergySide:
        """Turned into heat since the start, by channel."""
        return self._sides["lost"]

    @property
    def removed(self) -> EnergySide:
        """Taken along by grains that left."""
        return self._sides["removed"]

    @property
    def put_in(self) -> EnergySide:
        """By what acts from outside: moving walls, poured grains, forces of a program, edits."""
        return self._sides["put_in"]

    @property
    def start(self) -> float:
        """Held at the start."""
        return self._start

    @property
    def residual(self) -> float:
        """What the budget does not close by; 0 for a perfect one."""
        return self._residual

    def meaning(self, name: str) -> str:
        """What a term is, in a few words."""
        return self._meanings[name]

    def __repr__(self) -> str:
        return (
            f"<scree.Energy held {float(self.held):.6g} J, lost {float(self.lost):.6g} J, "
            f"residual {self.residual:.3g} J>"
        )
