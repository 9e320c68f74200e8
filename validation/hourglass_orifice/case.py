"""Beverloo's law: flow out of a flat-bottomed bin through five orifices; exponent, k and C fitted."""
import math

from lib import page as md, stats, svg
from lib.case import Run, seeds
from lib.output import thin

TITLE = "Flow through an orifice: Beverloo's law"
SCENE = "scenes/gallery/beverloo.toml"
D_GRAIN = 0.004
DENSITY = 2500  # of a grain
# diameter of the orifice in grains -> diameter of the bin in grains, grains, seconds of flow, seeds, minutes
ORIFICES = {5: (22, 10000, 1.6, 5, 1.2), 7: (22, 12000, 1.2, 5, 1.2), 9: (24, 16000, 1.0, 5, 1.4), 12: (30, 26000, 0.8, 5, 2.0),
            16: (38, 45000, 0.6, 5, 3.0)}


# Large orifices, for the exponent where Beverloo's law is at home: bins of 2.5 orifices, filled as high as wide. More than the case's
# twenty minutes: threads for each.
LARGE = {20: (50, 112000, 0.7, 3, 14), 24: (60, 194000, 0.7, 6, 25), 28: (70, 309000, 0.7, 10, 40)}


def sets(d, bin_width, count, seconds):
    half = lambda grains: f"{0.5 * grains * 4:g} mm"
    return {"title": f"Orifice of {d} grains", "wall.bin.radius": half(bin_width), "wall.floor.outer_radius": half(bin_width),
            "wall.floor.inner_radius": half(d), "wall.gate.radius": half(d), "fill.grains.count": count,
            "fill.grains.region.diameter": f"{bin_width * 4:g} mm", "stage.flow.duration": f"{seconds} s"}


RUNS = []
for d, (bin_width, count, seconds, repeats, minutes) in ORIFICES.items():
    RUNS += seeds(Run(f"D{d}", SCENE, sets(d, bin_width, count, seconds), minutes=minutes,
                      short={"fill.grains.count": 400, "stage.settle.duration": "50 ms", "stage.flow.duration": "60 ms"} if d == 5 else None,
                      pictures={f"D{d}.png": {"azimuth": 0, "elevation": 6, "clip_normal": "[0, 0, 1]", "color": "speed", "lo": 0, "hi": 0.5,
                                              "height": 560}} if d in (5, 16) else {},
                      info={"d": d, "seconds": seconds}), repeats)

for d, (bin_width, count, seconds, threads, minutes) in LARGE.items():
    # A high bed falls longer before it rests, and a wide orifice needs longer for a steady flow.
    RUNS.append(Run(f"D{d}", SCENE, {**sets(d, bin_width, count, seconds), "stage.settle.duration": "0.5 s"}, minutes=minutes, threads=threads,
                    pictures={f"D{d}.png": {"azimuth": 0, "elevation": 6, "clip_normal": "[0, 0, 1]", "color": "speed", "lo": 0, "hi": 0.5, "height": 560}} if d == 28 else {},
                    info={"d": d, "seconds": seconds, "begins": 0.3, "settled_frame": "2", "large": True}))

# The same with bins that are 2.5 orifices wide, as those of 9, 12 and 16 grains are, nearly (2.7, 2.5, 2.4).
for d, (bin_width, count, seconds) in {5: (12.5, 4000, 1.4), 7: (17.5, 8000, 1.2)}.items():
    RUNS.append(Run(f"D{d}-narrow", SCENE, sets(d, bin_width, count, seconds), minutes=0.8, info={"d": d, "seconds": seconds, "narrow": True}))


def measure(run, out):
    times, mass = out.series["time"], [0 - v for v in out.series["flow.mass_passed"]]
    count = [0 - v for v in out.series["flow.number_passed"]]
    opened = times[-1] - min(run.info["seconds"], times[-1])
    # Without the time in which the flow begins.
    begins = run.info.get("begins", 0.2)
    a = next((k for k, t in enumerate(times) if t >= opened + begins), 0)
    b = len(times) - 1
    if b <= a:
        a = 0
    rate = (mass[b] - mass[a]) / (times[b] - times[a])
    middle = (a + b) // 2
    halves = [(mass[middle] - mass[a]) / (times[middle] - times[a]), (mass[b] - mass[middle]) / (times[b] - times[middle])] if b > a + 4 else [rate, rate]
    solid = solid_fraction(out, run.info.get("settled_frame", "1"))
    return {"mass_rate": round(rate, 6), "first_half": round(halves[0], 6), "second_half": round(halves[1], 6),
            "grains_passed": int(count[b] - count[a]), "solid_fraction": round(solid, 4),
            "series": {"time": thin(times, 100), "passed": thin(mass, 100)}}


