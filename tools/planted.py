"""Many mistakes in one build: each is planted behind a switch, and the environment says which one is on.

`old` becomes `new` of an entry by the smallest expression or the fewest whole statements around the
difference:

  f(a + b)          ->  f((scree_planted(7) ? (a - b) : (a + b)))
  sum += x;         ->  if (scree_planted(7)) { ; } else { sum += x; }

What cannot be written so (tables of constants, declarations, what does not compile) is left for a build
of its own. Used by tools/mutate."""

import re

OPEN, CLOSE = "([{", ")]}"
PAIR = dict(zip(CLOSE, OPEN))

HEADER = """\
#pragma once
#ifdef __cplusplus
#include <cstdlib>
inline int scree_planted_number = 0;
[[gnu::constructor(101)]] static void scree_read_planted() {
  const char* const n = std::getenv("SCREE_PLANTED");
  scree_planted_number = n != nullptr ? std::atoi(n) : 0;
}
constexpr bool scree_planted(int n) {
  return !__builtin_is_constant_evaluated() && scree_planted_number == n;
}
#endif
"""


def code_mask(text):
    """True for each character that is code: not in a comment, not in a literal."""
    mask = bytearray(b"\1" * len(text))
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z])\'(?:\\.|[^\'\\\n])\'', re.S)
    for m in token.finditer(text):
        mask[m.start():m.end()] = b"\0" * (m.end() - m.start())
    return mask


def unmatched(text, mask, begin, end):
    """(closers without an opener, openers without a closer) of a region."""
    stack, closers = [], 0
    for k in range(begin, end):
        if not mask[k]:
            continue
        if text[k] in OPEN:
            stack.append(text[k])
        elif text[k] in CLOSE:
            if stack:
                stack.pop()
            else:
                closers += 1
    return closers, len(stack)


def opener_before(text, mask, at):
    """Position of the bracket that encloses `at`, or -1."""
    depth = 0
    for k in range(at - 1, -1, -1):
        if not mask[k]:
            continue
        if text[k] in CLOSE:
            depth += 1
        elif text[k] in OPEN:
            if depth == 0:
                return k
            depth -= 1
    return -1


def closer_behind(text, mask, at):
    depth = 0
    for k in range(at, len(text)):
        if not mask[k]:
            continue
        if text[k] in OPEN:
            depth += 1
        elif text[k] in CLOSE:
            if depth == 0:
                return k
            depth -= 1
    return len(text)


def is_assignment(text, k):
    if text[k] != "=" or text[k + 1:k + 2] == "=":
        return False
    before = text[k - 1]
    return before not in "=!<>" or text[k - 2:k] in ("<<", ">>")


def left_bound(text, mask, at, statement):
    """(position behind the bound, its character) at the depth of `at`."""
    k = at - 1
    depth = 0
    while k >= 0:
        c = text[k]
        if mask[k]:
            if c in CLOSE:
                # A block that ends here ends a statement, too.
                if depth == 0 and c == "}" and statement:
                    return k + 1, c
                depth += 1
            elif c in OPEN:
                if depth == 0:
                    return k + 1, c
                depth -= 1
            elif depth == 0:
                if c == ";":
                    return k + 1, c
                if not statement:
                    if c == "," or is_assignment(text, k):
                        return k + 1, c
                    if c == "n" and text[k - 5:k + 1] == "return" and not re.match(r"\w", text[k + 1]):
                        return k + 1, "return"
        k -= 1
    return 0, ""


def right_bound(text, mask, at, statement):
    depth = 0
    for k in range(at, len(text)):
        if not mask[k]:
            continue
        c = text[k]
        if c in OPEN:
            depth += 1
        elif c in CLOSE:
            if depth == 0:
                return k
            depth -= 1
            if depth == 0 and c == "}" and statement and not re.match(r"\s*(else\b|[;,).(])", text[k + 1:]):
                return k + 1
        elif depth == 0 and c == ";":
            return k + 1 if statement else k
        elif depth == 0 and c == "," and not statement:
            return k
    return len(text)


def difference(old, new):
    """Lengths of the equal beginning and of the equal end."""
    most = min(len(old), len(new))
    a = 0
    while a < most and old[a] == new[a]:
        a += 1
    b = 0
    while b < most - a and old[-1 - b] == new[-1 - b]:
        b += 1
    # Names and numbers are not taken apart.
    while a > 0 and re.match(r"[\w.]", old[a - 1]):
        a -= 1
    while b > 0 and re.match(r"[\w.]", old[len(old) - b]):
        b -= 1
    return a, b


def balanced(both, begin, behind):
    """The smallest region around a difference whose brackets match, in both texts: (begin, behind)."""
    while True:
        worst = [0, 0]
        for text, mask in both:
            closers, openers = unmatched(text, mask, begin, len(text) - behind)
            worst = [max(worst[0], closers), max(worst[1], openers)]
        if worst == [0, 0]:
            return begin, behind
        text, mask = both[0]
        if worst[0] > 0:
            begin = opener_before(text, mask, begin)
            if begin < 0:
                return None
        if worst[1] > 0:
            behind = len(text) - closer_behind(text, mask, len(text) - behind) - 1
            if behind < 0:
                return None


def statements(text, mask):
    """Whether a text has a semicolon outside of all brackets."""
    depth = 0
    for k, c in enumerate(text):
        if mask[k]:
            depth += (c in OPEN) - (c in CLOSE)
            if depth == 0 and c == ";":
                return True
    return False


