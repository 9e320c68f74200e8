"""What a simulation says: arrays by id, never stale; contacts, walls, energy, measures."""

import unittest

import numpy as np
import scree
from scenes import BOX


class Arrays(unittest.TestCase):
    def setUp(self):
        self.sim = scree.Simulation(BOX, threads=2)
        self.sim.run(until="60 ms", progress=False)

    def test_have_the_shapes_and_types_that_are_promised(self):
        g, n = self.sim.grains, 100
        self.assertEqual(len(g), n)
        for name in ("position", "velocity", "spin", "force", "torque"):
            self.assertEqual((getattr(g, name).shape, getattr(g, name).dtype), ((n, 3), np.float64))
        for name in ("radius", "mass"):
            self.assertEqual((getattr(g, name).shape, getattr(g, name).dtype), ((n,), np.float64))
        self.assertEqual(g.orientation.shape, (n, 4))
        np.testing.assert_allclose(np.linalg.norm(g.orientation, axis=1), 1)
        np.testing.assert_array_equal(g.id, np.arange(n))
        self.assertEqual(set(g.material_name), {"glass"})
        self.assertFalse(g.fixed.any())

    def test_are_read_only(self):
        for array in (self.sim.grains.position, self.sim.grains.id, self.sim.contacts.force):
            self.assertFalse(array.flags.writeable)
            with self.assertRaises(ValueError):
                array[0] = 1

    def test_are_never_stale(self):
        g = self.sim.grains
        before = g.position
        kept = before.copy()
        self.assertIs(g.position, before)  # made once an instant
        self.sim.run(steps=200)
        after = g.position
        self.assertFalse(np.array_equal(after, before))
        np.testing.assert_array_equal(before, kept)  # what one holds stays
        view = after[:3]
        same = view.copy()
        del after
        self.sim.run(steps=200)
        _ = g.position  # may use the memory of an array that nobody holds
        np.testing.assert_array_equal(view, same)

    def test_follow_grains_that_go(self):
        g = self.sim.grains
        position = g.position
        self.sim.remove([0, 50])
        self.assertEqual(g.position.shape, (98, 3))
        np.testing.assert_array_equal(g.position, np.delete(position, [0, 50], axis=0))
        np.testing.assert_array_equal(g.rows([1, 99]), [0, 97])
        for missing in (0, 50, 100, 2**32 - 1):
            with self.assertRaises(KeyError):
                g.rows([1, missing])
        with self.assertRaises(KeyError):
            self.sim.grain(50)

    def test_agree_with_single_grains(self):
        g = self.sim.grains
        one = self.sim.grain(17)
        self.assertEqual(one.position, tuple(g.position[17]))
        self.assertEqual(one.orientation, tuple(g.orientation[17]))
        self.assertEqual((one.id, one.material, one.is_ball), (17, "glass", True))
        for wrong in (-1, 100, 2**40, 2**70):
            with self.assertRaises(KeyError):
                self.sim.grain(wrong)
        for wrong in (1.5, "1", None, True):
            with self.assertRaises(TypeError):
                self.sim.grain(wrong)
        with self.assertRaises(KeyError):
            g.field("charm")


class Contacts(unittest.TestCase):
    def test_carry_the_weight(self):
        sim = scree.Simulation(BOX)
        sim.run(until="1 s", progress=False)
        c, g = sim.contacts, sim.grains
        weight = 9.81 * g.mass.sum()
        at_wall = c.kind == scree.WALL
        np.testing.assert_array_equal(at_wall, c.wall >= 0)
        self.assertAlmostEqual(c.force[at_wall, 1].sum() / weight, 1, delta=0.02)
        self.assertAlmostEqual(-sim.walls["box"].force[1] / weight, 1, delta=0.02)
        np.testing.assert_allclose(np.linalg.norm(c.normal, axis=1), 1)
        i, j = c.rows
        np.testing.assert_array_equal(g.id[i], c.i)
        pairs = j >= 0
        np.testing.assert_array_equal(g.id[j[pairs]], c.j[pairs])
        distance = np.linalg.norm(g.position[i[pairs]] - g.position[j[pairs]], axis=1)
        overlap = g.radius[i[pairs]] + g.radius[j[pairs]] - distance
        np.testing.assert_allclose(overlap, c.overlap[pairs], atol=1e-9)

    def test_walls_are_named(self):
        sim = scree.Simulation(BOX)
        self.assertEqual(list(sim.walls), ["box"])
        self.assertEqual(sim.walls["box"].work, 0)
        with self.assertRaisesRegex(KeyError, "no wall is called 'lid'; known: 'box'"):
            sim.walls["lid"]


class Budget(unittest.TestCase):
    def test_closes_by_sides_and_terms(self):
        sim = scree.Simulation(BOX)
        sim.run(progress=False)
        e = sim.energy
        self.assertEqual(e.lost.sliding, e["lost_sliding"])
        self.assertEqual(e.held.kinetic, e.kinetic)
        for side in (e.held, e.lost, e.removed, e.put_in):
            self.assertAlmostEqual(float(side), sum(side.values()), delta=1e-12 + 1e-9 * abs(float(side)))
        left = float(e.held) + float(e.lost) + float(e.removed) - e.start - float(e.put_in)
        self.assertAlmostEqual(left, e.residual, delta=1e-12 * abs(e.start) + 1e-15)
        self.assertLess(abs(e.residual), 1e-2 * e.lost.total)
        self.assertIn("kinetic", dict(e))
        self.assertTrue(e.meaning("lost_sliding"))
        with self.assertRaisesRegex(AttributeError, "sliding"):
            e.lost.charm

    def test_measures_answer_by_name(self):
        sim = scree.Simulation(BOX)
        sim.run(until="0.5 s", progress=False)
        now = sim.measure("coordination")
        self.assertGreater(now["coordination"], 1)
        self.assertEqual(float(now), now["coordination"])
        table = sim.measure("profile", count=4)
        self.assertEqual(table.rows, 4)
        self.assertEqual(len(table["solid_fraction"]), 4)
        with self.assertRaisesRegex(KeyError, "did you mean 'solid_fraction'"):
            table["solid_fracton"]
        for wrong in (lambda: sim.measure("charm"), lambda: sim.measure("walls", wall="lid")):
            with self.assertRaises(scree.SceneError):
                wrong()
        with self.assertRaises(TypeError):
            sim.measure(3)

    def test_pictures_are_png(self):
        sim = scree.Simulation(BOX)
        picture = sim.picture(width=120, height=90)
        self.assertTrue(bytes(picture).startswith(b"\x89PNG"))
        self.assertIn(b"VTKFile", sim.export("vtp"))
        with self.assertRaises(scree.SceneError):
            sim.export("pgn")
        with self.assertRaises(scree.SceneError):
            sim.picture(widht=3)


class Bodies(unittest.TestCase):
    def test_of_polyhedra_and_clumps_are_arrays(self):
        sim = scree.Simulation("clumps", **{"fill.0.count": 6})
        sim.run(steps=20, progress=False)
        bodies = sim.bodies
        self.assertGreater(len(bodies), 0)
        self.assertEqual(bodies.position.shape, (len(bodies), 3))
        self.assertTrue((bodies.mass > 0).all())
        self.assertEqual(sum(len(ids) for ids in bodies.grains), (sim.grains.body > 0).sum())


if __name__ == "__main__":
    unittest.main()
