"""Matches, online or over the board, that their players have been called to and that are not over.

A late entry must not cancel one of these without asking. Online, players are called when the match is created. Over the
board they are called when their slip gets a table, or when it is created where the venue has no tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.bracket.selectors.venue_mode import has_tables, venue_of
from tournaments.models import PairingMatch, Slip, TableUse, Tournament
from tournaments.ruling.selectors.snapshot_diff import ON, WAITS, Preview, SnapshotChange


@dataclass(frozen=True, slots=True)
class CalledMatch:
    """A match online, or a slip over the board. `is_called` is False for a slip that waits for a table."""

    pk: int
    pairing: int
    key: str
    stage: int
    players: tuple[int, int]
    is_slip: bool
    is_called: bool
    has_begun: bool

    @property
    def cancellation(self) -> SnapshotChange:
        """As a preview shows it when it is cancelled."""
        kind = ("slip",) if self.is_slip else ()
        pair = list(self.players)
        state = ON if self.has_begun or self.is_slip else WAITS
        return SnapshotChange("aside", (self.pk, self.pairing, *kind), pair, pair, state, [0, 0])


def called_matches(tournament: Tournament) -> list[CalledMatch]:
    """Every match with two entries that is not over, called or waiting for a table. Four queries at most."""
    online = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        voided_at=None,
        match__finished_at=None,
    )
    rows = online.order_by("pk").values_list(
        "pk", "pairing", "pairing__key", "pairing__stage", "entry_a", "entry_b", "match__started_at"
    )
    matches = [
        CalledMatch(pk, pairing, key, stage, (entry_a, entry_b), False, True, start is not None)
        for pk, pairing, key, stage, entry_a, entry_b, start in rows
    ]
    return matches + _slips(tournament)


def _slips(tournament: Tournament) -> list[CalledMatch]:
    if venue_of(tournament) is None:
        return []
    waits_for_table = has_tables(tournament)
    has_table = Exists(TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None))
    open_slips = Slip.objects.filter(
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        voided_at=None,
        closed_at=None,
    )
    rows = open_slips.order_by("pk").annotate(has_table=has_table).values_list(
        "pk", "pairing", "pairing__key", "pairing__stage", "entry_a", "entry_b", "begun_at",
        "has_table",
    )  # fmt: skip
    return [
        CalledMatch(
            pk,
            pairing,
            key,
            stage,
            (entry_a, entry_b),
            True,
            table or begun is not None or not waits_for_table,
            begun is not None,
        )
        for pk, pairing, key, stage, entry_a, entry_b, begun, table in rows
    ]


def cancelled_matches(before: Iterable[CalledMatch]) -> Preview:
    """The called matches among these that have been set aside since, as a preview with a digest. Two queries."""
    called = [match for match in before if match.is_called]
    slips = [match.pk for match in called if match.is_slip]
    online = [match.pk for match in called if not match.is_slip]
    gone = {
        (True, pk)
        for pk in Slip.objects.filter(pk__in=slips, voided_at__isnull=False).values_list(
            "pk", flat=True
        )
    } | {
        (False, pk)
        for pk in PairingMatch.objects.filter(pk__in=online, voided_at__isnull=False).values_list(
            "pk", flat=True
        )
    }
    changes = tuple(m.cancellation for m in called if (m.is_slip, m.pk) in gone)
    return Preview(changes, needs_confirmation=bool(changes))