def is_whole(text):
    """Nothing, or some statements to their end."""
    end = re.sub(r"//[^\n]*", "", text).rstrip()
    return end == "" or end[-1] in ";}"


CONSTANT = re.compile(r"\s*(inline\s+|static\s+)*(constexpr|static_assert|case|enum|using|template|#)\b")


def switched(text, old, new, number):
    """(begin, end, replacement) in the text of a file, or None where it cannot be written so."""
    at = text.index(old)
    changed = text[:at] + new + text[at + len(old):]
    a, b = difference(old, new)
    begin, behind = at + a, len(text) - (at + len(old)) + b
    both = [(text, code_mask(text)), (changed, code_mask(changed))]
    for statement in (False, True):
        region = balanced(both, begin, behind)
        if region is None:
            return None
        lo, rest = region
        src, mask = both[0]
        lo, bound = left_bound(src, mask, lo, statement)
        enclosing = opener_before(src, mask, lo)
        in_parentheses = enclosing >= 0 and src[enclosing] in "(["
        hi = max(len(src) - rest, lo)
        if not (statement and is_whole(src[lo:hi]) and is_whole(changed[lo:len(changed) - rest])):
            hi = right_bound(src, mask, hi, statement)
        rest = len(src) - hi
        was, now = src[lo:hi], changed[lo:len(changed) - rest]
        line = src[max(src.rfind(";", 0, lo), src.rfind("{", 0, lo), src.rfind("}", 0, lo)) + 1:hi]
        if CONSTANT.match(re.sub(r"//[^\n]*\n", "", line).lstrip()):
            return None
        if any(unmatched(t, m, lo, len(t) - rest) != (0, 0) for t, m in both):
            continue
        if not statement:
            if bound == "" or (bound in ";}" and not in_parentheses) or not now.strip() or not was.strip():
                continue
            if statements(was, code_mask(was)) or statements(now, code_mask(now)):
                continue
            # `{`: a list of values, unless statements follow.
            if bound == "{" and (hi >= len(src) or src[hi] == ";"):
                continue
            space = was[:len(was) - len(was.lstrip())]
            return lo, hi, f"{space}(::scree_planted({number}) ? ({now.strip()}) : ({was.strip()}))"
        if in_parentheses:
            return None
        return lo, hi, f" if (::scree_planted({number})) {{ {now}\n}} else {{ {was}\n}}"
    return None


def plant_all(text, entries):
    """The text with all of them behind switches, and [(number, first line, last line)] of those that
    could be planted. `entries`: [(number, old, new)]."""
    places = []
    for number, old, new in entries:
        place = switched(text, old, new, number)
        if place and all(place[1] <= p[0] or place[0] >= p[1] for _, p in places):
            places.append((number, place))
    places.sort(key=lambda p: p[1][0])
    out, at, lines = "", 0, []
    for number, (lo, hi, replacement) in places:
        out += text[at:lo]
        first = out.count("\n") + 1
        out += replacement
        lines.append((number, first, out.count("\n") + 1))
        at = hi
    return out + text[at:], lines


class Together:
    """One build of a copy of the tree with as many mistakes as possible behind switches. `copy` is a
    Copy of tools/mutate; `entries`: {number: entry}, numbers from 1 on."""

    def __init__(self, copy, entries):
        self.copy, self.entries = copy, dict(entries)
        self.build = copy.tree / "build" / "together"
        self.header = copy.tree / "build" / "planted.hpp"
        self.lines = {}  # of each file: what plant_all() says of it

    def plant(self):
        by_file = {}
        for number, e in self.entries.items():
            by_file.setdefault(e["file"], []).append((number, e["old"], e["new"]))
        for file in set(by_file) | set(self.lines):
            path = self.copy.tree / file
            sound = (self.copy.root / file).read_text(encoding="utf-8")
            text, self.lines[file] = plant_all(sound, by_file.get(file, []))
            if path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
        planted = {number for lines in self.lines.values() for number, _, _ in lines}
        self.entries = {n: e for n, e in self.entries.items() if n in planted}

    def make(self, programs):
        """Builds; what does not compile goes back to what it was. False: that did not help."""
        self.header.parent.mkdir(parents=True, exist_ok=True)
        self.header.write_text(HEADER)
        self.plant()
        self.copy.configure(self.build, [f"-DCMAKE_CXX_FLAGS=-include {self.header}"])
        for _ in range(20):
            code, text = self.copy.make(self.build, programs, keep_going=True)
            if code == 0:
                return True
            wrong = self.blamed(text)
            if not wrong:
                print("mutate: " + "\n".join(re.findall(r"^.*error.*$", text, re.M)[:5]))
                return False
            self.entries = {n: e for n, e in self.entries.items() if n not in wrong}
            self.plant()
        return False

    def blamed(self, text):
        """Numbers of the entries at which, or else near which, the compiler found something."""
        wrong = set()
        for file, line in re.findall(r"^(\S+?):(\d+):\d+: (?:fatal |internal compiler )?error", text, re.M):
            for name, lines in self.lines.items():
                if not file.endswith(name) or not lines:
                    continue
                at = int(line)
                hits = {n for n, first, last in lines if first <= at <= last}
                wrong |= hits or {min(lines, key=lambda p: min(abs(p[1] - at), abs(p[2] - at)))[0]}
        if wrong:
            return wrong
        named = set(re.findall(r"(?:from|In file included from) (\S+?):\d+", text))
        return {n for name, lines in self.lines.items() for n, _, _ in lines
                if any(f.endswith(name) for f in named)}
