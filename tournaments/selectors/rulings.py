"""The audit, for its readers: directors see all of it, everybody sees what happened to a pairing."""

from uuid import UUID

from games.models import Match
from tournaments.models import Tournament
from tournaments.selectors.shapes import RulingRow, TableState


def table_state(match_id: UUID) -> TableState:
    """How a match stands that a director may stop or give time to. One query."""
    paused, clock = Match.objects.values_list("paused", "clock").get(pk=match_id)
    return TableState(paused=paused, timed=clock is not None)


def ruling_rows(tournament: Tournament) -> list[RulingRow]:
    """Newest first. One query."""
    rulings = tournament.rulings.select_related("by", "pairing")
    return [
        RulingRow(
            at=ruling.at,
            by=ruling.by.get_username() if ruling.by else "",
            verb=ruling.verb,
            pairing=ruling.pairing.key if ruling.pairing else "",
            before=ruling.before,
            after=ruling.after,
            reason=ruling.reason,
        )
        for ruling in rulings
    ]
