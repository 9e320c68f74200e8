"""Scenes from files, names, texts and dicts, edited by keys; mistakes."""

import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np
import scree
from scenes import BOX


class Scenes(unittest.TestCase):
    def test_a_dict_a_text_and_a_file_are_the_same_scene(self):
        given = scree.Scene(BOX)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "box.toml"
            file.write_text(given.text, encoding="utf-8")
            for other in (scree.Scene(given.text), scree.Scene(file), scree.Scene(str(file))):
                self.assertEqual(other.resolved, given.resolved)
        self.assertEqual(given.title, "Balls in a box")
        self.assertEqual(given.duration, 0.1)

    def test_a_name_is_a_scene_that_comes_with_scree(self):
        self.assertIn("hourglass", scree.scenes())
        self.assertIn("Hourglass", scree.Scene("hourglass").title)

    def test_values_are_read_and_replaced_by_keys(self):
        scene = scree.Scene(BOX, seed=7, **{"material.glass.tangential.friction": 0.4})
        self.assertEqual(scene["seed"], 7)
        self.assertEqual(scene["material.glass.tangential.friction"], 0.4)
        scene["fill.0.count"] = np.int64(50)
        scene["wall.0.max"] = np.array([0.04, 0.3, 0.04])
        self.assertEqual(scene["fill.0.count"], 50)
        self.assertIn("gravity", scene)  # a default
        self.assertNotIn("fill.3.count", scene)
        with self.assertRaises(KeyError):
            scene["fill.0.charm"]
        self.assertEqual(len(scree.Simulation(scene).grains), 50)

    def test_a_wrong_value_leaves_the_scene_as_it_was(self):
        scene = scree.Scene(BOX)
        before = scene.resolved
        with self.assertRaises(scree.SceneError):
            scene.update({"fill.0.count": 10, "fill.0.bottom": "4 kg"})
        self.assertEqual(scene.resolved, before)

    def test_all_mistakes_come_at_once_with_code_place_and_hint(self):
        wrong = {**BOX, "duraton": "1 s"}
        with self.assertRaises(scree.SceneError) as caught:
            scree.Scene(wrong, **{"fill.0.cuont": 3})
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual(len(error.mistakes), 2)
        for m in error.mistakes:
            self.assertRegex(m.code, r"^E\d{4}$")
            self.assertTrue(m.place)
            self.assertIn("did you mean", m.hint)
            self.assertIn(m.code, str(error))

    def test_what_only_a_simulation_sees_is_an_error_of_the_scene(self):
        with self.assertRaises(scree.SceneError) as caught:
            scree.Simulation(BOX, dt="1 s")
        self.assertTrue(caught.exception.place)

    def test_what_is_no_scene_is_refused(self):
        for given in (None, 3, b"title = 'x'", ["a"]):
            with self.assertRaises(TypeError):
                scree.Scene(given)
        for given in ({"seed": None}, {1: 2}, {"seed": object()}):
            with self.assertRaises(TypeError):
                scree.Scene(given)
        with self.assertRaises(scree.SceneError):
            scree.Scene("no such scene")
        with self.assertRaises(ValueError):
            scree.Scene(BOX, **{"a=b": 1})
        for key in (3, None):
            with self.assertRaises(TypeError):
                scree.Scene(BOX)[key]

    def test_text_of_any_kind_survives(self):
        title = 'quotes " and \\ and \n newline \t tab \x01 ü 砂'
        self.assertEqual(scree.Scene({**BOX, "title": title})["title"], title)

    def test_a_scene_is_pickled(self):
        scene = scree.Scene(BOX, seed=5)
        self.assertEqual(pickle.loads(pickle.dumps(scene)).resolved, scene.resolved)


class Catalogs(unittest.TestCase):
    def test_every_catalogue_has_entries_with_parameters(self):
        for what in scree.catalogs():
            entries = scree.catalog(what)
            self.assertTrue(entries, what)
            for entry in entries.values():
                self.assertTrue(entry.summary, entry.name)
                self.assertIn(entry.name, str(entries))
        plane = scree.catalog("walls")["plane"]
        self.assertTrue(all(p.doc for p in plane.parameters.values()))
        with self.assertRaises(KeyError):
            scree.catalog("charms")

    def test_materials_have_sources(self):
        glass = scree.materials()["glass"]
        self.assertTrue(glass.values["density"].source)
        self.assertIn("density", glass.toml)
        self.assertIn("glass", str(glass))
        scene = scree.Scene({**BOX, "material": {"glass": "glass"}})
        self.assertIn("young", scene.resolved)

    def test_quantities_have_units(self):
        self.assertEqual(scree.quantity("4 mm", "length"), 0.004)
        self.assertEqual(scree.quantity(3, "length"), 3.0)
        with self.assertRaises(scree.SceneError):
            scree.quantity("4 mm", "time")
        with self.assertRaises(ValueError):
            scree.quantity("4 mm", "charm")
        for value in (None, True, [1], 1j):
            with self.assertRaises(TypeError):
                scree.quantity(value, "length")


if __name__ == "__main__":
    unittest.main()
