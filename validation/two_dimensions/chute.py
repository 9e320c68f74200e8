"""Discs that flow down a slope: the inertial number of the profile against that of a shear cell with the same friction."""
import csv
import math
import pathlib
import re

DIAMETER, GRAVITY = 0.01, 9.81
# Of validation/mu_i/results.csv, the rows of the plane: effective friction against the inertial number.
SHEAR_CELL = ((0.03, 0.317), (0.1, 0.396), (0.2, 0.489))


def scene(text, degrees):
    """scenes/chute_2d.toml at another slope, twice as deep and longer."""
    text = re.sub(r"(?m)^duration .*$", 'duration = "12 s"', text)
    text = re.sub(r"(?m)^count .*$", "count = 800", text)
    a = math.radians(degrees)
    gravity = f"gravity = [{GRAVITY * math.sin(a)}, {-GRAVITY * math.cos(a)}]"
    return re.sub(r"(?m)^gravity .*$", gravity, text)


def grains(files):
    """y, speed along the slope and radius of those that move, of all files."""
    for file in files:
        with open(file) as f:
            for row in csv.DictReader(f):
                if float(row["y"]) > 0.005:
                    yield float(row["y"]), float(row["vx"]), float(row["radius"])


def expected(degrees):
    """The inertial number at which a shear cell has the friction tan(slope): straight between its points."""
    mu = math.tan(math.radians(degrees))
    for (i0, m0), (i1, m1) in zip(SHEAR_CELL, SHEAR_CELL[1:]):
        if m0 <= mu <= m1:
            return i0 + (i1 - i0) * (mu - m0) / (m1 - m0)
    return math.nan


def profile(files, width=0.4):
    """Layers one grain thick: height of their middle, mean speed, solid fraction."""
    layers, frames = {}, len(files)
    for y, v, r in grains(files):
        n, sum_v, area = layers.get(int(y / DIAMETER), (0, 0, 0))
        layers[int(y / DIAMETER)] = (n + 1, sum_v + v, area + math.pi * r * r)
    return [((k + 0.5) * DIAMETER, sum_v / n, area / (frames * width * DIAMETER))
            for k, (n, sum_v, area) in sorted(layers.items())]


def bagnold(layers, degrees):
    """u = u0 + (2/3) I sqrt(4 f g cos a/(pi d^2)) (h^1.5 - (h - y)^1.5): I, and the share of the variance that is left."""
    dense = [l for l in layers if l[2] > 0.5]
    fraction = sum(l[2] for l in dense) / len(dense)
    height = sum(l[2] for l in layers) * DIAMETER / fraction
    points = [(height ** 1.5 - (height - y) ** 1.5, u) for y, u, _ in layers
              if 2 * DIAMETER < y < height - 2 * DIAMETER]
    mx, my = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    xx = sum((x - mx) ** 2 for x, _ in points)
    xy = sum((x - mx) * (y - my) for x, y in points)
    yy = sum((y - my) ** 2 for _, y in points)
    scale = math.sqrt(4 * fraction * GRAVITY * math.cos(math.radians(degrees)) / math.pi) / DIAMETER
    return {"I": round(1.5 * xy / xx / scale, 3), "I_of_shear_cell": round(expected(degrees), 3),
            "unexplained": round(1 - xy * xy / (xx * yy), 4), "solid_fraction": round(fraction, 3),
            "height_in_grains": round(height / DIAMETER, 1), "surface_speed": round(layers[-2][1], 2)}


def flow(run_scene, export, slopes=(20, 22, 24)):
    text = (pathlib.Path(__file__).resolve().parents[2] / "scenes/chute_2d.toml").read_text()
    result = {}
    for degrees in slopes:
        files = export(run_scene(f"chute_{degrees}", scene(text, degrees)))
        result[degrees] = bagnold(profile(files[2 * len(files) // 3:]), degrees)
    return result
