#!/usr/bin/env python3
"""Pressure and density of a compression, and the forms of Heckel and Kawakita fitted to them.

  fit.py SERIES.csv SCENE.toml PREFIX [LOOSE FROM]

SERIES.csv and SCENE.toml are those of a run of large.toml (`resolved.toml` of its folder has the values that
were set). Writes PREFIX.csv, PREFIX_fits.txt, PREFIX.svg (density over pressure) and PREFIX_heckel.svg (Heckel's form,
a straight line where it holds). LOOSE is the density at which the bed begins to carry (default: where the punch first
feels 0.1 MPa), FROM the one at which the fits begin (default 0.62). Python's standard library alone.
"""
import csv
import math
import sys
import tomllib


def length(value):
    """A length of the scene in metres."""
    if not isinstance(value, str):
        return float(value)
    number, unit = value.split()
    return float(number) * {"m": 1, "mm": 1e-3, "um": 1e-6}[unit]


def line(x, y):
    """Least squares: slope, start."""
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
    return slope, my - slope * mx


def read(series, scene):
    """Rows of (time, density, pressure in MPa, mean and greatest local fraction)."""
    with open(scene, "rb") as file:
        settings = tomllib.load(file)
    radius = length({w["name"]: w for w in settings["wall"]}["die"]["radius"])
    area = math.pi * radius * radius
    diameter = length(settings["fill"][0]["diameter"])
    rows = []
    with open(series, newline="") as file:
        for r in csv.DictReader(file):
            solid = int(r["grains"]) * math.pi / 6 * diameter**3
            volume = float(r["voronoi.volume"])
            # 120 flat sides have the cross-section of the die: all cells together are the space under the punch.
            rows.append((float(r["time"]), solid / volume, 1e-6 * float(r["punch.force_y"]) / area,
                         float(r["voronoi.fraction"]), float(r["voronoi.greatest"]), volume / area))
    return rows


def svg(path, title, x_label, y_label, curves, log_x):
    """curves: (label, colour, points, dots)."""
    left, top, width, height = 70, 40, 520, 360
    at = (lambda v: math.log10(v)) if log_x else (lambda v: v)
    xs = [at(x) for c in curves for x, _ in c[2]]
    ys = [y for c in curves for _, y in c[2]]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    y0, y1 = y0 - 0.04 * (y1 - y0), y1 + 0.04 * (y1 - y0)
    px = lambda x: left + width * (at(x) - x0) / (x1 - x0)
    py = lambda y: top + height * (y1 - y) / (y1 - y0)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="680" height="470" font-family="sans-serif" font-size="12">',
           '<rect width="680" height="470" fill="white"/>',
           f'<text x="{left + width / 2}" y="22" text-anchor="middle" font-size="15">{title}</text>',
           f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888"/>']
    if log_x:
        ticks = [10.0**k for k in range(math.ceil(x0), math.floor(x1) + 1)]
    else:
        step = 10 ** math.floor(math.log10((x1 - x0) / 4))
        step *= next(m for m in (1, 2, 5, 10) if (x1 - x0) / (m * step) < 8)
        ticks = [k * step for k in range(math.ceil(x0 / step), math.floor(x1 / step) + 1)]
    for t in ticks:
        out.append(f'<line x1="{px(t):.1f}" x2="{px(t):.1f}" y1="{top + height}" y2="{top + height + 5}" stroke="#888"/>'
                   f'<text x="{px(t):.1f}" y="{top + height + 18}" text-anchor="middle">{t:g}</text>')
    step = 10 ** math.floor(math.log10((y1 - y0) / 4))
    step *= next(m for m in (1, 2, 5, 10) if (y1 - y0) / (m * step) < 8)
    for k in range(math.ceil(y0 / step), math.floor(y1 / step) + 1):
        out.append(f'<line x1="{left - 5}" x2="{left}" y1="{py(k * step):.1f}" y2="{py(k * step):.1f}" stroke="#888"/>'
                   f'<text x="{left - 8}" y="{py(k * step) + 4:.1f}" text-anchor="end">{k * step:g}</text>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">{x_label}</text>')
    out.append(f'<text x="18" y="{top + height / 2}" text-anchor="middle" '
               f'transform="rotate(-90 18 {top + height / 2})">{y_label}</text>')
    for n, (label, colour, points, dots) in enumerate(curves):
        if dots:
            out += [f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="2.2" fill="{colour}"/>' for x, y in points]
        else:
            track = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in points)
            out.append(f'<polyline points="{track}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        out.append(f'<rect x="{left + 14}" y="{top + 12 + 18 * n}" width="14" height="4" fill="{colour}"/>'
                   f'<text x="{left + 34}" y="{top + 18 + 18 * n}">{label}</text>')
    with open(path, "w") as file:
        file.write("\n".join(out + ["</svg>", ""]))


