"""The community benchmark of Dosta et al. 2024 (Comput. Phys. Commun. 109066): silo, drum, penetration. What Scree computes and how
long it takes."""
from lib import density, page as md, stats, svg
from lib.case import Run
from lib.output import thin

TITLE = "Community benchmark: silo, drum, penetration"
CUT = {"azimuth": 0, "elevation": 8, "clip_normal": "[0, 0, 1]", "color": "speed", "width": 480, "height": 480}
# A hundredth of the stiffness lets steps be ten times as long. The modulus of a pair is 2 E1 E2/(E1 + E2), as in the scenes.
SOFT_SILO = {"material.M1.normal.young": "10 MPa", "pair.M1.steel.normal.young": "19.999 MPa", "dt": "1.5e-5 s"}
SOFT_DRUM = {"material.M1.normal.young": "10 MPa", "material.M2.normal.young": "5 MPa", "pair.M1.M2.normal.young": "6.6667 MPa",
             "pair.M1.steel.normal.young": "19.999 MPa", "pair.M2.steel.normal.young": "9.9998 MPa", "dt": "8e-6 s"}
SILO = "scenes/gallery/benchmark_silo.toml"
# Does the flow depend on the stiffness? The same with 30 000 grains, and with ten times the soft one's stiffness.
FEWER = {"fill.grains.count": 30000, "stage.settle.duration": "0.2 s", "stage.flow.duration": "0.5 s"}
STIFFER = {"material.M1.normal.young": "100 MPa", "pair.M1.steel.normal.young": "199.9 MPa", "dt": "4.7e-6 s"}
RUNS = [
    Run("bed", "scenes/gallery/benchmark_bed.toml", {}, minutes=3.6, threads=4, short={"fill.grains.count": 200, "duration": "10 ms"}, info={"part": "bed"}),
    Run("penetration", "scenes/gallery/benchmark_penetration.toml", {"fill.bed.from": "{RUN}"}, minutes=14, threads=6, needs="bed",
        short={"stage.relax.duration": "0.1 ms", "stage.impact.duration": "0.2 ms"},
        pictures={"penetration.png": {**CUT, "lo": 0, "hi": 0.3, "wall_opacity": 1, "wall_names": "ball", "wall_color": "#b06a2c"}},
        info={"part": "penetration"}),
    Run("drum", "scenes/gallery/benchmark_drum.toml", {"duration": "20 ms", "output.series": "1 ms"}, minutes=2.3, threads=2,
        short={"duration": "20 us", "fill.small.count": 300, "fill.large.count": 50},
        info={"part": "drum"}),
    Run("silo", SILO, {"stage.flow.duration": "10 ms", "output.series": "1 ms"}, minutes=4.8, threads=2,
        short={"fill.grains.count": 300, "stage.settle.duration": "50 us", "stage.flow.duration": "50 us"},
        info={"part": "silo"}),
    Run("silo-soft", SILO, {**SOFT_SILO, "title": "Benchmark: silo, a hundredth of the stiffness", "stage.settle.duration": "0.3 s"}, minutes=75,
        pictures={f"silo-soft-{k}.png": {**CUT, "frame": frame, "lo": 0, "hi": 0.5} for k, frame in enumerate(("8", "18", "33"))},
        info={"part": "silo-soft", "settled_frame": "3"}),
    Run("drum-soft", "scenes/gallery/benchmark_drum.toml", {**SOFT_DRUM, "title": "Benchmark: drum, a hundredth of the stiffness"}, minutes=80,
        pictures={f"drum-soft-{k}.png": {**CUT, "color": "type", "frame": frame} for k, frame in enumerate(("5", "15", "50"))},
        info={"part": "drum-soft"}),
    Run("silo-30000-soft", SILO, {**SOFT_SILO, **FEWER, "title": "Silo, 30 000 grains"}, minutes=2.6, threads=2, info={"part": "silo-soft", "settled_frame": "2"}),
    Run("silo-30000-stiffer", SILO, {**STIFFER, **FEWER, "title": "Silo, 30 000 grains, ten times as stiff"}, minutes=7, threads=2, info={"part": "silo-soft", "settled_frame": "2"}),
]


