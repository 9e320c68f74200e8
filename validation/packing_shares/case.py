"""Ferrez 2001, 5.7: mass shares 70:20:10 with one or two large grains (table 5.3, figures 5.21 to 5.23), more small ones (table 5.4,
figures 5.24, 5.25), and beyond: six large grains, 588 medium, 36 750 small in a cylinder of 76 mm."""
from lib import density, packing, page as md, stats, svg
from lib.case import Run, published, seeds

TITLE = "Mass shares 70:20:10"
SCENE = "scenes/gallery/packing_shares.toml"


def cylinder(radius):
    return {"wall.beaker.radius": f"{radius} mm", "output.measures.0.radius": f"{radius} mm", "output.measures.1.radius": f"{radius} mm"}


def balls(places):
    return "[" + ", ".join(f'{{ position = ["{x} mm", "{y} mm", "{z} mm"], diameter = "35 mm" }}' for x, y, z in places) + "]"


RUNS = seeds(Run("figure-5.21", SCENE, {}, minutes=1, short={"duration": "10 ms", "fill.small.count": 300},
                 pictures={"figure-5.21.png": {**packing.CUT, "color": "rank"}}, info={"radius": 25}), 5)
RUNS += seeds(Run("figure-5.22", SCENE, {"title": "Two large grains in a narrow cylinder", "duration": "0.4 s", **cylinder(19), "wall.beaker.height": "200 mm",
                                         "wall.beaker.centre": "[0, 0.1, 0]", "fill.medium.count": 196, "fill.small.count": 12250,
                                         "fill.large.grains": balls([(-1.4, 17.5, 0), (1.4, 52.5, 0)])},
                  minutes=2, pictures={"figure-5.22.png": {**packing.SIDE, "color": "rank"}}, info={"radius": 19}), 5)
RUNS += seeds(Run("table-5.4", SCENE, {"title": "More small grains (table 5.4)", "duration": "0.5 s", **cylinder(23), "fill.medium.count": 76, "fill.small.count": 24971},
                  minutes=5, pictures={"table-5.4.png": {**packing.CUT, "color": "rank"}}, info={"radius": 23}), 5)
# Two layers of three large ones around the axis, turned against each other: an octahedral gap between them.
SIX = [(20.25, 17.5, 0), (-10.13, 17.5, 17.54), (-10.13, 17.5, -17.54), (-20.25, 46.2, 0), (10.13, 46.2, 17.54), (10.13, 46.2, -17.54)]
RUNS += seeds(Run("full-size", SCENE,
                  {"title": "Sizes 1:5:35, shares 70:20:10", "duration": "0.7 s", **cylinder(38), "wall.beaker.height": "160 mm", "wall.beaker.centre": "[0, 0.08, 0]",
                   "fill.large.grains": balls(SIX), "fill.medium.count": 588, "fill.small.count": 36750,
                   "wall.beaker.motion": '{ kind = "tapping", frequency = "10 Hz", amplitude = "1 mm", start = "0.25 s", until = "0.55 s" }'},
                  minutes=11, pictures={"full-size.png": {**packing.SIDE, "color": "rank"}, "full-size_cut.png": {**packing.CUT, "color": "rank"}},
                  info={"radius": 38}), 5)


def measure(run, out):
    numbers = packing.numbers(out, run.info["radius"] / 1000, series=100 if run.seed == 1 else 0)
    numbers["profiles"] = {f"{t:g}": [round(out.at(f"layers.density_{k + 1}", t), 4) for k in range(20)] for t in (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)}
    grains = out.grains()
    large = [g for g in grains if g["radius"] > 0.01]
    numbers["large_top"] = round(max(g["y"] + g["radius"] for g in large), 5)
    # Height below which nine tenths of the small grains lie: above large_top, the large ones are covered.
    small = sorted(g["y"] for g in grains if g["radius"] < 0.001)
    numbers["small_height"] = round(small[int(0.9 * len(small))], 5)
    numbers["filled_density"] = round(density.between(grains, run.info["radius"] / 1000, 0, numbers["small_height"]), 5)
    return numbers


def results(data):
    return packing.rows(data, ("density", "filled_density", "height", "large_top", "small_height", "overlap_share"))


TEXTS = {"figure-5.21": ("figure 5.21: wide cylinder (50 mm)", "1 / 98 / 6125"), "figure-5.22": ("figure 5.22: narrow cylinder (38 mm)", "2 / 196 / 12 250"),
         "table-5.4": ("table 5.4: more small grains (46 mm)", "1 / 76 / 24 971"), "full-size": ("beyond: six large grains (76 mm)", "6 / 588 / 36 750")}


