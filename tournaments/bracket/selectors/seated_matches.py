"""Matches with their players, as rows of lists; tournament and friendly matches alike."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Match, MatchSeat
from games.selectors.visibility import delay_of
from tournaments.bracket.selectors.lists import player_ref
from tournaments.bracket.selectors.rows import PlayerRef
from tournaments.core.round_names import placed_round_name
from tournaments.formats.base import MAIN

NOBODY = PlayerRef(0, "", "", False)


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Two queries: the matches without their snapshots, and their seats."""
    seats = Prefetch("seats", MatchSeat.objects.select_related("player"))
    return matches.defer("state").prefetch_related(seats)


def sides(match: Match) -> dict[str, list[Player]]:
    """The players of each seat."""
    players: dict[str, list[Player]] = {"A": [], "B": []}
    for seat in match.seats.all():
        players[seat.seat].append(seat.player)
    return players


def shown(players: Iterable[Player]) -> PlayerRef:
    """One name for a seat; two players of a doubles share it."""
    refs = [player_ref(player) for player in players]
    if len(refs) < 2:
        return refs[0] if refs else NOBODY
    return PlayerRef(refs[0].id, " / ".join(r.name for r in refs), refs[0].country, refs[0].is_bot)


def of_match(match: Match) -> dict[str, Any]:
    """Title, subtitle and length, as every kind of row shows them."""
    context = match.context
    return {
        "match": match.pk,
        "title": context.get("title", ""),
        "subtitle": subtitle(context),
        "length": match.rules.get("length"),
    }


def score_hidden(match: Match) -> bool:
    """Is the running score hidden from spectators, who see this match late? The result is public."""
    return match.finished_at is None and bool(delay_of(match.context))


def subtitle(context: dict[str, Any]) -> str:
    """The round's name in the reader's language where it is known, else the stored text; of a team match with the board."""
    name = round_of(context) or context.get("subtitle", "")
    if not context.get("teams"):
        return str(name)
    first, second = context["teams"]
    words = {"round": name, "one": first, "two": second, "n": context.get("board")}
    return _("%(round)s: %(one)s – %(two)s, board %(n)s") % words


def round_of(context: Mapping[str, Any]) -> str:
    """The round of a match in the reader's language; "" where none is stored (games.round_names)."""
    if "round" not in context:
        return ""
    section, beside = context.get("section", MAIN), context.get("beside", ())
    return placed_round_name(context["round"], section, beside, context.get("stage"))
