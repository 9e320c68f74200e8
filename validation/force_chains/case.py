"""Ferrez 2001, 6.5: forces among 209 grains in a cylinder, drawn as rods among transparent grains (figure 6.25)."""
import math

from lib import page as md, stats, svg
from lib.case import Run, published

TITLE = "Forces among 209 grains"
RUNS = [Run("cylinder", "scenes/gallery/force_chains.toml", {}, minutes=0.1, short={"fill.grains.count": 30, "stage.fall.at_most": "0.1 s"},
            pictures={"network.png": {"contacts": "true", "grain_scale": 0.35, "color": "height", "azimuth": 20, "elevation": 8, "legend": "false", "fit": "grains"}})]
BLUE, RED, GRAIN = "#1f5fbf", "#c8302a", "#7fa8a0"


def measure(run, out):
    grains = [[round(g[c], 6) for c in ("x", "y", "z", "radius")] for g in out.grains()]
    rods = contacts(out)
    total = 9.81 * 2500 * math.fsum(4 / 3 * math.pi * g[3] ** 3 for g in grains)
    return {"grain_list": grains, "rods": rods, "weight": float(f"{total:.6g}"), "floor": float(f"{lower_load(out):.6g}"),
            "coordination_end": round(out.last("coordination"), 4)}


def lower_load(out):
    return abs(next(w["force"][1] for w in out.summary["walls"]))


def contacts(out):
    """Ends, force and kind (1: with a wall) of every contact of the last frame."""
    import shutil
    folder = out.folder / "export" / "avs"
    out.program.call("export", out.folder, "--format", "avs", "--param", "part=contacts", "--frames", "last", "-o", folder, "--quiet")
    lines = sorted(folder.glob("*.inp"))[-1].read_text().splitlines()
    shutil.rmtree(folder)
    lines = [l for l in lines if not l.startswith("#")]
    points, cells = map(int, lines[0].split()[:2])
    ends = [[round(float(v), 6) for v in l.split()[1:4]] for l in lines[1:1 + points]]
    first = 1 + points + cells
    skip = 1 + int(lines[first].split()[0])
    rods = []
    for k, line in enumerate(lines[first + skip:first + skip + cells]):
        v = [float(x) for x in line.split()[1:]]
        rods.append([*ends[2 * k], *ends[2 * k + 1], float(f"{v[6]:.4g}"), 1 if v[8] >= 0 else 0])
    return rods


def results(data):
    rows = []
    for run, d in data.items():
        bands = by_height(d)
        rows += [{"run": run.name, "from_mm": 1000 * lo, "to_mm": 1000 * hi, "contacts": n, "mean_force_mN": round(1000 * mean, 4),
                  "greatest_force_mN": round(1000 * greatest, 4)} for lo, hi, n, mean, greatest in bands]
    return rows


def by_height(d, parts=5):
    """Contacts of grains by the height of their middle: count, mean and greatest force."""
    rods = [r for r in d["rods"] if not r[7]]
    top = max((r[1] + r[4]) / 2 for r in rods)
    out = []
    for k in range(parts):
        lo, hi = k * top / parts, (k + 1) * top / parts
        f = [r[6] for r in rods if lo <= (r[1] + r[4]) / 2 < hi or (k == parts - 1 and (r[1] + r[4]) / 2 == top)]
        out.append((lo, hi, len(f), stats.mean(f) if f else 0.0, max(f, default=0.0)))
    return out


VIEWS = [("Top view", 0, 2, 1, 1), ("Front view", 0, 1, 2, 1), ("Side view", 2, 1, 0, -1)]  # title, axes right and up, depth and its sign


