"""Ferrez 2001, 5.6: covering one large grain that fills the cylinder (figures 5.17 to 5.20)."""
from lib import packing, page as md, stats, svg
from lib.case import Run, published, seeds

TITLE = "Covering one large grain"
RUNS = seeds(Run("cover", "scenes/gallery/packing_cover.toml", {}, minutes=4, short={"duration": "10 ms", "fill.small.count": 300},
                 pictures={"start.png": {**packing.CUT, "color": "rank", "frame": "first"}, "after_0.2s.png": {**packing.CUT, "color": "rank", "frame": "2"},
                           "end.png": {**packing.CUT, "color": "rank"}}), 5)


def measure(run, out):
    numbers = packing.numbers(out, 0.0175, series=200 if run.seed == 1 else 0)
    numbers["profiles"] = {f"{t:g}": [round(out.at(f"layers.density_{k + 1}", t), 4) for k in range(20)]
                           for t in (0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5)}
    if run.seed == 1:
        numbers["layers"] = packing.layers(out, 20, 120)
    return numbers


def results(data):
    return packing.rows(data, ("density", "inner_density", "height", "overlap_share"))


def page(data, case):
    parts = ["""Ferrez 5.6: a grain as wide as the cylinder, covered by medium and small ones, is tapped. What do its neighbours do, and what do layered
densities tell? The thesis shows figures 5.17 to 5.20 and asks for extreme care with the densities; it names no numbers of grains.
"""]
    first = next((d for r, d in data.items() if "layers" in d), None)
    if first:
        profile = svg.Panel("Layers of 2.5 mm at instants (figure 5.20)", "height (mm)", "density (%)", height=320)
        for k, t in enumerate(("0", "0.1", "0.2", "0.4", "0.8", "1.5")):
            profile.curve([2.5 * n + 1.25 for n in range(20)], [100 * v for v in first["profiles"][t]], f"{t} s")
        n = len(first["layers"][0])
        heat = svg.Panel("Layers over time", "time (s)", "height (mm)", height=260)
        heat.heat([1.5 * k / n for k in range(n + 1)], [2.5 * k for k in range(21)], first["layers"], 0, 1, "density")
        dens = svg.Panel("Density", "time (s)", "%", height=200).curve(first["series"]["time"], [100 * v for v in first["series"]["density.density"]])
        svg.draw(case.folder / "layers.svg", [profile, heat, dens])
        parts += [md.plot(case.name, "layers.svg", "Densities of layers"), "", md.side_by_side(
            [("start", md.picture(case.name, "start.png", "At the start, cut open")), ("0.2 s", md.picture(case.name, "after_0.2s.png", "After 0.2 s")),
             ("end", md.picture(case.name, "end.png", "At the end"))]), ""]
        runs = list(data.values())
        parts += [md.table(["", "Scree"], [["density to the highest grain", md.repeats([d["density"] for d in runs])],
                                           ["inner 80% of the height", md.repeats([d["inner_density"] for d in runs])]]), ""]
    parts += [COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- Up to the middle of the large grain (17.5 mm) nothing gets past it: these layers have its density alone, and only rise and fall with the taps. Above, small grains run along
  the wall into the wedge between it and the large grain; medium ones stay where it is wide enough for them, and gather on top. The
  thesis sees the same rearrangement of small grains along the border.
- The density falls towards the top of the large grain, a wall of its own, and rises above it: the shape that the thesis describes.

## How it was run, and what differs

- 98 grains of 5 mm and 6125 of 1 mm, those of table 5.3, fall from up to 70 mm onto the grain of 35 mm; tapped at 4 Hz by 3 mm for 1 s.
- Contacts of 0.25 ms (the thesis: 1 ms), δt = 6.25 µs: a grain of 35 mm is 42 875 times as heavy as one of 1 mm. **What was tried:** with 0.5 ms grains of 5 mm press some of 1 mm in by 82 to
  97% of their radius while they fall, and one seed of five was stopped as blown up.
"""
