"""Packings of other programs, read and used as fills."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np
import scree
from scenes import BOX

DUMP = """ITEM: TIMESTEP
0
ITEM: NUMBER OF ATOMS
1
ITEM: BOX BOUNDS pp pp pp
0 0.04
0 0.04
0 0.04
ITEM: ATOMS id type xs ys zs vx vy vz radius
1 1 0.5 0.5 0.5 0 0 0 0.002
ITEM: TIMESTEP
100
ITEM: NUMBER OF ATOMS
2
ITEM: BOX BOUNDS pp pp pp
0 0.04
0 0.04
0 0.04
ITEM: ATOMS id type xs ys zs vx vy vz radius
2 1 0.25 0.25 0.25 0 -1 0 0.002
1 1 0.5 0.5 0.5 0 0 0 0.002
"""


class Packings(unittest.TestCase):
    def setUp(self):
        box = tempfile.TemporaryDirectory()
        self.addCleanup(box.cleanup)
        self.folder = Path(box.name)
        self.file = self.folder / "a.dump"
        self.file.write_text(DUMP)

    def test_are_arrays_in_the_order_of_ids(self):
        p = scree.read_packing(self.file)
        self.assertEqual((len(p), p.format, p.frame, p.frames, p.step), (2, "lammps-dump", 1, 2, 100))
        np.testing.assert_array_equal(p.id, [1, 2])
        np.testing.assert_array_equal(p.position, [[0.02, 0.02, 0.02], [0.01, 0.01, 0.01]])
        np.testing.assert_array_equal(p.velocity[1], [0, -1, 0])
        self.assertIsNone(p.density)
        self.assertIsNone(p.spin)
        self.assertEqual(p.box.periodic, "xyz")
        self.assertEqual(len(scree.read_packing(self.file, frame=np.int64(0))), 1)
        self.assertIn("2 grains", repr(p))
        with self.assertRaises(ValueError):
            p.radius[0] = 1

    def test_are_a_fill_and_its_box(self):
        p = scree.read_packing(self.file)
        scene = {k: v for k, v in BOX.items() if k != "wall"}
        sim = scree.Simulation({**scene, "box": p.box_table(), "fill": [p.fill()]})
        np.testing.assert_array_equal(sim.grains.position, p.position)
        np.testing.assert_array_equal(sim.grains.velocity, p.velocity)
        self.assertFalse(any("periodic" in w for w in sim.scene.warnings))
        still = scree.Simulation({**BOX, "fill": [p.fill(at_rest=True)]})
        self.assertEqual(abs(still.grains.velocity).max(), 0)
        self.assertTrue(any("periodic" in w for w in still.scene.warnings))
        sim.run(steps=100)

    def test_are_saved_as_a_table_that_a_fill_reads(self):
        p = scree.read_packing(self.file)
        p.save(self.folder / "a.csv", materials=["glass"])
        fill = {"kind": "csv", "file": str(self.folder / "a.csv")}
        sim = scree.Simulation({**BOX, "fill": [fill]})
        np.testing.assert_array_equal(sim.grains.position, p.position)
        with self.assertRaisesRegex(ValueError, "2 materials for 1"):
            p.save(self.folder / "b.csv", materials=["glass", "steel"])

    def test_come_back_from_what_scree_exports(self):
        sim = scree.Simulation(BOX)
        sim.run(until="0.05 s", progress=False)
        (self.folder / "b.dump").write_bytes(sim.export("lammps"))
        p = scree.read_packing(self.folder / "b.dump")
        np.testing.assert_array_equal(p.position, sim.grains.position)
        np.testing.assert_array_equal(p.radius, sim.grains.radius)
        np.testing.assert_array_equal(p.velocity, sim.grains.velocity)
        np.testing.assert_array_equal(p.spin, sim.grains.spin)
        self.assertAlmostEqual(p.time, sim.time)
        again = scree.Simulation({**BOX, "fill": [p.fill()]})
        np.testing.assert_allclose(again.grains.mass, sim.grains.mass, rtol=1e-12)

    def test_say_what_is_wrong(self):
        bad = self.folder / "bad.txt"
        bad.write_text("0 0 0 1\n0 0 0 -1\n0 0 zero 1\n")
        with self.assertRaises(scree.SceneError) as caught:
            scree.read_packing(bad)
        self.assertEqual([m.place for m in caught.exception.mistakes], [f"{bad}:2:7", f"{bad}:3:5"])
        for wrong in ("", "\n\n", "hello", "nan nan nan nan\n"):
            bad.write_text(wrong)
            with self.assertRaises(scree.SceneError):
                scree.read_packing(bad)
        with self.assertRaises(scree.SceneError):
            scree.read_packing(self.folder / "missing.txt")
        with self.assertRaises(scree.SceneError):
            scree.read_packing(self.folder)
        for kind, call in (
            (TypeError, lambda: scree.read_packing(3)),
            (TypeError, lambda: scree.read_packing(b"a")),
            (TypeError, lambda: scree.read_packing(self.file, frame=True)),
            (TypeError, lambda: scree.read_packing(self.file, units=3)),
            (ValueError, lambda: scree.read_packing(self.file, units="feet")),
            (ValueError, lambda: scree.read_packing(self.file, frame=7)),
            (ValueError, lambda: scree.read_packing(self.file, diameter=0)),
            (ValueError, lambda: scree.read_packing(self.file, diameter="1 kg")),
        ):
            with self.assertRaises(kind):
                call()
        (self.folder / "y.txt").write_text("0 0 0 1\n")
        with self.assertRaisesRegex(ValueError, "no box"):
            scree.read_packing(self.folder / "y.txt").box_table()

    def test_are_told_and_written_by_the_program(self):
        program = os.environ.get("SCREE_PROGRAM")
        if not program:
            self.skipTest("SCREE_PROGRAM names no program")
        out = self.folder / "out.csv"
        done = subprocess.run([program, "import", self.file, "-o", out], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 grains", done.stdout)
        self.assertIn('periodic = "xyz"', done.stdout)
        self.assertEqual(len(out.read_text().splitlines()), 4)
        bad = self.folder / "bad.txt"
        bad.write_text("0 0 0 1\n0 0 0\n")
        done = subprocess.run([program, "import", bad], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.txt:2:1: this row has 3 columns", done.stderr)


if __name__ == "__main__":
    unittest.main()
