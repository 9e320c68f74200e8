#!/usr/bin/env python3
"""Reads what `scree run` and `scree export` wrote with programs that are not Scree's.

  check_exports.py vtk RUN CSV     every VTP file of the run with VTK; grains against the csv export
  check_exports.py plane RUN DENSITY CORNERS   polygons of two dimensions with VTK: areas against masses
  check_exports.py avs CSV INP     AVS UCD with VTK
  check_exports.py x3d FILE N R    well-formed, N spheres, R rods
  check_exports.py vrml FILE N R   the same for VRML97
  check_exports.py lammps FILE CSV

What is needed and not installed is a failure: tools/install_packages test."""
import csv
import os
import re
import sys
import xml.etree.ElementTree as xml

VECTORS = {"v": "v", "omega": "omega", "f": "f", "tq": "tq"}


def need_vtk():
    try:
        import vtk  # noqa: F401
        from vtk.util.numpy_support import vtk_to_numpy
    except ImportError as missing:
        print(f"python3-vtk9 is missing ({missing}): tools/install_packages test")
        sys.exit(1)
    return vtk, vtk_to_numpy


def table(file):
    with open(file, newline="") as f:
        rows = list(csv.DictReader(f))
    return {name: [float(r[name]) for r in rows] for name in (rows[0] if rows else {})}


def same(got, wanted, what):
    """Equal bits (a number that is not one equals itself)."""
    assert len(got) == len(wanted), f"{what}: {len(got)} values in place of {len(wanted)}"
    for k, (a, b) in enumerate(zip(got, wanted)):
        assert a == b or (a != a and b != b), f"{what}[{k}]: {a!r} in place of {b!r}"


def read_vtp(vtk, file):
    reader = vtk.vtkXMLPolyDataReader()
    assert reader.CanReadFile(file), file
    reader.SetFileName(file)
    reader.Update()
    assert reader.GetErrorCode() == 0, file
    return reader.GetOutput()


def check_grains(data, numbers, t, time):
    points = numbers(data.GetPoints().GetData()) if data.GetNumberOfPoints() else []
    for k, axis in enumerate("xyz"):
        same([p[k] for p in points], t[axis], axis)
    arrays = data.GetPointData()
    for name in ("id", "type", "body", "radius", "mass"):
        same(numbers(arrays.GetArray(name)), t[name], name)
    for name in VECTORS:
        values = numbers(arrays.GetArray(name))
        for k, axis in enumerate("xyz"):
            same(values[:, k], t[name + axis], name + axis)
    q = numbers(arrays.GetArray("orientation"))
    for k, axis in enumerate("xyzw"):
        same(q[:, k], t["q" + axis], "q" + axis)
    same(numbers(arrays.GetArray("start height")), t["start height"], "start height")
    assert data.GetNumberOfVerts() == len(points)
    fields = data.GetFieldData()
    assert fields.GetArray("TimeValue").GetValue(0) == time
    assert fields.GetAbstractArray("title").GetValue(0) == "Drop"
    assert fields.GetAbstractArray("wall_names").GetValue(0) == "box"
    return fields.GetArray("contacts").GetValue(0)


def area_of(points):
    """Of a ring of corners, in x and y."""
    return 0.5 * sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, [*points[1:], points[0]]))


