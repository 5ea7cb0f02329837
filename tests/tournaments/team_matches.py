"""Matches of teams for tests: who concedes at which board, who sits where, and how a pairing ended."""

import pytest

from games.services.play import act
from games.services.submissions import Submission
from tests.tournaments.making import NOW
from tests.tournaments.teams import boards_of, settle
from tournaments.models import Pairing, Tournament
from web.errors import DomainError


def concede(match, side: str) -> None:
    seat = match.seats.filter(seat=side).select_related("player").order_by("player").first()
    user = seat.player.user_id
    act(Submission(match.pk, side, "concede", {}, NOW, user_id=user), NOW)


def win(of: Tournament, key: str, *sides: str) -> None:
    """Board by board the seat that wins, "A" or "B"."""
    for row, side in zip(boards_of(of, key), sides, strict=True):
        concede(row.match, "B" if side == "A" else "A")
    settle(of)


def names(row, side: str) -> set[str]:
    return set(row.match.seats.filter(seat=side).values_list("player__name", flat=True))


def refused(act) -> str:
    with pytest.raises(DomainError) as error:
        act()
    return error.value.code


def outcome(of: Tournament, key: str) -> tuple[str, str]:
    pairing = Pairing.objects.get(stage__tournament=of, key=key)
    return pairing.outcome, pairing.winner.title if pairing.winner else ""
