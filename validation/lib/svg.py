"""Plots as SVG, with the standard library alone: curves, points with bars, maps over time and a triangle of three shares."""
import math

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#8c510a"]
# Light to dark, even steps of lightness, as the map of Scree's pictures.
SCALE = ["#f4f1e4", "#dbe7d0", "#b9dcc4", "#92cfbf", "#6bbfbd", "#4aacb8", "#3496af", "#2a7ea2", "#296592", "#2b4c7c", "#2a345f", "#231d3f"]


def escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ticks(lo, hi, count=6):
    """Round numbers from lo to hi."""
    if not hi > lo:
        hi = lo + 1
    raw = (hi - lo) / count
    power = 10 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * 0.999)
    first = math.ceil(lo / step - 1e-9)
    return [round(k * step, 12) for k in range(first, int(math.floor(hi / step + 1e-9)) + 1)]


def shown(v):
    return f"{v:.6g}"


class Panel:
    """One pair of axes. Add curves and points, then draw(path, [panels])."""

    def __init__(self, title="", x="", y="", xlim=None, ylim=None, logx=False, logy=False, height=240):
        self.title, self.x, self.y, self.xlim, self.ylim = title, x, y, xlim, ylim
        self.logx, self.logy, self.height = logx, logy, height
        self.items, self.lines, self.map = [], [], None

    def curve(self, xs, ys, label=None, colour=None, width=1.4, dash=None):
        self.items.append(dict(kind="curve", x=list(xs), y=list(ys), label=label, colour=colour, width=width, dash=dash))
        return self

    def points(self, xs, ys, label=None, colour=None, bars=None, open=False):
        self.items.append(dict(kind="points", x=list(xs), y=list(ys), label=label, colour=colour, bars=bars, open=open))
        return self

    def level(self, value, label=None, colour="#555555"):
        """A dashed horizontal line: a published value."""
        self.lines.append(("h", value, label, colour))
        return self

    def mark(self, value, colour="#bbbbbb"):
        """A dashed vertical line."""
        self.lines.append(("v", value, None, colour))
        return self

    def heat(self, xs, ys, rows, lo, hi, label=""):
        """A map: rows[j][k] at ys[j] (edges, one more than rows) and xs[k] (edges, one more than columns)."""
        self.map = (list(xs), list(ys), rows, lo, hi, label)
        return self

    def range(self):
        xs = [v for i in self.items for v in i["x"]] + [v for k, v, _, _ in self.lines if k == "v"]
        ys = [v for i in self.items for v in i["y"]] + [v for k, v, _, _ in self.lines if k == "h"]
        for i in self.items:
            if i.get("bars"):
                ys += [y + s * b for y, b in zip(i["y"], i["bars"]) for s in (-1, 1)]
        if self.map:
            xs, ys = xs + self.map[0], ys + self.map[1]
        xs, ys = xs or [0, 1], ys or [0, 1]
        x0, x1 = self.xlim or (min(xs), max(xs))
        y0, y1 = self.ylim or (min(ys), max(ys))
        if not self.xlim and not self.map and not self.logx:
            x0, x1 = x0 - 0.02 * (x1 - x0), x1 + 0.02 * (x1 - x0)
        if not self.ylim and not self.map:
            if self.logy:
                y0, y1 = y0 / 1.2, y1 * 1.2
            else:
                pad = 0.06 * (y1 - y0) or 1
                y0, y1 = y0 - pad, y1 + pad
        return x0, x1 if x1 > x0 else x0 + 1, y0, y1 if y1 > y0 else y0 + 1


def draw(path, panels, columns=1, width=None, title=None):
    """Panels in rows; writes the file and returns its name."""
    panel_width = (width or (680 if columns == 1 else 1000)) / columns
    rows = [panels[k:k + columns] for k in range(0, len(panels), columns)]
    top = 30 if title else 0
    total_w = panel_width * columns
    total_h = top + sum(max(p.height for p in r) for r in rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_w:.0f}" height="{total_h:.0f}" '
           f'viewBox="0 0 {total_w:.0f} {total_h:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="12">',
           f'<rect width="{total_w:.0f}" height="{total_h:.0f}" fill="#ffffff"/>']
    if title:
        out.append(f'<text x="14" y="21" font-size="15" font-weight="bold" fill="#222222">{escape(title)}</text>')
    y = top
    for k, row in enumerate(rows):
        for c, p in enumerate(row):
            out += panel_lines(p, c * panel_width, y, panel_width, p.height, f"a{k}_{c}")
        y += max(p.height for p in row)
    out.append("</svg>")
    with open(path, "w") as f:
        f.write("\n".join(out) + "\n")
    return path.name


