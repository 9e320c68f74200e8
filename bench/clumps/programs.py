"""Clumps of four touching balls in Scree, LAMMPS (fix rigid/small), YADE (clumps) and LIGGGHTS (fix multisphere)."""
import json, math, os, random, resource, shutil, subprocess

RADIUS, DENSITY, STIFFNESS, FRICTION, RESTITUTION = 2e-3, 2500.0, 2e4, 0.5, 0.5
BALL = DENSITY * 4 / 3 * math.pi * RADIUS**3
REDUCED = 2 * BALL  # of two clumps of four balls
LN_E = math.log(RESTITUTION)
CONTACT = math.sqrt(REDUCED / STIFFNESS * (math.pi**2 + LN_E**2))
GAMMA = -2 * LN_E / CONTACT  # damping per reduced mass
# 30 steps of two clumps that meet with their centres in line. A ball that is hit beside the centre of its clump has as little
# as 0.48 of that mass: 21 steps.
DT = CONTACT / 30
PITCH = 2 * RADIUS * (math.sqrt(3 / 8) * 2 + 1) * 1.01


def quaternion(rng):
    u, v, w = rng.random(), rng.random(), rng.random()
    a, b = math.sqrt(1 - u), math.sqrt(u)
    return (a * math.sin(2 * math.pi * v), a * math.cos(2 * math.pi * v), b * math.sin(2 * math.pi * w),
            b * math.cos(2 * math.pi * w))


def turned(q, x):
    w, u = q[0], q[1:]
    cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    t = [2 * c for c in cross(u, x)]
    s = cross(u, t)
    return [x[k] + w * t[k] + s[k] for k in range(3)]


