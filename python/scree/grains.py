"""Grains, contacts, bonds, bodies and walls as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from . import _arrays, _core

if TYPE_CHECKING:
    import numpy as np

__all__ = ["GRAIN", "WALL", "Bodies", "Bonds", "Contacts", "Grain", "Grains", "Wall", "Walls"]

#: Kinds of contacts: of two grains, and of a grain with a wall.
GRAIN, WALL = 0, 1


class Grain(NamedTuple):
    """One grain at one instant; vectors are tuples, in SI."""

    id: int
    body: int
    material: str
    fixed: bool
    is_ball: bool
    radius: float
    mass: float
    position: tuple[float, float, float]
    velocity: tuple[float, float, float]
    spin: tuple[float, float, float]
    force: tuple[float, float, float]
    torque: tuple[float, float, float]
    orientation: tuple[float, float, float, float]


def rows_of_ids(known, wanted):
    """Rows of ids in a sorted array of ids; KeyError names the first that is not there."""
    import numpy as np

    wanted = _arrays.ids(wanted)
    rows = np.searchsorted(known, wanted)
    there = rows < len(known)
    there[there] = known[rows[there]] == wanted[there]
    if not there.all():
        raise KeyError(int(wanted[~there][0]))
    return rows


class Grains:
    """All grains, in the order of their ids.

    Each attribute is a read-only NumPy array of the present instant, ``(N, 3)`` or ``(N,)`` float64:
    a copy, because grains change their places inside. It is made when it is asked for and kept until
    the simulation goes on; an array that you hold stays as it was, and the next look gives a new one.
    """

    def __init__(self, core, names):
        self._core, self._names = core, names

    def __len__(self) -> int:
        return self._core.grain_count

    @property
    def id(self) -> np.ndarray:
        """Stable ids, ascending (uint32): never used again, whatever is sorted, removed or resumed."""
        return self._core.whole(_core.Whole.id)

    @property
    def position(self) -> np.ndarray:
        """Centres, m."""
        return self._core.vectors(_core.Vector.position)

    @property
    def velocity(self) -> np.ndarray:
        """m/s."""
        return self._core.vectors(_core.Vector.velocity)

    @property
    def spin(self) -> np.ndarray:
        """Angular velocities, rad/s."""
        return self._core.vectors(_core.Vector.spin)

    @property
    def force(self) -> np.ndarray:
        """Of all that acts on a grain, weight included, N."""
        return self._core.vectors(_core.Vector.force)

    @property
    def torque(self) -> np.ndarray:
        """N m."""
        return self._core.vectors(_core.Vector.torque)

    @property
    def orientation(self) -> np.ndarray:
        """Quaternions (w, x, y, z), shape (N, 4)."""
        return self._core.orientations()

    @property
    def radius(self) -> np.ndarray:
        """Of the ball around a grain, m."""
        return self._core.numbers(_core.Number.radius)

    @property
    def mass(self) -> np.ndarray:
        """kg; of a part of a body 0, as the body has it."""
        return self._core.numbers(_core.Number.mass)

    @property
    def material(self) -> np.ndarray:
        """Numbers of materials (uint32), places in ``sim.materials``."""
        return self._core.whole(_core.Whole.material)

    @property
    def material_name(self) -> np.ndarray:
        """Names of materials, an array of text."""
        import numpy as np

        return np.asarray(self._names())[self.material]

    @property
    def body(self) -> np.ndarray:
        """Ids of the rigid bodies or bonded fragments that grains belong to (uint32); 0: none."""
        return self._core.whole(_core.Whole.body)

    @property
    def fixed(self) -> np.ndarray:
        """Which never move (bool)."""
        return self._core.whole(_core.Whole.fixed) != 0

    def field(self, name: str) -> np.ndarray:
        """A field of the scene or of an edit, ``(N,)`` or ``(N, width)``; KeyError: there is none."""
        values = self._core.field(name)
        if values is None:
            raise KeyError(name)
        return values

    def rows(self, ids) -> np.ndarray:
        """Where these ids are in the arrays: ``g.position[g.rows([17, 42])]``."""
        return rows_of_ids(self.id, ids)

    def to_pandas(self):
        """A DataFrame with a row a grain, indexed by id (needs pandas)."""
        columns = {}
        for name in ("position", "velocity", "spin", "force", "torque"):
            for k, axis in enumerate("xyz"):
                columns[f"{name}_{axis}"] = getattr(self, name)[:, k]
        columns |= {"radius": self.radius, "mass": self.mass, "material": self.material_name}
        frame = _arrays.data_frame(columns)
        frame.index = self.id
        frame.index.name = "id"
        return frame

    def __repr__(self) -> str:
        return f"<scree.Grains: {len(self)}>"


class _Columns:
    """Arrays of one length that are read together."""

    def __init__(self, read):
        self._read = read

    def __len__(self) -> int:
        return len(self._read()["i"])

    @property
    def i(self) -> np.ndarray:
        """Ids of the first grains (uint32)."""
        return self._read()["i"]

    @property
    def j(self) -> np.ndarray:
        """Ids of the second grains (uint32)."""
        return self._read()["j"]

    @property
    def force(self) -> np.ndarray:
        """On the first grain, N, (M, 3)."""
        return self._read()["force"]


class Contacts(_Columns):
    """All contacts with a force, each once, by i, then j, walls after grains; arrays of M rows.

    Where ``kind`` is ``scree.WALL``, ``wall`` is the number of the wall and ``j`` means nothing.
    Arrays are read-only copies, as those of grains. For scipy.sparse::

        i, j = sim.contacts.rows
        n = len(sim.grains)
        pairs = j >= 0
        graph = scipy.sparse.coo_array((f[pairs], (i[pairs], j[pairs])), shape=(n, n))
    """

    def __init__(self, read, ids):
        super().__init__(read)
        self._ids = ids

    @property
    def wall(self) -> np.ndarray:
        """Numbers of walls in ``sim.walls`` (int32); -1: between grains."""
        return self._read()["wall"]

    @property
    def kind(self) -> np.ndarray:
        """``scree.GRAIN`` or ``scree.WALL`` (uint8)."""
        import numpy as np

        return (self.wall >= 0).astype(np.uint8)

    @property
    def point(self) -> np.ndarray:
        """Where they touch, m, (M, 3)."""
        return self._read()["point"]

    @property
    def normal(self) -> np.ndarray:
        """Unit vectors from i to its partner, (M, 3)."""
        return self._read()["normal"]

    @property
    def tangential(self) -> np.ndarray:
        """The tangential part of ``force``, N, (M, 3)."""
        return self._read()["tangential"]

    @property
    def overlap(self) -> np.ndarray:
        """m, (M,)."""
        return self._read()["overlap"]

    @property
    def rows(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows of both grains in the arrays of grains, (i, j) as int64; j is -1 at walls."""
        import numpy as np

        ids = self._ids()
        i = np.searchsorted(ids, self.i).astype(np.int64)
        j = np.searchsorted(ids, self.j).astype(np.int64)
        j[self.wall >= 0] = -1
        return i, j

    def __repr__(self) -> str:
        return f"<scree.Contacts: {len(self)}>"