def panel_lines(p, x, y, w, h, clip):
    labelled = [i for i in p.items if i["label"]] + [dict(kind="level", label=l, colour=c) for k, _, l, c in p.lines if l]
    left, right = x + 62, x + w - (74 if p.map else 16)
    # The legend takes as many lines as it needs.
    legend, lx, ly = [], left, y + (34 if p.title else 16)
    for i in labelled:
        need = 42 + 7 * len(i["label"])
        if lx + need > right and lx > left:
            lx, ly = left, ly + 16
        legend.append((i, lx, ly))
        lx += need
    upper = (ly + 8) if labelled else y + (30 if p.title else 12)
    lower = y + h - 44
    x0, x1, y0, y1 = p.range()
    fx = math.log10 if p.logx else (lambda v: v)
    fy = math.log10 if p.logy else (lambda v: v)
    sx = lambda v: left + (fx(v) - fx(x0)) / (fx(x1) - fx(x0)) * (right - left)
    sy = lambda v: lower - (fy(v) - fy(y0)) / (fy(y1) - fy(y0)) * (lower - upper)
    out = []
    if p.title:
        out.append(f'<text x="{left:.1f}" y="{y + 18:.1f}" font-size="13" font-weight="bold" fill="#222222">{escape(p.title)}</text>')
    out.append(f'<clipPath id="{clip}"><rect x="{left:.1f}" y="{upper:.1f}" width="{right - left:.1f}" height="{lower - upper:.1f}"/></clipPath>')
    if p.map:
        out += map_lines(p.map, sx, sy, right, upper, lower)
    for v in log_ticks(x0, x1) if p.logx else ticks(x0, x1, max(3, int((right - left) / 90))):
        if not p.map:
            out.append(f'<line x1="{sx(v):.1f}" y1="{upper:.1f}" x2="{sx(v):.1f}" y2="{lower:.1f}" stroke="#ececec"/>')
        out.append(f'<text x="{sx(v):.1f}" y="{lower + 16:.1f}" text-anchor="middle" fill="#333333">{shown(v)}</text>')
    for v in log_ticks(y0, y1) if p.logy else ticks(y0, y1, max(3, int((lower - upper) / 36))):
        if not p.map:
            out.append(f'<line x1="{left:.1f}" y1="{sy(v):.1f}" x2="{right:.1f}" y2="{sy(v):.1f}" stroke="#ececec"/>')
        out.append(f'<text x="{left - 6:.1f}" y="{sy(v) + 4:.1f}" text-anchor="end" fill="#333333">{shown(v)}</text>')
    for kind, v, _, colour in p.lines:
        if kind == "h":
            out.append(f'<line x1="{left:.1f}" y1="{sy(v):.1f}" x2="{right:.1f}" y2="{sy(v):.1f}" stroke="{colour}" stroke-dasharray="6 4"/>')
        else:
            out.append(f'<line x1="{sx(v):.1f}" y1="{upper:.1f}" x2="{sx(v):.1f}" y2="{lower:.1f}" stroke="{colour}" stroke-dasharray="2 3"/>')
    out.append(f'<g clip-path="url(#{clip})">')
    n = 0
    for i in p.items:
        if i["colour"] is None:
            i["colour"] = COLOURS[n % len(COLOURS)]
            n += 1
        out += item_lines(i, sx, sy)
    out.append("</g>")
    out.append(f'<rect x="{left:.1f}" y="{upper:.1f}" width="{right - left:.1f}" height="{lower - upper:.1f}" fill="none" stroke="#888888"/>')
    for i, a, b in legend:
        dash = ' stroke-dasharray="6 4"' if i["kind"] == "level" or i.get("dash") else ""
        if i["kind"] == "points":
            out.append(f'<circle cx="{a + 11:.1f}" cy="{b - 4:.1f}" r="3.2" fill="{"#ffffff" if i["open"] else i["colour"]}" stroke="{i["colour"]}"/>')
        else:
            out.append(f'<line x1="{a:.1f}" y1="{b - 4:.1f}" x2="{a + 22:.1f}" y2="{b - 4:.1f}" stroke="{i["colour"]}" stroke-width="1.6"{dash}/>')
        out.append(f'<text x="{a + 27:.1f}" y="{b:.1f}" fill="#333333">{escape(i["label"])}</text>')
    out.append(f'<text x="{(left + right) / 2:.1f}" y="{lower + 34:.1f}" text-anchor="middle" fill="#333333">{escape(p.x)}</text>')
    if p.y:
        cx, cy = x + 16, (upper + lower) / 2
        out.append(f'<text x="{cx:.1f}" y="{cy:.1f}" text-anchor="middle" fill="#333333" transform="rotate(-90 {cx:.1f} {cy:.1f})">{escape(p.y)}</text>')
    return out


