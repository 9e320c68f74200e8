"""Ferrez 2001, 6.3: hourglasses. One size (table 6.1), two sizes (table 6.2), steep and flat glasses, turned over (6.3.4)."""
from lib import page as md, stats, svg
from lib.case import Run, published, seeds
from lib.output import thin

TITLE = "Hourglass: flow, blocking, turning over"
ONE, TWO, TURNED = ("scenes/gallery/hourglass.toml", "scenes/gallery/hourglass_sizes.toml", "scenes/gallery/hourglass_turned.toml")
HALF = {"azimuth": 0, "elevation": 6, "clip_normal": "[0, 0, 1]", "color": "speed", "lo": 0, "hi": 0.5}
SIDE = {"azimuth": 0, "elevation": 4, "width": 300, "height": 480, "color": "start height"}


def size(mm, count):
    return {"fill.grains.diameter": f"{0.99 * mm:.3f} mm", "fill.grains.spacing": f"{mm} mm", "fill.grains.count": count}


def turns(duration):
    return {f"gravity.turns.{k}.duration": duration for k in range(4)}


RUNS = []
RUNS += seeds(Run("A", ONE, {"title": "A: 2790 grains of 4 mm"}, minutes=0.9,
                  short={"fill.grains.count": 300, "stage.flow.at_most": "40 ms"},
                  pictures={f"A-{k}.png": {**HALF, "frame": f} for k, f in enumerate((5, 12, "last"))}, info={"case": "A"}), 2)
RUNS += seeds(Run("B", ONE, {"title": "B: 7236 grains of 3 mm", **size(3, 7236)}, minutes=3.2,
                  pictures={f"B-{k}.png": {**HALF, "frame": f} for k, f in enumerate((5, 12, "last"))}, info={"case": "B"}), 2)
RUNS += seeds(Run("C", ONE, {"title": "C: 5898 grains of 3 mm", **size(3, 5898)}, minutes=2.6,
                  pictures={f"C-{k}.png": {**HALF, "frame": f} for k, f in enumerate((5, 12, "last"))}, info={"case": "C"}), 2)
RUNS += seeds(Run("sizes", TWO, {"title": "Two sizes"}, minutes=1.8,
                  short={"fill.large.count": 20, "fill.small.count": 100, "stage.settle.duration": "20 ms", "stage.flow.at_most": "20 ms"},
                  pictures={"sizes.png": {**HALF, "color": "diameter", "frame": 6, "lo": 0.002, "hi": 0.006}}, info={"case": "two sizes"}), 2)
# The set of table 6.2 does not fit into half of the steep glass (68 ml): half of it; of the flat one's (97 ml) three quarters.
RUNS += seeds(Run("steep", TWO, {"title": "Two sizes, steep", "wall.glass.diameter": "60 mm", "fill.large.count": 136, "fill.small.count": 2291},
                  minutes=0.7, pictures={"steep.png": {**HALF, "color": "diameter", "frame": 5, "lo": 0.002, "hi": 0.006}},
                  info={"case": "steep"}), 2)
RUNS += seeds(Run("flat", TWO, {"title": "Two sizes, flat", "wall.glass.height": "60 mm", "fill.large.count": 205, "fill.small.count": 3437}, minutes=2.1,
                  pictures={"flat.png": {**HALF, "color": "diameter", "frame": "last", "lo": 0.002, "hi": 0.006}}, info={"case": "flat"}), 2)
RUNS += seeds(Run("turned-fast", TURNED, {"title": "71 grains, turned in 0.1 s"}, minutes=0.35,
                  short={"duration": "0.1 s"}, pictures={f"fast-{k}.png": {**SIDE, "frame": f} for k, f in enumerate((80, 83, 86, 92))},
                  info={"case": "turned fast"}), 5)
RUNS += seeds(Run("turned-slow", TURNED, {"title": "71 grains, turned in 1 s", **turns("1 s")}, minutes=0.35,
                  pictures={f"slow-{k}.png": {**SIDE, "frame": f} for k, f in enumerate((84, 90, 96, 104))},
                  info={"case": "turned slow"}), 5)
RUNS += [Run("tall", "scenes/gallery/hourglass_tall.toml", {}, minutes=0.9, short={"duration": "10 ms", "fill.small.count": 100, "fill.large.count": 10},
             pictures={f"tall-{k}.png": {**SIDE, "color": "diameter", "frame": f} for k, f in enumerate((20, 24, 28, 32))}, info={"case": "tall"})]


