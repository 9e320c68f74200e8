"""Contact laws of one's own: C++ that is compiled while Python runs, or before."""

from __future__ import annotations

import os
import warnings
from typing import NamedTuple

from . import _core
from .catalogs import Entry, Parameter, _entry

__all__ = ["Law", "Plugin", "build_plugin", "law", "use_plugin"]


class Law(NamedTuple):
    """A part of a contact law in a plugin: ``{"law": law.name, ...}`` in a scene."""

    kind: str
    entry: Entry

    @property
    def name(self) -> str:
        """As a scene names it."""
        return self.entry.name

    @property
    def parameters(self) -> dict[str, Parameter]:
        """What a scene may say of it."""
        return self.entry.parameters


class Plugin:
    """Compiled contact laws. ``name`` and ``parameters`` are those of the first, or only, one.

    ``file`` may be named by scenes of other programs: ``plugins = ["..."]``.
    """

    def __init__(self, made: tuple):
        self.file, self.hash, laws, self.warnings = made
        self.laws = [Law(kind, _entry(entry)) for kind, entry in laws]

    @property
    def kind(self) -> str:
        """"normal", "tangential", "rolling", "twisting" or "cohesion"."""
        return self.laws[0].kind

    @property
    def name(self) -> str:
        """As a scene names the law."""
        return self.laws[0].name

    @property
    def parameters(self) -> dict[str, Parameter]:
        """What a scene may say of it."""
        return self.laws[0].parameters

    def __repr__(self) -> str:
        laws = ", ".join(f"{law.kind} {law.name!r}" for law in self.laws)
        return f"<scree plugin: {laws}>"


def _told(plugin: Plugin) -> Plugin:
    for text in plugin.warnings:
        warnings.warn(text, stacklevel=3)
    return plugin


def law(text: str) -> Plugin:
    """Compiles a contact law from C++ text; from then on it is a word of all scenes read here::

        rebound = scree.law('''
            using namespace scree;
            struct Rebound { ... };
            SCREE_PLUGIN(plugin::normal<Rebound>())
        ''')
        scene["material.rubber.normal"] = {"law": rebound.name, "stiffness": "2 kN/m"}

    The text needs no ``#include <scree/plugin.hpp>``. A text that was compiled before is only loaded:
    what came out is kept in ``~/.cache/scree/plugins``, and runs on the disk need it there when they
    go on. Mistakes are SceneError with lines of the text as places (``law:3:14``), where no compiler
    is as well. Of laws with one name the newest counts. How to write a law: ``docs/howto/plugins.md``.
    """
    if not isinstance(text, str):
        raise TypeError(f"a law is a text in C++, not {type(text).__name__}")
    plugin = Plugin(_core.plugin_of_text(text))
    _core.use_plugin(plugin.file)
    return _told(plugin)


def build_plugin(source: str | os.PathLike, output: str | os.PathLike = "") -> Plugin:
    """Compiles a C++ file as ``scree plugin build`` does, for the ``plugins`` of scenes.

    ``output``: mine.so beside mine.cpp where it is empty.
    """
    return _told(Plugin(_core.build_plugin(os.fspath(source), os.fspath(output))))


def use_plugin(file: str | os.PathLike) -> Plugin:
    """Makes the laws of a plugin words of all scenes that are read from now on."""
    plugin = Plugin(_core.load_plugin(os.fspath(file)))
    _core.use_plugin(plugin.file)
    return plugin
