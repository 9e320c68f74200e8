"""Ferrez 2001, 5.4 and 5.9.1.1: a face-centred crystal cut out by a cylinder (63.32 %; figures 5.9, 5.40, 5.41)."""
import math

from lib import packing, page as md, stats, svg
from lib.case import Run, published

TITLE = "A crystal in a cylinder"
RUNS = [Run("picture", "scenes/gallery/packing_crystal.toml", minutes=0.1, short={}, pictures={"crystal.png": {**packing.SIDE, "color": "height"},
                                                                                       "crystal_top.png": {"elevation": 89, "azimuth": 0, "color": "height"}}),
        Run("cuts", minutes=0.3)]


def layer(radius, x, y, d):
    """Grains of a close-packed layer whose centres lie within a circle about (x, y)."""
    reach = (radius - d / 2) ** 2 + 1e-12
    row, count = d * math.sqrt(3) / 2, 0
    for j in range(math.floor((y - radius) / row) - 1, math.ceil((y + radius) / row) + 2):
        dy = j * row - y
        if dy * dy <= reach:
            half, off = math.sqrt(reach - dy * dy), (d / 2 if j % 2 else 0.0) - x
            count += math.floor((half - off) / d) - math.ceil((-half - off) / d) + 1
    return count


def cut(diameter, height, x=0.0, y=0.0, d=2.0):
    """Density of the grains of a face-centred crystal that lie wholly inside a cylinder: over its base and the top of the highest one."""
    rise = d * math.sqrt(2 / 3)
    layers = math.floor((height - d) / rise + 1e-9) + 1
    if layers < 1 or diameter < d:
        return 0.0, 0
    three = [layer(diameter / 2, x - k * d / 2, y - k * d * math.sqrt(3) / 6, d) for k in range(3)]
    count = sum(three[k % 3] for k in range(layers))
    top = d + (layers - 1) * rise
    return count * d ** 3 / 6 / ((diameter / 2) ** 2 * top), count


def shifts(diameter, height, count):
    return [[cut(diameter, height, 2 * a / count, math.sqrt(3) * b / count)[0] for a in range(count)] for b in range(count)]


def measure(run, out):
    if run.name == "picture":
        return {"density": round(out.series["density.density"][0], 6)}
    ranges = {}
    for diameter in (25, 30, 35, 36, 40):
        every = [v for r in shifts(diameter, 54.7 * 900 / diameter ** 2, 40) for v in r]  # 5592 grains reach about so high
        ranges[str(diameter)] = [round(min(every), 5), round(max(every), 5)]
    grow_d = [(d / 4, max(max(r) for r in shifts(d / 4, 100, 6))) for d in range(8, 401, 2)]
    grow_d_low = [(d / 4, min(min(r) for r in shifts(d / 4, 100, 6))) for d in range(8, 401, 2)]
    heights = [h / 4 for h in range(8, 401, 2)]
    # A height that is given, with what is left above the last layer counted in.
    grow_h = []
    for h in heights:
        best, n = max((cut(30, h, 2 * a / 6, math.sqrt(3) * b / 6) for a in range(6) for b in range(6)), key=lambda p: p[1])
        grow_h.append(round(n * 8 / 6 / (15 ** 2 * h), 5))
    return {"ranges": ranges, "diameters": [p[0] for p in grow_d], "best": [round(p[1], 5) for p in grow_d],
            "worst": [round(p[1], 5) for p in grow_d_low], "heights": heights, "by_height": grow_h,
            "shifts": [[round(v, 5) for v in r] for r in shifts(30, 54.7, 24)]}


def results(data):
    d = next((d for r, d in data.items() if r.name == "cuts"), None)
    return [{"cylinder_mm": k, "lowest": v[0], "highest": v[1]} for k, v in d["ranges"].items()] if d else []


def page(data, case):
    by_name = {r.name: d for r, d in data.items()}
    parts = ["""How dense could equal grains lie in a cylinder? Ferrez 5.4 cuts a cylinder out of an infinite face-centred crystal and finds 63.32%;
5.9.1.1 lets the cylinder grow (figure 5.40) and shifts the crystal in it (figure 5.41). All of this is counting: a grain belongs to the
packing if it lies wholly inside."""]
    if "cuts" in by_name:
        d = by_name["cuts"]
        rows = [[f"{k} mm", f"{100 * v[0]:.2f}%", f"{100 * v[1]:.2f}%", "**yes**" if v[0] <= 0.6332 <= v[1] else "no"] for k, v in d["ranges"].items()]
        parts += ["", "## Ours and the published number", "",
                  "Grains of 2 mm, all horizontal shifts of the crystal, as high as 5592 grains reach:", "",
                  md.table(["cylinder", "lowest", "highest", "63.32% possible?"], rows), "",
                  "So the test cylinder of section 5.4, which the text does not name, is most likely one of 30 mm, the lab's smaller one: of the sizes that the "
                  "thesis uses it alone can hold 63.32%. (Counted up to a given height instead of the top of the highest grain, one of 35 mm by 40 mm comes "
                  "near it, with 63.4%.)"]
        one = svg.Panel("Growing the diameter, height 100 mm (figure 5.40, left)", "diameter of the cylinder (grains)", "density (%)", height=300)
        one.curve([v / 2 for v in d["diameters"]], [100 * v for v in d["best"]], "best shift")
        one.curve([v / 2 for v in d["diameters"]], [100 * v for v in d["worst"]], "worst shift")
        one.level(74.048, "infinite crystal")
        two = svg.Panel("Growing the height, diameter 30 mm (figure 5.40, right)", "height of the cylinder (grains)", "density (%)", height=300)
        two.curve([v / 2 for v in d["heights"]], [100 * v for v in d["by_height"]], "best shift").level(74.048, "infinite crystal")
        n = len(d["shifts"])
        low, high = min(map(min, d["shifts"])), max(map(max, d["shifts"]))
        three = svg.Panel("Shifting the crystal in a cylinder of 30 mm (figure 5.41)", "shift along x (mm)", "shift along z (mm)", height=420)
        three.heat([2 * k / n for k in range(n + 1)], [math.sqrt(3) * k / n for k in range(n + 1)], [[100 * v for v in r] for r in d["shifts"]],
                   math.floor(100 * low), math.ceil(100 * high), "%")
        svg.draw(case.folder / "growing.svg", [one, two])
        svg.draw(case.folder / "shift.svg", [three], width=560)
        parts += ["", md.plot(case.name, "growing.svg", "Density over diameter and height"), "", md.plot(case.name, "shift.svg", "Density over the shift"), "",
                  f"A shift by less than a grain changes the density by {100 * (high - low):.1f} points. The jumps of the left plot are rings of grains that "
                  "just fit. At fifty grains across, the wall still costs 3 points."]
    if "picture" in by_name:
        parts += ["", f"The scene `packing_crystal` builds such a cut with the fill `lattice`; its density is {100 * by_name['picture']['density']:.2f}%.", "",
                  md.side_by_side([("from the side", md.picture(case.name, "crystal.png", "A face-centred crystal in a cylinder")),
                                   ("from above", md.picture(case.name, "crystal_top.png", "The same from above"))])]
    parts += ["", md.how_run(case, data)]
    return "\n".join(parts)
