"""What all packings in a cylinder are asked for."""
from . import density
from .output import thin

SIDE = {"azimuth": 0, "elevation": 8, "height": 560}
CUT = {**SIDE, "clip_normal": "[0, 0, 1]"}


def numbers(out, radius, times=(), series=0, columns=()):
    """Density by (4.3) at the end and at `times`, height, density of the inner 80 % of the height, volume that overlaps count twice;
    with `series` so many points of time, density and more columns."""
    grains = out.grains()
    found = {"density": round(out.last("density.density"), 6), "height": round(out.last("density.height"), 7),
             "inner_density": round(density.core(grains, radius), 6), "overlap_share": round(density.overlap_share(grains), 6),
             "greatest_speed": float(f"{out.last('greatest_speed'):.3g}")}
    for t in times:
        found[f"density_{t}"] = round(out.at("density.density", t), 6)
    if series:
        found["series"] = {c: thin(out.series[c], series) for c in ("time", "density.density", *columns)}
    return found


def layers(out, count, points, digits=3):
    """The densities of `count` layers over time, thinned: a list per layer."""
    return [thin(out.series[f"layers.density_{k + 1}"], points, digits) for k in range(count)]


def rows(data, keys):
    """Lines of results.csv."""
    return [{"run": r.group, "seed": r.seed, **{k: d[k] for k in keys if k in d}, "grains": d["grains"], "verdict": d["verdict"],
             "hash": d["hash"]} for r, d in data.items() if "hash" in d]
