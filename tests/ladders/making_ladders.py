"""Ladders for tests, made through the services."""

from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import Player
from clubs.models import Club
from ladders.models import Ladder, LadderChallenge, LadderMember, LadderResult
from ladders.services.challenges import accept_challenge, send_challenge
from ladders.services.ladders import start_ladder
from ladders.services.membership import join_ladder
from ladders.services.results import report_result
from tests.clubs.making import club, joined, login_of
from tests.tournaments.making import NOW, player


class ClubLadder(NamedTuple):
    """A ladder, its players from the top, and the officer, who is not on it."""

    ladder: Ladder
    players: list[Player]
    officer: Player
    club: Club


def ladder_of(count: int = 4, **facts: Any) -> ClubLadder:
    officer = player()
    home = club(officer)
    made = start_ladder(login_of(officer), home.pk, NOW, **({"name": "Club ladder"} | facts))
    players = [joined(home) for _ in range(count)]
    for each in players:
        join_ladder(login_of(each), made.pk, NOW)
    return ClubLadder(made, players, officer, home)


def order(ladder: Ladder) -> list[int]:
    rows = LadderMember.objects.filter(ladder=ladder, place__isnull=False)
    return list(rows.order_by("place").values_list("player", flat=True))


def challenged(
    of: ClubLadder, low: Player, high: Player, now: datetime = NOW, *, accepted: bool = True
) -> LadderChallenge:
    made = send_challenge(login_of(low), of.ladder.pk, high.pk, now)
    if accepted:
        accept_challenge(login_of(high), of.ladder.pk, made.pk, now)
        made.refresh_from_db()
    return made


def played(
    of: ClubLadder, low: Player, high: Player, winner: Player, now: datetime = NOW
) -> LadderChallenge:
    """Challenged, accepted, reported and confirmed."""
    made = challenged(of, low, high, now)
    for who in (low, high):
        report_result(login_of(who), of.ladder.pk, made.pk, LadderResult(winner.pk, 3), now)
    made.refresh_from_db()
    return made