def solid_fraction(out, frame):
    """Of the lower half of the settled bed, without the layer on the floor: the bulk density over that of the glass."""
    grains = out.grains(frame)
    radius = max(math.hypot(g["x"], g["z"]) + g["radius"] for g in grains)
    top = sorted(g["y"] for g in grains)[int(0.9 * len(grains))]
    lo, hi = 0.1 * top, 0.6 * top
    from lib import density
    return density.between(grains, radius, lo, hi)


def means(data, narrow=False):
    """Orifice (in grains) -> volumes of bed that run out per second: the mass a second over the bulk density of the run's own bed (m^3/s)."""
    found = {}
    for r, d in data.items():
        if bool(r.info.get("narrow")) == narrow:
            found.setdefault(r.info["d"], []).append(d["mass_rate"] / (DENSITY * d["solid_fraction"]))
    return dict(sorted(found.items()))


def fit(flows, exponent=None, k_kept=None):
    """n, k and the factor of Q = factor (D - k d)^n, by least squares of ln Q; a given exponent or k is kept."""
    best = None
    for step in range(0, 4001) if k_kept is None else (1000 * k_kept,):
        k = step * 0.001
        if k >= min(flows) - 0.2:
            break
        xs = [math.log((d - k) * D_GRAIN) for d in flows]
        ys = [math.log(stats.mean(v)) for v in flows.values()]
        if exponent is None:
            n, a = stats.line(xs, ys)
        else:
            n, a = exponent, stats.mean([y - exponent * x for x, y in zip(xs, ys)])
        error = math.fsum((y - a - n * x) ** 2 for x, y in zip(xs, ys))
        if best is None or error < best[0]:
            best = (error, n, k, math.exp(a))
    return {"n": best[1], "k": best[2], "factor": best[3], "rms": math.sqrt(best[0] / len(flows))}


def mankoc(d, b):
    """Flow through an orifice of d grains, but for a factor: (1 - exp(-b (d - 1))/2) (d - 1)^2.5 (Mankoc et al. 2007)."""
    return (1 - 0.5 * math.exp(-b * (d - 1))) * (d - 1) ** 2.5


def fit_mankoc(flows):
    """b, factor and rms: as many constants as Beverloo's law with k fitted."""
    best = None
    for step in range(1, 1001):
        b = 0.001 * step
        left = [math.log(stats.mean(v)) - math.log(mankoc(d, b)) for d, v in flows.items()]
        mean = stats.mean(left)
        rms = math.sqrt(math.fsum((x - mean) ** 2 for x in left) / len(left))
        if best is None or rms < best["rms"]:
            best = {"b": b, "factor": math.exp(mean), "rms": rms}
    return best


def jackknife(flows):
    """Exponents with each orifice left out in turn."""
    return [fit({d: v for d, v in flows.items() if d != out})["n"] for out in flows]


def results(data):
    return [{"run": r.name, "orifice_in_grains": r.info["d"], "seed": r.seed, "mass_rate": d["mass_rate"], "first_half": d["first_half"],
             "second_half": d["second_half"], "grains_passed": d["grains_passed"], "solid_fraction": d["solid_fraction"], "verdict": d["verdict"], "hash": d["hash"]}
            for r, d in data.items()]


def parts_of(flows):
    """Five orifices at a time, from the smallest to the largest, then all of them."""
    chosen = [[d for d in names if d in flows] for names in ((5, 7, 9, 12, 16), (9, 12, 16, 20, 24), (12, 16, 20, 24, 28))]
    chosen = [c for c in chosen if len(c) == 5]
    return chosen + ([list(flows)] if len(flows) > 5 else [])


def fits_table(flows):
    rows = []
    for part in parts_of(flows):
        of = {d: flows[d] for d in part}
        free, fixed, other = fit(of), fit(of, 2.5), fit_mankoc(of)
        left = jackknife(of)
        rows.append([f"{part[0]} to {part[-1]} grains ({len(part)} orifices)", f"**{free['n']:.2f}** ({min(left):.2f} to {max(left):.2f})", f"{free['k']:.2f}", f"{100 * free['rms']:.1f}%",
                     f"{fit(of, k_kept=1.4)['n']:.2f}", f"{fixed['k']:.2f}, {fixed['factor'] / math.sqrt(9.81):.3f}, {100 * fixed['rms']:.1f}%", f"{other['b']:.3f}, {100 * other['rms']:.1f}%"])
    return md.table(["orifices", "exponent n (one left out in turn)", "k", "rms", "n with k = 1.4", "n = 2.5: k, C, rms", "Mankoc: b, rms"], rows)


