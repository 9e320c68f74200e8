"""The gallery: what its cases share is right, and every case is whole."""

import csv
import math
import random
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "validation"))
from lib import density, output, page, stats, svg  # noqa: E402
from lib.case import Case, Run, all_cases, as_set  # noqa: E402


class Densities(unittest.TestCase):
    def test_a_ball_is_below_a_plane_as_the_integral_says(self):
        for h in (-2, -0.7, 0, 0.4, 3):
            slices = 4000
            sums = sum(max(0.0, 1 - y * y) * math.pi * 2 / slices for k in range(slices) if (y := 2 * (k + 0.5) / slices - 1) < h)
            self.assertAlmostEqual(density.below(0, 1, h), sums, delta=2e-3)

    def test_layers_of_a_cylinder_add_up_to_it(self):
        draw = random.Random(1)
        grains = [{"x": 0, "y": draw.uniform(1, 9), "z": 0, "radius": draw.uniform(0.1, 1)} for _ in range(50)]
        parts = [density.between(grains, 3, k, k + 1) for k in range(11)]
        self.assertAlmostEqual(sum(parts) / 11, density.between(grains, 3, 0, 11), places=12)
        top = max(g["y"] + g["radius"] for g in grains)
        self.assertAlmostEqual(density.of_cylinder(grains, 3), density.between(grains, 3, 0, top), places=12)

    def test_two_balls_share_a_lens_and_a_far_one_nothing(self):
        grains = [{"x": x, "y": 0.0, "z": 0.0, "radius": r} for x, r in ((0, 1.0), (1, 1.0), (9, 1.0))]
        lens = 5 * math.pi / 12  # two unit balls at distance 1: two caps of height 1/2
        self.assertAlmostEqual(density.lens(grains[0], grains[1]), lens, places=12)
        self.assertAlmostEqual(density.overlap_share(grains), lens / (3 * density.ball(1)), places=12)
        self.assertEqual(density.overlaps(grains), [1.0])

    def test_overlaps_are_found_across_all_sizes(self):
        draw = random.Random(2)
        grains = [{"x": draw.random(), "y": draw.random(), "z": draw.random(), "radius": r}
                  for r in [0.03] * 300 + [0.3] * 3]
        every = sum(density.lens(a, b) for n, a in enumerate(grains) for b in grains[:n])
        self.assertAlmostEqual(density.overlap_share(grains) * sum(density.ball(g["radius"]) for g in grains), every, places=12)
        deep = [(a["radius"] + b["radius"] - density.dist(a, b)) / min(a["radius"], b["radius"]) for n, a in enumerate(grains) for b in grains[:n]]
        self.assertEqual(len(density.overlaps(grains)), sum(d > 0 for d in deep))
        self.assertAlmostEqual(density.overlaps(grains)[-1], max(deep), places=12)


class Runs(unittest.TestCase):
    def test_a_run_that_another_process_is_still_making_is_not_finished(self):
        with tempfile.TemporaryDirectory() as folder:
            summary = Path(folder) / "summary.json"
            self.assertFalse(output.finished(Path(folder)))
            for text, expected in (("{}", False), ('{"verdict": {"word": "stopped"}}', False), ('{"verdict": {"word": "ok"}}', True)):
                summary.write_text(text)
                self.assertEqual(output.finished(Path(folder)), expected, text)

    def test_a_run_that_was_stopped_gives_no_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            program, target = Path(folder) / "scree", Path(folder) / "run"
            for word, ends in (("stopped", False), ("ok", True)):
                # Stands for the program: writes the summary of a run that ended so.
                program.write_text(f"""#!/bin/sh\nmkdir -p {target}\necho '{{"verdict": {{"word": "{word}"}}}}' > {target}/summary.json\n""")
                program.chmod(0o755)
                run = Run("r", "scenes/gallery/force_chains.toml")
                if ends:
                    self.assertEqual(output.run_scene(output.Program(program), run, target, {}).summary["verdict"]["word"], "ok")
                else:
                    with self.assertRaisesRegex(output.Failed, "r was stopped; the same command goes on"):
                        output.run_scene(output.Program(program), run, target, {})


