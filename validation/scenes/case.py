"""One picture per scene that comes with Scree: `scree new` lists them. Long ones are run for a part of their time."""
from lib import page as md
from lib.case import Run

TITLE = "One picture per scene"
IN_INDEX = True  # its page is a part of docs/gallery/README.md

# kind of grains -> scene: seconds that are run (None: all), colour, minutes, more of the picture, what one learns
SCENES = {
    "Spheres": {
        "ten_lines": (None, "speed", 0.1, {}, "A scene can be ten lines long; everything has a default but the grains."),
        "hourglass": (None, "start height", 0.3, {}, "Grains above the neck wait for those in it; colours show where they began."),
        "heap": (None, "id", 0.4, {}, "Friction makes a slope; the measure `repose` gives its angle."),
        "lifted_cylinder": (None, "start height", 0.4, {"walls": "false"}, "The standard test of the angle of repose: fill, lift, let it flow."),
        "hopper": (0.5, "speed", 0.6, {}, "A slide opens the outlet; the flow soon settles, whatever the height of the fill."),
        "silo": (None, "start height", 0.3, {}, "Walls of fixed balls, as rough as the grains."),
        "silo_stages": (0.6, "speed", 0.5, {}, "Fill, rest, discharge: stages that end when they have done their work."),
        "drum": (None, "type", 0.5, {}, "Two colours of grains mix in a drum; `mixing` measures how well."),
        "conveyor": (0.8, "speed", 0.4, {}, "A belt is a wall whose surface moves."),
        "packing": (None, "radius", 0.4, {}, "Three sizes in phases, tapped: where the packings of this gallery begin."),
        "piston": (None, "force", 1, {}, "A servo holds a pressure; force over height is the stress-strain curve."),
        "direct_shear": (None, "start height", 0.4, {"walls": "false"}, "Settle, compress, shear: friction of a packing in a box of two halves."),
    },
    "Balls that are glued or move as one": {
        "clumps": (None, "body", 0.4, {}, "Rigid clumps of overlapping balls; their mass is that of the union."),
        "rods": (None, "body", 0.3, {}, "Rods of balls that bonds hold together."),
        "tetrahedra": (None, "body", 0.3, {}, "Ten balls make a tetrahedron; forty of them rattle in a box."),
        "crushing": (None, "body", 0.5, {}, "Bonds that break: a ball of stone between two plates."),
    },
    "Polyhedra": {
        "dominoes": (None, "speed", 0.1, {}, "Faces, edges and corners meet in turn."),
        "box_flow": (None, "speed", 0.4, {}, "Polyhedra flow out of a box when two walls go."),
        "soil_tool": (None, "height", 0.5, {"azimuth": 20, "elevation": 12, "look_at": "[0.55, 0.25, 0.3]", "span": 0.9, "wall_opacity": 1, "wall_names": "bottom plate,heel plate,back plate", "wall_color": "#b06a2c"}, "Five plates move as one group: forward to a pile of stones, turning, up."),
    },
    "Discs and polygons in two dimensions": {
        "heap_2d": (None, "speed", 0.4, {}, "Polygons make a heap where discs would roll away."),
        "hopper_2d": (None, "start height", 0.7, {}, "The flow goes as the opening to the power 1.5."),
        "drum_2d": (None, "start height", 0.4, {}, "Polygons in a drum with blades."),
        "shear_2d": (None, "speed", 2, {}, "A periodic cell sheared at a constant pressure gives friction over the inertial number."),
        "chute_2d": (None, "speed", 2, {}, "Discs flow down a rough slope: the profile of Bagnold."),
        "mixture_2d": (None, "radius", 1, {}, "Sizes of 1 to 100: grids in levels and sorted boxes do not mind."),
        "masonry_2d": (None, "fragment", 0.2, {}, "A wall of bonded bricks breaks where its mortar is too weak."),
        "chains_2d": (None, "force", 0.2, {"contacts": "true", "grain_scale": 0.5}, "A lid presses on discs: forces run along chains."),
    },
    "Periodic cells": {
        "isotropic_compression": (None, "force", 0.2, {}, "A packing without walls, from a loose cloud."),
        "triaxial": (None, "force", 0.2, {}, "Shortened along z under constant pressure from the sides."),
        "simple_shear": (None, "id", 0.3, {}, "Shear without walls: effective friction over the inertial number."),
        "pure_shear": (None, "force", 0.2, {}, "Shortened along y, stretched along x."),
    },
}
# Pictures that other pages have already, some of larger runs of the scene: what `--set` they had.
DRAWN = {"piston": ("howto/solid_wall.png", ""),
         "heap_2d": ("howto/heap_2d.png", ""),
         "hopper_2d": ("howto/hopper_2d.png", ""),
         "drum_2d": ("howto/drum_2d.png", ""),
         "masonry_2d": ("howto/masonry_2d.png", ""),
         "shear_2d": ("shear_2d.png", ""),
         "chute_2d": ("chute_2d.png", "--set fill.flow.count=800 --set duration='12 s'")}
RUNS = []
for kind, scenes in SCENES.items():
    for name, (seconds, color, minutes, more, _) in scenes.items():
        if name in DRAWN:
            continue
        sets = {"output.picture": "false", **({"duration": f"{seconds} s"} if seconds else {}), **({"output.contacts": "true"} if "contacts" in more else {})}
        RUNS.append(Run(name, f"scenes/{name}.toml", sets, minutes=minutes, short={"duration": "1 ms"} if name == "ten_lines" else None,
                        pictures={f"{name}.png": {"color": color, "width": 340, "height": 300, "labels": "false", "legend": "false", **more}},
                        info={"kind": kind, "seconds": seconds}))


def measure(run, out):
    return {}


def results(data):
    return []


def page(data, case):
    parts = ["Each picture is that of `scree run SCENE` at its end, or after the time that is given. `scree new SCENE` writes the scene to begin with.", ""]
    for kind, scenes in SCENES.items():
        cells = []
        for name, (seconds, _, _, _, text) in scenes.items():
            drawn = (case.folder / "data" / f"{name}.png").exists()
            shown = md.picture(case.name, f"{name}.png", name) if drawn else "not run yet"
            if name in DRAWN:
                image, larger = DRAWN[name]
                shown, seconds = f'<img src="../images/{image}" alt="{name}" width="340">', None
            more = f" --set duration='{seconds:g} s'" if seconds else " " + larger if name in DRAWN and larger else ""
            command = f"`scree run {name}{more}`"
            cells.append((shown, command, text))
        parts += [f"### {kind}", "", "| | |", "|---|---|"]
        parts += [f"| {shown} | {command}<br>{text} |" for shown, command, text in cells] + [""]
    return "\n".join(parts)
