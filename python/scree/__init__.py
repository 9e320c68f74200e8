"""Scree: granular matter by the discrete element method.

A scene runs in memory::

    import scree

    sim = scree.Simulation("hopper", seed=3, **{"material.seed.tangential.friction": 0.4})
    sim.run(until="0.5 s")               # a line of progress on a terminal; Ctrl-C stops it
    sim.grains.position                  # (N, 3), in the order of ids
    sim.contacts.force, sim.walls["cone"].force, sim.energy.lost.sliding
    sim.measure("coordination")

    @sim.every("1 ms")
    def watch(sim):
        ...

or with all files of ``scree run``, which are read again::

    run = scree.run("hopper", "runs/mine")
    run = scree.open("runs/mine")
    run.series["kinetic"], run.frames[-1].grains.position, run.verdict

Scenes are files, texts or dicts (Scene); numbers are SI, text has units: ``"4 mm"``. What scenes may
name is in ``scree.catalog("walls")``, ``scree.catalogs()``. Mistakes are SceneError, all at once, each
with code, place and hint. The same scene gives the same bits as with the program ``scree``, with any
number of threads (``sim.state_hash``).
"""

from . import _core
from ._arrays import quantity as _quantity
from .bodies import Body
from .calibrations import Calibration, calibrate
from .catalogs import Catalog, Entry, Material, Parameter, Value, catalog, catalogs, materials
from .energy import Energy, EnergySide
from .errors import Error, Mistake, SceneError, SimulationFailure
from .grains import GRAIN, WALL, Bodies, Bonds, Contacts, Grain, Grains, Wall, Walls
from .laws import Law, Plugin, build_plugin, law, use_plugin
from .measures import Column, Measure, Row, Table
from .packings import Packing, PackingBox, read_packing
from .plots import LawPlot, Picture, Plot, plot, plot_law
from .runs import Run, resume, run
from .scene import Scene, scenes
from .simulation import Simulation
from .sources import ForceView, SourceCost
from .stored import Check, Frame, StoredGrains, StoredRun, Verdict, open
from .sweeps import sweep
from .views import LiveView, View

__version__: str = _core.version()

__all__ = [
    "GRAIN",
    "WALL",
    "Bodies",
    "Body",
    "Bonds",
    "Calibration",
    "Catalog",
    "Check",
    "Column",
    "Contacts",
    "Energy",
    "EnergySide",
    "Entry",
    "Error",
    "ForceView",
    "Frame",
    "Grain",
    "Grains",
    "Law",
    "LawPlot",
    "LiveView",
    "Material",
    "Measure",
    "Mistake",
    "Packing",
    "PackingBox",
    "Parameter",
    "Picture",
    "Plot",
    "Plugin",
    "Row",
    "Run",
    "Scene",
    "SceneError",
    "Simulation",
    "SimulationFailure",
    "SourceCost",
    "StoredGrains",
    "StoredRun",
    "Table",
    "Value",
    "Verdict",
    "View",
    "Wall",
    "Walls",
    "build_plugin",
    "calibrate",
    "catalog",
    "catalogs",
    "law",
    "materials",
    "open",
    "plot",
    "plot_law",
    "quantity",
    "read_packing",
    "resume",
    "run",
    "scenes",
    "sweep",
    "use_plugin",
]


def quantity(value: "str | float", dimension: str) -> float:
    """A number in SI: ``quantity("4 mm", "length")`` is 0.004. Numbers are taken as they are."""
    return _quantity(value, dimension)
