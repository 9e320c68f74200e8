"""Edits of many grains at once, forces written in Python."""

import unittest

import numpy as np
import scree
from scenes import BOX


class Edits(unittest.TestCase):
    def setUp(self):
        self.sim = scree.Simulation(BOX)
        self.sim.run(until="0.3 s", progress=False)

    def test_keep_the_books(self):
        sim = self.sim
        before, start = sim.energy.residual, abs(sim.energy.start)
        ids = sim.add(
            [["20 mm", "100 mm", "20 mm"], ["20 mm", "110 mm", "20 mm"]],
            "2 mm",
            velocity=["1 m/s", 0, 0],
        )
        np.testing.assert_array_equal(ids, [100, 101])
        sim.remove([1, 2, 3])
        sim.set_velocity([10, 11, 12], np.full((3, 3), 0.1), spin=[0, 1, 0])
        sim.set_force([20, 21], [0, 1e-4, 0])
        c = sim.contacts
        pairs = np.flatnonzero(c.kind == scree.GRAIN)[:4]
        a, b = c.i[pairs].copy(), c.j[pairs].copy()
        sim.bond(a, b, "glue")
        self.assertEqual(len(sim.bonds), 4)
        self.assertEqual(set(sim.bonds.type), {"glue"})
        self.assertAlmostEqual(sim.energy.residual, before, delta=1e-9 * start)
        sim.run(steps=100)
        sim.break_bond(a[:2], b[:2])
        np.testing.assert_array_equal(sim.bonds.intact.sum(), 2)
        sim.run(steps=100)
        self.assertGreater(sim.energy.put_in.added, 0)
        self.assertEqual(len(sim.grains), 99)

    def test_take_what_numpy_gives(self):
        sim = self.sim
        n = len(sim.grains)
        velocity = np.zeros((n, 6), np.float32)[:, ::2]  # other type, not contiguous
        velocity[:, 1] = 0.25
        sim.set_velocity(sim.grains.id, velocity)
        np.testing.assert_array_equal(sim.grains.velocity, velocity.astype(float))
        sim.set_velocity(np.array([5, 3], np.int8), np.array([[1, 0, 0], [2, 0, 0]], order="F"))
        self.assertEqual(sim.grains.velocity[5, 0], 1)
        self.assertEqual(sim.grains.velocity[3, 0], 2)
        sim.set_velocity(np.array(7), [0, 0, 0])
        for nothing in ([], np.empty(0), np.empty(0, int), ()):
            sim.set_velocity(nothing, [0, 0, 0])
            sim.remove(nothing)
        self.assertEqual(len(sim.add(np.empty((0, 3)), 1e-3)), 0)

    def test_refuse_what_is_wrong_and_change_nothing(self):
        sim = self.sim
        hash_before = sim.state_hash
        n = len(sim.grains)
        nan = float("nan")
        refused = {
            TypeError: [
                lambda: sim.set_velocity([1.5], [0, 0, 0]),
                lambda: sim.set_velocity(["1"], [0, 0, 0]),
                lambda: sim.set_velocity(None, [0, 0, 0]),
                lambda: sim.set_velocity([True], [0, 0, 0]),
                lambda: sim.set_velocity([1], None),
                lambda: sim.set_velocity([1], [1j, 0, 0]),
                lambda: sim.set_velocity([1], [object(), 0, 0]),
                lambda: sim.bond([1], [2], 3),
            ],
            ValueError: [
                lambda: sim.set_velocity([-1], [0, 0, 0]),
                lambda: sim.set_velocity([2**32], [0, 0, 0]),
                lambda: sim.set_velocity([2**63], [0, 0, 0]),
                lambda: sim.set_velocity([[1, 2]], [0, 0, 0]),
                lambda: sim.set_velocity([1, 2], np.zeros((3, 3))),
                lambda: sim.set_velocity([1, 2], np.zeros((2, 2))),
                lambda: sim.set_velocity([1], 3.0),
                lambda: sim.set_velocity([1], ["1 m", 0, 0]),
                lambda: sim.set_velocity([1], [nan, 0, 0]),
                lambda: sim.set_velocity([1], [0, np.inf, 0]),
                lambda: sim.set_force([1], [nan, 0, 0]),
                lambda: sim.set_velocity([n + 5], [0, 0, 0]),
                lambda: sim.add([0.02, 0.1, 0.02], [1e-3, 1e-3]),
                lambda: sim.add([0.02, 0.1, 0.02], -1e-3),
                lambda: sim.add([0.02, 0.1, 0.02], nan),
                lambda: sim.add([nan, 0.1, 0.02], 1e-3),
                lambda: sim.add([1e300, 0.1, 0.02], 1e-3),
                lambda: sim.add([0.02, 0.1, 0.02], 1e-3, material="iron"),
                lambda: sim.add([0.02, 0.1, 0.02], 1e-3, material=["glass", "glass"]),
                lambda: sim.remove(sim.grains.id),
                lambda: sim.remove([0, n]),
                lambda: sim.bond([1, 2], [3], "glue"),
                lambda: sim.bond([1], [1], "glue"),
                lambda: sim.bond([1], [2], "gule"),
                lambda: sim.break_bond([1], [2]),
            ],
        }
        for kind, calls in refused.items():
            for number, call in enumerate(calls):
                with self.subTest(kind=kind.__name__, number=number), self.assertRaises(kind):
                    call()
        self.assertEqual(sim.state_hash, hash_before)
        sim.run(steps=50)

    def test_name_all_grains_that_are_not_there(self):
        with self.assertRaises(scree.SceneError) as caught:
            self.sim.set_velocity([1, 200, 300], [0, 0, 0])
        self.assertEqual(len(caught.exception.mistakes), 2)
        self.assertIn("200", str(caught.exception))