class Numbers(unittest.TestCase):
    def test_spread_and_confidence(self):
        self.assertAlmostEqual(stats.spread([1, 2, 3, 4, 5]), math.sqrt(2.5))
        self.assertAlmostEqual(stats.confidence([1, 2, 3, 4, 5]), 2.776 * math.sqrt(2.5 / 5))
        self.assertEqual(stats.spread([7]), 0)

    def test_a_moving_average_looks_back_only(self):
        self.assertEqual(stats.moving_average([0, 1, 2, 3], [4, 8, 0, 4], 1), [4, 6, 4, 2])

    def test_a_thinned_series_keeps_its_peaks(self):
        values = [0.0] * 1000
        values[777] = 5.0
        self.assertEqual(max(output.thin(values, 50, how="max")), 5.0)
        self.assertLessEqual(len(output.thin(values, 50)), 50)

    def test_values_are_written_as_set_takes_them(self):
        self.assertEqual(as_set(["1 mm", 2]), '["1 mm", 2]')
        self.assertEqual(as_set({"kind": "tapping", "until": 2}), '{ kind = "tapping", until = 2 }')

    def test_a_table_says_what_has_not_been_run(self):
        self.assertEqual(page.repeats([]), "not run yet")
        self.assertEqual(page.repeats([0.5, 0.6]), "55.00 ± 7.07% (2 seeds)")


class Plots(unittest.TestCase):
    def test_plots_are_well_formed(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "plot.svg"
            panel = svg.Panel("a < b & c", "x", "y").curve([0, 1], [1, 2], "<curve>").points([0, 1], [1, 3], bars=[0.1, 0.2]).level(1.5, "said")
            heat = svg.Panel("map", "x", "y").heat([0, 1, 2], [0, 1, 2], [[0, 1], [2, 3]], 0, 3, "z")
            svg.draw(file, [panel, heat, svg.Panel("nothing")], columns=2, title="all")
            xml.etree.ElementTree.parse(file)
            shares = {(i / 2, j / 2, (2 - i - j) / 2): i + j for i in range(3) for j in range(3 - i)}
            svg.triangle(file, shares, ("a", "b", "c"), "<three>")
            xml.etree.ElementTree.parse(file)


def page_of(name):
    in_index = getattr(Case(name).module, "IN_INDEX", False)
    return ROOT / "docs/gallery" / ("README.md" if in_index else f"{name}.md")


class Cases(unittest.TestCase):
    def test_each_has_sources_a_page_scenes_and_data_of_its_own_runs(self):
        self.assertTrue(all_cases())
        for name in all_cases():
            case = Case(name)
            with open(case.folder / "published.csv", newline="") as f:
                for row in csv.DictReader(f):
                    self.assertTrue(row["source"] and row["value"], (name, row))
            self.assertTrue(page_of(name).exists(), name)
            known = {r.name for r in case.runs}
            for run in case.runs:
                self.assertTrue(run.scene is None or (ROOT / run.scene).exists(), run)
            for file in (case.folder / "data").glob("*.json"):
                self.assertIn(file.stem, known, f"{name}: data of a run that the case does not have")
            self.assertTrue(any(r.short is not None for r in case.runs), f"{name} has no short form")
            self.assertEqual(case.made_with_other_values(), [], name)

    def test_a_wide_cylinder_holds_an_infinite_crystal(self):
        cut = Case("packing_crystal").module.cut
        found, count = cut(400, 400, 0.3, 0.7)
        # Grains that the wall and the ends cut off: about two diameters of 400, a layer of 245.
        self.assertAlmostEqual(found, math.pi / math.sqrt(18) * (1 - 2 / 400) ** 2, delta=0.003)
        self.assertEqual(cut(2, 2)[1], 1)
        self.assertEqual(cut(6, 2)[1], 7)  # one ring around a grain

    def test_pages_name_no_run_that_is_missing_without_saying_so(self):
        for name in all_cases():
            text = page_of(name).read_text(encoding="utf-8")
            if Case(name).missing():
                self.assertRegex(text, re.compile("not (been )?run yet"), name)


if __name__ == "__main__":
    unittest.main()
