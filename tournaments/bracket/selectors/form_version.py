"""What the author of a form had before him, so that a form that is out of date is refused and says what changed.

It travels in a hidden field, signed, so that what stood before can be told beside what stands now.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.standing import standing
from tournaments.models import Entry, Pairing, Ruling, Slot
from web.errors import DomainError

SALT = "tournaments.seen"


@dataclass(frozen=True, slots=True)
class Seen:
    """How a pairing, an entry or a ruling stands, and the latest ruling about it."""

    told: dict[str, Any]
    latest: Ruling | None

    @property
    def mark(self) -> str:
        return signing.dumps([self.plain, self._ruling], salt=SALT, compress=True)

    @property
    def plain(self) -> dict[str, Any]:
        """`told` as it comes back from a form."""
        told: dict[str, Any] = json.loads(json.dumps(self.told, default=str))
        return told

    @property
    def _ruling(self) -> int:
        return self.latest.pk if self.latest else 0

    def require(self, mark: str) -> None:
        """Does this still stand as it did when the mark was made? Refused: stale."""
        try:
            told, ruling = signing.loads(mark, salt=SALT)
        except signing.BadSignature:
            told, ruling = {}, 0
        if (told, ruling) != (self.plain, self._ruling):
            raise Stale(told, self, self.latest if self._ruling != ruling else None)


class Stale(DomainError):  # noqa: N818  # reads as the refusal it is
    """The form is out of date; nothing was overwritten. `ruling` is what was ruled meanwhile, if that is why."""

    def __init__(self, before: dict[str, Any], now: Seen, ruling: Ruling | None) -> None:
        super().__init__("stale", _("This has changed since the page was shown to you."))
        self.before = before
        self.now = now
        self.ruling = ruling


def seen_pairing(pairing: Pairing) -> Seen:
    """Its seats, its result and whether its match is over."""
    told = standing(pairing)
    over = pairing.pairing_matches.filter(voided_at=None).order_by("board")
    ended = list(over.values_list("match_id", "match__finished_at"))
    latest = Ruling.objects.filter(pairing=pairing).order_by("-pk").first()
    return Seen({**told, "matches": ended, "voided": pairing.voided_at}, latest)


def seen_entry(entry: Entry) -> Seen:
    """His status, and where he sits."""
    seats = Slot.objects.filter(entry=entry, pairing__voided_at=None).order_by("pk")
    told = list(seats.values_list("pairing_id", "pairing__outcome", "pairing__winner_id"))
    rulings = Ruling.objects.filter(tournament=entry.tournament_id)
    latest = rulings.filter(before__entry=entry.pk).order_by("-pk").first()
    return Seen({"entry": entry.pk, "status": entry.status, "seats": told}, latest)


def seen_ruling(ruling: Ruling) -> Seen:
    """Whether it stands."""
    undone = Ruling.objects.filter(undoes=ruling).first()
    return Seen({"ruling": ruling.pk, "undone": undone.pk if undone else 0}, undone)
