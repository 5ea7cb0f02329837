"""Bots are marked as such wherever their names stand: on pages, big screens and overlays, and in the API."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import BotKind, Player
from games.models import Match
from games.selectors.site_bots import BOT_NAMES
from games.services.bots import offered_kinds
from games.services.friendly import site_bot
from tests.tournaments.making import NOW, director, entered, match_of
from tournaments.bracket.services.start import start
from tournaments.entry.services.bots import add_bots
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGES = [
    "",
    "draw/",
    "standings/",
    "entries/",
    "matches/",
    "tv/",
    "wall/",
    "boards/",
]


@pytest.fixture
def made() -> Tournament:
    """Two people and two bots in a knockout that has begun."""
    boss = director()
    tournament = entered(2, organizer=boss)
    add_bots(tournament.pk, by=boss, number=2, now=NOW)
    return start(tournament.pk, by=None, now=NOW)


def bot_names() -> list[str]:
    return [name.removesuffix(" (bot)") for name in Player.objects.exclude(bot_kind=BotKind.NONE).values_list("name", flat=True)]  # fmt: skip


def unmarked(text: str) -> list[str]:
    """Where a bot's name stands without the mark behind it."""
    plain = re.sub(r"<[^>]*>", "", text)
    return [
        plain[max(0, at.start() - 30) : at.end() + 30]
        for name in bot_names()
        for at in re.finditer(rf"\b{name}\b(?! \(bot\))", plain)
    ]


def test_the_sites_bots_carry_the_mark_in_their_names() -> None:
    assert all(name.endswith(" (bot)") for name in BOT_NAMES.values())
    for kind in offered_kinds():
        assert site_bot(kind).name.endswith(" (bot)")


def test_a_tournament_names_no_bot_without_the_mark(made: Tournament, client: Client) -> None:
    seen = 0
    for page in PAGES:
        answer = client.get(f"/tournaments/{made.slug}/{page}")
        if answer.status_code in (301, 302, 404):
            continue
        text = answer.content.decode()
        assert unmarked(text) == [], page
        seen += any(name in text for name in bot_names())
    assert seen >= 4
    desk = Client()
    assert made.organizer is not None
    desk.force_login(made.organizer)
    for page in ("manage/", "manage/?tab=entries", "manage/?tab=standings"):
        assert unmarked(desk.get(f"/tournaments/{made.slug}/{page}").content.decode()) == [], page


def test_lists_the_player_and_the_table_mark_them(made: Tournament, client: Client) -> None:
    bot = Player.objects.exclude(bot_kind=BotKind.NONE)[0]
    for address in ("/players/", f"/search/?q={bot.name[:3]}", reverse("player", args=[bot.pk])):
        text = client.get(address).content.decode()
        assert bot.name in text
        assert unmarked(text) == [], address
    match = match_of(made, "W1.1")
    for address in (reverse("match", args=[match.pk]), reverse("match-review", args=[match.pk])):
        assert unmarked(client.get(address).content.decode()) == [], address


def test_the_api_says_who_is_a_bot(made: Tournament, client: Client) -> None:
    bots = set(Player.objects.exclude(bot_kind=BotKind.NONE).values_list("pk", flat=True))
    listed = client.get("/api/v1/players").json()["results"]
    assert {row["id"] for row in listed if row["is_bot"]} == bots
    match: Match = match_of(made, "W1.1")
    players = client.get(f"/api/v1/matches/{match.pk}").json()["players"]
    rows = [row for seat in "AB" for row in (players[seat] if isinstance(players[seat], list) else [players[seat]])]  # fmt: skip
    assert {row["id"] for row in rows if row["is_bot"]} == {row["id"] for row in rows} & bots
    assert client.get(f"/api/v1/players/{next(iter(bots))}").json()["is_bot"] is True
