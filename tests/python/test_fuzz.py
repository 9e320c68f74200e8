"""Random calls with right, wrong and mad arguments: exceptions of Python, never a crash.

SCREE_FUZZ_CALLS says how many (default 3000), SCREE_FUZZ_SEED with which seed (default 1).
"""

import copy
import os
import random
import unittest

import numpy as np
import scree
from scenes import BOX

EXPECTED = (scree.Error, TypeError, ValueError, KeyError, IndexError, RuntimeError, OverflowError, MemoryError)


class Calls:
    """One simulation, and what one may do to it."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.depth = 0
        self.new()

    def new(self):
        count = self.rng.choice([1, 2, 30, 100])
        sources = {"f": self.source} if self.rng.random() < 0.2 else None
        threads = self.rng.choice([1, 2, 3])
        try:
            self.sim = scree.Simulation(BOX, threads=threads, sources=sources, **{"fill.0.count": count})
        except LookupError:  # of the source
            self.sim = scree.Simulation(BOX, threads=threads)

    # ---- arguments -----------------------------------------------------------------------------

    def number(self):
        r = self.rng
        return r.choice(
            [0, 1, -1, 2**31, 2**32, 2**63, -(2**63), 10**30, 0.0, -0.0, 1e-300, 1e300, float("nan"),
             float("inf"), "1 mm", "1 s", "x", None, True, [], {}, object(), b"1", 1j, r.random(),
             r.randrange(120), np.float32(0.5), np.int8(-3), np.array(2), np.array([1.0, 2.0])]
        )  # fmt: skip

    def ids(self):
        r = self.rng
        known = self.sim.grains.id if not self.sim._core.closed else np.arange(3)
        some = r.sample(list(known), min(len(known), r.randrange(6)))
        return r.choice(
            [some, np.array(some, np.int64), np.array(some, np.float64), some + [2**32 - 1], [-1],
             int(known[0]), known, known[::2], known[::-1], np.zeros((2, 2), int), np.array([], object),
             some + some, self.number()]
        )  # fmt: skip

    def vectors(self, n):
        r = self.rng
        good = np.random.default_rng(r.randrange(2**32)).normal(size=(n, 3)) * 10.0 ** r.randrange(-6, 1)
        return r.choice(
            [good, good[0] if n else [0, 0, 0], np.asfortranarray(good), good.astype(np.float32),
             np.repeat(good, 2, axis=0)[::2], good * np.nan, good.astype(object), good.tolist(),
             np.zeros((n, 2)), np.zeros((n + 1, 3)), np.zeros(3, ">f8"), ["1 m/s", 0, 0], self.number()]
        )  # fmt: skip

    @staticmethod
    def length(ids):
        try:
            return len(np.atleast_1d(np.asarray(ids)))
        except Exception:
            return 1

    # ---- calls ---------------------------------------------------------------------------------

    def source(self, view):
        if self.rng.random() < 0.01:
            raise LookupError("a source that throws")
        return self.rng.choice([None, [0, 0, 0], np.zeros((len(view), 3)), (None, None)])

    def read(self):
        g, c = self.sim.grains, self.sim.contacts
        look = [
            lambda: g.position, lambda: g.orientation.sum(), lambda: g.material_name, lambda: g.fixed,
            lambda: c.force[:1], lambda: c.rows, lambda: c.kind.sum(), lambda: self.sim.energy.lost.total,
            lambda: self.sim.bonds.type, lambda: self.sim.bodies.mass, lambda: self.sim.state_hash,
            lambda: self.sim.walls["box"].force, lambda: self.sim.walls[self.number()],
            lambda: self.sim.grain(self.number()), lambda: g.rows(self.ids()), lambda: g.field("charm"),
            lambda: self.sim.measure("coordination"), lambda: self.sim.measure(str(self.number())),
            lambda: self.sim.picture(width=40, height=30), lambda: self.sim.export("csv"), lambda: repr(self.sim),
        ]  # fmt: skip
        self.rng.choice(look)()

    def body(self):
        r = self.rng
        return r.choice([
            lambda: scree.Body([[-1e-3, 0, 0], [1e-3, 0, 0]], 1.5e-3),
            lambda: scree.Body(self.vectors(3), self.number(), material=r.choice(["", "glass", "x"])),
            lambda: scree.Body([0, 0, 0], 1e-3, mass=self.number(), inertia=1e-9 * np.eye(3)),
            lambda: scree.Body.of_shape("polyhedron", vertices=np.abs(self.vectors(8))),
            lambda: self.number(),
        ])()  # fmt: skip

    def edit(self):
        ids = self.ids()
        n = self.length(ids)
        self.rng.choice([
            lambda: self.sim.set_velocity(ids, self.vectors(n), self.rng.choice([None, self.vectors(n)])),
            lambda: self.sim.set_force(ids, self.vectors(n), self.rng.choice([None, self.vectors(n)])),
            lambda: self.sim.remove(ids),
            lambda: self.sim.bond(ids, self.ids(), self.rng.choice(["glue", "x", None])),
            lambda: self.sim.break_bond(ids, self.ids()),
            lambda: self.sim.add(
                np.abs(self.vectors(2)) if self.rng.random() < 0.3 else [0.02, 0.19 * self.rng.random(), 0.02],
                self.rng.choice([2e-3, self.number()]), velocity=self.rng.choice([None, self.vectors(1)]),
            ),
            lambda: self.sim.add(self.body(), self.vectors(2), velocity=self.rng.choice([None, self.vectors(2)])),
            lambda: self.sim.add(self.body(), [0.02, 0.19 * self.rng.random(), 0.02],
                                 orientation=self.rng.choice([None, [1, 0, 0, 0], self.number()]),
                                 fixed=self.rng.random() < 0.3),
        ])()  # fmt: skip

    def watch(self, sim):
        self.depth += 1
        try:
            if self.depth < 3:
                self.one()
        finally:
            self.depth -= 1
        if self.rng.random() < 0.05:
            raise LookupError("an observer that throws")
        return self.rng.choice([None, True, False, 3])

    def run(self):
        self.rng.choice([
            lambda: self.sim.run(steps=self.rng.choice([0, 1, 7, 60]), progress=self.rng.choice([None, False])),
            lambda: self.sim.run(until=self.sim.time + 1e-3, progress=self.rng.choice([False, len])),
            lambda: self.sim.run(steps=self.rng.choice([-1, "3", 2.0, True, 2**64])),
            lambda: self.sim.run(until=self.rng.choice([-1, "x", float("nan"), [], 0])),
        ])()  # fmt: skip

    def observe(self):
        self.rng.choice([
            lambda: self.sim.every(steps=self.rng.choice([1, 3, 10]), function=self.watch),
            lambda: self.sim.every(self.number(), self.watch),
            lambda: self.sim.forget(self.watch),
            lambda: self.sim.forget(self.number()),
        ])()  # fmt: skip

    def renew(self):
        what = self.rng.randrange(4)
        if what == 0 and not self.depth:
            self.sim.close()
        elif what == 1:
            other = copy.copy(self.sim)
            if not self.depth:
                self.sim = other
        elif not self.depth:
            self.new()

    def one(self):
        call = self.rng.choices([self.read, self.edit, self.run, self.observe, self.renew], [6, 6, 3, 2, 0.3])[0]
        try:
            call()
        except (LookupError, *EXPECTED):
            pass
        if not self.depth and (self.sim._core.closed or self.sim.failure) and self.rng.random() < 0.3:
            self.new()


class Fuzz(unittest.TestCase):
    def test_random_calls_raise_or_answer(self):
        calls = int(os.environ.get("SCREE_FUZZ_CALLS", "3000"))
        seed = int(os.environ.get("SCREE_FUZZ_SEED", "1"))
        with self.subTest(seed=seed):
            box = Calls(random.Random(seed))
            for _ in range(calls):
                box.one()


if __name__ == "__main__":
    unittest.main()
