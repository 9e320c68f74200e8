"""Lazarević, Dvornik & Fresl 2002: a silo whose wall is made of balls (table 1, figures 6, 7), the time of detection (figure 5), and
what real friction does to the wall: Janssen."""
import math

from lib import page as md, stats, svg
from lib.case import Run, published, seeds
from lib.output import thin

TITLE = "Silo: a wall of balls, detection, Janssen"
CUT = {"azimuth": 0, "elevation": 8, "clip_normal": "[0, 0, 1]", "color": "speed", "lo": 0, "hi": 12, "width": 420, "height": 520,
       "look_at": "[0, 6 m, 0]", "span": "21 m"}
FILLING, DISCHARGE = (6, 13, 20, 27), (28, 31, 35, 38)  # frames, every 0.5 s
RUNS = [Run("balls", "scenes/gallery/silo_balls.toml", {}, minutes=9, threads=4,
            short={"fill.content.count": 60, "fill.content.rate": 2000, "stage.fill.duration": "50 ms", "stage.discharge.duration": "10 ms"},
            pictures={**{f"fill-{k}.png": {**CUT, "frame": f} for k, f in enumerate(FILLING)},
                      **{f"discharge-{k}.png": {**CUT, "frame": f} for k, f in enumerate(DISCHARGE)}}, info={"part": "balls"})]
RUNS += seeds(Run("janssen", "scenes/gallery/janssen.toml", {}, minutes=1.2,
                  short={"fill.grains.count": 200, "stage.settle.duration": "40 ms", "stage.sink.duration": "50 ms"},
                  info={"part": "janssen"}), 2)
NUMBERS, METHODS = (100, 1000, 10000, 100000), ("cubes", "cubes-lazarevic", "brute")
SPACING = {"dense": 0.451, "sparse": 1.0}
for packing, spacing in SPACING.items():
    for n in NUMBERS:
        side = (1.25 * n * spacing ** 3 / math.sqrt(2)) ** (1 / 3) + 1.2
        for method in METHODS:
            calls = 3 if method == "brute" and n == 100000 else 20
            RUNS.append(Run(f"detect-{packing}-{n}-{method}", "scenes/gallery/silo_detect.toml",
                            {"detect.method": method, "fill.balls.count": n, "fill.balls.spacing": f"{spacing} m", "duration": f"{calls * 0.1:g} ms",
                             "fill.balls.region.hi": [f"{side:.2f} m"] * 3}, minutes=0.2 if n == 100000 else 0.01,
                            short={} if (n, packing, method) == (100, "dense", "cubes-lazarevic") else None,
                            info={"part": "detect", "packing": packing, "n": n, "method": method}))


def measure(run, out):
    return {"balls": of_balls, "janssen": of_column, "detect": of_detection}[run.info["part"]](out)


def of_detection(out):
    used = out.summary["detection"]["uses"][0]
    return {"renewals": used["renewals"], "ns_per_grain": round(used["ns_per_grain"], 2),
            "seconds_per_renewal": float(f"{used['ns_per_grain'] * out.summary['particles'] * 1e-9:.4g}")}


def of_balls(out):
    s = out.series
    passed = [0 - v for v in s["flow.number_passed"]]
    times = s["time"]
    opened = next((t for t, k in zip(times, s["stage"]) if k >= 2), times[-1])
    grains = [g for g in out.grains("27" if times[-1] > 14 else "last")]
    moving = [g for g in grains if math.hypot(g["x"], g["z"]) < 7]
    a = next((k for k, t in enumerate(times) if t >= opened + 1), len(times) - 1)
    rate = (passed[-1] - passed[a]) / (times[-1] - times[a]) if times[-1] > times[a] else 0.0
    inside = [g for g in moving if 5.5 < g["y"] < 9.5]
    solid = math.fsum(4 / 3 * math.pi * g["radius"] ** 3 for g in moving if 6 < g["y"] < 9) / (math.pi * 7 ** 2 * 3) if inside else 0.0
    return {"grains_in_the_end": out.summary["particles"], "passed": int(passed[-1]), "rate": round(rate, 1), "opened": round(opened, 4),
            "solid_fraction": round(solid, 4), "top": round(max((g["y"] for g in moving), default=0.0), 3),
            "coordination_filled": round(out.at("coordination", opened - 0.02), 3),
            "series": {"time": thin(times, 200), "grains": thin(s["grains"], 200), "kinetic": thin(s["kinetic"], 200), "passed": thin(passed, 200)}}


