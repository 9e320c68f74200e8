"""Beyond Ferrez 2001, 5.1: which proportions of three sizes pack best? Periodic cells, sizes 1 : 2.5 : 6.25, shares in steps of a fifth."""
import math

from lib import packing, page as md, stats, svg
from lib.case import Run, published, seeds

TITLE = "Which proportions pack best?"
DIAMETERS = (6.25, 2.5, 1.0)  # mm: large, medium, small
STEPS = 5


def numbers_of(shares):
    """Grains of each size in the smallest cell that may hold the largest of them, and its edge in mm at the start."""
    largest = max(d for d, s in zip(DIAMETERS, shares) if s > 0)
    solid = max((3.75 * largest) ** 3 * 0.62, 1500 * math.pi / 6)
    counts = [round(s * solid / (math.pi / 6 * d ** 3)) for d, s in zip(DIAMETERS, shares)]
    solid = sum(c * math.pi / 6 * d ** 3 for c, d in zip(counts, DIAMETERS))
    return counts, (solid / 0.3) ** (1 / 3)


def values(shares):
    counts, edge = numbers_of(shares)
    smallest = min(d for d, s in zip(DIAMETERS, shares) if s > 0)
    sets = {"title": "Shares " + ":".join(f"{100 * s:.0f}" for s in shares), "box.hi": [f"{edge:.3f} mm"] * 3}
    for name, d, c in zip(("large", "medium", "small"), DIAMETERS, counts):
        # A size with a share of 0 becomes a single grain of the smallest one there is.
        sets[f"fill.{name}.diameter"] = f"{d if c else smallest} mm"
        sets[f"fill.{name}.count"] = c or 1
    return sets, sum(counts)


RUNS = []
for i in range(STEPS, -1, -1):
    for j in range(STEPS - i, -1, -1):
        shares = (i / STEPS, j / STEPS, (STEPS - i - j) / STEPS)
        sets, total = values(shares)
        name = "-".join(f"{100 * s:.0f}" for s in shares)
        RUNS += seeds(Run(name, "scenes/gallery/packing_mixture_cell.toml", sets, minutes=0.1 + total * 60000 / 4e6 / 60,
                          short={"duration": "20 ms"} if name == "60-40-0" else None,
                          pictures={f"{name}.png": {"color": "radius", "walls": "false"}} if name in ("60-20-20",) else {},
                          info={"shares": shares}), 5)


def measure(run, out):
    grains = out.grains()
    solid = math.fsum(4 / 3 * math.pi * g["radius"] ** 3 for g in grains)
    return {"density": round(solid / out.last("cell.volume"), 6), "pressure": round(out.last("cell.pressure"), 3),
            "coordination": round(out.last("coordination.coordination") if "coordination.coordination" in out.series else out.last("coordination"), 4),
            "shares": run.info["shares"], "overlap_share": round(packing.density.overlap_share(grains), 6)}


def results(data):
    return [{"large": d["shares"][0], "medium": d["shares"][1], "small": d["shares"][2], "seed": r.seed, "density": d["density"], "pressure": d["pressure"],
             "coordination": d["coordination"], "grains": d["grains"], "verdict": d["verdict"], "hash": d["hash"]} for r, d in data.items()]


def page(data, case):
    points = {}
    for r, d in data.items():
        points.setdefault(tuple(d["shares"]), []).append(d["density"])
    parts = ["""Which shares of three powders pack best? This is the question that the thesis begins with (5.1) and leaves open. Here it is asked without walls,
gravity and segregation: grains of 6.25, 2.5 and 1 mm in a periodic cell that is compressed from all sides until it bears 200 Pa, for all shares by mass
in steps of a fifth. (Sizes 1:5:35 would need 10⁵ and more grains per point: a periodic cell must be 3.3 large diameters long.)
"""]
    if points:
        best = max(points, key=lambda s: stats.mean(points[s]))
        order = sorted(points, key=lambda s: -stats.mean(points[s]))
        show = lambda s: " : ".join(f"{100 * v:.0f}" for v in s)
        rows = [[show(s), md.repeats(points[s], 1)] for s in order[:6]]
        for corner in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
            if corner in points:
                rows.append([show(corner), md.repeats(points[corner], 1)])
        parts += ["## What Scree finds", "", f"The densest of the {len(points)} mixtures is **{show(best)}** (large : medium : small) with "
                  f"**{100 * stats.mean(points[best]):.1f}%**; the six densest, and single sizes:", "", md.table(["shares by mass", "density"], rows), ""]
        svg.triangle(case.folder / "triangle.svg", {s: 100 * stats.mean(v) for s, v in points.items()}, ("large 6.25 mm", "medium 2.5 mm", "small 1 mm"),
                     "Density (%) over the shares by mass")
        parts += [md.plot(case.name, "triangle.svg", "Density over the shares of three sizes"), ""]
        panel = svg.Panel("Two sizes: the edges of the triangle", "share of the larger size (%)", "density (%)", height=320)
        for k, (label, a, c) in enumerate((("large and small, 6.25:1", 0, 1), ("large and medium, 2.5:1", 0, 2), ("medium and small, 2.5:1", 1, 0))):
            edge = sorted((s for s in points if s[c] == 0), key=lambda s: s[a])
            values = [[100 * v for v in points[s]] for s in edge]
            shares, means = [100 * s[a] for s in edge], [stats.mean(v) for v in values]
            panel.curve(shares, means, label, svg.COLOURS[k])
            panel.points(shares, means, None, svg.COLOURS[k], bars=[stats.spread(v) for v in values])
        svg.draw(case.folder / "edges.svg", [panel])
        parts += [md.plot(case.name, "edges.svg", "Density of mixtures of two sizes"), ""]
        if (case.folder / "data" / "60-20-20.png").exists():
            parts += [md.picture(case.name, "60-20-20.png", "The mixture 60:20:20"), ""]
    parts += [COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- Large grains with small ones in their voids: the densest mixtures have 60 to 80% of large ones, and each of the other two sizes should be there. The powders of the thesis (70 : 20 : 10) lie in this
  region. With sizes that differ without end, small ones would fill the voids of large ones as densely as they lie alone: 0.61 + 0.39 · 0.61 = 85% for two sizes, at 72% of large ones.
  With 6.25:1 ten points of that are lost, with 2.5:1 eighteen.
- At 80 : 0 : 20 most small grains are loose between large ones that carry everything (0.6 contacts per grain); at 60 : 0 : 40 small ones carry too (5.3). The optimum is where the voids are just full.
- Single sizes have 61%: random packings with friction, the same for all three as they must.

## How it was run

- Hertz contacts with E = 10 MPa, so that all sizes are pressed in alike (p/E = 2·10⁻⁵: less than a thousandth of a diameter); e = 0.3, µ = 0.1. The cell closes
  at up to 2/s, from 0.18 s on at up to 0.5/s, for 0.6 s.
- A cell is 3.75 large diameters long or holds 1500 small grains. So few large grains (12 to 64) scatter where they carry everything (80 : 0 : 20, 1.0 points); elsewhere five seeds lie within half a point.
- **What was tried:** the linear law with a contact time, as in the other cases, makes contacts of large grains 244 times as stiff as those of small ones: the servo
  of the cell hunts once they touch. A fast servo (2/s to the end) hunts with Hertz too, because dashpots feel the rate of the cell; the budget of
  energy then does not close, and the verdict says so.
"""
