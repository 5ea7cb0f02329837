"""Bundles of a folder of static files: each is the files that one tag of a template names, with all that they import."""

import gzip
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from web.bundles.modules import REGISTRY, BundleError, Module, read_module
from web.bundles.stylesheets import read_stylesheet

HASH_LETTERS = 12
OPEN = f'(()=>{{"use strict";\nconst {REGISTRY}=globalThis.{REGISTRY}??={{}};\n'
CLOSE = "})();\n"
LEAST_GAIN = 0.95


@dataclass(slots=True)
class Bundler:
    """Collects `files` by the name under which they are served."""

    folder: Path
    files: dict[str, bytes] = field(default_factory=dict)
    _modules: dict[str, Module] = field(default_factory=dict)
    _served: dict[str, str] = field(default_factory=dict)

    def add(self, names: tuple[str, ...]) -> str:
        """The file that holds these scripts or these stylesheets."""
        ending = names[-1].rpartition(".")[2]
        if any(not name.endswith(f".{ending}") for name in names):
            raise BundleError(f"Scripts and stylesheets in one bundle: {' '.join(names)}.")
        text = self._stylesheets(names) if ending == "css" else self._scripts(names)
        return self._keep(names[-1], text.encode())

    def served(self, name: str) -> str:
        """The file for a picture or a font, with its hash."""
        if name not in self._served:
            self._served[name] = self._keep(name, self._read(name))
        return self._served[name]

    @property
    def single(self) -> dict[str, str]:
        """What `served` was asked for."""
        return dict(self._served)

    def _stylesheets(self, names: tuple[str, ...]) -> str:
        parts = (read_stylesheet(name, self._read(name).decode(), self.served) for name in names)
        return "\n".join(parts) + "\n"

    def _scripts(self, names: tuple[str, ...]) -> str:
        """Plain scripts of others first, as they are; then the modules, each after those that it imports."""
        plain = [name for name in names if name.startswith("vendor/")]
        entries = [name for name in names if name not in plain]
        parts = [self._read(name).decode().rstrip() + "\n;\n" for name in plain]
        order: dict[str, None] = {}
        for name in entries:
            self._visit(name, order, ())
        if order:
            parts += [OPEN, *(self._registered(name, name in entries) for name in order), CLOSE]
        return "".join(parts)

    def _visit(self, name: str, order: dict[str, None], path: tuple[str, ...]) -> None:
        if name in order:
            return
        if name in path:
            circle = " → ".join((*path[path.index(name) :], name))
            raise BundleError(f"Modules import each other in a circle: {circle}.")
        module = self._module(name, path)
        for source, wanted in module.imports.items():
            self._visit(source, order, (*path, name))
            if missing := wanted - self._module(source, path).exports.keys():
                raise BundleError(f"{name}: {source} exports no {', '.join(sorted(missing))}.")
        order[name] = None

    def _module(self, name: str, path: tuple[str, ...]) -> Module:
        if name not in self._modules:
            self._modules[name] = read_module(name, self._read(name, path).decode())
        return self._modules[name]

    def _registered(self, name: str, is_entry: bool) -> str:
        module = self._modules[name]
        chunks = {later: self.add((later,)) for later in module.later}
        return module.registered(chunks, is_entry=is_entry)

    def _read(self, name: str, path: tuple[str, ...] = ()) -> bytes:
        file = self.folder / name
        if name.startswith("..") or not file.is_file():
            asked = f", which {path[-1]} imports" if path else ""
            raise BundleError(f"There is no static file {name}{asked}.")
        return file.read_bytes()

    def _keep(self, name: str, content: bytes) -> str:
        stem, _dot, ending = name.rpartition(".")
        title = "-".join(stem.split("/")[1:]) or stem
        served = f"{title}.{sha256(content).hexdigest()[:HASH_LETTERS]}.{ending}"
        self.files[served] = content
        return served


def packed(content: bytes) -> bytes | None:
    """Gzipped, or None where that gains nothing. The same content gives the same bytes."""
    small = gzip.compress(content, 9, mtime=0)
    return small if len(small) < len(content) * LEAST_GAIN else None
