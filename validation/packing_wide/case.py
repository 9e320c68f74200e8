"""Ferrez 2001, 5.8.3: the wide distribution 2/270/8900 in a cylinder of 30 mm; the lab reached 81 %, the thesis could not start it right."""
from lib import packing, page as md, stats, svg
from lib.case import Run, published, seeds

TITLE = "Wide distribution, poured mixed"
RUNS = seeds(Run("poured", "scenes/gallery/packing_wide.toml", {}, minutes=11.6,
                 short={"duration": "30 ms"},
                 pictures={"poured.png": {**packing.SIDE, "color": "rank"}, "poured_cut.png": {**packing.CUT, "color": "rank"},
                           "poured_half_way.png": {**packing.SIDE, "color": "rank", "frame": "1"}}, info={"radius": 0.015}), 5)


def measure(run, out):
    numbers = packing.numbers(out, 0.015, series=200)
    grains = out.grains()
    # Are medium grains (4 mm) spread over the height? Their mean height against that of the small ones.
    for name, low, high in (("small", 0, 1e-3), ("medium", 1e-3, 1e-2), ("large", 1e-2, 1)):
        some = [g["y"] for g in grains if low <= g["radius"] < high]
        numbers[f"mean_height_{name}"] = round(sum(some) / max(1, len(some)), 5)
    numbers["last_layers"] = [round(out.last(f"layers.density_{k + 1}"), 4) for k in range(20)]
    return numbers


def results(data):
    return packing.rows(data, ("density", "inner_density", "height", "mean_height_small", "mean_height_medium", "mean_height_large", "overlap_share"))


def page(data, case):
    runs = list(data.values())
    panel = svg.Panel(x="time (s)", y="density (%)", height=300)
    for r, d in data.items():
        panel.curve(d["series"]["time"], [100 * v for v in d["series"]["density.density"]], f"seed {r.seed}", width=0.9)
    parts = ["""Ferrez 5.8.3: 2 grains of 25 mm, 270 of 4 mm and about 8900 of 1 mm in a cylinder of 30 mm. The lab reached 81%. The thesis could not
start it: grains were placed on lattices, the medium ones ended up above the large ones, and no vibration repaired that. Its conclusion
asks for pouring. So here medium and small grains are poured at once, in their proportion, around the large ones, while the beaker is tapped.

## Ours and the lab
""", md.table(["", "Scree", "Ferrez, simulated", "lab (Folly 2000)"],
              [["density to the highest grain", md.repeats([d["density"] for d in runs]), "failed to start", "81%"],
               ["density of the inner 80% of the height", md.repeats([d["inner_density"] for d in runs]), "", ""],
               ["mean height of small grains", md.repeats([d["mean_height_small"] for d in runs], 1, 1000, " mm"), "", ""],
               ["mean height of medium grains", md.repeats([d["mean_height_medium"] for d in runs], 1, 1000, " mm"), "", ""],
               ["volume counted twice by overlaps", md.repeats([d["overlap_share"] for d in runs], 2), "", ""]])]
    if runs:
        panel.level(81, "lab")
        svg.draw(case.folder / "density.svg", [panel])
        parts += ["", md.plot(case.name, "density.svg", "Density over time"), "", md.side_by_side(
            [("while pouring, 0.25 s", md.picture(case.name, "poured_half_way.png", "Half of the grains are there")),
             ("at the end", md.picture(case.name, "poured.png", "The packing at the end")),
             ("cut open", md.picture(case.name, "poured_cut.png", "The packing at the end, cut open"))])]
    parts += ["", COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- **Pouring works.** The voids beside and below the large grains fill with medium and small ones alike. What the thesis could not simulate reaches 75% up to the highest grain and 79 to 81%
  in the inner 80% of the height, against the 81% of the lab.
- The difference is the surface: some 4 mm grains come to lie on top (mean height of medium grains 32 mm, of small ones 23 mm), because small ones run between them and fill the
  bottom. A layer of 4 mm grains without small ones costs 3 to 5 points of the whole. The lab shook longer
  (50 s in 5.8.2) and probably read the height of the bulk of the surface.

## How it was run, and what was tried

- The large grains stand on each other at the start; the others come within half a second through an opening at 75 mm. Tapping at 4 Hz by 3 mm until
  1.75 s, then rest until 2.25 s. A seed takes 12 minutes of a core.
- Contacts of 0.4 ms and δt = 20 µs. A large grain is 15 625 times as heavy as a small one, and the stiffness of this law goes with the lighter mass: grains are pressed in by up to 79%
  of their radius while they are tapped, and by little at rest. With 1 ms, large grains would fall through small ones. With a slower pour (0.8 s) and contacts of
  0.5 ms the packing had 71.7% after 1 s.
"""
