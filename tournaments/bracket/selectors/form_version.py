"""The version of the data that a form was made from, so that an outdated form is refused and can show what changed.

It is sent in a hidden field, signed, so that the old data can be shown beside the new (optimistic locking).
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
class FormVersion:
    """The data of a pairing, an entry or a ruling that a form shows, and the latest ruling about it."""

    data: dict[str, Any]
    latest: Ruling | None

    @property
    def mark(self) -> str:
        return signing.dumps([self.plain, self._ruling], salt=SALT, compress=True)

    @property
    def plain(self) -> dict[str, Any]:
        """`data` as it comes back from a form."""
        data: dict[str, Any] = json.loads(json.dumps(self.data, default=str))
        return data

    @property
    def _ruling(self) -> int:
        return self.latest.pk if self.latest else 0

    def require(self, mark: str) -> None:
        """Refuse a form whose mark was made from other data: stale."""
        try:
            before, ruling = signing.loads(mark, salt=SALT)
        except signing.BadSignature:
            before, ruling = {}, 0
        if (before, ruling) != (self.plain, self._ruling):
            raise Stale(before, self, self.latest if self._ruling != ruling else None)


class Stale(DomainError):  # noqa: N818  # reads as the refusal it is
    """The form is out of date; nothing was overwritten. `ruling` is what was ruled meanwhile, if that is why."""

    def __init__(self, before: dict[str, Any], now: FormVersion, ruling: Ruling | None) -> None:
        super().__init__("stale", _("This page is out of date. Reload it and try again."))
        self.before = before
        self.now = now
        self.ruling = ruling


def pairing_version(pairing: Pairing) -> FormVersion:
    """The version of a pairing: its slots, its result and whether its matches are over."""
    data = standing(pairing)
    over = pairing.pairing_matches.filter(voided_at=None).order_by("board")
    ended = list(over.values_list("match_id", "match__finished_at"))
    latest = Ruling.objects.filter(pairing=pairing).order_by("-pk").first()
    return FormVersion({**data, "matches": ended, "voided": pairing.voided_at}, latest)


def entry_version(entry: Entry) -> FormVersion:
    """The version of an entry: its status and its slots."""
    slots = Slot.objects.filter(entry=entry, pairing__voided_at=None).order_by("pk")
    rows = list(slots.values_list("pairing_id", "pairing__outcome", "pairing__winner_id"))
    rulings = Ruling.objects.filter(tournament=entry.tournament_id)
    latest = rulings.filter(before__entry=entry.pk).order_by("-pk").first()
    return FormVersion({"entry": entry.pk, "status": entry.status, "seats": rows}, latest)


def ruling_version(ruling: Ruling) -> FormVersion:
    """The version of a ruling: whether it stands."""
    undone = Ruling.objects.filter(undoes=ruling).first()
    return FormVersion({"ruling": ruling.pk, "undone": undone.pk if undone else 0}, undone)