def bar_table(flows, mass):
    """Is the exponent within 0.1 of 2.5?"""
    word = lambda f: f"{'met' if abs(f['n'] - 2.5) <= 0.1 else '**not met**'} (n = {f['n']:.2f}, k = {f['k']:.2f})"
    rows = [[f"{part[0]} to {part[-1]} grains", *[word(fit({d: of[d] for d in part})) for of in (flows, mass)]] for part in parts_of(flows) if len(part) == 5]
    return md.table(["orifices", "with each bed's own density", "with one density for all"], rows)


def narrow_text(data, mass):
    """What a narrower bin changes."""
    found = {r.info["d"]: d for r, d in data.items() if r.info.get("narrow")}
    told = " and ".join(f"{100 * (x['mass_rate'] / stats.mean(mass[d]) - 1):+.1f}% (D = {d} d, bulk density {DENSITY * x['solid_fraction']:.0f} kg/m³)" for d, x in found.items())
    return f"- **The width of the bin**: in bins of 2.5 orifices, as those of the large orifices are, the small ones let more mass through: {told}.\n" if found else ""


def plots(case, data, flows):
    fixed, other = fit(flows, 2.5), fit_mankoc(flows)
    top = max(flows) + 1
    law = lambda d, c, k: c * math.sqrt(9.81) * ((d - k) * D_GRAIN) ** 2.5
    # Q^(2/5) over D is a straight line if the exponent is 2.5.
    p = svg.Panel(x="orifice D / d", y="Q^(2/5)  ((m³/s)^0.4)", height=300)
    p.curve([1.4, top], [0, law(top, 0.58, 1.4) ** 0.4], "Beverloo: C = 0.58, k = 1.4", "#555555", dash=True)
    p.curve([fixed["k"], top], [0, (fixed["factor"] * ((top - fixed["k"]) * D_GRAIN) ** 2.5) ** 0.4], f"2.5, k = {fixed['k']:.2f}", "#0072b2")
    p.points(list(flows), [stats.mean(v) ** 0.4 for v in flows.values()], "Scree", "#d55e00")
    # Over (D - d)^2.5 differences of some percent are seen.
    q = svg.Panel(x="orifice D / d", y="Q / (√g (D − d)^2.5)", height=300)
    xs = [4 + 0.25 * k for k in range(4 * (top - 4) + 1)]
    over = lambda d, flow: flow / (math.sqrt(9.81) * ((d - 1) * D_GRAIN) ** 2.5)
    q.curve(xs, [over(d, law(d, 0.58, 1.4)) for d in xs], "Beverloo: C = 0.58, k = 1.4", "#555555", dash=True)
    q.curve(xs, [over(d, law(d, fixed["factor"] / math.sqrt(9.81), fixed["k"])) for d in xs], f"2.5, k = {fixed['k']:.2f}", "#0072b2")
    q.curve(xs, [over(d, other["factor"] * mankoc(d, other["b"])) for d in xs], f"Mankoc, b = {other['b']:.3f}", "#009e73")
    q.points(list(flows), [over(d, stats.mean(v)) for d, v in flows.items()], "Scree", "#d55e00")
    r = svg.Panel(x="time since the start (s)", y="run out (kg)", height=300)
    small = [d for d in flows if d <= 16]
    for n, d in enumerate(small):
        for run, x in data.items():
            if run.info["d"] == d and run.seed == 1 and "narrow" not in run.info:
                r.curve(x["series"]["time"], x["series"]["passed"], f"D = {d} d", svg.COLOURS[n])
    svg.draw(case.folder / "beverloo.svg", [p, q, r], columns=3)


