"""Ferrez 2001, 5.9.1.1: equal grains of 25, 15, 7 and 4 mm in cylinders of 30 and 36 mm (table 5.7; 1 mm: packing_unimodal)."""
from lib import packing, page as md, stats, svg
from lib.case import ROOT, Run, published, seeds

TITLE = "How much space walls cost"
# Grains for a height of some 60 to 90 mm.
COUNTS = {(25, 30): 4, (25, 36): 4, (15, 30): 13, (15, 36): 20, (7, 30): 200, (7, 36): 280, (4, 30): 700, (4, 36): 1000}
RUNS = []
for (grain, cylinder), count in COUNTS.items():
    r = f"{cylinder / 2:g} mm"
    RUNS += seeds(Run(f"{grain}mm-in-{cylinder}mm", "scenes/gallery/packing_sizes.toml",
                      {"title": f"Grains of {grain} mm in {cylinder} mm", "fill.grains.diameter": f"{grain} mm", "fill.grains.count": count,
                       "wall.beaker.radius": r, "output.measures.0.radius": r}, minutes=0.08 + count / 2500,
                      short={"duration": "20 ms"} if grain == 7 and cylinder == 30 else None,
                      pictures={f"{grain}mm-in-{cylinder}mm.png": {**packing.SIDE, "width": 260, "height": 420, "legend": "false"}}
                      if cylinder == 30 else {}, info={"grain": grain, "cylinder": cylinder}), 5)
# The same with as few grains as the lab had for the narrow distribution (table 5.5).
FEW = {(7, 30): 56, (7, 36): 56, (4, 30): 293, (4, 36): 293}
for (grain, cylinder), count in FEW.items():
    r = f"{cylinder / 2:g} mm"
    RUNS += seeds(Run(f"{count}x{grain}mm-in-{cylinder}mm", "scenes/gallery/packing_sizes.toml",
                      {"fill.grains.diameter": f"{grain} mm", "fill.grains.count": count, "wall.beaker.radius": r, "output.measures.0.radius": r},
                      minutes=0.08 + count / 2500, info={"grain": grain, "cylinder": cylinder}), 5)


def measure(run, out):
    return packing.numbers(out, run.info["cylinder"] / 2000)


def results(data):
    return packing.rows(data, ("density", "inner_density", "height", "overlap_share"))


def ones():
    """1 mm: from packing_unimodal, 26 000 grains."""
    import json
    folder = ROOT / "validation/packing_unimodal/data"
    return {c: [json.loads(p.read_text()) for p in sorted(folder.glob(f"26000{name}-seed?.json"))] for c, name in ((30, ""), (36, "-36mm"))}


def page(data, case):
    said = {p["case"]: float(p["value"]) for p in published(case.folder)}
    groups = stats.by_group(data)
    rows = []
    panels = {c: svg.Panel(f"Cylinder of {c} mm", "grain diameter (mm)", "density (%)", logx=True, ylim=(30, 70), xlim=(0.8, 30), height=320) for c in (30, 36)}
    for cylinder in (30, 36):
        shown = []
        for grain in (25, 15, 7, 4, 1):
            runs = ones()[cylinder] if grain == 1 else [d for _, d in groups.get(f"{grain}mm-in-{cylinder}mm", [])]
            name = f"{grain} mm in {cylinder} mm"
            few = [d for _, d in groups.get(f"{FEW.get((grain, cylinder))}x{grain}mm-in-{cylinder}mm", [])]
            rows.append([name, md.repeats([d["density"] for d in runs], 1), md.repeats([d["inner_density"] for d in runs], 1).split(" (")[0],
                         f"{FEW[grain, cylinder]} grains: " + md.repeats([d["density"] for d in few], 1) if (grain, cylinder) in FEW else "", f"{said[name]:.0f}%"])
            if runs:
                values = [100 * d["density"] for d in runs]
                shown.append((grain, stats.mean(values), stats.spread(values)))
        if shown:
            panels[cylinder].points([s[0] for s in shown], [s[1] for s in shown], "Scree", bars=[s[2] for s in shown])
            panels[cylinder].points([25, 15, 7, 4, 1], [said[f"{g} mm in {cylinder} mm"] for g in (25, 15, 7, 4, 1)], "lab", "#d55e00", open=True)
    parts = ["""Table 5.7 of the thesis has what the lab found for equal balls of five sizes in two cylinders: the wider the cylinder against the grains, the
denser, but not always. Does it come out of a simulation?

## Ours and the lab
""", md.table(["grains", "Scree, to the highest grain", "inner 80% of the height", "fewer grains", "lab (Folly 2000)"], rows)]
    if any(p.items for p in panels.values()):
        svg.draw(case.folder / "density.svg", [p for p in panels.values() if p.items], columns=2)
        parts += ["", md.plot(case.name, "density.svg", "Density over the size of the grains"), "",
                  md.side_by_side([(f"{g} mm", md.picture(case.name, f"{g}mm-in-30mm.png", f"Grains of {g} mm in a cylinder of 30 mm")) for g in (25, 15, 7, 4)
                                   if (case.folder / "data" / f"{g}mm-in-30mm.png").exists()])]
    parts += ["", COMMENT, md.how_run(case, data)]
    return "\n".join(parts)


COMMENT = """## What one sees

- **25 mm**: the grains stack in a zigzag that has one solution; ours and the lab agree to the point (47% and 35%).
- **15 and 7 mm** in 30 mm: up to the highest grain ours is 5 to 7 points below the lab, and in the inner 80% of the height 0 to 4 below. The lab does not say how many balls it used, nor how
  it read the height. With few balls the number depends on how the last layer falls out: with the 56 and 293 of table 5.5 it is lower by 5 points and more, and scatters. This explains why
  the lab's row of 7 mm falls from 60% to 52% in the *wider* cylinder, which ours does not.
- The wall costs most where two or three grains fit across, as in the thesis.

## How it was run

- Grains start at random in a cylinder of 200 mm, fall, are tapped at 4 Hz by 3 mm for 2.5 s and rest; they reach 60 to 100 mm high. Contacts of 0.5 ms, δt = 12.5 µs. The rows of 1 mm are
  those of [equal grains of 1 mm](packing_unimodal.md).
"""