def main():
    series, scene, prefix = sys.argv[1:4]
    begin = float(sys.argv[5]) if len(sys.argv) > 5 else 0.62
    rows = read(series, scene)
    with open(f"{prefix}.csv", "w") as file:
        file.write("time_s,height_m,density,pressure_MPa,mean_local_density,greatest_local_density\n")
        for t, density, pressure, mean, greatest, height in rows:
            file.write(f"{t:.6g},{height:.6g},{density:.6g},{pressure:.6g},{mean:.6g},{greatest:.6g}\n")
    # C = 1 - V/V0 with V0 where the bed begins to carry, before that the punch only sweeps grains together.
    pressed = [r for r in rows if r[2] > 0.1]
    loose = float(sys.argv[4]) if len(sys.argv) > 4 else pressed[0][1]
    pressed = [r for r in pressed if r[1] > loose]
    text, fits = [], {}
    for name, low, high in (("while voids are left", begin, 0.85), ("all", begin, 0.97)):
        part = [r for r in pressed if low < r[1] < high]
        if len(part) < 3:
            continue
        p, d = [r[2] for r in part], [r[1] for r in part]
        k, a0 = line(p, [-math.log(1 - x) for x in d])
        slope, start = line(p, [q / (1 - loose / x) for q, x in zip(p, d)])
        heckel = lambda q, k=k, a0=a0: 1 - math.exp(-k * q - a0)
        kawakita = lambda q, slope=slope, start=start: loose / (1 - q / (slope * q + start))
        off = [max(abs(f(q) - x) for q, x in zip(p, d)) for f in (heckel, kawakita)]
        fits[name] = (p, heckel, kawakita, k, a0, slope, start)
        text.append(f"{name}, densities {low} to {high}\n"
                    f"  Heckel: ln(1/(1-D)) = {k:.4g} /MPa P + {a0:.4g}, yield pressure {1 / k:.4g} MPa, "
                    f"density within {off[0]:.3f}\n"
                    f"  Kawakita: a = {1 / slope:.4g}, 1/b = {start / slope:.4g} MPa, density within {off[1]:.3f}\n")
    greatest = max(r[1] for r in rows)
    text.append(f"greatest density {greatest:.4f} at {max(r[2] for r in rows):.4g} MPa\n")
    with open(f"{prefix}_fits.txt", "w") as file:
        file.write("".join(text))
    print("".join(text), end="")
    if "all" not in fits:
        return
    p, heckel, kawakita, k, a0, slope, start = fits["all"]
    svg(f"{prefix}.svg", "Density under the punch", "pressure, MPa", "relative density",
        [("simulation", "#1f4e9c", [(r[2], r[1]) for r in pressed], True),
         ("Heckel", "#c0392b", [(q, heckel(q)) for q in p], False),
         ("Kawakita", "#2e8b57", [(q, kawakita(q)) for q in p], False)], True)
    svg(f"{prefix}_heckel.svg", "Heckel's form", "pressure, MPa", "ln 1/(1 - D)",
        [("simulation", "#1f4e9c", [(r[2], -math.log(1 - r[1])) for r in pressed if r[1] < 0.995], True),
         ("fit", "#c0392b", [(q, k * q + a0) for q in p], False)], False)


main()