class Sources(unittest.TestCase):
    def test_act_on_all_grains_once_a_step(self):
        def lift(view):
            self.assertEqual(view.position.shape, (len(view), 3))
            self.assertFalse(view.position.flags.writeable)
            force = np.zeros((len(view), 3))
            force[:, 1] = 9.81 * view.mass
            return force

        sim = scree.Simulation(BOX, sources={"lift": lift})
        sim.run(steps=500)
        np.testing.assert_allclose(sim.grains.velocity, 0, atol=1e-12)  # they float
        self.assertIn(sim.source_costs["lift"].calls, (501, 502))
        self.assertGreater(sim.source_costs["lift"].seconds, 0)

    def test_may_give_one_vector_torques_or_nothing(self):
        for give in (
            lambda v: None,
            lambda v: (0, 0, 0),
            lambda v: (None, np.zeros((len(v), 3))),
            lambda v: (np.zeros((len(v), 3)), None),
        ):
            plain = scree.Simulation(BOX)
            sim = scree.Simulation(BOX, sources={"nothing": give})
            sim.run(steps=200)
            plain.run(steps=200)
            np.testing.assert_array_equal(sim.grains.position, plain.grains.position)

    def test_book_their_work(self):
        sim = scree.Simulation(BOX, sources={"wind": lambda v: 1e-4 * (np.array([2.0, 0, 0]) - v.velocity)})
        sim.run(steps=3000)
        e = sim.energy
        self.assertGreater(abs(e.put_in.work_sources), 0)
        self.assertLess(abs(e.residual), 1e-2 * (e.lost.total + abs(e.put_in.total)))

    def test_throw_out_of_run_and_end_the_simulation(self):
        def broken(view):
            if view.time > 5e-3:
                raise LookupError("inside")

        sim = scree.Simulation(BOX, sources={"broken": broken})
        with self.assertRaisesRegex(LookupError, "inside"):
            sim.run(progress=False)
        self.assertLess(sim.time, 6e-3)
        with self.assertRaises(scree.SimulationFailure):
            sim.run(steps=1)
        with self.assertRaises(LookupError):
            scree.Simulation(BOX, sources={"broken": lambda v: [].index(1) if False else {}[1]})

    def test_must_have_the_right_shape(self):
        for give in (lambda v: np.zeros((len(v), 2)), lambda v: np.zeros(5), lambda v: "wind", lambda v: 3.0):
            with self.assertRaises((ValueError, TypeError)):
                scree.Simulation(BOX, sources={"wrong": give})
        for wrong in ({"a": 3}, {"": print}, {3: print}):
            with self.assertRaises(TypeError):
                scree.Simulation(BOX, sources=wrong)

    def test_are_the_same_bits_after_a_pickle(self):
        import copy

        sim = scree.Simulation(BOX, sources={"pull": pull})
        sim.run(steps=700)
        other = copy.copy(sim)
        sim.run(steps=300)
        other.run(steps=300)
        self.assertEqual(sim.state_hash, other.state_hash)


def pull(view):
    """Towards the middle of the box."""
    return 1e-3 * (np.array([0.02, 0.02, 0.02]) - view.position)


if __name__ == "__main__":
    unittest.main()