def check_plane(run, density, corners):
    """Every grain of every frame: one front of the right area, around the grain, and a back across the plane."""
    vtk, numbers = need_vtk()
    entries = xml.parse(os.path.join(run, "shapes.pvd")).getroot().findall("*/DataSet")
    grains = xml.parse(os.path.join(run, "frames.pvd")).getroot().findall("*/DataSet")
    assert len(entries) == len(grains) > 2, "frames without shapes"
    for shape, frame in zip(entries, grains):
        rows = read_vtp(vtk, os.path.join(run, frame.get("file")))
        at = dict(zip(numbers(rows.GetPointData().GetArray("id")), numbers(rows.GetPoints().GetData())))
        mass = dict(zip(numbers(rows.GetPointData().GetArray("id")), numbers(rows.GetPointData().GetArray("mass"))))
        data = read_vtp(vtk, os.path.join(run, shape.get("file")))
        points, ids = numbers(data.GetPoints().GetData()), numbers(data.GetCellData().GetArray("id"))
        fronts, backs = {}, {}
        for k in range(data.GetNumberOfCells()):
            cell = data.GetCell(k).GetPointIds()
            ring = [points[cell.GetId(m)] for m in range(cell.GetNumberOfIds())]
            area = area_of(ring)
            if max(p[2] for p in ring) - min(p[2] for p in ring) > 0:
                continue  # a side of the prism
            assert len(ring) == int(corners), f"{len(ring)} corners"
            (fronts if ring[0][2] > 0 else backs).setdefault(int(ids[k]), []).append((area, ring))
        assert sorted(fronts) == sorted(backs) == sorted(int(i) for i in at), "a grain without a polygon"
        for i, found in fronts.items():
            assert len(found) == len(backs[i]) == 1
            area, ring = found[0]
            wanted = mass[i] / float(density)  # a metre deep
            assert abs(area - wanted) < 1e-5 * wanted, f"grain {i}: area {area} in place of {wanted}"
            assert abs(backs[i][0][0] + wanted) < 1e-5 * wanted, "the back goes round as the front"
            centre = [sum(p[axis] for p in ring) / len(ring) for axis in (0, 1)]
            assert all(abs(c - x) < 1e-5 for c, x in zip(centre, at[i])), f"grain {i} is at {centre}"


def check_vtk(run, exported):
    vtk, numbers = need_vtk()
    frames = xml.parse(os.path.join(run, "frames.pvd")).getroot().findall("*/DataSet")
    assert len(frames) > 2
    lines = 0
    for entry in frames:
        name = os.path.splitext(os.path.basename(entry.get("file")))[0]
        data = read_vtp(vtk, os.path.join(run, entry.get("file")))
        t = table(os.path.join(exported, name + ".csv"))
        count = check_grains(data, numbers, t, float(entry.get("timestep")))
        if count == 0:
            continue
        contacts = read_vtp(vtk, os.path.join(run, "contacts", name + ".vtp"))
        assert contacts.GetNumberOfLines() == count
        lines += count
        force = numbers(contacts.GetCellData().GetArray("force"))
        total = dict.fromkeys(t["id"], 0.0)
        arrays = contacts.GetCellData()
        for k in range(count):
            total[arrays.GetArray("i").GetValue(k)] += force[k][1]
            if arrays.GetArray("wall").GetValue(k) < 0:
                total[arrays.GetArray("j").GetValue(k)] -= force[k][1]
        for ident, fy, mass in zip(t["id"], t["fy"], t["mass"]):
            # Sums in another order than Scree's, of a few contacts: a few last bits.
            weight = -9.81 * mass
            assert abs(total[ident] + weight - fy) < 1e-12 + 1e-9 * abs(fy), (ident, fy)
    assert lines > 0, "no frame has contacts"
    walls = read_vtp(vtk, os.path.join(run, "walls", "000000.vtp"))
    assert walls.GetNumberOfPolys() > 0 and walls.GetCellData().GetArray("wall")
    box = walls.GetBounds()
    assert max(abs(abs(b) - 0.01) for b in box) < 1e-15, box
    print(f"{len(frames)} frames, {lines} contacts: VTK reads what Scree wrote")


def check_avs(csv_file, inp):
    vtk, numbers = need_vtk()
    reader = vtk.vtkAVSucdReader()
    reader.SetFileName(inp)
    reader.Update()
    data, t = reader.GetOutput(), table(csv_file)
    assert data.GetNumberOfPoints() == data.GetNumberOfCells() == len(t["id"]) > 0
    points = numbers(data.GetPoints().GetData())
    for k, axis in enumerate("xyz"):
        for got, wanted in zip(points[:, k], t[axis]):
            # VTK keeps the points of UCD files in single precision.
            assert abs(got - wanted) <= 1e-7 * max(map(abs, t[axis])), (axis, got, wanted)
    for name in ("radius", "mass"):
        for got, wanted in zip(numbers(data.GetPointData().GetArray(name)), t[name]):
            assert abs(got - wanted) <= 1e-7 * abs(wanted), (name, got, wanted)
    print("VTK reads the AVS file")


