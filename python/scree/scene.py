"""Scenes: what is to be simulated, from a file, a text or a dict, edited by keys."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator, Mapping

from . import _core, _toml

__all__ = ["Scene", "scenes"]


def _scene_folders() -> Iterator[Path]:
    """Where scenes with names lie: as for the program, beside this package or installed."""
    yield Path("scenes")
    here = Path(__file__).resolve()
    for above in here.parents:
        if (above / "CMakeLists.txt").is_file() and (above / "scenes").is_dir():
            yield above / "scenes"
        if (above / "share" / "scree" / "scenes").is_dir():
            yield above / "share" / "scree" / "scenes"


def scenes() -> dict[str, str]:
    """The scenes that can be named, with their files: ``scree.Scene("hourglass")``."""
    found: dict[str, str] = {}
    for folder in _scene_folders():
        for file in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
            found.setdefault(file.stem, str(file))
    return dict(sorted(found.items()))


def _known_file(name: str) -> str | None:
    if os.path.exists(name):
        return name
    return scenes().get(name)


class Scene:
    """A scene that was read and checked.

    ``source`` is the path of a TOML file, the name of a scene that comes with Scree, the text of a
    scene, a dict with the same keys, or another Scene, which is copied. Bare numbers are SI; text
    carries units: ``"4 mm"``. Overrides replace values by their dotted keys::

        scene = scree.Scene("hopper.toml", seed=3, **{"material.seed.tangential.friction": 0.4})
        scene["duration"] = "2 s"
        scene["material.seed.density"]          # defaults included

    All mistakes come at once, as one SceneError, and leave a scene that was there as it was. Keys
    are those of the reference, ``docs/reference/scene.md``.
    """

    def __init__(
        self,
        source: str | os.PathLike | Mapping | Scene,
        *,
        seed: int | None = None,
        name: str | None = None,
        **overrides: Any,
    ):
        if isinstance(source, Scene):
            self._text, self._name, self._sets = source._text, source._name, list(source._sets)
        else:
            self._text, self._name, self._sets = None, "scene", []
            self._take(source)
        if name is not None:
            self._name = os.fspath(name)
        more = dict(overrides)
        if seed is not None:
            more["seed"] = seed
        self._sets += [_toml.override(k, v) for k, v in more.items()]
        self._core = self._read(self._sets)
        self._resolved: dict | None = None

    def _take(self, source) -> None:
        if isinstance(source, Mapping):
            self._text = _toml.document(dict(source))
            return
        if isinstance(source, os.PathLike):
            self._name = os.fspath(source)
            if not isinstance(self._name, str):
                raise TypeError("the path of a scene must be text")
            return
        if not isinstance(source, str):
            raise TypeError(
                "a scene is a path, a name, a text, a dict or another Scene, "
                f"not {type(source).__name__}"
            )
        file = None if "\n" in source else _known_file(source)
        if file is None and ("\n" in source or "=" in source):
            self._text = source
        else:
            self._name = source if file is None else file  # not found: the message of the library

    def _read(self, sets: list[str]):
        if self._text is not None:
            return _core.Scene.parse(self._text, self._name, sets)
        core = _core.Scene.load(self._name, sets)
        self._text = core.source
        return core

    # ---- values by keys ------------------------------------------------------------------------

    def update(self, values: Mapping[str, Any]) -> None:
        """Replaces several values at once: where one is wrong, all stay as they were."""
        sets = self._sets + [_toml.override(k, v) for k, v in values.items()]
        self._core = self._read(sets)
        self._sets, self._resolved = sets, None

    def __setitem__(self, key: str, value: Any) -> None:
        self.update({key: value})

    def as_dict(self) -> dict:
        """All values, defaults included, as nested dicts and lists."""
        import tomllib

        if self._resolved is None:
            self._resolved = tomllib.loads(self._core.resolved)
        import copy

        return copy.deepcopy(self._resolved)

    def __getitem__(self, key: str) -> Any:
        if not isinstance(key, str):
            raise TypeError("a key of a scene is text, as \"fill.0.count\"")
        node: Any = self.as_dict()
        for step in key.split("."):
            try:
                node = node[int(step)] if isinstance(node, list) else node[step]
            except (KeyError, IndexError, ValueError, TypeError):
                raise KeyError(key) from None
        return node

    def __contains__(self, key: object) -> bool:
        try:
            self[key]  # type: ignore[index]
        except (KeyError, TypeError):
            return False
        return True

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the scene calls itself."""
        return self._core.title

    @property
    def duration(self) -> float:
        """How long a run of it lasts, in s."""
        return self._core.duration

    @property
    def text(self) -> str:
        """The text as it was given, without overrides."""
        return self._core.source

    @property
    def resolved(self) -> str:
        """TOML with every default written out."""
        return self._core.resolved

    @property
    def warnings(self) -> list[str]:
        """What looks wrong, and what is good to know."""
        return self._core.warnings

    @property
    def overrides(self) -> list[str]:
        """What replaces values of the text, as ``key.path=value``."""
        return list(self._sets)

    def __repr__(self) -> str:
        return f"<scree.Scene {self.title or self._name!r}, {self.duration:g} s>"

    def __getstate__(self) -> dict:
        state = {"text": self._text, "name": self._name, "sets": self._sets}
        # Another process does not know the laws of scree.law().
        plugins = [p["file"] for p in self.as_dict().get("plugins", [])]
        return state | {"plugins": plugins} if plugins else state

    def __setstate__(self, state: dict) -> None:
        for file in state.get("plugins", []):
            _core.use_plugin(file)
        self._text, self._name, self._sets = state["text"], state["name"], state["sets"]
        self._core = self._read(self._sets)
        self._resolved = None


def as_scene(source, seed, overrides: Mapping) -> Scene:
    """The Scene itself where nothing is to be changed."""
    if isinstance(source, Scene) and seed is None and not overrides:
        return source
    return Scene(source, seed=seed, **overrides)
