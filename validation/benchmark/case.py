"""The community benchmark of Dosta et al. 2024 (Comput. Phys. Commun. 109066): silo, drum, penetration. What Scree computes and how
long it takes."""
from lib import page as md, stats, svg
from lib.case import Run, published
from lib.output import thin

TITLE = "Community benchmark: silo, drum, penetration"
CUT = {"azimuth": 0, "elevation": 8, "cut_normal": "[0, 0, 1]", "color": "speed", "width": 480, "height": 480}
RUNS = [
    Run("bed", "scenes/gallery/benchmark_bed.toml", {}, minutes=3.6, threads=4, short={"fill.grains.count": 200, "duration": "10 ms"}, info={"part": "bed"}),
    Run("penetration", "scenes/gallery/benchmark_penetration.toml", {"fill.bed.from": "{RUN}"}, minutes=14, threads=6, needs="bed",
        short={"stage.relax.duration": "0.1 ms", "stage.impact.duration": "0.2 ms"},
        pictures={"penetration.png": {**CUT, "lo": 0, "hi": 0.3, "wall_opacity": 1, "wall_names": "ball", "wall_color": "#b06a2c"}},
        info={"part": "penetration", "full": 0.11}),
    Run("drum", "scenes/gallery/benchmark_drum.toml", {"duration": "20 ms", "output.series": "1 ms"}, minutes=2.3, threads=2,
        short={"duration": "20 us", "fill.small.count": 300, "fill.large.count": 50}, pictures={"drum.png": {**CUT, "color": "type"}},
        info={"part": "drum", "full": 5}),
    Run("silo", "scenes/gallery/benchmark_silo.toml", {"stage.flow.duration": "10 ms", "output.series": "1 ms"}, minutes=4.8, threads=2,
        short={"fill.grains.count": 300, "stage.settle.duration": "50 us", "stage.flow.duration": "50 us"}, pictures={"silo.png": CUT},
        info={"part": "silo", "full": 5}),
]


def measure(run, out):
    s = out.summary
    numbers = {"threads": s["threads"], "grain_steps_per_s": round(s["particle_steps_per_s"]), "coordination_end": round(out.last("coordination"), 3),
               "contacts": s["contacts"]}
    if "full" in run.info:
        # At the speed of the dense state, when all contacts are there: that of the last third of the steps would be better, but the
        # summary has one number. The mean over the run is what is told.
        steps = run.info["full"] / s["dt"]
        numbers["full_steps"] = round(steps)
        numbers["full_core_hours"] = round(steps * s["particles"] / s["particle_steps_per_s"] * s["threads"] / 3600, 2)
    if run.info["part"] == "penetration":
        start = next((k for k, v in enumerate(out.series["stage"]) if v >= 2), 0)
        t0, y = out.series["time"][start], out.series["ball.position_y"][start:]
        times = [t - t0 for t in out.series["time"][start:]]
        grains = out.grains("2" if out.series["time"][-1] > 0.05 else "last")
        top = sorted(g["y"] + g["radius"] for g in grains)[int(0.98 * len(grains))]
        deepest = min(y)
        numbers.update(bed_top=round(top, 5), deepest=round(top - (deepest - 0.01), 5), stopped_after=round(times[y.index(deepest)], 5),
                       series={"time": thin(times, 120), "depth": thin([top - (v - 0.01) for v in y], 120)})
    return numbers


def results(data):
    rows = []
    for r, d in data.items():
        rows.append({"run": r.name, "grains": d["grains"], "dt": d["dt"], "simulated": d["time"], "steps": d["steps"], "threads": d["threads"], "seconds": d["seconds"],
                     "grain_steps_per_s": d["grain_steps_per_s"], "contacts": d["contacts"], "coordination": d["coordination_end"], "full_steps": d.get("full_steps"),
                     "full_core_hours": d.get("full_core_hours"), "deepest_mm": round(1000 * d["deepest"], 2) if "deepest" in d else None,
                     "stopped_after_ms": round(1000 * d["stopped_after"], 2) if "stopped_after" in d else None, "verdict": d["verdict"], "hash": d["hash"]})
    return rows


# From 7 million grain-steps a second and core, the speed of runs of this size here; the penetration with its bed.
EXPECTED = {"silo": "13 core-hours", "penetration": "0.3 core-hours", "drum": "9 core-hours"}