def check_x3d(file, balls, rods):
    root = xml.parse(file).getroot()
    assert root.tag == "X3D"
    scene = root.find("Scene")
    known = {"Shape", "Appearance", "Material", "Sphere", "Cylinder", "Transform", "Viewpoint",
             "IndexedFaceSet", "Coordinate", "Color", "Text", "FontStyle", "Background",
             "WorldInfo", "NavigationInfo"}
    defined = set()
    for node in scene.iter():
        if node is scene:
            continue
        assert node.tag in known, node.tag
        if node.get("DEF"):
            defined.add((node.tag, node.get("DEF")))
        if node.get("USE"):
            assert (node.tag, node.get("USE")) in defined, "used before it is defined"
    assert len(scene.findall(".//Sphere")) == balls
    assert len(scene.findall(".//Cylinder")) == rods
    for mesh in scene.findall(".//IndexedFaceSet"):
        corners = [int(c) for c in mesh.get("coordIndex").split()]
        points = [p for p in mesh.find("Coordinate").get("point").split(",") if p.strip()]
        assert max(corners) == len(points) - 1 and all(len(p.split()) == 3 for p in points)


def check_vrml(file, balls, rods):
    with open(file) as f:
        text = f.read()
    assert text.startswith("#VRML V2.0 utf8\n")
    body = re.sub(r"^#.*$", "", text, flags=re.M)
    tokens = re.findall(r'"(?:\\.|[^"\\])*"|[{}\[\]]|[^\s,{}\[\]"]+', body)
    inside, count, defined = [], {}, set()
    for k, token in enumerate(tokens):
        if token in "{[":
            inside.append(token)
            if token == "{":
                assert re.fullmatch("[A-Z][A-Za-z0-9]*", tokens[k - 1]), tokens[k - 1]
                count[tokens[k - 1]] = count.get(tokens[k - 1], 0) + 1
        elif token in "}]":
            assert inside and inside.pop() == {"}": "{", "]": "["}[token], "brackets do not match"
        elif token == "DEF":
            defined.add(tokens[k + 1])
        elif token == "USE":
            assert tokens[k + 1] in defined, tokens[k + 1]
            count[tokens[k + 1]] = count.get(tokens[k + 1], 0) + 1
    assert not inside, "brackets stay open"
    assert count.get("Sphere", 0) + count.get("ball", 0) == balls
    assert count.get("Cylinder", 0) + count.get("rod", 0) == rods


def check_lammps(file, csv_file):
    lines, t = open(file).read().splitlines(), table(csv_file)
    head = lines.index(next(li for li in lines if li.startswith("ITEM: ATOMS")))
    columns = lines[head].split()[2:]
    # What OVITO maps by itself to position, radius, velocity, ...
    for name in ("id", "type", "radius", "mass", "x", "y", "z", "vx", "vy", "vz", "fx", "fy", "fz",
                 "omegax", "tqx", "quatw", "quati", "quatj", "quatk"):
        assert name in columns, name
    assert len(columns) == len(set(columns))
    assert int(lines[lines.index("ITEM: NUMBER OF ATOMS") + 1]) == len(lines) - head - 1
    rows = [li.split() for li in lines[head + 1:]]
    assert all(len(r) == len(columns) for r in rows)
    for name in ("id", "radius", "x", "y", "z", "vx"):
        same([float(r[columns.index(name)]) for r in rows], t[name], name)


def main(what, *arguments):
    if what in ("x3d", "vrml"):
        arguments = (arguments[0], int(arguments[1]), int(arguments[2]))
    {"vtk": check_vtk, "plane": check_plane, "avs": check_avs, "x3d": check_x3d, "vrml": check_vrml,
     "lammps": check_lammps}[what](*arguments)


main(*sys.argv[1:])
