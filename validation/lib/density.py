"""Densities of a packing from its grains, as the sources of the cases define them."""
import math


def ball(radius):
    return 4 / 3 * math.pi * radius ** 3


def below(y, r, h):
    """Volume of a ball about height y that lies below the plane of height h: Ferrez (4.4)."""
    c = min(max(h - (y - r), 0.0), 2 * r)
    return math.pi / 3 * c * c * (3 * r - c)


def of_cylinder(grains, radius, bottom=0.0):
    """Volume of the grains over base times height of the highest grain: Ferrez (4.3)."""
    top = max(g["y"] + g["radius"] for g in grains)
    solid = math.fsum(ball(g["radius"]) - below(g["y"], g["radius"], bottom) for g in grains)
    return solid / (math.pi * radius ** 2 * (top - bottom))


def between(grains, radius, low, high):
    """Density of the part of a cylinder between two heights."""
    solid = math.fsum(below(g["y"], g["radius"], high) - below(g["y"], g["radius"], low) for g in grains)
    return solid / (math.pi * radius ** 2 * (high - low))


def core(grains, radius, share=0.1):
    """Density without the uppermost and the lowest part of the height, where `top` is the height that 99 % of the volume
    lies below: what the ragged top of a packing does not change."""
    order = sorted(grains, key=lambda g: g["y"])
    total = math.fsum(ball(g["radius"]) for g in order)
    seen, top = 0.0, order[-1]["y"]
    for g in order:
        seen += ball(g["radius"])
        if seen >= 0.99 * total:
            top = g["y"]
            break
    return between(grains, radius, share * top, (1 - share) * top)


def near_pairs(grains):
    """Each pair of balls that may overlap, once; the first is the larger one."""
    size = 2 * sorted(g["radius"] for g in grains)[len(grains) // 2]
    cells = {}
    for n, g in enumerate(grains):
        cells.setdefault(tuple(math.floor(g[c] / size) for c in "xyz"), []).append((n, g))
    for n, a in enumerate(grains):
        reach = 2 * a["radius"]  # partners that are not larger lie within it
        lo = [math.floor((a[c] - reach) / size) for c in "xyz"]
        hi = [math.floor((a[c] + reach) / size) for c in "xyz"]
        for i in range(lo[0], hi[0] + 1):
            for j in range(lo[1], hi[1] + 1):
                for k in range(lo[2], hi[2] + 1):
                    for m, b in cells.get((i, j, k), ()):
                        if (b["radius"], m) < (a["radius"], n):
                            yield a, b


def overlap_share(grains):
    """Volume that pairs of overlapping balls count twice, over the volume of all of them."""
    return math.fsum(lens(a, b) for a, b in near_pairs(grains)) / math.fsum(ball(g["radius"]) for g in grains)


def overlaps(grains):
    """Of each pair that overlaps, in units of the smaller radius, the least first."""
    depth = ((a["radius"] + b["radius"] - dist(a, b)) / b["radius"] for a, b in near_pairs(grains))
    return sorted(d for d in depth if d > 0)


def dist(a, b):
    return math.dist((a["x"], a["y"], a["z"]), (b["x"], b["y"], b["z"]))


def lens(a, b):
    """Volume that two balls have in common."""
    d, r, s = dist(a, b), a["radius"], b["radius"]
    if d >= r + s:
        return 0.0
    if d <= abs(r - s):
        return ball(min(r, s))
    return math.pi * (r + s - d) ** 2 * (d * d + 2 * d * (r + s) - 3 * (r - s) ** 2) / (12 * d)