def measure(run, out):
    s = out.summary
    numbers = {"grain_steps_per_s": round(s["particle_steps_per_s"]), "coordination_end": round(out.last("coordination"), 3),
               "contacts": s["contacts"]}
    if run.info["part"] == "penetration":
        start = next((k for k, v in enumerate(out.series["stage"]) if v >= 2), 0)
        t0, y = out.series["time"][start], out.series["ball.position_y"][start:]
        times = [t - t0 for t in out.series["time"][start:]]
        grains = out.grains("2" if out.series["time"][-1] > 0.05 else "last")
        top = sorted(g["y"] + g["radius"] for g in grains)[int(0.98 * len(grains))]
        deepest = min(y)
        numbers.update(bed_top=round(top, 5), deepest=round(top - (deepest - 0.01), 5), stopped_after=round(times[y.index(deepest)], 5),
                       series={"time": thin(times, 120), "depth": thin([top - (v - 0.01) for v in y], 120)})
    if run.info["part"] == "silo-soft":
        deep = density.overlaps(out.grains(run.info["settled_frame"]))
        numbers.update(discharge(out), overlap_settled=round(stats.mean(deep), 5), overlap_settled_99=round(deep[int(0.99 * len(deep))], 5))
    if run.info["part"] == "drum-soft":
        s = out.series
        last = [k for k, t in enumerate(s["time"]) if t >= s["time"][-1] - 1]
        numbers.update(lacey_start=round(s["mixing.lacey"][0], 4), lacey_end=round(stats.mean([s["mixing.lacey"][k] for k in last]), 4),
                       power=round((s["work_walls"][-1] - s["work_walls"][last[0]]) / (s["time"][-1] - s["time"][last[0]]), 5),
                       series={"time": thin(s["time"], 120), "lacey": thin(s["mixing.lacey"], 120), "kinetic": thin(s["kinetic"], 120)})
    return numbers


def discharge(out):
    """How the silo runs out: rate between a fifth and three fifths of what came out, times of shares, what stays."""
    s = out.series
    opened = s["time"][next((k for k, v in enumerate(s["stage"]) if v >= 2), 0)]
    times, passed, mass = [t - opened for t in s["time"]], [0 - v for v in s["flow.number_passed"]], [0 - v for v in s["flow.mass_passed"]]
    reached = lambda share: next((k for k, v in enumerate(passed) if v >= share * passed[-1]), len(passed) - 1)
    a, b, grains = reached(0.2), reached(0.6), s["grains"][0]
    at = lambda share: next((round(t, 4) for t, v in zip(times, passed) if v >= share * grains), None)
    return {"rate": round((mass[b] - mass[a]) / max(times[b] - times[a], 1e-9), 5), "half_after": at(0.5), "nine_tenths_after": at(0.9), "all_but_1_percent_after": at(0.99),
            "stay": int(grains - passed[-1]), "series": {"time": thin(times, 120), "passed": thin(passed, 120)}}


def results(data):
    rows, by = [], {r.name: d for r, d in data.items()}
    for r, d in data.items():
        rows.append({"run": r.name, "grains": d["grains"], "dt": d["dt"], "simulated": d["time"], "steps": d["steps"], "threads": d["threads"], "seconds": d["seconds"],
                     "grain_steps_per_s": d["grain_steps_per_s"], "contacts": d["contacts"], "coordination": d["coordination_end"], 
                     "full_core_hours": round(core_hours(r.name, by), 2) if r.name in WHOLE else None, "rate": d.get("rate"), "lacey_end": d.get("lacey_end"), "deepest_mm": round(1000 * d["deepest"], 2) if "deepest" in d else None,
                     "stopped_after_ms": round(1000 * d["stopped_after"], 2) if "stopped_after" in d else None, "verdict": d["verdict"], "hash": d["hash"]})
    return rows


WHOLE = {"silo": 5.3, "drum": 5, "penetration": 0.11}  # seconds of each case, with the time to settle


def core_hours(name, by):
    """Of a whole case at full stiffness: its steps at the speed of the soft run, whose bed is settled; its own speed where there is none."""
    from_run = by.get(f"{name}-soft", by[name])
    return from_run["seconds"] * from_run["threads"] / 3600 * (WHOLE[name] / by[name]["dt"]) / from_run["steps"]


def page(data, case):
    by = {r.name: d for r, d in data.items()}
    rows = []
    for name, text in (("silo", "100 000 of 4 mm (M1), 5 s"), ("drum", "30 000 of 2 mm (M1) + 8000 of 4 mm (M2), 2 rad/s, 5 s"),
                       ("penetration", "25 000 of 2 mm (M1), steel ball of 20 mm at 5 m/s, 0.1 s")):
        d = by.get(name)
        if not d:
            rows.append([name, text, "**not run yet**", "", "", "", ""])
            continue
        part = "all of it, after 10 ms to settle" if name == "penetration" else f"the first {1000 * d['time']:.0f} ms of 5 s"
        rows.append([name, text, part, f"{d['dt']:g} s", f"{d['grain_steps_per_s'] / 1e6:.1f}·10⁶ on {d['threads']} threads", f"{d['seconds'] / 60:.1f} min",
                     f"{core_hours(name, by):.1f} core-hours" + ("" if name == "penetration" else " (not run)")])
        soft = by.get(f"{name}-soft")
        if soft:
            rows.append([name, "the same, a hundredth of the stiffness", "all of it", f"{soft['dt']:g} s", f"{soft['grain_steps_per_s'] / 1e6:.1f}·10⁶ on {soft['threads']} thread",
                         f"{soft['seconds'] / 60:.0f} min", f"{soft['seconds'] * soft['threads'] / 3600:.1f} core-hours"])
    parts = ["""Dosta et al. (2024, Comput. Phys. Commun. 109066) let a dozen open DEM codes compute three processes: a silo that runs out, a drum with two sizes, a ball that hits a
bed. Here they are as scenes for Scree, with the published materials, numbers of grains and time steps: what Scree computes, and how long it takes.
""",
             "## How long it takes", "",
             md.table(["case", "published", "run here", "time step", "grain-steps per second", "took", "the whole case"], rows), "",
             "## What Scree computes", ""]
    parts += silo_part(case, by) + drum_part(case, by) + penetration_part(case, by)
    parts += [TEXT.format(soft=soft_text(by)), "", md.how_run(case, data)]
    return "\n".join(parts)


