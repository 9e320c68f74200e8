"""Makes a wheel of the module with CMake, for pip (PEP 517); no package of Python is needed for it.

The build folder build/pip-cpXY is kept, so that a second time is quick. Flags for CMake come from
CMAKE_ARGS, the number of compilers from CMAKE_BUILD_PARALLEL_LEVEL or tools/jobs.
"""

import base64
import hashlib
import os
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def _project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def _metadata():
    p = _project()
    lines = ["Metadata-Version: 2.1", f"Name: {p['name']}", f"Version: {p['version']}"]
    lines += [f"Summary: {p['description']}", f"License: {p['license']['text']}"]
    lines += [f"Requires-Python: {p['requires-python']}"]
    lines += [f"Requires-Dist: {d}" for d in p["dependencies"]]
    return "\n".join(lines) + "\n"


def _wheel_text():
    return f"Wheel-Version: 1.0\nGenerator: scree_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _info_folder():
    p = _project()
    return f"{p['name']}-{p['version']}.dist-info"


def _run(*command):
    print("+", shlex.join(map(str, command)), flush=True)
    subprocess.run([str(c) for c in command], check=True)


def _jobs():
    named = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL")
    if named:
        return named
    return subprocess.run([str(ROOT / "tools" / "jobs")], capture_output=True, text=True).stdout.strip() or "1"


def _build_into(folder):
    build = ROOT / "build" / f"pip-{_tag().split('-')[0]}"
    _run(
        "cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=20", "-DSCREE_TESTS=OFF",
        "-DSCREE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", "-DSCREE_PYTHON_FOLDER=.",
        *shlex.split(os.environ.get("CMAKE_ARGS", "")),
    )
    _run("cmake", "--build", build, "--target", "scree_python", "--parallel", _jobs())
    _run("cmake", "--install", build, "--prefix", folder, "--component", "python", "--strip")


def _contents(built):
    """(name in the wheel, bytes) of all files but the record."""
    for file in sorted(built.rglob("*")):
        if file.is_file():
            yield file.relative_to(built).as_posix(), file.read_bytes()
    p = _project()
    for file in sorted((ROOT / "scenes").glob("*.toml")):
        name = f"{p['name']}-{p['version']}.data/data/share/scree/scenes/{file.name}"
        yield name, file.read_bytes()
    yield f"{_info_folder()}/METADATA", _metadata().encode()
    yield f"{_info_folder()}/WHEEL", _wheel_text().encode()
    yield f"{_info_folder()}/LICENSE", (ROOT / "LICENSE").read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    p = _project()
    name = f"{p['name']}-{p['version']}-{_tag()}.whl"
    record = []
    with tempfile.TemporaryDirectory() as folder:
        _build_into(Path(folder))
        with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
            for path, content in _contents(Path(folder)):
                info = zipfile.ZipInfo(path)
                info.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                wheel.writestr(info, content)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
                record.append(f"{path},sha256={digest.decode()},{len(content)}")
            record.append(f"{_info_folder()}/RECORD,,")
            wheel.writestr(f"{_info_folder()}/RECORD", "\n".join(record) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    p = _project()
    stem = f"{p['name']}-{p['version']}"
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=True
    ).stdout.split(b"\0")
    with tarfile.open(Path(sdist_directory) / f"{stem}.tar.gz", "w:gz") as out:
        for name in filter(None, listed):
            out.add(ROOT / os.fsdecode(name), f"{stem}/{os.fsdecode(name)}")
        with tempfile.NamedTemporaryFile("w", suffix="PKG-INFO") as info:
            info.write(_metadata())
            info.flush()
            out.add(info.name, f"{stem}/PKG-INFO")
    return f"{stem}.tar.gz"