def log_ticks(lo, hi):
    a, b = math.floor(math.log10(lo)), math.ceil(math.log10(hi))
    steps = (1,) if b - a > 2 else (1, 2, 5)
    return [m * 10.0 ** e for e in range(a, b + 1) for m in steps if lo * 0.999 <= m * 10.0 ** e <= hi * 1.001]


def item_lines(i, sx, sy):
    if i["kind"] == "curve":
        dash = ' stroke-dasharray="6 4"' if i["dash"] else ""
        text = " ".join(f"{sx(a):.1f},{sy(b):.1f}" for a, b in zip(i["x"], i["y"]))
        return [f'<polyline fill="none" stroke="{i["colour"]}" stroke-width="{i["width"]}"{dash} points="{text}"/>']
    out = []
    for k, (a, b) in enumerate(zip(i["x"], i["y"])):
        if i["bars"] and i["bars"][k]:
            lo, hi = sy(b - i["bars"][k]), sy(b + i["bars"][k])
            out.append(f'<path d="M{sx(a):.1f} {lo:.1f}V{hi:.1f}M{sx(a) - 4:.1f} {lo:.1f}h8M{sx(a) - 4:.1f} {hi:.1f}h8" stroke="{i["colour"]}" fill="none"/>')
        fill = "#ffffff" if i["open"] else i["colour"]
        out.append(f'<circle cx="{sx(a):.1f}" cy="{sy(b):.1f}" r="3.2" fill="{fill}" stroke="{i["colour"]}"/>')
    return out


def shade(value, lo, hi):
    share = (value - lo) / (hi - lo) if hi > lo else 0
    return SCALE[min(len(SCALE) - 1, max(0, int(share * len(SCALE))))]


def scale_lines(x, upper, lower, lo, hi, label):
    out, n = [], len(SCALE)
    for k, c in enumerate(SCALE):
        y1 = lower - (lower - upper) * (k + 1) / n
        out.append(f'<rect x="{x:.1f}" y="{y1:.1f}" width="12" height="{(lower - upper) / n + 0.5:.1f}" fill="{c}"/>')
    for v in ticks(lo, hi, 5):
        out.append(f'<text x="{x + 16:.1f}" y="{lower - (lower - upper) * (v - lo) / (hi - lo) + 4:.1f}" fill="#333333">{shown(v)}</text>')
    out.append(f'<text x="{x:.1f}" y="{upper - 6:.1f}" fill="#333333">{escape(label)}</text>')
    return out


def map_lines(data, sx, sy, right, upper, lower):
    xs, ys, rows, lo, hi, label = data
    out = []
    for j, row in enumerate(rows):
        k = 0
        while k < len(row):  # neighbours of one colour are one rectangle
            colour, first = shade(row[k], lo, hi), k
            while k < len(row) and shade(row[k], lo, hi) == colour:
                k += 1
            a, b, c, d = sx(xs[first]), sx(xs[k]), sy(ys[j + 1]), sy(ys[j])
            out.append(f'<rect x="{a:.1f}" y="{c:.1f}" width="{b - a + 0.3:.1f}" height="{d - c + 0.3:.1f}" fill="{colour}"/>')
    return out + scale_lines(right + 12, upper, lower, lo, hi, label)