def page(data, case):
    groups = stats.by_group(data)
    rows, pictures, panels = [], [], []
    for name, (text, counts) in TEXTS.items():
        runs = [d for _, d in groups.get(name, [])]
        if runs:
            mean = lambda key, scale: f"{scale * stats.mean([d[key] for d in runs]):.1f}"
            covered = "yes" if stats.mean([d["small_height"] - d["large_top"] for d in runs]) > 0 else "no"
            rows.append([text, counts, md.repeats([d["filled_density"] for d in runs], 1), mean("small_height", 1000) + " mm", mean("large_top", 1000) + " mm", covered])
            if (case.folder / "data" / f"{name}.png").exists():
                pictures.append((text, md.picture(case.name, f"{name}.png", text)))
            panel = svg.Panel(text, "height (mm)", "density (%)", height=260)
            for t in ("0", "0.1", "0.2", "0.4"):
                if t in runs[0]["profiles"]:
                    panel.curve([5 * k + 2.5 for k in range(20)], [100 * v for v in runs[0]["profiles"][t]], f"{t} s")
            panels.append(panel)
        else:
            rows.append([text, counts, "not run yet", "", "", ""])
    parts = ["""Grains of 35, 5 and 1 mm with 70, 20 and 10% of the mass: the mixture that the thesis is about (5.1). With one large grain there are 98 medium
and 6125 small ones (table 5.3), and 5.7 finds that this is too little: in a wide cylinder the large grain is not covered, in a narrow one
it blocks the medium ones. Table 5.4 adds small grains. Beyond the thesis: six large grains, 37 344 in all.
""", md.table(["case", "large / medium / small", "density up to where 90% of the small ones lie", "that height", "top of the large ones", "covered?"], rows)]
    if pictures:
        svg.draw(case.folder / "layers.svg", panels, columns=2)
        parts += ["", md.side_by_side(pictures), ""]
        if (case.folder / "data" / "full-size_cut.png").exists():
            parts += [md.picture(case.name, "full-size_cut.png", "The mixture of six large grains, cut open"), ""]
        parts += [md.plot(case.name, "layers.svg", "Layers of 5 mm at instants (figures 5.23 and 5.25)")]
    parts += ["", COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- Figure 5.21: as in the thesis the mixture is not enough. Medium and small grains lie a third as high as the large one, the small ones between the medium ones at the bottom, at 73%.
- Figure 5.22: the opposite, as in the thesis. The cylinder is 3 mm wider than a large grain, so medium ones stay above it and small ones trickle past: they segregate. At the end (0.4 s)
  they still do: the fastest grain falls at some 0.8 to 1.2 m/s.
- Table 5.4: with four times as many small grains the large one is covered up to three quarters ("almost", says the thesis) and the filled part has 80%.
- **Six large grains** in a cylinder of 76 mm, with the shares 70:20:10: the filled part has 84%, the densest of this page. But it reaches 24 of 63 mm. The large ones take 47% of the cylinder
  up to their top, since only three lie side by side. If the others lie at 70% in the gaps, 30% of the mass fill the gaps of 70% where large grains take 62% of the space, as
  they do in a vessel many grains wide: there 70:20:10 is about right, as [the sweep of proportions](packing_proportions.md) finds, and in any cylinder two large grains wide it is too little.

## How it was run, and what differs

- The text does not give the diameters of the cylinders; ours are in the table, chosen so that what it says happens can happen.
- **What was tried:** the linear law with a contact time of 0.5 ms, as in the other cases. Its stiffness goes with the mass of the lighter grain, so a grain of 5 mm
  (125 times as heavy) that has fallen 10 cm crushes grains of 1 mm to nothing: all four cases stopped as blown up, and nothing of them is shown.
  The scene now has Hertz contacts with E = 20 MPa, e = 0.3, µ = 0.1 and δt = 6 µs; no vibration, as in 5.7, but for the last case.
- **Two runs of twenty are `doubtful`**: each lost one grain, which went through a wall. While grains fall, small ones are pressed in by up to 57% of their radius; at rest
  overlaps count less than 0.002% of the volume twice.
- The first layer of table 5.4 had an "abnormally high density" in the thesis because the large grain sank into the floor. The measure `layers` counts only
  what is above the floor.
- **The full experiment** (a cylinder of 35 mm by 100 mm with powders of 10⁻⁶ to 10⁻³ m, several million grains) was not run: at 4 million grain-steps per second
  and core, two seconds of 4 million grains with steps of 20 µs take 28 hours of a core.
"""