def passed(out):
    """Grains that have come through the neck."""
    return [0 - v for v in out.series["flow.number_passed"]]


def steady(times, count, from_share=0.15, to_share=0.6):
    """Grains a second between two shares of all that came through, and how much the flow over 50 ms varies there."""
    total = count[-1]
    a = next(k for k, c in enumerate(count) if c >= from_share * total)
    b = next(k for k, c in enumerate(count) if c >= to_share * total)
    if b <= a + 2:
        return 0.0, 0.0
    rate = (count[b] - count[a]) / (times[b] - times[a])
    step = max(1, round(0.05 / (times[1] - times[0])))
    parts = [(count[k + step] - count[k]) / (times[k + step] - times[k]) for k in range(a, b - step, step)]
    return rate, stats.spread(parts) / rate if rate and len(parts) > 1 else 0.0


def measure(run, out):
    times, count = out.series["time"], passed(out)
    if run.info["case"] in ("turned fast", "turned slow", "tall"):
        upper = out.series["upper.number"]
        numbers = {"series": {"time": thin(times, 400), "upper": thin(upper, 400)}}
        # Just before a turn the fuller half should be the lower one: what is left in the other is blocked there. Gravity points
        # down before the first and third turn.
        total = out.summary["particles"]
        left = []
        for k, t in enumerate((3.99, 7.99, 11.99, 15.99, 19.99)):
            if times[-1] >= t - 0.02:
                u = out.at("upper.number", t)
                left.append(int(u if k % 2 == 0 else total - u))
        numbers["blocked"] = left
        return numbers
    total = out.summary["particles"]
    first = next((k for k, c in enumerate(count) if c > 0), 0)
    rate, variation = steady(times, count) if count[-1] > 20 else (0.0, 0.0)
    last = next((k for k in range(len(count) - 1, -1, -1) if count[k] < count[-1] - 2), 0)
    mass = [0 - v for v in out.series["flow.mass_passed"]]
    return {"passed": int(count[-1]), "left_above": int(total - count[-1]), "rate": round(rate, 2), "variation": round(variation, 4),
            "mass_rate": round(rate * mass[-1] / count[-1], 6) if count[-1] else 0.0, "emptied_after": round(times[last] - times[first], 4),
            "series": {"time": thin(times, 200), "passed": thin(count, 200)}}


def results(data):
    rows = []
    for r, d in data.items():
        row = {"run": r.name, "case": r.info["case"], "seed": r.seed, "grains": d["grains"]}
        for key in ("passed", "left_above", "rate", "mass_rate", "variation", "emptied_after"):
            row[key] = d.get(key)
        row["blocked_before_each_turn"] = " ".join(map(str, d["blocked"])) if "blocked" in d else None
        rows.append({**row, "verdict": d["verdict"], "hash": d["hash"]})
    return rows


def of(data, case):
    return [(r, d) for r, d in data.items() if r.info["case"] == case]


def numbers(runs, key, digits=0, scale=1):
    """The values of all seeds, side by side."""
    return ", ".join(f"{scale * d[key]:.{digits}f}" for _, d in runs) if runs else "not run yet"


SAID = {"A": "regular flow throughout", "B": "too many grains: blocked", "C": "fewer grains, stops earlier than B",
        "two sizes": "much more chaotic", "steep": "very fast", "flat": "much slower, even stops when large grains block the slot"}


def flow_rows(data):
    rows = []
    for case, said in SAID.items():
        runs = of(data, case)
        rows.append([case, numbers(runs, "grains"), numbers(runs, "rate"), numbers(runs, "mass_rate", 1, 1000), numbers(runs, "variation", 1, 100),
                     numbers(runs, "left_above"), numbers(runs, "emptied_after", 2), said])
    return rows


def flow_plot(data, path, cases, title):
    left = svg.Panel(x="time (s)", y="grains through the neck", height=300, title=title)
    right = svg.Panel(x="time (s)", y="grains a second, over 0.1 s", height=300)
    for k, case in enumerate(cases):
        for r, d in of(data, case)[:1]:
            t, c = d["series"]["time"], d["series"]["passed"]
            left.curve(t, c, case, svg.COLOURS[k])
            n = max(1, round(0.1 / (t[1] - t[0])))
            right.curve([t[j + n] for j in range(0, len(t) - n)], [(c[j + n] - c[j]) / (t[j + n] - t[j]) for j in range(0, len(t) - n)], case, svg.COLOURS[k])
    if left.items:
        svg.draw(path, [left, right], columns=2)
    return bool(left.items)


