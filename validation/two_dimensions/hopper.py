"""Discs out of a flat bin: the flow against the width of the opening, and arches that block it."""
import csv
import math

DIAMETER, DENSITY = 0.01, 1200

SCENE = """
title = "Hopper, opening {opening} m"
dimension = 2
duration = {duration}
seed = {seed}
[material.seed]
density = 1200
normal = {{ law = "linear", contact_time = "1 ms", restitution = 0.4 }}
tangential = {{ law = "spring", friction = 0.4 }}
[[wall]]
name = "left"
shape = "polygon"
vertices = [[-{far}, 0], [-{far}, -0.02], [-{half}, -0.02], [-{half}, 0]]
[[wall]]
name = "right"
shape = "polygon"
vertices = [[{far}, 0], [{half}, 0], [{half}, -0.02], [{far}, -0.02]]
[[wall]]
name = "bin"
shape = "box"
min = [-{side}, -3]
max = [{side}, 3]
open = "bottom top"
[[wall]]
name = "slide"
shape = "polygon"
vertices = [[-0.15, -0.03], [-0.15, -0.04], [0.15, -0.04], [0.15, -0.03]]
motion = {{ kind = "translate", velocity = [3, 0], start = "0.5 s", stop = "0.7 s" }}
[[outlet]]
name = "out"
region = "below"
height = -0.3
[[fill]]
kind = "lattice"
size = {{ kind = "uniform", min = "9 mm", max = "11 mm" }}
count = {count}
region = {{ kind = "box", min = [-{inner}, 0.01], max = [{inner}, 2.0] }}
[verdict]
overlap = "35 %"
[output]
frames = 0
series = "5 ms"
picture = false
"""


def scene(opening, side, count, duration, seed=1):
    return SCENE.format(opening=opening, half=opening / 2, side=side, far=side + 0.05, inner=side - 0.005,
                        count=count, duration=duration, seed=seed)


def slope(points):
    mx, my = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def mass_out(run):
    with open(run / "series.csv") as f:
        return [(float(r["time"]), float(r["out.mass_out"])) for r in csv.DictReader(f)]


def flow(run, count):
    """Between 15% and 50% of the grains: after the start, before the level falls below the width of the bin."""
    total = count * DENSITY * math.pi / 4 * DIAMETER ** 2 * 1.0033
    return slope([(t, m) for t, m in mass_out(run) if 0.15 * total < m < 0.5 * total])


def beverloo(flows):
    """k of the line W^(2/3) = a (D - k d), its greatest deviation, and the power of D - k d for this k and for 1.4."""
    line = [(d, w ** (2 / 3)) for d, w in flows]
    a = slope(line)
    mx, my = (sum(p[k] for p in line) / len(line) for k in (0, 1))
    k = (mx - my / a) / DIAMETER
    power = lambda k: slope([(math.log(d - k * DIAMETER), math.log(w)) for d, w in flows])
    return {"k": round(k, 2),
            "line_deviation": round(max(abs(y - a * (x - k * DIAMETER)) / y for x, y in line), 3),
            "power_with_this_k": round(power(k), 3), "power_with_k_1.4": round(power(1.4), 3)}


def discharge(run_scene, openings=(6, 8, 10, 12, 16, 20), count=5000):
    flows = []
    for n in openings:
        opening = n * DIAMETER
        free = 0.5 * 0.83 * DENSITY * math.sqrt(9.81) * (opening - 1.4 * DIAMETER) ** 1.5  # kg/s, about
        run = run_scene(f"hopper_{n}", scene(opening, 0.4, count, 0.6 + 0.7 * count * 0.0945 / free))
        flows.append((opening, flow(run, count)))
    return {"flows": [(round(d / DIAMETER, 1), round(w, 1)) for d, w in flows], **beverloo(flows)}


def blocked(run):
    """Grains out, and whether it ended before the bin did: nothing has left for the last 0.7 s."""
    rows = mass_out(run)
    t, m = rows[-1]
    before = max((out for time, out in rows if time < t - 0.7), default=0)
    return m / (DENSITY * math.pi / 4 * DIAMETER ** 2 * 1.0033), before == m


def arching(run_scene, openings=(2.5, 3, 3.5, 4, 5), runs=10, count=200):
    """Share of runs that an arch blocks before half of 200 grains are out, against the opening."""
    table = []
    for n in openings:
        out, arches = [], 0
        for seed in range(1, runs + 1):
            run = run_scene(f"arch_{n}_{seed}", scene(n * DIAMETER, 0.1, count, 4, seed))
            grains, ended = blocked(run)
            arches += ended and grains < 0.5 * count
            out.append(grains)
        table.append((n, round(arches / runs, 2), round(sum(out) / runs)))
    return {"opening_share_blocked_mean_out": table}
