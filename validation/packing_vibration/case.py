"""Ferrez 2001, 5.4: which vibration packs best? 2, 4, 5 and 10 Hz (table 5.2, figures 5.8 and 5.10 to 5.13)."""
from lib import packing, page as md, stats, svg
from lib.case import Run, published, seeds
from lib.output import thin

TITLE = "Which vibration packs best?"
FREQUENCIES = (2, 4, 5, 10)
RUNS = []
for f in FREQUENCIES:
    RUNS += seeds(Run(f"{f}hz", "scenes/gallery/packing_vibration.toml",
                      {"title": f"Tapped at {f} Hz for 10 s", "wall.beaker.motion.frequency": f"{f} Hz"}, minutes=9.5,
                      short={"duration": "20 ms", "fill.grains.count": 300} if f == 4 else None,
                      pictures={f"{f}hz.png": {**packing.CUT, "color": "start height"}}, info={"frequency": f}), 5)


def measure(run, out):
    points = 600 if run.seed == 1 else 60
    numbers = packing.numbers(out, 0.015)
    time, dens = out.series["time"], out.series["density.density"]
    average = stats.moving_average(time, dens, 1.0)
    numbers["moving_average_at_10_s"] = round(next((a for t, a in zip(time, average) if t >= 10), average[-1]), 6)
    # At rest: no grain is faster than 1 mm/s any more.
    speeds = out.series["greatest_speed"]
    moving = [t for t, v in zip(time, speeds) if v > 1e-3]
    numbers["last_motion"] = round(moving[-1], 4) if moving else 0.0
    numbers["series"] = {"time": thin(time, points), "density": thin(dens, points, 4), "moving_average": thin(average, points, 4),
                         "greatest_speed": thin(speeds, points, 3, "max")}
    if run.seed == 1:
        numbers["layers"] = packing.layers(out, 20, 240)
    return numbers


def results(data):
    return packing.rows(data, ("density", "inner_density", "height", "moving_average_at_10_s", "last_motion", "overlap_share"))


def figure(d, frequency):
    """Density, moving average, greatest speed and layers over time: figures 5.10 to 5.13."""
    s = d["series"]
    t = s["time"]
    taps = [k / frequency for k in range(10 * frequency)] if frequency <= 5 else [k / 10 for k in range(0, 100, 5)]
    panels = [svg.Panel("Density", "", "%", xlim=(0, 12), ylim=(35, 65), height=170).curve(t, [100 * v for v in s["density"]], width=0.9),
              svg.Panel("Moving average over 1 s", "", "%", xlim=(0, 12), ylim=(35, 65), height=170).curve(t, [100 * v for v in s["moving_average"]]),
              svg.Panel("Greatest speed", "", "m/s", xlim=(0, 12), height=170).curve(t, s["greatest_speed"], width=0.9)]
    for p in panels:
        for tap in taps:
            p.mark(tap, "#dddddd")
    n = len(d["layers"][0])
    heat = svg.Panel("20 layers of 5 mm", "time (s)", "height (mm)", xlim=(0, 12), height=260)
    heat.heat([12 * k / n for k in range(n + 1)], [5 * k for k in range(21)], d["layers"], 0.36, 0.72, "density")
    return panels + [heat]


def page(data, case):
    said = {p["case"]: float(p["value"]) for p in published(case.folder) if p["quantity"] == "final density"}
    groups = stats.by_group(data)
    rows, pictures = [], []
    for f in FREQUENCIES:
        runs = [d for _, d in groups.get(f"{f}hz", [])]
        rows.append([f"{f} Hz", md.repeats([d["density"] for d in runs]), f"{said[f'{f} Hz']:.2f}%", md.repeats([d["inner_density"] for d in runs]),
                     md.repeats([d["moving_average_at_10_s"] for d in runs]),
                     f"{max(d['last_motion'] for d in runs) - 10:.2f} s" if runs else ""])
        for r, d in groups.get(f"{f}hz", []):
            if "layers" in d:
                svg.draw(case.folder / f"{f}hz.svg", figure(d, f), title=f"{f} Hz, seed {r.seed}")
                pictures.append((f"{f} Hz", md.picture(case.name, f"{f}hz.png", f"Tapped at {f} Hz, cut open; colours: height at the start")))
    parts = ["""Ferrez 5.4: 5592 grains of 2 mm are tapped by 2 mm at 2, 4, 5 or 10 Hz for 10 s and left to rest for 2 s. Which frequency packs them
best, and what happens on the way?

## Ours and the published numbers
""", md.table(["frequency", "Scree, at the end", "Ferrez, table 5.2", "Scree, inner 80% of the height", "Scree, mean over the last second of tapping",
               "last grain above 1 mm/s, after 10 s"], rows)]
    if pictures:
        parts += ["", md.side_by_side(pictures), "", "Colours: height at the start (figure 5.8). The cylinder is cut open."]
        for f in FREQUENCIES:
            if (case.folder / f"{f}hz.svg").exists():
                parts += ["", md.plot(case.name, f"{f}hz.svg", f"Density, moving average, greatest speed and layers at {f} Hz")]
    parts += ["", COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- The frequencies differ by less than two points, as in the thesis; 2 Hz gives the loosest of our packings, because it taps least often (20 times against 100). The thesis says
  of 2 Hz that it "does not induce enough reorganization" although its number does not show it.
- At all frequencies the packing gets denser with every tap and comes to rest within half a second after the last one, mostly a fifth (the thesis: half a second at 5 Hz, more than one at
  10 Hz). Layers of colour stay in order: taps of 2 mm compact, they do not mix.
- At 10 Hz the thesis sees chaos: a moving average of 45 to 55%, grains thrown high once a second. Ours stays at 61%.

## How it was run, what differs, and why

- **The shape of the tap** in the thesis is not known to us: its text does not describe it, and figure 5.1 is a picture without numbers. Ours rises for nine tenths of the period and drops in a tenth of it. At 10 Hz it rises slowly and throws
  nothing; a motion that throws explains the thesis' looser packing at 10 Hz and its longer settling.
- **Ours is 1 to 3 points denser.** Likely causes: the gentler tap; the unknown cylinder. We take 30 mm: the artificial packing of 63.32% belongs to it ([how we
  know](packing_crystal.md)); 35 mm would be denser still, since fewer grains are at the wall.
- The number that is compared depends on the single highest grain. The inner 80% of the height is 2 to 3 points denser.
- Soft contacts (1 ms, as in the thesis) make all of these numbers somewhat too high: grains overlap under the weight of those above
  (a spring per grain of 185 N/m; the lowest layers are seen as a darker band at rest).
- **δt** is 25 µs (40 steps per contact of 1 ms) instead of 10 µs. The thesis integrates to first order in the velocities, Scree to second.
- 12 s take five to ten minutes of a core. Five seeds of 2 Hz lie between 61.4 and 61.7%: half a point between frequencies means something, where each has five.
"""