def of_column(out):
    """Stresses by depth, while the floor sinks: means over the last 0.2 s."""
    import csv
    tables = sorted((out.folder / "tables" / "depth").glob("*.csv"))
    with open(tables[-1], newline="") as f:
        rows = list(csv.DictReader(f))
    # The layers are cut out of a box around the cylinder: the cylinder has pi/4 of it.
    share = math.pi / 4
    height, vertical, wall, solid = [], [], [], []
    for r in rows:
        height.append(round(float(r["position"]), 5))
        vertical.append(round(float(r["stress_yy"]) / share, 3))
        wall.append(round((float(r["stress_xx"]) + float(r["stress_zz"])) / 2 / share, 3))
        solid.append(round(float(r["solid_fraction"]) / share, 4))
    return {"height": height, "vertical": vertical, "wall": wall, "solid": solid, "friction_force": round(-out.last("cylinder.force_y"), 6),
            "floor_force": round(-out.last("floor.force_y"), 6), "mass": round(total_mass(out), 6)}


def total_mass(out):
    return 2500 * math.fsum(4 / 3 * math.pi * g["radius"] ** 3 for g in out.grains())


def results(data):
    rows = []
    for r, d in data.items():
        row = {"run": r.name}
        for key in ("renewals", "ns_per_grain", "seconds_per_renewal", "grains_in_the_end", "passed", "rate", "solid_fraction", "coordination_filled",
                    "friction_force", "floor_force", "mass"):
            row[key] = d.get(key)
        rows.append({**row, "seconds": d["seconds"], "verdict": d["verdict"], "hash": d["hash"]})
    return rows


def part(data, name):
    return [(r, d) for r, d in data.items() if r.info["part"] == name]


DIAMETER, GRAVITY = 0.048, 9.81


def janssen(d):
    """What Janssen's formula needs, from the layers between a tenth and nine tenths of the column: bulk density, K = wall pressure over vertical
    stress, mobilised friction of the wall; and the stresses by depth below the surface."""
    rows = [r for r in zip(d["height"], d["vertical"], d["wall"], d["solid"]) if r[3] > 0.3]
    top = d["mass"] * 4 / (math.pi * DIAMETER ** 2) / (2500 * stats.mean([r[3] for r in rows[1:-1]]))  # height of an even column of that mass
    bulk = 2500 * stats.mean([r[3] for r in rows[1:-1]])
    inner = [r for r in rows if 0.1 * top < r[0] < 0.9 * top]
    k = math.fsum(r[2] for r in inner) / math.fsum(r[1] for r in inner)
    layer = d["height"][1] - d["height"][0]
    area = math.pi * DIAMETER * layer
    push = math.fsum(r[2] for r in rows) * area
    friction = d["friction_force"] / push
    length = DIAMETER / (4 * friction * k)
    depth = [top - r[0] for r in rows]
    return {"bulk": bulk, "k": k, "friction": friction, "length": length, "limit": bulk * GRAVITY * length, "top": top, "depth": depth,
            "vertical": [r[1] for r in rows], "wall": [r[2] for r in rows],
            "law": lambda z: bulk * GRAVITY * length * (1 - math.exp(-max(z, 0) / length))}