def one_curve(case, name, x, xs, y, ys):
    p = svg.Panel(x=x, y=y, height=280)
    p.curve(xs, ys, None, svg.COLOURS[0])
    svg.draw(case.folder / name, [p])


def soft_part(case, name, text, times, plot):
    """A soft run: what came out, pictures at three times, the curve that was drawn before."""
    return [text, "", md.side_by_side([(t, md.picture(case.name, f"{name}-soft-{k}.png", f"the {name}, {t}")) for k, t in enumerate(times)]), "", md.plot(case.name, f"{name}.svg", plot), ""]


def silo_part(case, by):
    d = by.get("silo-soft")
    if not d:
        return []
    one_curve(case, "silo.svg", "time since the opening (s)", d["series"]["time"], "thousands of grains that have run out", [v / 1000 for v in d["series"]["passed"]])
    law = 0.58 * 0.6 * 2500 * 9.81 ** 0.5 * (0.060 - 1.4 * 0.004) ** 2.5
    when = lambda key: f"{d[key]:.2f} s" if d[key] else "not within 5 s"
    text = (f"**Silo** (a hundredth of the stiffness). {d['rate']:.2f} kg/s run out, steadily; Beverloo's law for a flat floor (C = 0.58, k = 1.4, bulk density 1500 kg/m³) says {law:.2f} kg/s, and a cone of "
            f"45° lets more through. Half of the grains are out after {when('half_after')}, 90% after {when('nine_tenths_after')}, 99% after {when('all_but_1_percent_after')}; {d['stay'] or 'none'} of 100 000 {'are' if d['stay'] else 'is'} left after 5 s.")
    return soft_part(case, "silo", text, ("0.5 s after the opening", "1.5 s", "3 s"), "Grains that have run out of the silo over time")


def drum_part(case, by):
    d = by.get("drum-soft")
    if not d:
        return []
    one_curve(case, "drum.svg", "time (s)", d["series"]["time"], "Lacey's index of mixing", d["series"]["lacey"])
    text = (f"**Drum** (a hundredth of the stiffness). The large grains lie on the small ones at the start; after 5 s, 1.6 turns, Lacey's index (cells of 20 mm; 0 apart, 1 mixed) is {d['lacey_end']:.2f}. "
            f"In the last second the drum needs {1000 * d['power']:.0f} mW.")
    return soft_part(case, "drum", text, ("0.5 s", "1.5 s", "5 s"), "Index of mixing over time")


def penetration_part(case, by):
    d = by.get("penetration")
    if not d:
        return []
    one_curve(case, "penetration.svg", "time since the release (ms)", [1000 * t for t in d["series"]["time"]], "depth of the ball's lowest point (mm)",
              [1000 * v for v in d["series"]["depth"]])
    return [f"**Penetration** (full stiffness). The ball is {1000 * d['deepest']:.1f} mm deep after {1000 * d['stopped_after']:.1f} ms; the bed is {1000 * d['bed_top']:.1f} mm high. "
            "With 50,000 and 100,000 grains (not run) it would take twice and four times as long.", "",
            md.picture(case.name, "penetration.png", "the ball in the bed"), "",
            md.plot(case.name, "penetration.svg", "Depth of the ball over time"), ""]


def soft_text(by):
    """What softness changes, as far as runs show it."""
    text, d = "", by.get("silo-soft")
    if d and "overlap_settled" in d:
        text += f"grains of the settled silo are pressed in by {100 * d['overlap_settled']:.1f}% of their radius on average ({100 * d['overlap_settled_99']:.1f}% in one contact of a hundred). "
    a, b = by.get("silo-30000-soft"), by.get("silo-30000-stiffer")
    if a and b:
        text += (f"**Does it matter?** A silo of 30 000 grains lets {a['rate']:.3f} kg/s through with it, and {b['rate']:.3f} kg/s with ten times its stiffness ({100 * (a['rate'] / b['rate'] - 1):+.1f}%). "
                 "Mixing was not compared.")
    return text.strip()


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
- **A hundredth of the stiffness** (E = 10 MPa and 5 MPa, time steps ten times as long) makes silo and drum affordable: {soft} Restitution and friction are those of the table. The silo settles 0.3 s before it opens; single grains are pressed in by 20% of
  their radius when the bed falls into the cone, a hair above what the scene allows, so its verdict is `doubtful`.
- **At full stiffness** silo and drum start from lattices and are run for some ten thousand steps: a loose start with few contacts, which flatters the speed. So the time of the whole case is taken from
  the soft run, whose bed is settled.
- The bed of the penetration falls with E = 10 MPa, and settles 10 ms with 1 GPa before the ball comes.
- Where runs share a machine with others, as here, times are on the safe side."""
