"""Forces that are written in Python, on arrays of all grains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Callable, NamedTuple

__all__ = ["ForceView", "SourceCost"]


class SourceCost(NamedTuple):
    """What a source has cost: how often it was asked, and the seconds that it took."""

    calls: int
    seconds: float


class ForceView:
    """What a source is given each time that forces are found, once a step: arrays in the order of
    ids (``id``, ``position``, ``velocity``, ``spin``, ``radius``, ``mass``), ``time`` and
    ``time_step``. It returns forces of shape ``(N, 3)`` or ``(3,)`` for all, a pair of forces and
    torques, or None for none::

        def wind(view):
            return 1e-4 * (np.array([2.0, 0, 0]) - view.velocity)

        sim = scree.Simulation(scene, sources={"wind": wind})

    The work of these forces is in ``sim.energy.put_in.work_sources``. A force must depend on nothing
    but the view, or a resumed run has other bits.
    """

    __slots__ = ("id", "mass", "position", "radius", "spin", "time", "time_step", "velocity")

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __len__(self) -> int:
        return len(self.id)


def core_sources(sources: Mapping[str, Callable]) -> list:
    """Pairs of a name and a function of a dict, for the compiled part."""
    for name, function in sources.items():
        if not isinstance(name, str) or not name:
            raise TypeError(f"a source needs a name, not {name!r}")
        if not callable(function):
            raise TypeError(f"the source {name!r} is not a function")

    def pair(name, function):
        return name, lambda arrays: function(ForceView(**arrays))

    return [pair(name, function) for name, function in sources.items()]
