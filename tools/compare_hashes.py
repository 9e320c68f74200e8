#!/usr/bin/env python3
"""Runs short forms of all scenes with two programs and compares their state hashes.

usage: compare_hashes.py [--budget GRAIN_STEPS] [--scenes NAME,NAME] [--ways OPTIONS] [--jobs N]
                         [--title TEXT] [--write FILE] PROGRAM COMMAND

COMMAND may have several words ("qemu-aarch64 -L SYSROOT PROGRAM"). Each scene of scenes/ and
scenes/gallery/ is made so short that it takes about GRAIN_STEPS grain-steps (bodies of other shapes
count twenty times). PROGRAM runs it with one thread; COMMAND with the options of each way, which are
separated by commas: one thread, two threads, and the engine `rows` where --ways says nothing else.
The two programs make them with the instruction sets that each takes by itself.

A scene that the first program cannot run so (a sweep, a scene that starts from another run) is named and
counts as left out. Exit 0: all hashes are the same. Exit 1: some are not, or a program failed.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def answer(command, environment=None):
    """(what the program said as JSON, or None, what it said on standard error)."""
    done = subprocess.run(command, capture_output=True, text=True,
                          env={**os.environ, "OMP_WAIT_POLICY": "passive", **(environment or {})})
    try:
        return json.loads(done.stdout), done.stderr
    except json.JSONDecodeError:
        return None, done.stderr.strip() or f"exit status {done.returncode}"


def short_duration(program, scene, budget):
    """(s, steps), or a reason why not."""
    facts, said = answer([*program, "check", str(scene), "--json"])
    if facts is None or not facts.get("dt"):
        return None, said.splitlines()[0] if said else "the check says nothing"
    rows = max(facts["expected"]["particles"], 1)
    weight = 20 if facts.get("estimate", {}).get("sample_shapes", 0) else 1
    steps = int(min(max(budget / rows / weight, 200), 20000))
    return min(steps * facts["dt"], facts["duration"]), ""


def run(program, scene, duration, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [*program, "run", str(scene), "-o", f"{folder}/run", "--quiet", "--json", *options,
                   "--set", f"duration='{duration!r} s'", "--set", "output.picture=false",
                   "--set", "output.frames='0 s'", "--set", "output.checkpoint='0 s'"]
        return answer(command)


WAYS = "--threads 1,--threads 2,--threads 1 --engine rows"


def compare(scene, one, two, ways, budget):
    """(line of the table or None where the scene is left out, is it the same, what to print)."""
    name = scene.relative_to(ROOT / "scenes").with_suffix("")
    begin = time.time()
    duration, why = short_duration(one, scene, budget)
    first, said = run(one, scene, duration, ["--threads", "1"]) if duration else (None, why)
    if first is None:
        return None, True, f"{name}: left out: {said}"
    told, same = [], True
    for way in ways:
        other, said = run(two, scene, duration, way)
        found = other["state_hash"] if other else said.splitlines()[-1:]
        if other is None or found != first["state_hash"]:
            same = False
            told.append(f"{name} {' '.join(way)}: {found} instead of {first['state_hash']}")
    line = (f"| {name} | {first['particles']} | {first['steps']} | {first['contacts']} | "
            f"`{first['state_hash']}` | {'same' if same else '**other**'} |")
    return line, same, "\n".join([*told, f"{line} {time.time() - begin:.0f} s"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--budget", type=float, default=3e6)
    parser.add_argument("--scenes", default="")
    parser.add_argument("--ways", default=WAYS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--title", default="on ARM")
    parser.add_argument("--write", default="")
    parser.add_argument("program")
    parser.add_argument("command")
    arguments = parser.parse_args()
    one, two = shlex.split(arguments.program), shlex.split(arguments.command)
    scenes = sorted(ROOT.glob("scenes/*.toml")) + sorted(ROOT.glob("scenes/gallery/*.toml"))
    if arguments.scenes:
        wanted = arguments.scenes.split(",")
        scenes = [s for s in scenes if s.stem in wanted]
    ways = [shlex.split(way) for way in arguments.ways.split(",")]
    lines, bad, left_out = [], 0, 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for line, same, told in pool.map(lambda s: compare(s, one, two, ways, arguments.budget), scenes):
            print(told, flush=True)
            bad += not same
            left_out += line is None
            lines += [line] if line else []
    print(f"{len(lines)} scenes, {bad} with other bits, {left_out} left out")
    if arguments.write:
        head = (f"| scene | rows | steps | contacts | state hash on x86 | {arguments.title} |\n"
                "|---|---|---|---|---|---|\n")
        Path(arguments.write).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    return 1 if bad or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
