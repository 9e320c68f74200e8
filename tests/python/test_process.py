"""Pickles, checkpoints, threads and forks."""

import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

import scree
from scenes import BOX


def run_on(pickled: bytes) -> str:
    """In a process of its own."""
    sim = pickle.loads(pickled)
    sim.run(steps=300)
    return sim.state_hash


def hash_of_friction(friction: float) -> str:
    sim = scree.Simulation(BOX, threads=1, **{"material.glass.tangential.friction": friction})
    sim.run(steps=500)
    return sim.state_hash


class Checkpoints(unittest.TestCase):
    def setUp(self):
        self.sim = scree.Simulation(BOX, seed=4)
        self.sim.run(steps=1700)

    def rest(self, other):
        self.assertEqual(other.steps, self.sim.steps)
        self.sim.run(steps=600)
        other.run(steps=600)
        self.assertEqual(other.state_hash, self.sim.state_hash)

    def test_a_pickle_goes_on_with_the_same_bits(self):
        self.sim.every(steps=5, function=lambda sim: None)  # cannot be pickled, and need not
        self.sim.remove([3])
        self.sim.set_force([5], [0, 1e-3, 0])
        self.rest(pickle.loads(pickle.dumps(self.sim)))

    def test_a_file_goes_on_with_the_same_bits_on_other_threads(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "now.h5")
            self.sim.save(path)
            other = scree.Simulation.resume(BOX, path, seed=4, threads=3)
            with self.assertRaises(scree.SceneError):
                scree.Simulation.resume({**BOX, "wall": []}, path, seed=4)
            with open(path, "rb") as file:
                content = file.read()
        for broken in (b"", b"nonsense", content[: len(content) // 2]):
            with self.assertRaises(scree.SceneError):
                scree.Simulation.resume(BOX, broken, seed=4)
        with self.assertRaises(scree.SceneError):
            scree.Simulation.resume(BOX, "/no/such/file.h5")
        self.rest(other)


class Threads(unittest.TestCase):
    def test_several_simulations_run_at_once(self):
        alone = hash_of_friction(0.3), hash_of_friction(0.5)
        found = {}

        def work(friction):
            found[friction] = hash_of_friction(friction)

        threads = [threading.Thread(target=work, args=(f,)) for f in (0.3, 0.5)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual((found[0.3], found[0.5]), alone)

    def test_python_goes_on_while_it_steps(self):
        sim = scree.Simulation(BOX)
        thread = threading.Thread(target=lambda: sim.run(steps=20000, progress=False))
        thread.start()
        counted = 0
        while thread.is_alive():
            counted += 1
        thread.join()
        self.assertGreater(counted, 1000)

    def test_one_that_steps_is_left_alone_by_others(self):
        sim = scree.Simulation(BOX)
        inside, seen = threading.Event(), []

        def watch(_):
            inside.set()

        def look():
            inside.wait()
            while sim.steps_seen < 1:
                for _ in range(200):
                    try:
                        seen.append(sim.grains.position.shape)  # between two steps
                    except RuntimeError as error:
                        seen.append(str(error))
                    try:
                        sim.run(steps=1)
                    except RuntimeError as error:
                        seen.append(str(error))
                break

        sim.steps_seen = 0
        sim.every(steps=20, function=watch)
        thread = threading.Thread(target=look)
        thread.start()
        sim.run(steps=20000, progress=False)
        sim.steps_seen = 1
        thread.join()
        self.assertTrue(any("another thread" in str(s) or "callback" in str(s) for s in seen))
        sim.run(steps=10)


ENDING = """
import threading, time
import scree
from scenes import BOX
sim = scree.Simulation(BOX)
sim.every(steps=10, function=lambda s: None)
threading.Thread(target=lambda: sim.run(until=1000), daemon=True).start()
run = scree.Run(BOX, FOLDER, duration="1000 s")
threading.Thread(target=lambda: run.run(progress=False), daemon=True).start()
time.sleep(0.3)
"""


class Ends(unittest.TestCase):
    def test_of_python_find_no_thread_in_the_middle_of_a_step(self):
        with tempfile.TemporaryDirectory() as folder:
            code = f"FOLDER = {folder + '/run'!r}" + ENDING
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(scree.open(folder + "/run").verdict.word, "stopped")


class Forks(unittest.TestCase):
    def in_child(self, work) -> str:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                work()
                said = "fine"
            except BaseException as error:
                said = f"{type(error).__name__}: {error}"
            os.write(write, said.encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            said = pipe.read().decode()
        os.waitpid(child, 0)
        return said

    def test_are_refused_with_a_reason(self):
        sim = scree.Simulation(BOX, threads=2)
        sim.run(steps=100)
        for work in (
            lambda: sim.run(steps=1),
            lambda: sim.grains.position,
            lambda: scree.Simulation(BOX),
            lambda: pickle.dumps(sim),
        ):
            said = self.in_child(work)
            self.assertTrue(said.startswith("RuntimeError"), said)
            self.assertIn("spawn", said)
        sim.run(steps=10)  # the parent goes on

    def test_are_not_needed_to_use_processes(self):
        sim = scree.Simulation(BOX)
        sim.run(steps=200)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            other = pool.apply(run_on, (pickle.dumps(sim),))
        sim.run(steps=300)
        self.assertEqual(other, sim.state_hash)


if __name__ == "__main__":
    unittest.main()
