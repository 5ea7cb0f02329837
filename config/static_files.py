"""Where the bundles of static files are (web/bundles), and how what is sent is compressed."""

from pathlib import Path

IMMUTABLE_FILES = r"^/static/b/.+\.[0-9a-f]{12}\.\w+$"
"""Their names change with their content, so a browser keeps them for good."""

PAGE_COMPRESSION = ["django.middleware.gzip.GZipMiddleware"]
"""For pages, where no proxy does it (docker/Caddyfile). Static files have been compressed before."""


def bundles_dir(static_root: str | None, var_dir: Path | None) -> Path | None:
    """Beside what collectstatic has written, else in the folder of the one process; without either there are none."""
    if static_root:
        return Path(static_root) / "b"
    return var_dir / "bundles" if var_dir else None


def static_dirs(static: Path, bundles: Path | None) -> list[Path | tuple[str, Path]]:
    """The folders of static files; bundles that are not collected are served from where they are."""
    return [static, ("b", bundles)] if bundles else [static]
