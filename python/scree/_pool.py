"""Many runs at a time, a thread each: they step without the interpreter's lock."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["Stopped", "run_all"]


class Stopped(Exception):
    """Another run has failed, or the user has had enough."""


def run_all(count: int, one: Callable[[int, Callable], Any], jobs: int | None) -> list:
    """``[one(0, tick), one(1, tick), ...]``, ``jobs`` at a time, by default one for each processor.

    ``tick`` is for ``progress`` of run(): it ends a run where another one has thrown. The first
    exception comes out, and Ctrl-C.
    """
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    stop = threading.Event()

    def tick(_sim) -> None:
        if stop.is_set():
            raise Stopped

    def start(number: int):
        tick(None)
        return one(number, tick)

    workers = max(1, min(jobs or os.cpu_count() or 1, count))
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(start, k) for k in range(count)]
        try:
            open_ones = set(futures)
            while open_ones:  # in short waits, so that Ctrl-C is heard
                done, open_ones = wait(open_ones, timeout=0.2, return_when=FIRST_COMPLETED)
                for f in done:
                    f.result()
        except BaseException:
            stop.set()
            for f in futures:
                f.cancel()
            raise
    return [f.result() for f in futures]
