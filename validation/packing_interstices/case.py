"""Ferrez 2001, 5.5: how the gap between large grains fills (figures 5.14 to 5.16)."""
import math

from lib import density, packing, page as md, stats, svg
from lib.case import Run, published, seeds
from lib.output import thin

TITLE = "The gap between large grains"
VIEW = {"color": "rank", "elevation": 30, "azimuth": 30, "height": 480}
RUNS = seeds(Run("hexagon", "scenes/gallery/packing_interstice_hexagon.toml", {}, minutes=1, short={"duration": "10 ms", "fill.small.count": 200},
                 pictures={"hexagon_0.png": {**VIEW, "frame": "first"}, "hexagon_1.png": {**VIEW, "frame": "1"}, "hexagon.png": VIEW},
                 info={"a": 0.035, "cut": "hexagon"}), 5)
RUNS += seeds(Run("cylinder", "scenes/gallery/packing_interstice_cylinder.toml", {}, minutes=4,
                  pictures={"cylinder_1.png": {**VIEW, "frame": "1"}, "cylinder.png": VIEW}, info={"a": 0.040, "cut": "cylinder"}), 5)


def free_area(run, grid=120):
    """y -> area of the cut that the fixed grains leave."""
    a = run.info["a"]
    axis = a / math.sqrt(3)
    spots = [(axis * math.cos(math.radians(t)), y, axis * math.sin(math.radians(t)))
             for y, turns in ((0.0, (90, 210, 330)), (a * math.sqrt(2 / 3), (30, 150, 270))) for t in turns]
    points = []
    for i in range(grid):
        for j in range(grid):
            x, z = axis * (2 * (i + 0.5) / grid - 1), axis * (2 * (j + 0.5) / grid - 1)
            if run.info["cut"] == "cylinder":
                inside = math.hypot(x, z) < axis
            else:
                inside = all(x * math.cos(k * math.pi / 3) + z * math.sin(k * math.pi / 3) < a / 2 for k in range(6))
            if inside:
                points.append((x, z))
    cell = (2 * axis / grid) ** 2

    def area(y):
        discs = [(sx, sz, 0.0175 ** 2 - (y - sy) ** 2) for sx, sy, sz in spots if abs(y - sy) < 0.0175]
        return cell * sum(all((x - sx) ** 2 + (z - sz) ** 2 >= r2 for sx, sz, r2 in discs) for x, z in points)
    return area


def measure(run, out):
    grains = [g for g in out.grains() if g["radius"] < 0.01]
    area = free_area(run, 120 if out.summary["time"] > 0.05 else 40)
    step = 0.002
    profile = []
    for k in range(30):
        low = k * step
        free = step * sum(area(low + (m + 0.5) * step / 4) for m in range(4)) / 4
        solid = math.fsum(density.below(g["y"], g["radius"], low + step) - density.below(g["y"], g["radius"], low) for g in grains)
        large = math.fsum(density.below(g["y"], g["radius"], low + step) - density.below(g["y"], g["radius"], low)
                          for g in grains if g["radius"] > 0.001)
        profile.append((free, solid, large))
    filled = [p for p in profile[1:] if p[1] > 0.3 * p[0]]
    filled = filled[:-2] or profile  # without floor and surface
    return {"free_density": round(sum(p[1] for p in filled) / sum(p[0] for p in filled), 5),
            "medium_share": round(sum(p[2] for p in filled) / max(1e-30, sum(p[1] for p in filled)), 5),
            "profile": [round(p[1] / p[0], 4) if p[0] > 0 else 0 for p in profile],
            "profile_medium": [round(p[2] / p[0], 4) if p[0] > 0 else 0 for p in profile],
            "profile_free_mm2": [round(1e6 * p[0] / step, 2) for p in profile]}


def results(data):
    return [{"run": r.group, "seed": r.seed, "free_density": d["free_density"], "medium_share": d["medium_share"], "verdict": d["verdict"], "hash": d["hash"]}
            for r, d in data.items()]


def page(data, case):
    groups = stats.by_group(data)
    texts = {"hexagon": ("hexagonal cut, large grains touch", "33 / 5929"), "cylinder": ("cylindrical cut, large grains 40 mm apart", "178 / 24 360")}
    rows, panels, pictures = [], [], []
    for name, (text, counts) in texts.items():
        runs = [d for _, d in groups.get(name, [])]
        # Layers of 2 mm: below the throat of the upper three, in it, and above it.
        part = lambda low, high: md.repeats([stats.mean(d["profile"][low:high]) for d in runs], 1)
        rows.append([text, counts, part(1, 4), part(8, 14), part(18, 21)])
        if runs:
            d = runs[0]
            ys = [2 * k + 1 for k in range(30)]
            panels.append(svg.Panel(text, "height (mm)", "density of the free space (%)", height=280)
                          .curve(ys, [100 * v for v in d["profile"]], "all").curve(ys, [100 * v for v in d["profile_medium"]], "medium grains"))
    for file, text in (("hexagon_0.png", "hexagon, start"), ("hexagon_1.png", "0.1 s"), ("hexagon.png", "end"), ("cylinder_1.png", "cylinder, 0.1 s"), ("cylinder.png", "end")):
        if (case.folder / "data" / file).exists():
            pictures.append((text, md.picture(case.name, file, text)))
    parts = ["""Ferrez 5.5: large grains of 35 mm are held on a face-centred grid and cut off by six planes or by a cylinder; medium ones (5 mm) and small ones
(1 mm) fall into the gap. The thesis looks at pictures (figures 5.15, 5.16) and takes no densities, because of the cut. With the volume
of the free space in each layer one can: that of the cut less the fixed grains, integrated on a grid.
""", md.table(["case", "medium / small (as Ferrez)", "density of the free space, 2 to 8 mm", "16 to 28 mm", "36 to 42 mm"], rows)]
    if panels:
        svg.draw(case.folder / "layers.svg", panels, columns=len(panels))
        parts += ["", md.plot(case.name, "layers.svg", "Density of the free space over the height"), "", md.side_by_side(pictures)]
    parts += ["", COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- **The throat of the hexagonal cut blocks**, with all five seeds. Three grains of 35 mm that touch leave an opening for grains of up to 5.4 mm. The first medium grains (5 mm) pass it with small ones and lie at the bottom; then
  two come at once, and an arch over the throat (28.6 mm high) holds all others: below it the gap stays empty from 14 to 30 mm. No density of the whole
  gap has a meaning here, as the thesis says for another reason.
- With large grains 40 mm apart nothing blocks: the gap fills throughout, and its free space has 67 to 69%. Where the hexagonal gap is filled it has 57% below the throat and 65% above it.

## How it was run, and what differs

- Six fixed grains in two layers of three around one axis, the octahedral gap; the cut goes through their axes, the floor through the centres of the
  lower three. The thesis shows the geometry only in figure 5.14.
- Hertz contacts (E = 20 MPa), δt = 6 µs. **What was tried:** the linear law with contacts of 0.5 ms. Grains of 5 mm then crush those of 1 mm, 125 times as light, because its
  stiffness goes with the lighter mass; Scree stopped the cylinder, and one of five hexagons, as blown up.
"""
