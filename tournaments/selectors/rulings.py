"""The audit, for its readers: directors see all of it, everybody sees what happened to a pairing."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match
from tournaments.models import Pairing, Ruling, Tournament
from tournaments.selectors.bracket import short_name
from tournaments.selectors.shapes import RulingRow, TableState


def table_state(match_id: UUID) -> TableState:
    """How a match stands that a director may stop or give time to. One query."""
    paused, clock = Match.objects.values_list("paused", "clock").get(pk=match_id)
    return TableState(paused=paused, timed=clock is not None)


def ruling_rows(tournament: Tournament) -> list[RulingRow]:
    """Newest first. Two queries."""
    rulings = tournament.rulings.select_related("by__player", "pairing__round")
    names = dict(tournament.entries.values_list("pk", "player__name"))
    return [
        RulingRow(
            at=ruling.at,
            by=_by(ruling.by) if ruling.by else "",
            verb=ruling.verb,
            pairing=short_name(ruling.pairing) if ruling.pairing else "",
            before=ruling.before,
            said=_said(ruling, names),
            reason=ruling.reason,
        )
        for ruling in rulings
    ]


def _by(user: User) -> str:
    """As the director is known to players."""
    player = getattr(user, "player", None)
    return player.name if player else user.get_username()


def _said(ruling: Ruling, names: dict[int, str]) -> str:
    """What stood before, if anything did, and what stands now."""
    if ruling.pairing is None or "outcome" not in ruling.after:
        return ""
    after = _standing(ruling.after, names)
    return f"{_standing(ruling.before, names)} → {after}" if ruling.before["outcome"] else after


def _standing(told: dict[str, Any], names: dict[int, str]) -> str:
    """A result in words: Anna 7–4, or Anna (forfeit)."""
    outcome = told.get("outcome")
    if not outcome:
        return _("not decided")
    winner, score = told.get("winner"), told.get("score")
    label = str(Pairing.Outcome(outcome).label)
    if winner is None:
        return label
    name = names.get(winner, "")
    if not score:
        return f"{name} ({label})" if outcome != Pairing.Outcome.PLAYED else name
    return f"{name} {score.get(str(winner), 0)}–{score.get(str(told.get('loser')), 0)}"
