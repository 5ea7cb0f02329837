"""`manage.py fingerprint`: digests of users, matches, tournaments and standings, to compare a restored copy by."""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.exchange.selectors.fingerprint import AreaDigest, fingerprint


class Command(BaseCommand):
    help = "Print one SHA-256 for each area of what is kept: equal lines, equal data."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(lines(fingerprint()), ending="")


def lines(areas: Iterable[AreaDigest]) -> str:
    """Name, rows and digest, a line each."""
    return "".join(f"{area.name:12} {area.rows:9} {area.digest}\n" for area in areas)
