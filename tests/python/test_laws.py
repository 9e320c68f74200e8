"""Contact laws from C++ text."""

import os
import pickle
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import scree
from scenes import BOX

SPRING = """
#include <cmath>
#include <numbers>
using namespace scree;

struct Spring {
  static constexpr ParamInfo params[] = {
      {.name = "stiffness", .dim = dim::stiffness, .required = true, .range = range::positive,
       .doc = "of the spring"}};
  static constexpr CatalogInfo info{"NAME", "a spring", "", params};
  static constexpr int history = 0;
  double k = 0;
  static Result<Spring> make(const PairInput& in) {
    return Spring{mixing::harmonic(in.a.number("stiffness"), in.b.number("stiffness"))};
  }
  HD NormalForce operator()(const Touch& t, double*) const {
    return {.force = k * t.delta, .stiffness = k, .stiffness_before = k};
  }
  HD double stored(const Touch& t, const NormalForce&, const double*) const {
    const double d = t.delta > 0 ? t.delta : 0.0;
    return 0.5 * k * d * d;
  }
  double contact_time(double m_eff, double, double) const {
    return std::numbers::pi / std::sqrt(k / m_eff);
  }
};
SCREE_PLUGIN(plugin::normal<Spring>())
"""


def spring(name="python spring"):
    return SPRING.replace("NAME", name)


def box(normal, **overrides):
    return scree.Scene(BOX, **{"material.glass.normal": normal}, **overrides)


class Laws(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.cache = mock.patch.dict(os.environ, XDG_CACHE_HOME=cls.folder.name)
        cls.cache.start()
        cls.law = scree.law(spring())

    @classmethod
    def tearDownClass(cls):
        cls.cache.stop()
        cls.folder.cleanup()

    def hash_of(self, scene, threads=1):
        sim = scree.Simulation(scene, threads=threads)
        sim.run(until=0.02)
        return sim.state_hash

    def test_a_law_is_a_word_of_scenes_with_the_bits_of_the_catalogue(self):
        self.assertEqual((self.law.kind, self.law.name), ("normal", "python spring"))
        self.assertEqual(self.law.parameters["stiffness"].unit, "N/m")
        self.assertIn("python spring", repr(self.law))
        own = box({"law": self.law.name, "stiffness": "2 kN/m"})
        built_in = self.hash_of(box({"law": "linear", "stiffness": "2 kN/m", "damping": 0}))
        for threads in (1, 2):
            self.assertEqual(self.hash_of(own, threads), built_in)
        plot = scree.plot_law(self.law.name, stiffness="2 kN/m")
        self.assertIn(self.law.name, plot.title)
        with self.assertRaises(scree.SceneError) as caught:
            box({"law": self.law.name, "stiffness": "2 mm"})
        self.assertEqual(caught.exception.code, "E0112")

    def test_a_text_is_compiled_once(self):
        with mock.patch.dict(os.environ, CXX=os.environ.get("CXX", "")):
            again = scree.law(spring())
        self.assertEqual(again.file, self.law.file)
        self.assertEqual(again.hash, self.law.hash)
        self.assertTrue(Path(again.file).is_relative_to(Path(self.folder.name).resolve()))

    def test_the_newest_of_a_name_counts(self):
        scree.law(spring("twice"))
        soft = box({"law": "twice", "stiffness": "2 kN/m"})
        before = self.hash_of(soft)
        scree.law(spring("twice").replace("return Spring{", "return Spring{2 * "))
        self.assertNotEqual(self.hash_of(box({"law": "twice", "stiffness": "2 kN/m"})), before)
        self.assertEqual(self.hash_of(soft), before, "a scene that was read keeps its law")

    def test_mistakes_are_exceptions_with_lines_of_the_text(self):
        with self.assertRaises(scree.SceneError) as caught:
            scree.law(spring().replace("k * t.delta,", "k * t.delt,"))
        self.assertEqual(caught.exception.code, "E0347")
        self.assertTrue(caught.exception.place.startswith("law:17:"), caught.exception.place)
        self.assertIn("delt", caught.exception.message)
        with self.assertRaises(scree.SceneError) as caught:
            scree.law(spring("linear"))
        self.assertEqual(caught.exception.code, "E0304")
        with mock.patch.dict(os.environ, CXX="no-such-compiler"):
            with self.assertRaises(scree.SceneError) as caught:
                scree.law(spring("not compiled"))
        self.assertEqual(caught.exception.code, "E0346")
        with self.assertRaises(TypeError):
            scree.law(3)

    def test_a_pickle_takes_its_law_along(self):
        sim = scree.Simulation(box({"law": self.law.name, "stiffness": "2 kN/m"}))
        sim.run(until=0.01)
        file = Path(self.folder.name) / "sim.pickle"
        file.write_bytes(pickle.dumps(sim))
        sim.run(until=0.02)
        code = (
            "import pickle, sys; sim = pickle.load(open(sys.argv[1], 'rb')); "
            "sim.run(until=0.02); print(sim.state_hash)"
        )
        done = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), str(sim.state_hash), done.stderr)

    def test_a_run_on_the_disk_goes_on_in_the_program(self):
        folder = str(Path(self.folder.name) / "run")
        scene = box({"law": self.law.name, "stiffness": "2 kN/m"}, duration=0.01)
        run = scree.run(scene, folder, progress=False)
        self.assertIn("python spring", Path(folder, "resolved.toml").read_text(encoding="utf-8"))
        words = ["run", "--resume", folder, "--set", "duration=0.02", "--set", "output.picture=false"]
        done = subprocess.run(
            [os.environ["SCREE_PROGRAM"], *words], capture_output=True, text=True
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = self.hash_of(box({"law": self.law.name, "stiffness": "2 kN/m"}))
        self.assertEqual(str(scree.open(folder).summary["state_hash"]), str(whole))
        del run

    def test_plugins_are_built_from_files(self):
        source = Path(self.folder.name) / "mine.cpp"
        text = "#include <scree/plugin.hpp>\n" + spring("of a file")
        source.write_text(text.replace("return Spring{", "int unused; return Spring{"))
        with self.assertWarnsRegex(UserWarning, "mine.cpp:15:"):
            built = scree.build_plugin(source)
        self.assertEqual(built.file, str(source.with_suffix(".so").resolve()))
        text = "plugins = ['mine.so']\n" + box({"law": "linear", "stiffness": 2000, "damping": 0}).text
        scene = scree.Scene(text, name=str(Path(self.folder.name) / "own.toml"), **{
            "material.glass.normal": {"law": "of a file", "stiffness": 2000}
        })
        self.assertEqual(scree.use_plugin(built.file).name, "of a file")
        self.assertEqual(len(scene["plugins"]), 1)
        with self.assertRaises(scree.SceneError) as caught:
            scree.use_plugin(Path(self.folder.name) / "nothing.so")
        self.assertEqual(caught.exception.code, "E0340")


if __name__ == "__main__":
    unittest.main()