def janssen_text(data, case):
    runs = part(data, "janssen")
    if not runs:
        return "Not run yet."
    found = [janssen(d) for _, d in runs]
    f = found[0]
    p = svg.Panel(x="depth (mm)", y="vertical stress (Pa)", height=300)
    q = svg.Panel(x="depth (mm)", y="pressure on the wall (Pa)", height=300)
    zs = [k * f["top"] / 100 for k in range(101)]
    for n, (x, (r, _)) in enumerate(zip(found, runs)):
        p.points([1000 * z for z in x["depth"]], x["vertical"], f"Scree, seed {r.seed}", svg.COLOURS[n])
        q.points([1000 * z for z in x["depth"]], x["wall"], f"Scree, seed {r.seed}", svg.COLOURS[n])
    p.curve([1000 * z for z in zs], [f["law"](z) for z in zs], "Janssen", "#555555")
    q.curve([1000 * z for z in zs], [f["k"] * f["law"](z) for z in zs], "Janssen", "#555555")
    p.curve([1000 * z for z in zs], [f["bulk"] * GRAVITY * z for z in zs], "without friction", "#999999", dash=True)
    p.ylim = (0, 2.2 * max(f["vertical"]))
    svg.draw(case.folder / "janssen.svg", [p, q], columns=2)
    rows = []
    for x, (r, d) in zip(found, runs):
        errors = [v / x["law"](z) - 1 for z, v in zip(x["depth"], x["vertical"]) if 0.1 * x["top"] < z < 0.9 * x["top"]]
        rows.append([f"seed {r.seed}", f"{x['k']:.3f}", f"{x['friction']:.3f}", f"{1000 * x['length']:.0f} mm", f"{x['limit']:.0f} Pa",
                     f"{100 * stats.mean(errors):+.1f}% (rms {100 * math.sqrt(stats.mean([e * e for e in errors])):.1f}%)",
                     f"{d['floor_force'] / (d['mass'] * GRAVITY):.3f}", f"{x['law'](x['top']) * math.pi * DIAMETER ** 2 / 4 / (d['mass'] * GRAVITY):.3f}"])
    return f"""{md.plot(case.name, "janssen.svg", "Vertical stress and wall pressure over depth, and Janssen's formula")}

{md.table(["", "K", "friction mobilised", "D/(4µK)", "limit of the stress", "measured over Janssen, 10% to 90% of the depth", "weight that the floor bears", "Janssen"], rows)}

A column of 7600 grains of 4 mm, twelve grains wide, friction 0.4 everywhere. The floor sinks at 5 mm/s, so friction holds the column up along the whole wall, which is what
Janssen assumes; of the full coefficient 0.4 the column mobilises the share in the table. K is the pressure on the wall over the vertical stress (mean of the horizontal stresses: on a
round wall the same), both from the contact forces of layers of 10 mm, mean over 0.2 s. Nothing is fitted: the curve has the measured K, friction and density.
"""


def detect_text(data, case):
    runs = part(data, "detect")
    if not runs:
        return "Not run yet."
    panels, rows = [], []
    for packing in SPACING:
        p = svg.Panel(x="balls", y="time of one detection (s)", height=320, logx=True, logy=True, title=packing)
        for k, method in enumerate(METHODS):
            points = sorted((r.info["n"], d["seconds_per_renewal"]) for r, d in runs if r.info["method"] == method and r.info["packing"] == packing)
            if points:
                p.curve([n for n, _ in points], [t for _, t in points], method, svg.COLOURS[k])
                p.points([n for n, _ in points], [t for _, t in points], None, svg.COLOURS[k])
                if len(points) > 2:
                    slope = math.log(points[-1][1] / points[1][1]) / math.log(points[-1][0] / points[1][0])
                    known = dict(points)
                    rows.append([packing, method, *[f"{1e9 * known[n] / n:.0f}" if n in known else "not run" for n in NUMBERS], f"n^{slope:.2f}"])
        if p.items:
            panels.append(p)
    if panels:
        svg.draw(case.folder / "detection.svg", panels, columns=2)
    return f"""{md.plot(case.name, "detection.svg", "Time of one detection over the number of balls, dense and sparse")}

{md.table(["", "method", *[f"n = {n:,}".replace(",", " ") + " (ns per ball)" for n in NUMBERS], "grows as (from 1000)"], rows)}

`cubes-lazarevic` is the method of the paper as published (equations (6) to (23), algorithms 1 to 5), `cubes` the one that Scree takes for equal grains, `brute` compares each with
each. Dense: a lattice of touching balls; sparse: 1 m apart. The paper: "almost of order O(n)"; its diagrams have no numbers in the text. One thread; the balls are listed out
to a skin of 5 mm. On an idle machine, one run each.
"""