def page(data, case):
    flows = means(data)
    text = """How much runs out of a bin through a round hole? Beverloo, Leniger and van de Velde measured it in 1961:

    W = C ρ_b √g (D − k d)^2.5,     C ≈ 0.58, k ≈ 1.4 for spheres,

with the bulk density ρ_b, the diameters D of the orifice and d of the grains. The flow does not depend on the height of the filling. Here a flat-bottomed bin
of grains of 4 mm ± 10% (friction 0.4) runs out through orifices of 5 to 28 grains; exponent, k and C are fitted.
"""
    if len(flows) < 4:
        return text + "\nNot run yet.\n\n" + md.how_run(case, data)
    wide = {r: d for r, d in data.items() if "narrow" not in r.info}
    mass = {d: [x["mass_rate"] for r, x in wide.items() if r.info["d"] == d] for d in flows}
    bulk = {d: DENSITY * stats.mean([x["solid_fraction"] for r, x in wide.items() if r.info["d"] == d]) for d in flows}
    law = lambda d: 0.58 * bulk[d] * math.sqrt(9.81) * ((d - 1.4) * D_GRAIN) ** 2.5
    rows = []
    for d, v in mass.items():
        ours = 1000 * stats.mean(v)
        passed = sum(x["grains_passed"] for r, x in wide.items() if r.info["d"] == d)
        rows.append([f"{d} d = {4 * d} mm", f"{ours:.1f}" + (f" ± {1000 * stats.spread(v):.1f} ({len(v)} seeds)" if len(v) > 1 else " (1 seed)"), passed, f"{bulk[d]:.0f}",
                     f"{1000 * law(d):.1f}", f"{ours / (1000 * law(d)):.3f}"])
    plots(case, data, flows)
    halves = [x["second_half"] / x["first_half"] for x in data.values() if x["first_half"]]
    same_form = [fit({d: [mankoc(d, 0.001 * b)] for d in (5, 7, 9, 12, 16)})["n"] for b in range(30, 121, 10)]
    return text + f"""
{md.plot(case.name, "beverloo.svg", "Flow over the diameter of the orifice, and mass that has run out over time")}

## Ours and the published law

The law holds for a given bulk density, so what is fitted is Q = W/ρ_b, with ρ_b of each run's own settled bed. Beverloo et al. 1961: n = 2.5, k = 1.4, C = 0.58.

{fits_table(flows)}

Bar: n within 0.1 of 2.5 over five orifices when k is fitted with it.

{bar_table(flows, mass)}

- **Small orifices flow thinner than the law says.** Mankoc et al. (2007, Granular Matter 9, 407) keep the exponent 2.5 and k = 1 and lose up to half of the flow there,
  W ∝ (1 − e^(−b(D/d − 1))/2) (D/d − 1)^2.5. With one b it goes through all {len(flows)} orifices with an rms of {100 * fit_mankoc(flows)['rms']:.1f}%, against {100 * fit(flows, 2.5)['rms']:.1f}% of Beverloo's law with as many constants
  (plot in the middle); its b is much the same for small and large orifices (the table).
- **An exponent above 2.5 over 5 to 16 grains follows from that**: such a law, with any b from 0.03 to 0.12, fitted as ours gives {min(same_form):.2f} to {max(same_form):.2f} there. The larger the orifices, the nearer the exponent comes to 2.5.

{md.table(["orifice", "Scree (g/s)", "grains counted", "bulk density (kg/m³)", "Beverloo, C = 0.58, k = 1.4 (g/s)", "ratio"], rows)}

The flow in the second half of the time over that in the first: {stats.mean(halves):.3f} ± {stats.spread(halves):.3f}, while the bin runs empty: it does not depend on the height, as an hourglass needs.

{md.side_by_side([(f"D = {d} d", md.picture(case.name, f"D{d}.png", f"the bin with an orifice of {d} grains")) for d in (5, 16, 28) if (case.folder / "data" / f"D{d}.png").exists()])}

## What differs, and why

- **Where it is counted.** 2 mm below the floor, without the first 0.2 s after the opening (0.3 s from 20 grains on).
- **C and k** depend on friction, shape and spread of sizes: the law was measured with seeds and sand.
- **The bulk density grows with the bin**, for two reasons: less of a wide bin is near a wall, where grains lie looser; and contacts of 0.8 ms are soft: under a column of 38 grains one is
  pressed in by 1.5% of its diameter, under one of 70 by nearly 3%. Near the orifice only the second matters, so the truth lies between the two columns above.
- **The bin** should be wider than 2.5 orifices and than the orifice and 30 grains, and filled to 1.2 of its width (Mankoc et al.). Ours are 22 to 70 grains wide, 4.4 (5 grains) to
  2.4 orifices (16 grains), and filled about as high as wide.
{narrow_text(data, mass)}- **One seed** for each of the three largest orifices ({", ".join(f"{c:,}".replace(",", " ") for _, c, *_ in LARGE.values())} grains); they ran on 16 cores.
- **Verdicts**: {sum(d["verdict"] == "doubtful" for d in data.values())} of {len(data)} runs are `doubtful` because single grains are pressed in by up to {100 * max(d["greatest_overlap"] for d in data.values()):.0f}% of their radius while the bed falls from its lattice;
  the scene allows 15%.

{md.how_run(case, data)}
"""