class Bonds(_Columns):
    """All bonds, broken ones included, as arrays of one length."""

    @property
    def type(self) -> np.ndarray:
        """Names of the kinds of bonds, an array of text."""
        import numpy as np

        return np.asarray(self._read()["type"], dtype=str)

    @property
    def intact(self) -> np.ndarray:
        """Which hold (bool)."""
        return self._read()["intact"]

    @property
    def length(self) -> np.ndarray:
        """At rest, m."""
        return self._read()["length"]

    def __repr__(self) -> str:
        return f"<scree.Bonds: {len(self)}>"


class Bodies:
    """Rigid bodies, as arrays of one length: clumps, polyhedra, polygons. About the centre of mass."""

    _ARRAYS = {
        "id": "Ids (uint32): the id of a body's first grain plus 1.",
        "position": "Of the centre of mass, m.",
        "velocity": "m/s.",
        "spin": "rad/s.",
        "force": "N.",
        "torque": "N m.",
        "orientation": "Quaternions (w, x, y, z) from the principal frame.",
        "inertia": "Principal moments, kg m^2.",
        "mass": "kg.",
        "volume": "m^3; in two dimensions m^2.",
        "grains": "A list of arrays: the ids of the grains of each.",
    }

    if TYPE_CHECKING:
        id: np.ndarray
        position: np.ndarray
        velocity: np.ndarray
        spin: np.ndarray
        force: np.ndarray
        torque: np.ndarray
        orientation: np.ndarray
        inertia: np.ndarray
        mass: np.ndarray
        volume: np.ndarray
        grains: list[np.ndarray]

    def __init__(self, read):
        self._read = read

    def __len__(self) -> int:
        return len(self._read()["id"])

    def __repr__(self) -> str:
        return f"<scree.Bodies: {len(self)}>"


def _body_array(name: str, doc: str) -> property:
    return property(lambda self: self._read()[name], doc=doc)


for _name, _doc in Bodies._ARRAYS.items():
    setattr(Bodies, _name, _body_array(_name, _doc))


class Wall:
    """A wall by its name. Each attribute is of the present instant; vectors are arrays, in SI."""

    def __init__(self, read, name: str):
        self._read, self._name = read, name

    def _vector(self, what: str):
        import numpy as np

        return np.array(self._read(self._name)[what])

    @property
    def name(self) -> str:
        """As in the scene."""
        return self._name

    @property
    def position(self) -> np.ndarray:
        """Of its origin, m."""
        return self._vector("position")

    @property
    def velocity(self) -> np.ndarray:
        """m/s."""
        return self._vector("velocity")

    @property
    def spin(self) -> np.ndarray:
        """rad/s."""
        return self._vector("spin")

    @property
    def orientation(self) -> np.ndarray:
        """Quaternion (w, x, y, z)."""
        return self._vector("orientation")

    @property
    def force(self) -> np.ndarray:
        """Of the grains on the wall, N."""
        return self._vector("force")

    @property
    def torque(self) -> np.ndarray:
        """Of the grains on the wall, about its origin, N m."""
        return self._vector("torque")

    @property
    def work(self) -> float:
        """Of the wall on the grains since the start, J."""
        return self._read(self._name)["work"]

    def __repr__(self) -> str:
        return f"<scree.Wall {self._name!r}>"


class Walls(Mapping):
    """Walls by name, in the order of the scene: ``sim.walls["lid"].force``."""

    def __init__(self, core):
        self._core = core

    def _all(self) -> dict:
        return {w["name"]: w for w in self._core.walls()}

    def _one(self, name: str) -> dict:
        walls = self._all()
        if name in walls:
            return walls[name]
        known = ", ".join(repr(n) for n in walls)
        raise KeyError(f"no wall is called {name!r}; " + (f"known: {known}" if known else "there are none"))

    def __getitem__(self, name: str) -> Wall:
        self._one(name)
        return Wall(self._one, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"<scree.Walls: {', '.join(self)}>"
