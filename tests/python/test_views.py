"""The 3D view: a page of its own, a picture where there is none, and the page of the program."""

import contextlib
import io
import os
import tempfile
import unittest
import urllib.request
from pathlib import Path
from unittest import mock

import scree
import scree.views
from scenes import BOX


def small_page(folder):
    """Stands for the built page of the viewer."""
    Path(folder, "index.html").write_text("<!doctype html><title>page</title>")
    Path(folder, "report.js").write_text("document.title = 'drawn';</script>")
    return str(folder)


class Stills(unittest.TestCase):
    def setUp(self):
        box = tempfile.TemporaryDirectory()
        self.addCleanup(box.cleanup)
        self.folder = box.name
        self.sim = scree.Simulation(BOX)

    def test_are_pages_that_fetch_nothing(self):
        with mock.patch("scree.views.page_folder", return_value=small_page(self.folder)):
            view = self.sim.show(height=300)
        self.assertIsInstance(view, scree.View)
        self.assertIn('id="scree-view"', view.html)
        self.assertIn('id="scree-frame"', view.html)
        self.assertIn("document.title = 'drawn';<\\/script>", view.html)  # a script cannot end the page
        self.assertNotRegex(view.html, r"(src|href)=\"http")
        shown = view._repr_html_()
        self.assertIn('height="300"', shown)
        self.assertEqual(shown.count("<iframe"), 1)
        self.assertNotIn("<script", shown)  # all of the page is within the attribute
        view.save(Path(self.folder) / "view.html")
        self.assertEqual((Path(self.folder) / "view.html").read_text(encoding="utf-8"), view.html)

    def test_of_stored_runs_and_frames(self):
        run = scree.run({**BOX, "output": {"frames": "50 ms"}}, Path(self.folder) / "run", progress=False)
        with mock.patch("scree.stored.page_folder", return_value=small_page(self.folder)), mock.patch(
            "scree.views.page_folder", return_value=self.folder
        ):
            last, first = run.show(), run.frames[0].show()
        self.assertIn('id="scree-frame"', last.html)
        self.assertNotEqual(last.html, first.html)

    def test_are_pictures_that_say_so_where_the_page_is_not_built(self):
        told = io.StringIO()
        with mock.patch("scree.views.page_folder", return_value=""), contextlib.redirect_stderr(told):
            picture = self.sim.show()
        self.assertEqual(bytes(picture)[:4], b"\x89PNG")
        self.assertIn("make viewer", told.getvalue())

    def test_refuse_what_is_wrong(self):
        for height in (0, -1, 10**9, 1.5, "tall", True, None):
            with self.assertRaises(ValueError):
                self.sim.show(height=height)
        with self.assertRaises(TypeError):
            self.sim.show(every="1 ms")
        with mock.patch("scree.views.page_folder", return_value=self.folder):
            with self.assertRaisesRegex(scree.SceneError, "not been built"):
                self.sim.show()  # the folder is empty
        self.sim.close()
        with mock.patch("scree.views.page_folder", return_value=small_page(self.folder)):
            with self.assertRaises(RuntimeError):
                self.sim.show()


@unittest.skipUnless(os.environ.get("SCREE_PROGRAM"), "SCREE_PROGRAM names no program")
class Live(unittest.TestCase):
    def setUp(self):
        box = tempfile.TemporaryDirectory()
        self.addCleanup(box.cleanup)
        page = mock.patch("scree.views.page_folder", return_value=small_page(box.name))
        page.start()
        self.addCleanup(page.stop)
        self.page = box.name

    def test_shows_a_simulation_as_it_runs(self):
        sim = scree.Simulation(BOX)
        with sim.show(live=True, every="10 ms") as view:
            self.assertTrue(view.is_open)
            self.assertIn(view.url, view._repr_html_())
            self.assertEqual(len(scree.open(view.folder).frames), 1)
            sim.run(until="0.05 s", progress=False)
            frames = scree.open(view.folder).frames
            self.assertEqual(len(frames), 6)
            self.assertAlmostEqual(frames[-1].time, 0.05, places=3)
            self.assertAlmostEqual(
                float(frames[-1].grains.position[7, 1]), float(sim.grains.position[7, 1]), places=5
            )
            page = urllib.request.urlopen(view.url.split("#")[0], timeout=20).read()
            self.assertIn(b"<title>page</title>", page)
            folder = view.folder
        self.assertFalse(view.is_open)
        self.assertFalse(os.path.exists(folder))
        self.assertIn("closed", repr(view))
        view.close()  # twice is fine
        sim.run(until="0.08 s", progress=False)  # and the simulation goes on without it

    def test_changes_no_bit(self):
        watched, alone = scree.Simulation(BOX), scree.Simulation(BOX)
        with watched.show(live=True, every="5 ms"):
            watched.run(until="0.03 s", progress=False)
        alone.run(until="0.03 s", progress=False)
        self.assertEqual(watched.state_hash, alone.state_hash)

    def test_shows_a_stored_run(self):
        folder = os.path.join(self.page, "run")
        run = scree.run({**BOX, "output": {"frames": "50 ms"}}, folder, progress=False)
        with mock.patch("scree.stored.page_folder", return_value=self.page):
            with run.show(live=True) as view:
                self.assertTrue(view.url.startswith("http://127.0.0.1:"))
        self.assertTrue(os.path.isdir(folder))  # it is the user's

    def test_says_what_is_missing(self):
        sim = scree.Simulation(BOX)
        with mock.patch.dict(os.environ, {"SCREE_PROGRAM": "/nowhere/scree"}):
            with self.assertRaisesRegex(FileNotFoundError, "SCREE_PROGRAM"):
                sim.show(live=True)
        with mock.patch.dict(os.environ, {"SCREE_PROGRAM": "/bin/false"}):
            with self.assertRaisesRegex(RuntimeError, "did not start"):
                sim.show(live=True)
        with mock.patch("scree.views.page_folder", return_value=os.path.join(self.page, "none")):
            with self.assertRaisesRegex(RuntimeError, "not been built"):
                sim.show(live=True)
        for every in ("1 kg", -1.0, "0 s", float("nan")):
            with self.assertRaises(ValueError):
                sim.show(live=True, every=every)


if __name__ == "__main__":
    unittest.main()
