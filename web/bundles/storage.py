"""The storage of static files: knows the hashed names of what is in the bundles, and makes these at collectstatic."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage

from web.bundles import manifest
from web.bundles.build import build_bundles


class BundledStorage(StaticFilesStorage):
    def url(self, name: str | None) -> str:
        return super().url((name and manifest.bundle_of(name)) or name)

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **_options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Called by collectstatic, once all files are there."""
        if dry_run:
            return
        made = build_bundles(Path(self.location) / manifest.PREFIX)
        for name, file in made.names.items():
            yield name, manifest.PREFIX + file, True