def falling(count, start=1):
    """Turned tetrahedra on a cubic grid twice as high as wide; returns the width and balls (clump, x, v, w). Each `start`
    has other orientations and velocities."""
    across = max(3, round((count / 2) ** (1 / 3)))
    half = RADIUS / math.sqrt(2)
    corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    rng = random.Random(start)
    balls = []
    for k in range(count):
        centre = [(k % across + 0.5) * PITCH, (k // across**2 + 0.5) * PITCH, (k // across % across + 0.5) * PITCH]
        q = quaternion(rng)
        v = [0.2 * (rng.random() - 0.5) for _ in range(3)]
        for c in corners:
            arm = turned(q, [half * e for e in c])
            balls.append((k + 1, [centre[a] + arm[a] for a in range(3)], v, (0, 0, 0)))
    return across * PITCH, balls


def scattered(count, start=1):
    """Turned tetrahedra at rest, anywhere in a box 2.9 times as high as that of falling(): as LIGGGHTS puts them in."""
    width, balls = falling(count, 1)
    height = 2.9 * (max(b[1][1] for b in balls) + 4 * RADIUS)
    half, reach = RADIUS / math.sqrt(2), RADIUS * (1 + math.sqrt(1.5))
    corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    rng = random.Random(start)
    cells, out = {}, []
    while len(out) < 4 * count:
        x = [reach + rng.random() * (side - 2 * reach) for side in (width, height, width)]
        at = tuple(int(c // (2 * reach)) for c in x)
        near = ((at[0] + i, at[1] + j, at[2] + k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1))
        if any(math.dist(x, y) < 2 * reach for cell in near for y in cells.get(cell, ())):
            continue
        cells.setdefault(at, []).append(x)
        q = quaternion(rng)
        for c in corners:
            arm = turned(q, [half * e for e in c])
            out.append((len(out) // 4 + 1, [x[a] + arm[a] for a in range(3)], (0, 0, 0), (0, 0, 0)))
    return width, out


def run(command, folder, limit=None):
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=limit)
        return done.stdout
    except subprocess.TimeoutExpired:
        return "ended after %g s" % limit


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_per_step(program, folder, width, state, steps):
    """CPU time of a step: a run of many steps less a run of one, which has the same set-up."""
    spent = []
    for n in (steps, 1):
        before = cpu_seconds()
        seconds, _, note = program.run(folder, width, state, n)
        if seconds is None:
            return None, None, note
        spent.append(cpu_seconds() - before)
    return (spent[0] - spent[1]) / (steps - 1), None, note


def height_of(state):
    """Twice the mean height of the balls: that of a box filled evenly."""
    return 2 * sum(b[1][1] for b in state) / len(state)


def top_of(state):
    """Height that 98% of the balls are below."""
    return sorted(b[1][1] for b in state)[int(0.98 * len(state))]


def speed_of(state):
    """Root of the mean square speed of the balls."""
    return math.sqrt(sum(sum(c * c for c in b[2]) for b in state) / len(state))


def verdict_of(summary):
    """Its word, and why."""
    reasons = [c["name"] + ": " + c["reason"] for c in summary["verdict"]["checks"] if not c["ok"]]
    return "; ".join([summary["verdict"]["word"]] + reasons)


class Scree:
    name = "scree"

    def scene(self, width, steps, frames):
        return f"""duration = {DT * steps!r}
dt = {DT!r}
threads = 1
[material.glass]
density = {DENSITY!r}
normal = {{ law = "linear", stiffness = {STIFFNESS!r}, restitution = {RESTITUTION!r} }}
tangential = {{ law = "spring", friction = {FRICTION!r}, damping_ratio = 0 }}
[[wall]]
shape = "box"
min = [0, 0, 0]
max = [{width!r}, {100 * width!r}, {width!r}]
open = "top"
[[fill]]
kind = "csv"
file = "balls.csv"
[output]
frames = {frames!r}
series = 0
checkpoint = 0
picture = false
"""

    def run(self, folder, width, balls, steps, frames=False):
        with open(folder + "/balls.csv", "w") as out:
            out.write("x,y,z,r,vx,vy,vz,wx,wy,wz,body\n")
            for k, x, v, w in balls:
                out.write(",".join(repr(float(e)) for e in (*x, RADIUS, *v, *w)) + ",%d\n" % k)
        with open(folder + "/scene.toml", "w") as out:
            out.write(self.scene(width, steps, DT * steps if frames else 0))
        shutil.rmtree(folder + "/out", ignore_errors=True)
        text = run([os.environ["SCREE"], "run", "scene.toml", "--out", "out"], folder)
        try:
            summary = json.load(open(folder + "/out/summary.json"))
        except OSError:
            return None, None, text[-400:]
        if not frames:
            return summary["wall_s"] / summary["steps"], None, verdict_of(summary)
        run([os.environ["SCREE"], "export", "out", "--format", "csv", "--frames", "last", "--out", "csv"], folder)
        names = sorted(n for n in os.listdir(folder + "/csv") if n.endswith(".csv"))
        rows = [line.split(",") for line in open(folder + "/csv/" + names[-1])]
        at = {n.strip().strip('"'): k for k, n in enumerate(rows[0])}
        column = lambda keys: next(at[k] for k in keys if k in at)
        data = rows[1:]
        data.sort(key=lambda r: int(r[column(["id"])]))
        x, v, w = ([column([p + a]) for a in "xyz"] for p in ("", "v", "omega"))
        body = column(["body"])
        state = [(int(float(r[body])), [float(r[k]) for k in x], [float(r[k]) for k in v], [float(r[k]) for k in w])
                 for r in data]
        return summary["wall_s"] / summary["steps"], state, verdict_of(summary)


def dumped(path):
    rows = [[float(w) for w in line.split()] for line in open(path).read().splitlines()[9:]]
    return [(0, r[1:4], r[4:7]) for r in rows]


class Lammps:
    name = "lammps"
    skin = 0.25 * RADIUS

    def data(self, folder, width, balls):
        names = {b: k + 1 for k, b in enumerate(dict.fromkeys(b[0] for b in balls))}
        top = max(b[1][1] for b in balls) + 4 * RADIUS
        with open(folder + "/balls.data", "w") as out:
            out.write("clumps\n\n%d atoms\n1 atom types\n\n" % len(balls))
            for axis, high in (("x", width + 4 * RADIUS), ("y", top), ("z", width + 4 * RADIUS)):
                out.write("%.17g %.17g %slo %shi\n" % (-4 * RADIUS, high, axis, axis))
            out.write("\nAtoms\n\n")
            for k, b in enumerate(balls):
                out.write("%d 1 %.17g %.17g %.17g %.17g %.17g\n" % (k + 1, 2 * RADIUS, DENSITY, *b[1]))
            out.write("\nVelocities\n\n")
            for k, b in enumerate(balls):
                out.write("%d %.17g %.17g %.17g %.17g %.17g %.17g\n" % (k + 1, *b[2], *b[3]))
            out.write("\nClumps\n\n")
            for k, b in enumerate(balls):
                out.write("%d %d\n" % (k + 1, names[b[0]]))

    def script(self, width, steps, frames):
        law = "%.17g %.17g %.17g %.17g %.17g 1" % (STIFFNESS, 2 / 7 * STIFFNESS, GAMMA, 0, FRICTION)
        wall = "wall/gran hooke/history " + law
        return f"""units si
atom_style sphere
atom_modify map array
boundary f f f
newton off
comm_modify vel yes
fix clump all property/atom mol ghost yes
read_data balls.data fix clump NULL Clumps
pair_style gran/hooke/history {law}
pair_coeff * *
neighbor {self.skin} bin
neigh_modify delay 0 every 1 check yes exclude molecule/intra all
timestep {DT!r}
fix move all rigid/small molecule
fix fall all gravity 9.81 vector 0 -1 0
fix wx all {wall} xplane 0 {width!r}
fix wz all {wall} zplane 0 {width!r}
fix wy all {wall} yplane 0 NULL
thermo_style custom step atoms
thermo {steps}
run {steps}
""" + ("write_dump all custom last.txt id x y z vx vy vz modify sort id format float %.9g\n" if frames else "")

    def run(self, folder, width, balls, steps, frames=False):
        self.data(folder, width, balls)
        open(folder + "/in.txt", "w").write(self.script(width, steps, frames))
        text = run(["lmp", "-nocite", "-log", "none", "-in", "in.txt"], folder)
        seconds = next((float(l.split()[3]) for l in text.splitlines() if l.startswith("Loop time of")), None)
        if seconds is None:
            return None, None, text[-400:]
        state = None
        if frames:
            state = dumped(folder + "/last.txt")
        return seconds / steps, state, "ok"


class Liggghts:
    """It makes its clumps itself (fix multisphere has no way to begin with given ones), so it drops others of the same
    number, and its steps are timed at the end of that drop: fewer clumps than the others have, to its advantage."""
    name = "liggghts"
    own = True

    def run(self, folder, width, balls, steps, timed, seed=32452843):
        count, height = len(balls) // 4, max(b[1][1] for b in balls) + 4 * RADIUS
        with open(folder + "/clump.txt", "w") as out:
            for c in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)):
                out.write("%.17g %.17g %.17g %.17g\n" % (*(RADIUS / math.sqrt(2) * e for e in c), RADIUS))
        one = lambda name, value: "fix %s all property/global %s peratomtypepair 1 %.17g\n" % (name, name, value)
        wall = lambda name, at: ("fix %s all wall/gran model hooke/stiffness tangential history primitive type 1 %s "
                                 "%.17g\n" % (name, at[0], at[1]))
        text = f"""units si
atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
region box block {-4 * RADIUS} {width + 4 * RADIUS} {-4 * RADIUS} {3 * height} {-4 * RADIUS} {width + 4 * RADIUS} units box
create_box 1 box
fix youngsModulus all property/global youngsModulus peratomtype 1e7
fix poissonsRatio all property/global poissonsRatio peratomtype 0.3
""" + one("coefficientFriction", FRICTION) + one("kn", STIFFNESS) + one("kt", 2 / 7 * STIFFNESS) + one(
            "gamman", GAMMA) + one("gammat", 0) + f"""pair_style gran model hooke/stiffness tangential history
pair_coeff * *
neighbor {0.25 * RADIUS} bin
neigh_modify delay 0 every 1 check yes
timestep {DT!r}
fix pts all particletemplate/multisphere 15485863 atom_type 1 density constant {DENSITY} nspheres 4 ntry 1000000 spheres file clump.txt scale 1.0 type 1
fix pdd all particledistribution/discrete 15485867 1 pts 1.0
region fill block 0 {width} 0 {2.9 * height} 0 {width} units box
fix ins all insert/pack seed {seed} distributiontemplate pdd insert_every once overlapcheck yes all_in yes particles_in_region {count} region fill
fix move all multisphere
fix fall all gravity 9.81 vector 0 -1 0
""" + wall("x0", ("xplane", 0)) + wall("x1", ("xplane", width)) + wall("z0", ("zplane", 0)) + wall(
            "z1", ("zplane", width)) + wall("y0", ("yplane", 0)) + f"""thermo {steps}
run {steps}
run {timed}
dump last all custom 1 last.txt id x y z vx vy vz
run 0
"""
        open(folder + "/in.txt", "w").write(text)
        out = run(["liggghts", "-log", "none", "-in", "in.txt"], folder)
        loops = [float(l.split()[3]) for l in out.splitlines() if l.startswith("Loop time of")]
        if len(loops) < 3:
            return None, None, out[-400:]
        state = dumped(folder + "/last.txt")
        return loops[1] / timed, state, "ok"


class Yade:
    name = "yade"

    def run(self, folder, width, balls, steps, frames=False):
        with open(folder + "/balls.txt", "w") as out:
            for k, x, v, w in balls:
                out.write(" ".join(repr(float(e)) for e in (k, *x, *v, *w)) + "\n")
        open(folder + "/run.py", "w").write(f"""
import time
m = {REDUCED!r}
grain = O.materials.append(ViscElMat(density={DENSITY!r}, frictionAngle={math.atan(FRICTION)!r}, kn={2 * STIFFNESS!r},
    ks={4 / 7 * STIFFNESS!r}, cn={2 * GAMMA * REDUCED!r}, cs=0))
side = O.materials.append(ViscElMat(density={DENSITY!r}, frictionAngle={math.atan(FRICTION)!r}, kn={2 * STIFFNESS!r},
    ks={4 / 7 * STIFFNESS!r}, cn={2 * GAMMA * REDUCED!r}, cs=0))
clumps = {{}}
for line in open('balls.txt'):
    r = [float(w) for w in line.split()]
    clumps.setdefault(int(r[0]), []).append(r)
ids = []
for rows in clumps.values():
    clump, members = O.bodies.appendClumped([sphere(r[1:4], {RADIUS!r}, material=grain) for r in rows])
    s = O.bodies[clump].state
    s.vel = tuple(sum(r[k] for r in rows) / len(rows) for k in (4, 5, 6))
    s.angVel = tuple(rows[0][7:10])
    ids += members
for at, axis, sense in ((0, 0, 1), ({width!r}, 0, -1), (0, 2, 1), ({width!r}, 2, -1), (0, 1, 1)):
    O.bodies.append(wall(at, axis=axis, sense=sense, material=side))
O.engines = [ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist={0.25 * RADIUS!r}),
    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
        [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]),
    NewtonIntegrator(damping=0, gravity=(0, -9.81, 0))]
O.dt = {DT!r}
O.run(1, True)
start = time.time()
O.run({steps}, True)
print('LOOP %.9g' % (time.time() - start), flush=True)
with open('last.txt', 'w') as out:
    for i in ids:
        s = O.bodies[i].state
        out.write('%.9g %.9g %.9g %.9g %.9g %.9g\\n' % (*s.pos, *s.vel))
""")
        text = run(["yade", "-j1", "-n", "-x", "run.py"], folder)
        at = text.find("LOOP ")
        if at < 0:
            return None, None, text[-400:]
        rows = [[float(w) for w in line.split()] for line in open(folder + "/last.txt")]
        state = [(0, r[:3], r[3:]) for r in rows] if frames else None
        return float(text[at + 5:].split()[0]) / steps, state, "ok"
