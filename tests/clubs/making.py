"""Clubs for tests, made through the services."""

from itertools import count
from typing import Any

from accounts.models import Player, User
from clubs.models import Club, ClubMember
from clubs.services import membership
from clubs.services.clubs import start_club
from tests.tournaments.making import NOW, player

_names = count(1)


def login_of(who: Player) -> User:
    assert who.user is not None
    return who.user


def club(officer: Player | None = None, **facts: Any) -> Club:
    """A club with one officer."""
    officer = officer or player()
    defaults = {"name": f"Club {next(_names)}", "country": "EE", "place": "Tartu"}
    return start_club(login_of(officer), NOW, **(defaults | facts))


def joined(of: Club, who: Player | None = None) -> Player:
    who = who or player()
    membership.join(login_of(who), of.pk, NOW)
    return who


def row(of: Club, who: Player) -> ClubMember:
    return ClubMember.objects.get(club=of, player=who)


def statuses(of: Club) -> dict[str, str]:
    rows = ClubMember.objects.filter(club=of).select_related("player").order_by("pk")
    return {item.player.name: item.status for item in rows}