def triangle(path, values, names, title):
    """A map over three shares that add up to 1: values[(a, b, c)] at the points of a regular grid; small triangles are coloured by the mean
    of finer points, interpolated linearly between the grid's."""
    n = round(1 / min(v for s in values for v in s if v > 0))
    width, height, left, top = 640, 560, 70, 60
    side = 460
    lo, hi = math.floor(min(values.values())), math.ceil(max(values.values()))

    def at(s):  # first share: top corner; second: left; third: right
        return left + side * (s[2] + s[0] / 2), top + side * math.sqrt(3) / 2 * (1 - s[0])

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
           'font-family="Helvetica, Arial, sans-serif" font-size="12">', f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
           f'<text x="14" y="22" font-size="15" font-weight="bold" fill="#222222">{escape(title)}</text>']
    known = {tuple(round(v * n) for v in s): v for s, v in values.items()}
    fine = 8
    for i in range(n):
        for j in range(n - i):
            k = n - 1 - i - j
            corners = [((i + 1, j, k), (i, j + 1, k), (i, j, k + 1))]
            if k > 0:
                corners.append(((i + 1, j + 1, k - 1), (i + 1, j, k), (i, j + 1, k)))
            for three in corners:
                if all(c in known for c in three):
                    out += triangle_parts([tuple(v / n for v in c) for c in three], [known[c] for c in three], fine, at, lo, hi)
    a, b, c = at((1, 0, 0)), at((0, 1, 0)), at((0, 0, 1))
    out.append(f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}L{c[0]:.1f} {c[1]:.1f}Z" fill="none" stroke="#666666"/>')
    for s, v in values.items():
        x, y = at(s)
        inside = all(q > 0 for q in s)
        dx, dy, anchor = (0, 4, "middle") if inside else ((-8, 4, "end") if s[2] == 0 else ((8, 4, "start") if s[1] == 0 else (0, 18, "middle")))
        if not inside:
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="#222222"/>')
        out.append(f'<text x="{x + dx:.1f}" y="{y + dy:.1f}" text-anchor="{anchor}" fill="#222222" stroke="#ffffff" stroke-width="3" paint-order="stroke">{v:.1f}</text>')
    out.append(f'<text x="{a[0]:.1f}" y="{a[1] - 10:.1f}" text-anchor="middle" font-weight="bold" fill="#222222">{escape(names[0])}</text>')
    out.append(f'<text x="{b[0]:.1f}" y="{b[1] + 36:.1f}" text-anchor="middle" font-weight="bold" fill="#222222">{escape(names[1])}</text>')
    out.append(f'<text x="{c[0]:.1f}" y="{c[1] + 36:.1f}" text-anchor="middle" font-weight="bold" fill="#222222">{escape(names[2])}</text>')
    out += scale_lines(width - 70, top + 40, top + 300, lo, hi, "%")
    with open(path, "w") as f:
        f.write("\n".join(out + ["</svg>"]) + "\n")


def triangle_parts(corners, values, fine, at, lo, hi):
    """Small triangles of one colour each."""
    out = []

    def mix(u, v, w):
        return tuple((u * a + v * b + w * c) / fine for a, b, c in zip(*corners))

    for i in range(fine):
        for j in range(fine - i):
            k = fine - 1 - i - j
            groups = [((i + 1, j, k), (i, j + 1, k), (i, j, k + 1))]
            if k > 0:
                groups.append(((i + 1, j + 1, k - 1), (i + 1, j, k), (i, j + 1, k)))
            for g in groups:
                value = sum(sum(q * v for q, v in zip(p, values)) / fine for p in g) / 3
                points = " ".join("{:.1f},{:.1f}".format(*at(mix(*p))) for p in g)
                colour = shade(value, lo, hi)
                out.append(f'<polygon points="{points}" fill="{colour}" stroke="{colour}" stroke-width="0.6"/>')
    return out