def turned_plot(data, path):
    panels = []
    for case in ("turned fast", "turned slow"):
        p = svg.Panel(x="time (s)", y="grains in the upper half", height=230, title=case)
        for t in (4, 8, 12, 16):
            p.mark(t)
        for k, (r, d) in enumerate(of(data, case)):
            p.curve(d["series"]["time"], d["series"]["upper"], f"seed {r.seed}", svg.COLOURS[k])
        if p.items:
            panels.append(p)
    if panels:
        svg.draw(path, panels)
    return bool(panels)


def page(data, case):
    parts = ["""Section 6.3 of Ferrez' thesis: grains run through an hourglass of 10 cm × 10 cm. Does the flow depend on how much is left above? When does it
block? What happens when the glass is turned over?
""",
             md.side_by_side([(f"{n}, {t}", md.picture(case.name, f"{n}-{k}.png", f"experiment {n}, {t}")) for n in "A" for k, t in enumerate(("0.5 s", "1.2 s", "end"))]),
             "", "## Ours and the published results", "",
             md.table(["case", "grains", "grains a second", "g/s", "varies by, % (parts of 50 ms)", "left above", "runs for (s)", "Ferrez"], flow_rows(data)), "",
             "Where there are several numbers: seeds 1, 2. The thesis shows curves (figures 6.9 to 6.12) that are not in its text; what it says of them is the last column. "
             "The rate is that between 15% and 60% of what came through."]
    if flow_plot(data, case.folder / "one_size.svg", "ABC", "One size (table 6.1)"):
        parts += ["", md.plot(case.name, "one_size.svg", "Grains through the neck over time, A, B and C")]
    parts += ["", one_size(data), "", md.side_by_side([(f"B, {t}", md.picture(case.name, f"B-{k}.png", f"experiment B, {t}")) for k, t in enumerate(("0.5 s", "1.2 s", "end"))]), "",
              "## Two sizes, steep and flat", ""]
    if flow_plot(data, case.folder / "two_sizes.svg", ("two sizes", "steep", "flat"), "Two sizes (table 6.2)"):
        parts += [md.plot(case.name, "two_sizes.svg", "Two sizes of grains in three glasses"), ""]
    parts += [md.side_by_side([(n, md.picture(case.name, f"{f}.png", n)) for n, f in (("10 cm × 10 cm", "sizes"), ("steep, 6 cm wide", "steep"), ("flat, 6 cm high, at the end", "flat"))]),
              "", two_sizes(data), "", "## Turned over", "", turned(data), ""]
    if turned_plot(data, case.folder / "turned.svg"):
        parts += [md.plot(case.name, "turned.svg", "Grains in the upper half while the glass is turned over four times"), ""]
    parts += [md.side_by_side([(f"fast, {t}", md.picture(case.name, f"fast-{k}.png", f"fast reversal at {t}")) for k, t in enumerate(("4.00 s", "4.15 s", "4.30 s", "4.60 s"))]), "",
              md.side_by_side([(f"slow, {t}", md.picture(case.name, f"slow-{k}.png", f"slow reversal at {t}")) for k, t in enumerate(("4.2 s", "4.5 s", "4.8 s", "5.2 s"))]), "",
              "Gravity turns instead of the glass, as in the thesis, so the picture stays and what was down becomes up. The tall glass of two sizes, turned in half a second "
              "(figure 6.18):", "",
              md.side_by_side([(f"{t} s", md.picture(case.name, f"tall-{k}.png", f"tall glass at {t} s")) for k, t in enumerate(("1.0", "1.2", "1.4", "1.6"))]), "",
              CHOICES, "", md.how_run(case, data)]
    return "\n".join(parts)


