"""Bodies that are put into a simulation: clumps and shapes, with the books kept."""

import unittest

import numpy as np
import scree
from scenes import BOX

MM = 1e-3
CUBE = [[x, y, z] for x in (-2 * MM, 2 * MM) for y in (-2 * MM, 2 * MM) for z in (-2 * MM, 2 * MM)]


def dimer(**more):
    return scree.Body([["-1 mm", 0, 0], ["1 mm", 0, 0]], "1.5 mm", **more)


class Bodies(unittest.TestCase):
    def setUp(self):
        self.sim = scree.Simulation(BOX)
        self.sim.run(until="0.3 s", progress=False)

    def test_are_copied_to_places_with_the_books_kept(self):
        sim = self.sim
        before, start = sim.energy.residual, abs(sim.energy.start)
        places = [["10 mm", "100 mm", "20 mm"], ["30 mm", "100 mm", "20 mm"]]
        turn = [np.cos(np.pi / 4), 0, 0, np.sin(np.pi / 4)]  # a quarter about z
        ids = sim.add(dimer(), places, orientation=turn, velocity=[0, "-1 m/s", 0])
        np.testing.assert_array_equal(ids, sim.bodies.id)
        self.assertEqual(len(sim.grains), 104)
        np.testing.assert_allclose(sim.bodies.position, [[0.01, 0.1, 0.02], [0.03, 0.1, 0.02]])
        np.testing.assert_allclose(sim.bodies.velocity, [[0, -1, 0], [0, -1, 0]])
        np.testing.assert_allclose(sim.grains.position[100], [0.01, 0.099, 0.02], atol=1e-12)
        # Two balls that overlap count once: less than twice a ball.
        ball = 2500 * 4 / 3 * np.pi * (1.5 * MM) ** 3
        self.assertLess(sim.bodies.mass[0], 2 * ball)
        self.assertGreater(sim.bodies.mass[0], 1.5 * ball)
        self.assertAlmostEqual(sim.energy.residual, before, delta=1e-9 * start)
        self.assertGreater(sim.energy.put_in.added, 0)
        sim.run(until="0.5 s", progress=False)
        budget = sim.energy.lost.total + abs(sim.energy.put_in.total)
        self.assertLess(abs(sim.energy.residual), 1e-2 * budget)
        np.testing.assert_allclose(
            np.linalg.norm(sim.grains.position[100] - sim.grains.position[101]), 2 * MM, rtol=1e-9
        )
        before = sim.energy.residual
        sim.remove(ids - 1)
        self.assertEqual((len(sim.bodies), len(sim.grains)), (0, 100))
        self.assertAlmostEqual(sim.energy.residual, before, delta=1e-9 * start)

    def test_may_have_a_shape_or_a_mass_of_their_own(self):
        sim = self.sim
        cube = scree.Body.of_shape("polyhedron", vertices=CUBE)
        ids = sim.add(cube, ["20 mm", "100 mm", "20 mm"])
        np.testing.assert_allclose(sim.bodies.mass, 2500 * (4 * MM) ** 3, rtol=1e-12)
        self.assertFalse(sim.grain(int(ids[0]) - 1).is_ball)
        heavy = dimer(mass="1 g", inertia=1e-9 * np.eye(3), centre=["1 mm", 0, 0])
        sim.add(heavy, ["20 mm", "120 mm", "20 mm"])
        np.testing.assert_allclose(sim.bodies.mass[1], 1e-3)
        np.testing.assert_allclose(sim.bodies.position[1], [0.021, 0.12, 0.02])
        fixed = sim.add(dimer(), ["20 mm", "150 mm", "20 mm"], fixed=True)
        sim.run(until="0.4 s", progress=False)
        row = list(sim.bodies.id).index(fixed[0])
        np.testing.assert_allclose(sim.bodies.position[row], [0.02, 0.15, 0.02])
        self.assertIn("polyhedron", repr(cube))
        self.assertIn("2 balls", repr(heavy))

    def test_go_on_with_the_same_bits_from_a_pickle(self):
        import copy

        sim = self.sim
        sim.add(dimer(), [["10 mm", "100 mm", "20 mm"], ["30 mm", "100 mm", "20 mm"]], spin=[0, 0, 10])
        other = copy.copy(sim)
        for s in (sim, other):
            s.run(steps=500)
        self.assertEqual(sim.state_hash, other.state_hash)

    def test_none_is_added_where_one_is_wrong(self):
        sim, nan = self.sim, float("nan")
        before = sim.state_hash
        good = ["20 mm", "100 mm", "20 mm"]
        refused = {
            TypeError: [
                lambda: sim.add(),
                lambda: sim.add(dimer()),
                lambda: sim.add(dimer(), good, 1e-3),
                lambda: sim.add(dimer(), good, radius=1e-3),
                lambda: sim.add(dimer(), good, material="glass"),
                lambda: sim.add(good),
                lambda: sim.add(good, 1e-3, orientation=[1, 0, 0, 0]),
                lambda: sim.add(good, 1e-3, position=good),
                lambda: sim.add(good, 1e-3, 1e-3),
                lambda: sim.add(dimer(), None),
                lambda: scree.Body(good, 1e-3, mass=1.0),
                lambda: scree.Body(good, 1e-3, material=3),
                lambda: scree.Body(good, None),
                lambda: scree.Body(good, 1e-3, mass=1.0, inertia="round"),
                lambda: scree.Body.of_shape(3),
                lambda: scree.Body.of_shape("polyhedron", vertices=None),
            ],
            ValueError: [
                lambda: sim.add(dimer(), [good, [nan, 0, 0]]),
                lambda: sim.add(dimer(), [good, [1e300, 0, 0]]),
                lambda: sim.add(dimer(), [good, good], velocity=np.zeros((3, 3))),
                lambda: sim.add(dimer(), good, velocity=[nan, 0, 0]),
                lambda: sim.add(dimer(), good, orientation=[1, 1, 0, 0]),
                lambda: sim.add(dimer(), good, orientation=[1, 0, 0]),
                lambda: sim.add(dimer(), good, orientation=[nan, 0, 0, 0]),
                lambda: sim.add(dimer(material="iron"), good),
                lambda: sim.add(dimer(mass=-1.0, inertia=np.eye(3)), good),
                lambda: sim.add(dimer(mass=nan, inertia=np.eye(3)), good),
                lambda: sim.add(dimer(mass=1.0, inertia=-np.eye(3)), good),
                lambda: sim.add(dimer(mass=1.0, inertia=np.eye(3), centre=[nan, 0, 0]), good),
                lambda: dimer(mass=1.0, inertia=np.ones((2, 2))),
                lambda: dimer(mass=1.0, inertia=[[1, 2, 0], [0, 1, 0], [0, 0, 1]]),
                lambda: sim.add(scree.Body(good, -1e-3), good),
                lambda: sim.add(scree.Body(good, nan), good),
                lambda: scree.Body([], 1e-3),
                lambda: scree.Body([good, good], [1e-3, 1e-3, 1e-3]),
                lambda: scree.Body([good, good], 1e-3, material=["glass"]),
                lambda: scree.Body.of_shape("polyhedrn", vertices=CUBE),
                lambda: scree.Body.of_shape("polyhedron", vertices=CUBE[:3]),
                lambda: scree.Body.of_shape("polyhedron", vertexes=CUBE),
                lambda: scree.Body.of_shape("polyhedron", vertices=[[nan] * 3] * 8),
            ],
        }
        for kind, calls in refused.items():
            for number, call in enumerate(calls):
                with self.subTest(kind=kind.__name__, number=number), self.assertRaises(kind):
                    call()
        self.assertEqual(sim.state_hash, before)
        self.assertEqual(len(sim.add(dimer(), np.empty((0, 3)))), 0)
        with self.assertRaises(scree.SceneError) as caught:
            sim.add(dimer(), [good, [1e300, 0, 0], [1e300, 0, 0]])
        self.assertEqual(len(caught.exception.mistakes), 2)
        self.assertIn("body 1", str(caught.exception))
        sim.run(steps=10)
        sim.close()
        with self.assertRaises(RuntimeError):
            sim.add(dimer(), good)

    def test_keywords_are_as_before(self):
        ids = self.sim.add(position=["20 mm", "100 mm", "20 mm"], radius="1 mm", material=["glass"])
        self.assertEqual(ids.tolist(), [100])


if __name__ == "__main__":
    unittest.main()