def page(data, case):
    balls = [d for _, d in part(data, "balls")]
    parts = ["""Lazarević, Dvornik and Fresl (2002) made the wall of a silo of fixed, overlapping balls with random radii: a rough wall that needs no friction. 22,741 balls fill it
and run out.

## Filling and discharge (figures 6 and 7, table 1)
""", md.side_by_side([(f"{0.5 * f:g} s", md.picture(case.name, f"fill-{k}.png", f"filling at {0.5 * f:g} s")) for k, f in enumerate(FILLING)]), "",
             md.side_by_side([(f"{0.5 * f:g} s", md.picture(case.name, f"discharge-{k}.png", f"discharge at {0.5 * f:g} s")) for k, f in enumerate(DISCHARGE)]), "",
             "One half is cut away, as in the paper. The outlet opens at 13.5 s.", ""]
    if balls:
        d = balls[0]
        p = svg.Panel(x="time (s)", y="balls of the content", height=260)
        p.curve(d["series"]["time"], [g - 3821 for g in d["series"]["grains"]], "in the silo and below", svg.COLOURS[0])
        p.curve(d["series"]["time"], d["series"]["passed"], "run out", svg.COLOURS[1]).mark(d["opened"])
        svg.draw(case.folder / "silo.svg", [p])
        parts += [md.table(["", "Scree", "paper, table 1"], [
            ["balls of the wall", "3821", "3821"], ["balls of the content", "22 741", "22 741"],
            ["radii", "0.215 m to 0.225 m", "0.215 m to 0.225 m"], ["density", "1250 kg/m³", "1250 kg/m³"],
            ["stiffness content, wall", "10⁷, 10⁹ N/m in series", "10⁷, 10⁹ N/m"], ["damping", "10⁴ N s/m", "10⁸ and 10⁷ N s/m"],
            ["time step of filling, discharge", "10⁻⁴ s, 10⁻⁴ s", "10⁻⁴ s, 10⁻⁵ s"],
            ["contacts per ball, filled", f"{d['coordination_filled']:.2f}", "not told"],
            ["balls a second through the outlet of 3.5 m", f"{d['rate']:.0f}", "not told"],
            ["run out after 6 s", f"{d['passed']}", "not told"],
            ["computing time", f"{d['seconds'] / 60:.1f} min on 4 threads", "not told"]]), "",
            md.plot(case.name, "silo.svg", "Balls in the silo and balls that have run out"), ""]
    parts += [CHOICES, "", "## Time of detection (figure 5)", "", detect_text(data, case), "## Real friction instead of a rough wall: Janssen", "", janssen_text(data, case),
              md.how_run(case, data)]
    return "\n".join(parts)


CHOICES = """What the paper does not say, and what differs:

- **The silo's measures** (d_h, h_h, d_c, h_c) are not in the paper. 22,741 balls take about 1600 m³; with 3821 balls of this size a wall can cover 640 m² at
  most. Only a squat silo fits: 14 m wide, a hopper of 45° with 5.2 m, a cylinder of 8.6 m, centres 0.913 diameters apart give exactly 3821.
- **c_c = 10⁸ N s/m** is 3000 times the critical damping of two such balls (3.3·10⁴ N s/m), and no explicit step of 10⁻⁴ s can follow it (2 m_eff/c = 6·10⁻⁷ s). We
  take 10⁴ N s/m, a restitution of 0.37. The stiffness and the step of 10⁻⁴ s do fit together: 53 steps in a contact. So we keep 10⁻⁴ s for the discharge too.
- **Cohesion** is part of the paper's law (equation (21)) but no value is given: none here. Scree has it as `cohesion = { law = "lazarevic", ... }`.
- Filling is a rain of 1900 balls a second from 16 m, 12.5 m wide. The discharge was run for 6 s; all of it would take about a minute of simulated time."""
