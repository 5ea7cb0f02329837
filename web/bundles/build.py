"""Makes the bundles that the templates name, once for each state of the files: at collectstatic, and when `make run` starts."""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import cast

from django.conf import settings

from web.bundles import manifest
from web.bundles.bundler import Bundler, packed

TAG = re.compile(r"\{%\s*(?:styles|scripts)\s+((?:\"[^\"]+\"\s*)+)%\}")
NAME = re.compile(r"\"([^\"]+)\"")
INPUTS = {".js", ".css", ".woff2", ".svg", ".png"}


def build_bundles(into: Path) -> manifest.Manifest:
    """All bundles of the site, in this folder. Nothing is done where it holds those of the present files."""
    static = Path(settings.BASE_DIR) / "static"
    folders = [Path(folder) for folder in cast(list[Path], settings.TEMPLATES[0]["DIRS"])]
    wanted = named_in(path for folder in folders for path in sorted(folder.rglob("*.html")))
    version = fingerprint(static, wanted)
    made = manifest.read(into)
    if made is None or made.version != version:
        made = write_bundles(static, wanted, into, version)
    manifest.forget()
    return made


def named_in(templates: Iterable[Path]) -> list[tuple[str, ...]]:
    """The files that each `{% styles %}` and `{% scripts %}` names, each combination once."""
    tags = (tag for path in templates for tag in TAG.findall(path.read_text(encoding="utf-8")))
    return list(dict.fromkeys(tuple(NAME.findall(tag)) for tag in tags))


def fingerprint(static: Path, wanted: list[tuple[str, ...]]) -> str:
    """Changes with every file that could be in a bundle, and with this package."""
    code = sorted(Path(__file__).parent.glob("*.py"))
    inputs = sorted(path for path in static.rglob("*") if path.suffix in INPUTS)
    whole = sha256(repr(wanted).encode())
    for path in (*code, *inputs):
        whole.update(str(path).encode() + b"\0")
        whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def write_bundles(
    static: Path, wanted: list[tuple[str, ...]], into: Path, version: str
) -> manifest.Manifest:
    """The manifest comes last: a build that ends halfway is made again."""
    bundler = Bundler(static)
    names = {manifest.key(files): bundler.add(files) for files in wanted}
    made = manifest.Manifest(version, {**bundler.single, **names})
    into.mkdir(parents=True, exist_ok=True)
    for old in into.iterdir():
        old.unlink()
    for name, content in bundler.files.items():
        (into / name).write_bytes(content)
        small = packed(content)
        if small is not None:
            (into / f"{name}.gz").write_bytes(small)
    text = json.dumps(made._asdict(), indent=1)
    (into / manifest.FILE).write_text(text, encoding="utf-8")
    return made
