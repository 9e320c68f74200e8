"""What can go wrong, as exceptions that say where it is and what to write instead."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Error", "Mistake", "SceneError", "SimulationFailure"]


class Mistake(NamedTuple):
    """One mistake in what was given: ``scree explain CODE`` says more about its code."""

    code: str
    message: str
    place: str
    hint: str

    def __str__(self) -> str:
        first, newline, rest = self.message.partition("\n")
        text = f"{self.place}: " if self.place else ""
        text += first + (f" [{self.code}]" if self.code else "") + newline + rest
        return text + (f"\n  hint: {self.hint}" if self.hint else "")


class Error(Exception):
    """Of all that Scree itself refuses or ends."""


class SceneError(Error, ValueError):
    """Mistakes in a scene, a name or an edit: all of them at once, in ``mistakes``.

    The first one's ``code``, ``message``, ``place`` and ``hint`` are attributes, too.
    """

    mistakes: list[Mistake]

    def __init__(self, mistakes):
        self.mistakes = [Mistake(*m) for m in mistakes]
        super().__init__(self.mistakes)

    @property
    def code(self) -> str:
        """Of the first mistake, as ``"E0101"``."""
        return self.mistakes[0].code if self.mistakes else ""

    @property
    def message(self) -> str:
        """Of the first mistake."""
        return self.mistakes[0].message if self.mistakes else ""

    @property
    def place(self) -> str:
        """Of the first mistake: file, line and column, or what was meant."""
        return self.mistakes[0].place if self.mistakes else ""

    @property
    def hint(self) -> str:
        """Of the first mistake: what to write instead; empty where there is no guess."""
        return self.mistakes[0].hint if self.mistakes else ""

    def __str__(self) -> str:
        return "\n".join(str(m) for m in self.mistakes)


class SimulationFailure(Error, RuntimeError):
    """A simulation that cannot go on: a grain escaped, or a number was no longer one.

    It can still be read. ``grain`` is the id of the grain that was seen first, or None.
    """

    def __init__(self, code: str, message: str, step: int = 0, grain: int | None = None):
        super().__init__(code, message, step, grain)
        self.code, self.message, self.step, self.grain = code, message, step, grain

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"
