"""Changes between two steps, of many grains at once, with the books kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _arrays
from .bodies import Body, place

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Editable"]


class Editable:
    """Edits. Each is done for all grains that are named, or for none where one cannot be: SceneError
    then has the mistakes of up to ten. What newcomers bring and changes of speed are booked as
    ``energy.put_in.added``, what leaves as ``energy.removed``, the work of forces as
    ``energy.put_in.work_sources``. A call looks at all contacts once: take one call for many grains,
    not many calls. A grain of a body stands for the body."""

    _core: Any

    @overload
    def add(
        self, position, radius, *, material: str | list[str] = ..., velocity=..., spin=..., fixed=...
    ) -> np.ndarray: ...
    @overload
    def add(
        self, body: Body, places, /, *, orientation=..., velocity=..., spin=..., fixed=...
    ) -> np.ndarray: ...
    def add(
        self,
        position,
        radius=None,
        *,
        material: str | list[str] = "",
        velocity=None,
        spin=None,
        orientation=None,
        fixed: bool = False,
    ):
        """Adds balls (in two dimensions discs) and returns their ids, an array::

            ids = sim.add(position, radius, material="glass")       # (N, 3) and (N,), or one for all

        ``position`` is ``(N, 3)`` or one ``(3,)``; what else is given is one value for all or one
        for each. ``material`` is a name, or a list of names; empty: the first of the scene.

        With a scree.Body first, copies of it are put at places, ``(N, 3)``. ``velocity`` is then that
        of the centre of mass, ``orientation`` quaternions ``(N, 4)`` (w, x, y, z). The ids of the
        bodies are returned, those of ``sim.bodies``; the grains of a body begin at its id less 1::

            bodies = sim.add(scree.Body(position, radius), places, orientation=turns)
            sim.remove(bodies - 1)
        """
        import numpy as np

        if radius is None:
            raise TypeError("add(position, radius) or add(body, places)")
        if isinstance(position, Body):
            if material != "":
                raise TypeError("a body has its own materials")
            return place(self._core, position, radius, orientation, velocity, spin, fixed)
        if orientation is not None:
            raise TypeError("`orientation` is for bodies: balls look alike from all sides")
        x = _arrays.vectors(position, None, "length", "position")
        n = len(x)
        names = _arrays.names(material, n, "grains")
        first = self._core.add_grains(
            x,
            _arrays.numbers(radius, n, "length", "radius"),
            names,
            None if velocity is None else _arrays.vectors(velocity, n, "velocity", "velocity"),
            None if spin is None else _arrays.vectors(spin, n, "angular velocity", "spin"),
            bool(fixed),
        )
        return np.arange(first, first + n, dtype=np.uint32)

    def remove(self, ids) -> None:
        """Takes grains away, and the bodies that they belong to. One grain at least must stay."""
        self._core.remove(_arrays.ids(ids))

    def set_velocity(self, ids, velocity, spin=None) -> None:
        """New velocities, ``(N, 3)`` or one for all; without ``spin`` the spins stay."""
        who = _arrays.ids(ids)
        self._core.set_velocities(
            who,
            _arrays.vectors(velocity, len(who), "velocity", "velocity"),
            None if spin is None else _arrays.vectors(spin, len(who), "angular velocity", "spin"),
        )

    def set_force(self, ids, force, torque=None) -> None:
        """Forces at the centres that act until they are set again; without ``torque`` there is none."""
        who = _arrays.ids(ids)
        self._core.set_forces(
            who,
            _arrays.vectors(force, len(who), "force", "force"),
            None if torque is None else _arrays.vectors(torque, len(who), "torque", "torque"),
        )

    def bond(self, a, b, kind: str) -> None:
        """Glues grains a to grains b, in pairs, with a kind of bond that the scene has."""
        first, second = self._pairs(a, b)
        self._core.bond(first, second, kind)

    def break_bond(self, a, b) -> None:
        """Breaks the bonds of grains a with grains b, in pairs."""
        self._core.break_bonds(*self._pairs(a, b))

    @staticmethod
    def _pairs(a, b):
        first, second = _arrays.ids(a, "a"), _arrays.ids(b, "b")
        if len(first) != len(second):
            raise ValueError(f"{len(first)} grains cannot be paired with {len(second)}")
        return first, second
