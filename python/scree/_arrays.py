"""What users give becomes arrays that the library takes; mistakes name the argument."""

from __future__ import annotations

import numbers as _numbers
from functools import lru_cache

from . import _core

_MOST_IDS = 2**32 - 1


def quantity(value, dimension: str, name: str = "value") -> float:
    """A number in SI, from a number or from text with a unit: ``quantity("4 mm", "length")``."""
    if isinstance(value, str):
        return _core.quantity(value, dimension)
    if isinstance(value, bool) or not isinstance(value, _numbers.Real):
        raise TypeError(f"{name} must be a number in SI or text with a unit, not {value!r}")
    return float(value)


def moment(value, name: str) -> float:
    """A time that is finite and not negative, in s."""
    seconds = quantity(value, "time", name)
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"{name} must be finite and not negative, not {value!r}")
    return seconds


def count(value, name: str, least: int = 0) -> int:
    """A whole number that the library can count to."""
    if isinstance(value, bool) or not isinstance(value, _numbers.Integral):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not least <= value < 2**63:
        raise ValueError(f"{name} must be at least {least} and below 2**63, not {value}")
    return int(value)


def threads(value) -> int:
    """0 where None is given: as the scene says, else all."""
    number = 0 if value is None else count(value, "threads")
    if number > 4096:
        raise ValueError(f"threads must be at most 4096, not {number}")
    return number


def ids(value, name: str = "ids"):
    """Ids of grains: one, or a list of them."""
    import numpy as np

    array = np.asarray(value)
    if array.size == 0 and array.ndim <= 1:
        return np.empty(0, np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers, not {array.dtype}")
    if array.ndim == 0:
        array = array.reshape(1)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not shape {array.shape}")
    if array.min() < 0 or array.max() > _MOST_IDS:
        raise ValueError(f"{name} must be ids of grains, from 0 to {_MOST_IDS}")
    return np.ascontiguousarray(array, np.uint32)


def _has_text(value) -> bool:
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and any(_has_text(v) for v in value)
    )


def _without_units(value, dimension: str, name: str):
    if isinstance(value, (list, tuple)):
        return [_without_units(v, dimension, name) for v in value]
    return quantity(value, dimension, name) if isinstance(value, str) else value


def _numbers_of(value, dimension: str, name: str):
    import numpy as np

    if _has_text(value):
        value = _without_units(value, dimension, name)
    array = np.asarray(value)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be numbers, not {array.dtype}")
    return array.astype(np.float64, copy=False)


def vectors(value, n: int | None, dimension: str, name: str):
    """(n, 3) numbers: given so, or one vector for all; n None: as many as there are rows."""
    import numpy as np

    array = _numbers_of(value, dimension, name)
    if array.shape == (3,):
        array = np.broadcast_to(array, (1 if n is None else n, 3))
    if array.ndim != 2 or array.shape[1] != 3 or n not in (None, array.shape[0]):
        wanted = "(N, 3)" if n is None else f"({n}, 3)"
        raise ValueError(f"{name} must have shape {wanted} or (3,), not {array.shape}")
    return np.ascontiguousarray(array)


def quaternions(value, n: int, name: str):
    """(n, 4) unit quaternions w, x, y, z: given so, or one for all."""
    import numpy as np

    array = _numbers_of(value, "", name)
    if array.shape == (4,):
        array = np.broadcast_to(array, (n, 4))
    if array.shape != (n, 4):
        raise ValueError(f"{name} must have shape ({n}, 4) or (4,), not {array.shape}")
    return np.ascontiguousarray(array)


def names(value, n: int, what: str) -> list[str]:
    """One name for all, or a list of n."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, (list, tuple)) and not hasattr(value, "tolist"):
        raise TypeError(f"material must be a name or a list of names, not {value!r}")
    found = [str(v) for v in value]
    if len(found) != n:
        raise ValueError(f"{len(found)} materials for {n} {what}")
    return found


def numbers(value, n: int, dimension: str, name: str):
    """n numbers: given so, or one for all."""
    import numpy as np

    array = _numbers_of(value, dimension, name)
    if array.ndim == 0:
        array = np.broadcast_to(array, (n,))
    if array.shape != (n,):
        raise ValueError(f"{name} must have shape ({n},) or be one number, not shape {array.shape}")
    return np.ascontiguousarray(array)


@lru_cache(maxsize=None)
def has_pandas() -> bool:
    """Whether pandas can be imported; asked once, and never imported for the question."""
    from importlib.util import find_spec

    return find_spec("pandas") is not None


def data_frame(columns: dict):
    """A pandas DataFrame of these columns; ImportError where there is no pandas."""
    import pandas

    return pandas.DataFrame(columns)