def page(data, case):
    by = {r.name: d for r, d in data.items()}
    rows = []
    for name, text, full in (("silo", "100 000 of 4 mm (M1), 5 s", "5 s"), ("drum", "30 000 of 2 mm (M1) + 8000 of 4 mm (M2), 2 rad/s, 5 s", "5 s"),
                             ("penetration", "25 000 of 2 mm (M1), steel ball of 20 mm at 5 m/s, 0.1 s", "0.1 s")):
        d = by.get(name)
        if not d:
            rows.append([name, text, "**not run**", "", "", "", f"about {EXPECTED[name]} (estimate)"])
            continue
        whole = "all of it, after 10 ms to settle" if name == "penetration" else f"the first {1000 * d['time']:.0f} ms of {full}"
        rows.append([name, text, whole, f"{d['dt']:g} s", f"{d['grain_steps_per_s'] / 1e6:.1f}·10⁶ on {d['threads']} threads", f"{d['seconds'] / 60:.1f} min",
                     f"{d['full_core_hours']:.1f} core-hours" + ("" if name == "penetration" else " (not run)")])
    parts = ["""Dosta et al. (2024, Comput. Phys. Commun. 109066) let a dozen open DEM codes compute three processes: a silo that runs out, a drum with two sizes, a ball that hits a
bed. Here they are as scenes for Scree, with the published materials, numbers of grains and time steps: what Scree computes, and how long it takes.
""",
             md.side_by_side([(n, md.picture(case.name, f"{n}.png", f"benchmark: {n}")) for n in ("silo", "drum", "penetration") if n in by]), "",
             md.table(["case", "published", "run here", "time step", "grain-steps a second", "took", "the whole case"], rows), ""]
    d = by.get("penetration")
    if d:
        p = svg.Panel(x="time since the release (ms)", y="depth of the ball's lowest point (mm)", height=280)
        p.curve([1000 * t for t in d["series"]["time"]], [1000 * v for v in d["series"]["depth"]], None, svg.COLOURS[0])
        svg.draw(case.folder / "penetration.svg", [p])
        parts += [f"**Penetration.** The ball is {1000 * d['deepest']:.1f} mm deep after {1000 * d['stopped_after']:.1f} ms; the bed is {1000 * d['bed_top']:.1f} mm high. "
                  "With 50,000 and 100,000 grains (not run) it would take twice and four times as long.", "",
                  md.plot(case.name, "penetration.svg", "Depth of the ball over time"), ""]
    parts += [TEXT, "", md.how_run(case, data)]
    return "\n".join(parts)


TEXT = """## What is the same, what is not

| | E | density | restitution with M1, M2, steel | friction with M1, M2, steel |
|---|---|---|---|---|
| M1 | 1 GPa | 2500 kg/m³ | 0.5, 0.45, 0.4 | 0.3, 0.2, 0.2 |
| M2 | 0.5 GPa | 2000 kg/m³ | 0.45, 0.4, 0.4 | 0.2, 0.4, 0.2 |
| steel | 210 GPa | 7200 kg/m³ | 0.4, 0.4, 0.6 | 0.2, 0.2, 0.5 |

- **The same**: these materials (ν = 0.2, Hertz with a dashpot that meets the restitution, Mindlin's tangential stiffness with history, Coulomb), sizes, numbers, speeds, time steps.
- **Not the same**: geometry and start. The benchmark gives walls and positions of grains as files, which we do not have. So: a silo of 200 mm with a cone of 45° and an orifice of 60 mm;
  a drum of 200 mm × 50 mm; a box of 60 mm × 60 mm. **Results must not be compared with the published curves before these files are put in** (`fill.kind = "csv"`, `wall.shape = "mesh"`);
  the times may, since they depend on the number of grains and contacts.
- **The drum's number flatters**: after 20 ms from a loose lattice there is less than one contact per grain; a settled bed has two to three, and a step takes two to three times
  as long.
- The bed of the penetration falls with E = 10 MPa, and settles 10 ms with 1 GPa before the ball comes. Silo and drum start from lattices and are run for some ten thousand steps: enough for the time
  of a step, not for the flow or the mixing.
- The time of the whole case is the mean time of a grain-step times all steps. Where runs share a machine with others, as here, it is on the safe side."""
