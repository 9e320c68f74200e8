"""Rigid bodies: clumps of balls, and grains with a shape, to be put into a simulation."""

from __future__ import annotations

from typing import Any

from . import _arrays, _core, _toml

__all__ = ["Body"]


class Body:
    """What a rigid body is made of, in a frame of its own; ``sim.add`` places copies of it.

    A clump is balls that hold together for ever::

        dimer = scree.Body([["-1 mm", 0, 0], ["1 mm", 0, 0]], "1.5 mm", material="glass")
        bodies = sim.add(dimer, position, velocity=[0, "-1 m/s", 0])     # position: (N, 3)

    ``radius`` and ``material`` are one for all balls or one for each; an empty material is the first
    of the scene. Balls that overlap count once in the mass, which follows from the densities. With
    ``mass`` and ``inertia``, a symmetric ``(3, 3)`` about ``centre``, the body has these instead.
    """

    def __init__(
        self,
        position,
        radius,
        *,
        material: str | list[str] = "",
        mass: str | float | None = None,
        inertia=None,
        centre=(0, 0, 0),
    ):
        x = _arrays.vectors(position, None, "length", "position")
        if len(x) == 0:
            raise ValueError("a body needs at least one ball")
        names = _arrays.names(material, len(x), "balls")
        self._core = _core.Body.of_balls(x, _arrays.numbers(radius, len(x), "length", "radius"), names)
        self._what = f"{len(x)} balls"
        self._weigh(mass, inertia, centre)

    @classmethod
    def of_shape(
        cls,
        kind: str,
        *,
        material: str = "",
        mass: str | float | None = None,
        inertia=None,
        centre=(0, 0, 0),
        **parameters: Any,
    ) -> Body:
        """A grain with a shape of ``scree.catalog("shapes")``::

            scree.Body.of_shape("polyhedron", vertices=[[0, 0, 0], ["4 mm", 0, 0], ...])
        """
        if not isinstance(kind, str) or not isinstance(material, str):
            raise TypeError("the kind of a shape and its material are names")
        words = [f"{k}={_toml.value(v, k)}" for k, v in parameters.items()]
        made = cls.__new__(cls)
        made._core = _core.Body.of_shape(kind, words, material)
        made._what = f"a {kind}"
        made._weigh(mass, inertia, centre)
        return made

    def _weigh(self, mass, inertia, centre) -> None:
        if (mass is None) != (inertia is None):
            raise TypeError("a body with a mass of its own needs `mass` and `inertia`, both")
        if mass is None:
            return
        import numpy as np

        tensor = np.asarray(inertia)
        if tensor.dtype.kind not in "fiu":
            raise TypeError(f"inertia must be numbers in kg m^2, not {tensor.dtype}")
        if tensor.shape != (3, 3) or not np.allclose(tensor, tensor.T, rtol=1e-9, atol=0):
            raise ValueError("inertia must be a symmetric array of shape (3, 3)")
        c = _arrays.vectors(centre, 1, "length", "centre")[0]
        six = [tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[1, 2], tensor[2, 0]]
        self._core.set_mass(_arrays.quantity(mass, "mass", "mass"), list(c), [float(v) for v in six])

    def __repr__(self) -> str:
        return f"<scree.Body of {self._what}>"


def place(session, body: Body, position, orientation, velocity, spin, fixed: bool):
    """Copies of a body in a simulation; their ids."""
    x = _arrays.vectors(position, None, "length", "places")
    n = len(x)
    return _core.add_bodies(
        session,
        body._core,
        x,
        _arrays.quaternions((1, 0, 0, 0) if orientation is None else orientation, n, "orientation"),
        _arrays.vectors((0, 0, 0) if velocity is None else velocity, n, "velocity", "velocity"),
        _arrays.vectors((0, 0, 0) if spin is None else spin, n, "angular velocity", "spin"),
        bool(fixed),
    )