def one_size(data):
    """What the runs say of table 6.1, in words."""
    words = []
    for name, text in (("A", "runs through"), ("C", "runs through"), ("B", "blocks")):
        runs = of(data, name)
        if not runs:
            continue
        left = [d["left_above"] for _, d in runs]
        share = [l / d["grains"] for l, (_, d) in zip(left, runs)]
        if max(left) == 0:
            words.append(f"- **{name}** runs through: nothing is left above.")
        else:
            words.append(f"- **{name}** does not run through: {', '.join(map(str, left))} grains stay above ({', '.join(f'{100 * s:.1f}%' for s in share)}).")
    a, b = of(data, "A"), of(data, "B")
    if a and b:
        words.append(f"- With grains of 3 mm the same neck lets {b[0][1]['mass_rate'] / a[0][1]['mass_rate']:.2f} times the mass of A through per second; (D − 1.4 d)^2.5 of "
                     f"Beverloo's law says {((20 - 4.2) / (20 - 5.6)) ** 2.5:.2f}.")
    return "\n".join(words)


def two_sizes(data):
    words = []
    rate = {c: stats.mean([d["mass_rate"] for _, d in of(data, c)]) for c in ("A", "two sizes", "steep", "flat") if of(data, c)}
    var = {c: stats.mean([d["variation"] for _, d in of(data, c)]) for c in ("A", "two sizes") if of(data, c)}
    if "two sizes" in rate and "A" in var:
        words.append(f"- *More chaotic*: the number of grains in parts of 50 ms varies by {100 * var['two sizes']:.0f}% with two sizes, by {100 * var['A']:.0f}% in A.")
    if {"two sizes", "steep", "flat"} <= set(rate):
        words.append(f"- *Steep is fast, flat is slow*: {1000 * rate['steep']:.0f} g/s in the steep glass, {1000 * rate['two sizes']:.0f} in the regular, "
                     f"{1000 * rate['flat']:.0f} in the flat one. Left above in the flat one: {numbers(of(data, 'flat'), 'left_above')} grains of {of(data, 'flat')[0][1]['grains']}.")
    return "\n".join(words)


def turned(data):
    lines = []
    for case in ("turned fast", "turned slow"):
        runs = of(data, case)
        if not runs:
            continue
        events = [b for _, d in runs for b in d["blocked"][1:]]
        stuck = [b for b in events if b > 7]
        text = f"- **{case}**: {len(events)} reversals ({len(runs)} seeds). "
        text += (f"In {len(stuck)} of them more than a tenth stayed above: {', '.join(map(str, stuck))} of 71." if stuck else "All grains came down in every one.")
        lines.append(text + (" The thesis: about a quarter of the grains after one fast reversal (figure 6.15)." if case == "turned fast" else ""))
    first = [d["blocked"][0] for r, d in data.items() if r.info["case"] == "turned fast"]
    if first and max(first) > 7:
        lines.append(f"- Before the first turn, too: of the {len(first)} fillings {sum(b > 7 for b in first)} stayed above in part ({', '.join(str(b) for b in first if b > 7)} of 71) until a "
                     "turn broke the arch. Slow turns leave fewer arches than fast ones: the grains flow along the wall, as the thesis describes it, instead of falling all at once.")
    return "\n".join(lines) or "Not run yet."


CHOICES = """## What differs, and why

- **The neck.** Figure 6.8 is not in the text. A face-centred lattice of touching grains in one half of a 10 cm × 10 cm glass holds the 7236 grains of B
  only with a neck of 20 mm or more (7312 sites; 18 mm: 7123), the 2790 of A from 15 mm on. So 20 mm: a half then holds 162 ml. Randomly
  packed at 0.6, A takes 156 ml, C 139 ml and B 170 ml: B cannot fit into the lower half, which is what "too many grains" means.
- **Grains** are 1% smaller than told and vary by ±1%, on sites of the told size, so that seeds differ.
- **Steep and flat**: the set of table 6.2 does not fit into the smaller halves; half of it and three quarters are used, in the same proportion.
- **The flat glass** is the slowest here too, but did not stop: large grains of 6 mm are 3.3 times smaller than the neck of 20 mm. A narrower neck would block, and not let B's grains in.
- **Small grains between large ones** are pressed in by up to 36% of their radius for an instant when the two sizes fall onto the gate, so these runs are `doubtful`: contacts that all last
  0.5 ms make small grains soft.
- **71 grains**: their size and the neck of that glass are not told. 6 mm and 13.5 mm (2.25 grains): with 15 mm nothing ever blocked.
- **Contacts**: e = 0.3, friction 0.1, as in chapter 5 of the thesis; they last 0.5 ms instead of 1 ms, 25 steps each."""
