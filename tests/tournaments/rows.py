"""A tournament as rows that can be compared: what undoing must restore and recomputing must not change."""

from typing import Any

from games.models import MatchStatus
from tournaments.bracket.selectors.stage_loader import DrawSheet
from tournaments.models import Pairing, PairingMatch, Slot, Tournament
from tournaments.ruling.selectors.snapshot_diff import TournamentSnapshot


def rows(of: Tournament) -> dict[str, Any]:
    """Ids included: the same pairings stand, not ones that look like them."""
    fresh = Tournament.objects.get(pk=of.pk)
    seen = TournamentSnapshot(fresh)
    matches = {
        (row.pairing_id, row.board): (pk, row.finished_at is not None, row.score_a, row.score_b)
        for pk, row in seen.matches.items()
    }
    stages = fresh.stages.order_by("number")
    return {
        "slots": seen.slots,
        "pairings": seen.pairings,
        "matches": matches,
        "rounds": set(seen.rounds),
        "places": seen.places,
        "champion": (seen.champion, seen.status),
        "stages": list(stages.values_list("pk", "field", "seed_order", "grow_after")),
        "entries": dict(fresh.entries.filter(status="active").values_list("pk", "joined_round")),
    }


def resolved_alike(of: Tournament) -> None:
    """Everything resolved at once says what is stored."""
    for stage in Tournament.objects.get(pk=of.pk).stages.all():
        sheet = DrawSheet(stage)
        decisions = sheet.resolve().decisions
        stored = {
            p.key: (p.outcome, p.winner_id, p.loser_id)
            for p in Pairing.objects.filter(stage=stage, voided_at=None)
        }
        values = {
            key: (
                d.kind,
                d.winner if isinstance(d.winner, int) else None,
                d.losers[0] if d.losers else None,
            )
            for key, d in decisions.items()
        }
        assert values == stored
        for slot in Slot.objects.filter(pairing__stage=stage, pairing__voided_at=None):
            seat = decisions[sheet.pairings[slot.pairing_id].key].slots[slot.side - 1]
            assert (slot.entry_id or slot.state) == (seat if isinstance(seat, int) else seat.value)


def live_matches_fit(of: Tournament) -> None:
    """Every match that stands is played by the two who sit in its pairing; none of them is void."""
    live = PairingMatch.objects.filter(pairing__stage__tournament=of, voided_at=None)
    for row in live.select_related("match", "pairing"):
        seats = {slot.entry_id for slot in row.pairing.slots.all()}
        assert {row.entry_a_id, row.entry_b_id} == seats
        assert row.match.status != MatchStatus.VOID
        assert row.pairing.voided_at is None
        assert row.match.is_over or row.pairing.outcome == ""
