"""The 3D view of `scree view` in a notebook: a still that needs no server, or a page that lives."""

from __future__ import annotations

import atexit
import html
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from . import _arrays, _core
from .plots import Picture

__all__ = ["LiveView", "View"]

_PARTS = ("grains", "walls", "contacts", "bonds")


def page_folder() -> str:
    """Of the built page: beside this package in a source tree, else installed; empty: there is none."""
    for above in Path(__file__).resolve().parents:
        for folder in (above / "web" / "dist", above / "share" / "scree" / "viewer"):
            if (folder / "report.js").is_file():
                return str(folder)
    return ""


def program() -> str:
    """The program ``scree``: that of SCREE_PROGRAM, of the build that this module is from, else of
    PATH. FileNotFoundError: there is none."""
    named = os.environ.get("SCREE_PROGRAM")
    if named:
        if not os.access(named, os.X_OK):
            raise FileNotFoundError(f"SCREE_PROGRAM is {named!r}, which is no program")
        return named
    # build/PRESET/python/scree/_core...so beside build/PRESET/apps/scree/scree
    built = Path(_core.__file__).resolve().parents[2] / "apps" / "scree" / "scree"
    found = str(built) if os.access(built, os.X_OK) else shutil.which("scree")
    if not found:
        raise FileNotFoundError(
            "a live view needs the program `scree`: build it (make scree) or name it in SCREE_PROGRAM"
        )
    return found


def _height(value) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 100 <= value <= 5000:
        raise ValueError(f"height is in pixels, from 100 to 5000, not {value!r}")
    return value


class View:
    """An instant in 3D: a whole page of HTML that fetches nothing. A notebook shows it and keeps it;
    ``save`` writes it for a browser."""

    def __init__(self, page: str, height: int = 480):
        self.html, self.height = page, _height(height)

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.html, quote=True)}" width="100%" '
            f'height="{self.height}" style="border: 0"></iframe>'
        )

    def save(self, path: str | os.PathLike) -> None:
        """Writes the page, as ``view.html``."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<scree.View, {len(self.html)} bytes of HTML: a notebook shows it, save('view.html') writes it>"


def still(make, picture, height: int) -> View | Picture:
    """The view in 3D; where its page was not built a picture, which says so."""
    _height(height)
    folder = page_folder()
    if not folder:
        print(
            "no view in 3D: its page has not been built (make viewer, needs node and npm; the Debian "
            "package has it). This is a picture.",
            file=sys.stderr,
        )
        return picture()
    return View(make(folder), height)


class LiveView:
    """The page of ``scree view`` on a run that grows, served by the program on this machine.

    ``url`` is for a browser, a notebook shows the page itself; ``close()`` ends it, at the latest the
    end of Python does. The address is of this machine: from elsewhere take a tunnel
    (docs/howto/view.md), or the still view.
    """

    def __init__(self, folder: str, height: int = 480, page: str = "", own: bool = False):
        self.folder, self.height, self._own = folder, _height(height), own
        command = [program(), "view", folder] + (["--page", page] if page else [])
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.url = self._first_line()
        threading.Thread(target=self._drain, daemon=True).start()
        atexit.register(self.close)

    def _first_line(self) -> str:
        lines: queue.Queue = queue.Queue()
        threading.Thread(target=lambda: lines.put(self._process.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=30).strip()
        except queue.Empty:
            line = ""
        if line.startswith("http"):
            return line
        self._process.kill()
        told = self._process.communicate()[1].strip()
        self._clear()
        raise RuntimeError(f"`scree view` did not start: {told or line or 'no answer in 30 s'}")

    def _drain(self) -> None:
        for _ in self._process.stderr:
            pass

    @property
    def is_open(self) -> bool:
        """Whether the page is still served."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the page, and removes what was written for it alone."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            stream.close()
        self._clear()
        atexit.unregister(self.close)

    def _clear(self) -> None:
        if self._own:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> LiveView:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _repr_html_(self) -> str:
        return f'<iframe src="{html.escape(self.url)}" width="100%" height="{self.height}"></iframe>'

    def __repr__(self) -> str:
        return f"<scree.LiveView {self.url if self.is_open else 'closed'}>"


class Recording:
    """Frames of a simulation in memory, as a folder that ``scree view`` reads."""

    def __init__(self, sim):
        self.folder = tempfile.mkdtemp(prefix="scree-view-")
        self._frames: list[tuple[float, int]] = []
        scene = sim.scene
        for name, text in (("scene.toml", scene.text), ("resolved.toml", scene.resolved)):
            (Path(self.folder) / name).write_text(text, encoding="utf-8")
        for part in _PARTS:
            (Path(self.folder) / ("frames" if part == "grains" else part)).mkdir()

    def add(self, sim) -> None:
        """The instant as a frame; the same instant again is one frame."""
        if self._frames and self._frames[-1][1] == sim.steps:
            return
        number = f"{len(self._frames):06d}.vtp"
        for part in _PARTS:
            content = _core.export_now(sim._core, "vtp", [f'part="{part}"'])
            self._write(f"{'frames' if part == 'grains' else part}/{number}", content)
        self._frames.append((sim.time, sim.steps))
        for part in _PARTS:  # grains last: a frame is there when all of it is
            self._list("frames" if part == "grains" else part)

    def _list(self, name: str) -> None:
        rows = "".join(
            f'    <DataSet timestep="{time!r}" part="0" file="{name}/{k:06d}.vtp"/>\n'
            for k, (time, _) in enumerate(self._frames)
        )
        text = (
            '<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0">\n  <Collection>\n'
            f"{rows}  </Collection>\n</VTKFile>\n"
        )
        self._write(f"{name}.pvd", text.encode())

    def _write(self, name: str, content: bytes) -> None:
        path = Path(self.folder) / name
        beside = path.with_name(path.name + ".part")
        beside.write_bytes(content)
        beside.replace(path)


def live(sim, every: Any, height: int) -> LiveView:
    """A page on a simulation in memory: this instant, and others as it runs."""
    if every is not None and not _arrays.moment(every, "every") > 0:
        raise ValueError("`every` must be greater than 0")
    program()  # before anything is written
    recording = Recording(sim)
    try:
        recording.add(sim)
        view = LiveView(recording.folder, height, page_folder(), own=True)
    except BaseException:
        shutil.rmtree(recording.folder, ignore_errors=True)
        raise

    def record(now) -> None:
        if view.is_open:
            recording.add(now)
        else:
            now.forget(record)

    if every is not None:
        sim.every(every, record)
    return view
