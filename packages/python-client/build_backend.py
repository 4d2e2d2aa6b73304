"""Builds the wheel and the source archive (PEP 517) with Python alone; in a checkout, generates code first."""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import generate

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
PROJECT: dict[str, Any] = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
NAME = f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}"
#: The earliest time that a zip can hold, for every file, so that equal sources give equal archives.
EPOCH = (1980, 1, 1, 0, 0, 0)
EPOCH_SECONDS = 315532800


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    files = {path.relative_to(HERE / "src").as_posix(): path.read_bytes() for path in _sources()}
    files[f"{NAME}.dist-info/METADATA"] = _metadata()
    files[f"{NAME}.dist-info/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: atelier\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = f"{NAME}.dist-info/RECORD"
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    wheel = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    kept = [HERE / name for name in ("README.md", "pyproject.toml", "generate.py", "build_backend.py")]
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in [*kept, *_sources()]}
    files["PKG-INFO"] = _metadata()
    with tarfile.open(Path(sdist_directory, f"{NAME}.tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{name}")
            entry.size, entry.mode, entry.mtime = len(content), 0o644, EPOCH_SECONDS
            archive.addfile(entry, io.BytesIO(content))
    return f"{NAME}.tar.gz"


def _sources() -> list[Path]:
    """The package; a source archive has its generated part."""
    if generate.DOCUMENT.exists():
        generate.generate()
    package = HERE / "src/atelier_client"
    return sorted(path for path in package.rglob("*") if path.suffix == ".py" or path.name == "py.typed")


def _metadata() -> bytes:
    extras = PROJECT["optional-dependencies"]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {PROJECT['name']}",
        f"Version: {PROJECT['version']}",
        f"Summary: {PROJECT['description']}",
        f"License: {PROJECT['license']}",
        f"Requires-Python: {PROJECT['requires-python']}",
        *(f"Provides-Extra: {extra}" for extra in extras),
        *(f'Requires-Dist: {one}; extra == "{extra}"' for extra, needs in extras.items() for one in needs),
        "Description-Content-Type: text/markdown",
        "",
        (HERE / PROJECT["readme"]).read_text("utf-8"),
    ]
    return "\n".join(lines).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


if __name__ == "__main__":
    (HERE / "dist").mkdir(exist_ok=True)
    for built in (build_wheel(str(HERE / "dist")), build_sdist(str(HERE / "dist"))):
        print(HERE / "dist" / built)
