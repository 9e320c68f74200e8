"""One live line on a terminal or in a notebook: how far, how fast, how long still."""

from __future__ import annotations

import sys
import time


def _time_text(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 60 else f"{minutes / 60:.1f} h"


class Bar:
    """Called with a simulation every 50 ms or so; writes ten times a second at most."""

    def __init__(self, last_step: int, stream):
        self._last, self._stream = max(last_step, 1), stream
        self._begin = self._shown = time.monotonic()
        self._first: int | None = None
        self._width = 0

    def __call__(self, sim) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = sim.steps
        if now - self._shown < 0.1:
            return
        self._shown = now
        done = sim.steps - self._first
        rate = done / (now - self._begin)
        share = min(sim.steps / self._last, 1.0)
        left = (self._last - sim.steps) / rate if rate > 0 else 0
        filled = int(20 * share)
        self._write(
            f"[{'#' * filled}{'.' * (20 - filled)}] {100 * share:3.0f}%  t = {sim.time:.4g} s  "
            f"{rate:,.0f} steps/s  {_time_text(left)} left"
        )

    def _write(self, line: str) -> None:
        self._stream.write("\r" + line + " " * max(self._width - len(line), 0))
        self._stream.flush()
        self._width = len(line)

    def end(self) -> None:
        """Takes the line away."""
        if self._width:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()


def _is_shown() -> bool:
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # no standard error, or a closed one
        return False


def progress_for(wanted, last_step: int):
    """What is called while it runs, or None: None asks the terminal, a function is taken as it is."""
    if callable(wanted):
        return wanted
    if wanted is None:
        wanted = _is_shown()
    return Bar(last_step, sys.stderr) if wanted else None


def end(progress) -> None:
    """After a run, whatever ended it."""
    if isinstance(progress, Bar):
        progress.end()
