"""Scenes that are Python's: dicts as TOML, values as one writes them in a scene."""

from __future__ import annotations

import datetime
import math
import re

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def text(value: str) -> str:
    """A basic string of TOML."""
    out = "".join(
        _ESCAPES.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c) for c in value
    )
    return f'"{out}"'


def key(name) -> str:
    """A key, in quotes where it needs them."""
    if not isinstance(name, str):
        raise TypeError(f"a key of a scene must be text, not {name!r}")
    return name if _BARE.match(name) else text(name)


def _number(value: float) -> str:
    if math.isnan(value) or math.isinf(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return repr(float(value))


def value(v, place: str = "") -> str:
    """A value, as one would write it in a scene. NumPy's numbers and arrays are taken as lists."""
    if hasattr(v, "tolist"):  # of NumPy
        v = v.tolist()
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, int):
        return str(v)
    if isinstance(v, float):
        return _number(v)
    if isinstance(v, str):
        return text(v)
    if isinstance(v, dict):
        return "{ " + ", ".join(f"{key(k)} = {value(x, f'{place}.{k}')}" for k, x in v.items()) + " }"
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join(value(x, f"{place}.{k}") for k, x in enumerate(v)) + "]"
    if isinstance(v, (datetime.date, datetime.time)) or v is None:
        raise TypeError(f"{place or 'a value'}: {v!r} is no value of a scene")
    if hasattr(v, "__fspath__"):
        return text(v.__fspath__())
    raise TypeError(f"{place or 'a value'}: {type(v).__name__} is no value of a scene")


def _section(path: str, heading: str, table: dict, out: list) -> None:
    if heading == "table" and table and all(isinstance(v, dict) for v in table.values()):
        for k, v in table.items():  # [material.glass] instead of [material]
            _section(f"{path}.{key(k)}", "table", v, out)
        return
    out.append(f"\n[[{path}]]" if heading == "list" else f"\n[{path}]")
    out.extend(f"{key(k)} = {value(v, f'{path}.{k}')}" for k, v in table.items())


def document(scene: dict) -> str:
    """A scene as TOML, one value a line, so that messages can show the line."""
    out = []
    for k, v in scene.items():
        if not isinstance(v, dict) and not _is_tables(v):
            out.append(f"{key(k)} = {value(v, k)}")
    for k, v in scene.items():
        if isinstance(v, dict):
            _section(key(k), "table", v, out)
        elif _is_tables(v):
            for item in v:
                _section(key(k), "list", item, out)
    return "\n".join(out) + "\n"


def _is_tables(v) -> bool:
    return isinstance(v, (list, tuple)) and len(v) > 0 and all(isinstance(x, dict) for x in v)


def override(path: str, v) -> str:
    """``key.path=value``, as of ``scree run --set``."""
    if not isinstance(path, str) or not path.strip():
        raise TypeError(f"a key of a scene must be text as \"fill.0.count\", not {path!r}")
    if "=" in path or "\n" in path:
        raise ValueError(f"{path!r} is no key of a scene")
    return f"{path}={value(v, path)}"
