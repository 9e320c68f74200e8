"""Small scenes for the tests of the module."""

BOX = {
    "title": "Balls in a box",
    "duration": "0.1 s",
    "material": {
        "glass": {
            "density": "2500 kg/m^3",
            "normal": {"law": "linear", "contact_time": "1 ms", "restitution": 0.5},
            "tangential": {"law": "spring", "friction": 0.3},
        }
    },
    "bond": {"glue": {"kind": "beam", "young": "10 MPa"}},
    "wall": [
        {
            "name": "box",
            "shape": "box",
            "material": "glass",
            "min": [0, 0, 0],
            "max": ["40 mm", "200 mm", "40 mm"],
        }
    ],
    "fill": [
        {
            "kind": "lattice",
            "material": "glass",
            "size": {"kind": "uniform", "min": "3 mm", "max": "5 mm"},
            "count": 100,
            "bottom": "5 mm",
        }
    ],
}
