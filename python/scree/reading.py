"""What a simulation and a run that is being made have in common: they can be looked at."""

from __future__ import annotations

from typing import Any

from . import _core
from .energy import Energy
from .grains import Bodies, Bonds, Contacts, Grain, Grains, Walls
from .measures import Measure, Row, Table
from .plots import Picture, export_words
from .views import View, still

__all__ = ["Readable"]


class Readable:
    """A look at a simulation between two steps. Values are in SI; arrays are in the order of ids."""

    _core: Any

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._core.time

    @property
    def time_step(self) -> float:
        """s."""
        return self._core.time_step

    @property
    def steps(self) -> int:
        """Made since the start."""
        return self._core.steps

    @property
    def state_hash(self) -> str:
        """Of all that decides the future: the same with any threads, detector, engine or observer."""
        return self._core.state_hash

    @property
    def stage(self) -> str:
        """The name of the present stage; empty where the scene has none."""
        return self._core.stage

    @property
    def finished(self) -> bool:
        """Whether the last stage is over."""
        return self._core.finished

    @property
    def grains(self) -> Grains:
        """All grains as arrays: ``sim.grains.position``."""
        return Grains(self._core, lambda: self.materials)

    def grain(self, id: int) -> Grain:
        """One grain by its id; KeyError: it has left, or never was."""
        if isinstance(id, bool) or not hasattr(id, "__index__"):
            raise TypeError(f"the id of a grain is a whole number, not {id!r}")
        number = id.__index__()
        found = self._core.grain(number) if 0 <= number < 2**32 else None
        if found is None:
            raise KeyError(number)
        return Grain(**found)

    @property
    def contacts(self) -> Contacts:
        """All contacts as arrays: ``sim.contacts.force``."""
        return Contacts(self._core.contacts, lambda: self._core.whole(_core.Whole.id))

    @property
    def bonds(self) -> Bonds:
        """All bonds as arrays, of this instant."""
        now = self._core.bonds()
        return Bonds(lambda: now)

    @property
    def bodies(self) -> Bodies:
        """All rigid bodies as arrays, of this instant."""
        now = self._core.bodies()
        return Bodies(lambda: now)

    @property
    def walls(self) -> Walls:
        """Walls by name: ``sim.walls["lid"].force``."""
        return Walls(self._core)

    @property
    def materials(self) -> list[str]:
        """Names, in the order of their numbers."""
        return self._core.materials

    @property
    def energy(self) -> Energy:
        """The energy budget of this instant: ``sim.energy.lost.sliding``."""
        return Energy(self._core.energy())

    def measure(self, name: str, **parameters: Any) -> Row | Table:
        """A measure of ``scree.catalog("measures")``, now: ``sim.measure("coordination")``."""
        return Measure(name, **parameters)(self)

    @property
    def greatest_overlap(self) -> float:
        """Seen so far, as a share of the smaller radius."""
        return self._core.greatest_overlap

    @property
    def warnings(self) -> list[str]:
        """What looks wrong."""
        return self._core.warnings

    @property
    def circumstances(self) -> dict[str, Any]:
        """How it is computed, which never changes the result."""
        c = self._core
        return {
            "threads": c.threads,
            "engine": c.engine,
            "detector": c.detector,
            "instruction_set": c.instruction_set,
            "memory_bytes": c.memory_bytes,
        }

    def export(self, format: str, **parameters: Any) -> bytes:
        """This instant in a format of ``scree.catalog("exporters")``: the content of one file."""
        return _core.export_now(self._core, format, export_words(parameters))

    def picture(self, path=None, **parameters: Any) -> Picture:
        """A picture of this instant, written to ``path`` if one is given.

        ``sim.picture("now.png", color="speed")``; parameters: ``scree.catalog("exporters")["png"]``.
        In a notebook it shows itself.
        """
        picture = Picture(self.export("png", **parameters))
        if path is not None:
            picture.save(path)
        return picture

    def show(self, *, height: int = 480) -> View | Picture:
        """This instant in 3D, to be turned and looked into, as the value of a cell of a notebook.

        It is the view of ``scree view`` as a page that fetches nothing: the notebook keeps it, and
        ``show().save("view.html")`` writes it for a browser. Where the page of the viewer has not been
        built it is a picture, and a line says so. Of more than 40,000 grains a part is shown.
        """
        return still(lambda page: _core.page_now(self._core, page), self.picture, height)