def draw(path, d):
    """Three views as in the figure: far things first, grains as glass, rods whose cross-section is the force."""
    scale, out, x = 13000.0, [], 20
    strongest = max(r[6] for r in d["rods"])
    widths = {0: 300, 1: 300, 2: 300}
    height = int(scale * max(g[1] + g[3] for g in d["grain_list"])) + 70
    for n, (title, right, up, depth, sign) in enumerate(VIEWS):
        mid = x + widths[n] / 2
        base = height - 20 if up == 1 else height - 20 - 150
        px = lambda p: mid + scale * (p[right] if n < 2 else -p[right])
        py = lambda p: base - scale * (p[up] if up == 1 else -p[up])
        things = []
        for g in d["grain_list"]:
            near = sign * g[depth] if n else g[1]
            things.append((near, f'<circle cx="{px(g):.1f}" cy="{py(g):.1f}" r="{scale * g[3]:.1f}" class="g"/>'))
        for r in d["rods"]:
            a, b = r[0:3], r[3:6]
            near = (sign * (a[depth] + b[depth]) if n else a[1] + b[1]) / 2
            width = 9 * math.sqrt(r[6] / strongest)
            if width < 0.25:
                continue
            line = f'<path d="M{px(a):.1f} {py(a):.1f}L{px(b):.1f} {py(b):.1f}"'
            rod = f'{line} class="{"w" if r[7] else "c"}" stroke-width="{width:.1f}"/>'
            if width > 2:  # light on the rod
                rod += f'{line} class="l" stroke-width="{0.3 * width:.1f}"/>'
            things.append((near, rod))
        out.append(f'<text x="{mid:.0f}" y="22" text-anchor="middle" font-size="15" fill="#222222">{title}</text>')
        out += [t for _, t in sorted(things, key=lambda t: t[0])]
        x += widths[n]
    legend = 24
    for colour, text in ((BLUE, "grain and grain"), (RED, "grain and wall")):
        out.append(f'<line x1="{legend}" y1="{height - 8}" x2="{legend + 26}" y2="{height - 8}" stroke="{colour}" stroke-width="6" stroke-linecap="round"/>'
                   f'<text x="{legend + 36}" y="{height - 4}" font-size="13" fill="#222222">{text}</text>')
        legend += 170
    out.append(f'<text x="{legend}" y="{height - 4}" font-size="13" fill="#222222">thickest rod: {1000 * strongest:.3g} mN</text>')
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{x + 20}" height="{height + 6}" viewBox="0 0 {x + 20} {height + 6}" '
            'font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>'
            f'<style>.g{{fill:{GRAIN};fill-opacity:.1;stroke:{GRAIN};stroke-opacity:.35;stroke-width:.7}}path{{stroke-linecap:round}}'
            f'.c{{stroke:{BLUE};stroke-opacity:.9}}.w{{stroke:{RED};stroke-opacity:.9}}.l{{stroke:#fff;stroke-opacity:.35}}</style>')
    path.write_text("\n".join([head, *out, "</svg>"]) + "\n")


def page(data, case):
    d = next(iter(data.values()))
    draw(case.folder / "forces.svg", d)
    walls = [r for r in d["rods"] if r[7]]
    grains = [r for r in d["rods"] if not r[7]]
    bands = by_height(d)
    mean = stats.mean([r[6] for r in grains])
    strong = sorted((r[6] for r in grains), reverse=True)
    share = sum(strong[:len(strong) // 5]) / sum(strong)
    rows = [[f"{1000 * lo:.0f} to {1000 * hi:.0f} mm", n, f"{1000 * m:.2f} mN", f"{1000 * g:.2f} mN"] for lo, hi, n, m, g in reversed(bands)]
    ratio = bands[0][3] / bands[-1][3] if bands[-1][3] else float("nan")
    return f"""Figure 6.25 of Ferrez' thesis: 209 grains have come to rest in a cylinder. The grains are almost transparent; every contact is a rod
whose cross-section is its force, blue between grains, red between grain and wall. Seen from the top, the front and the side.

![Forces among 209 grains, three views](../../validation/{case.name}/forces.svg)

## Ours and the published picture

| | Scree | Ferrez, figure 6.25 |
|---|---|---|
| grains | {len(d['grain_list'])} | 209 |
| forces are larger at the bottom | yes: {ratio:.1f} times, lowest fifth over uppermost fifth | yes |
| arches are visible | yes: the strongest fifth of the contacts bears {100 * share:.0f}% of the sum of all forces | "some arches are visible" |
| contacts | {len(grains)} between grains, {len(walls)} with the wall | not told |

| height | contacts of grains | mean force | greatest |
|---|---|---|---|
{chr(10).join('| ' + ' | '.join(str(c) for c in r) + ' |' for r in rows)}

The mean force between grains is {1000 * mean:.2f} mN, the weight of all grains {1000 * d['weight']:.1f} mN; the cylinder with its floor bears
{1000 * d['floor']:.1f} mN of it, so the packing is at rest.

The thesis gives neither the cylinder nor the grains; 20 mm and 4 mm ± 10% are our choice. The picture is made from the contacts that the run
stored (`output.contacts = true`, `scree export --format avs --param part=contacts`); `scree export --format png --param contacts=true` draws the same
network with light and depth, coloured by force:

{md.picture(case.name, "network.png", "The force network in perspective")}

To turn it by hand, as the thesis recommends: `scree view RUN`, or `scree export RUN --format x3d --param contacts=true`.

{md.how_run(case, data)}
"""
