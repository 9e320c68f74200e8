"""Mean and spread over repeats, moving averages, straight lines."""
import math

# Student's t for 95 %, by degrees of freedom.
T95 = [None, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145]


def mean(values):
    return math.fsum(values) / len(values)


def spread(values):
    """Standard deviation of a sample; 0 of a single value."""
    if len(values) < 2:
        return 0.0
    m = mean(values)
    return math.sqrt(math.fsum((v - m) ** 2 for v in values) / (len(values) - 1))


def confidence(values):
    """Half width of the 95 % confidence interval of the mean."""
    n = len(values)
    return float("inf") if n < 2 else T95[min(n - 1, len(T95) - 1)] * spread(values) / math.sqrt(n)


def moving_average(times, values, window):
    """The plain mean over the last `window` of time."""
    out, first, total = [], 0, 0.0
    for k, t in enumerate(times):
        total += values[k]
        while times[first] < t - window - 1e-12:
            total -= values[first]
            first += 1
        out.append(total / (k - first + 1))
    return out


def line(xs, ys):
    """Slope and value at 0 of the straight line through points, by least squares."""
    mx, my = mean(xs), mean(ys)
    slope = math.fsum((x - mx) * (y - my) for x, y in zip(xs, ys)) / math.fsum((x - mx) ** 2 for x in xs)
    return slope, my - slope * mx


def by_group(data):
    """group -> list of (run, numbers), in the order of the runs."""
    groups = {}
    for run, numbers in data.items():
        groups.setdefault(run.group, []).append((run, numbers))
    return groups
