"""What pages say of rulings, walkovers, draw numbers and starts, in words that people use."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    entry,
    pairing,
    started,
    tournament,
    win_all,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.start import start
from tournaments.models import Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.rounds import HoldRound

pytestmark = pytest.mark.django_db
TITLES = {"": "Spring Open", "standings/": "Standings · Spring", "rules/": "Rule card · Spring"}


@pytest.fixture
def boss(client: Client) -> User:
    boss = director()
    boss.player.name = "Berta Boss"
    boss.player.save()
    client.force_login(boss)
    return boss


def page(client: Client, of: Tournament, part: str = "") -> str:
    return client.get(f"/tournaments/{of.slug}/{part}").content.decode()


def correct(
    of: Tournament, winner: str, loser: str, points: tuple[int, int], *, key: str = "W1.1"
) -> None:
    won, lost = entry(of, winner).pk, entry(of, loser).pk
    score = dict(zip((won, lost), points, strict=True))
    rulings.correct_result(
        pairing(of, key).pk, by=of.organizer, winner=won, now=NOW, reason="sheet", score=score
    )


def test_the_record_tells_what_was_ruled_and_by_whom(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    correct(shown, "4", "1", (3, 1))
    correct(shown, "1", "4", (3, 2))
    desk = page(client, shown, "manage/")
    assert "SF 1: 4 3–1 → 1 3–2" in desk
    assert "SF 1: 4 3–1<" in desk
    assert "· Berta Boss · sheet" in desk
    assert "W1.1" not in desk
    rounds = page(client, shown, "rounds/")
    assert "ruling" in rounds
    assert "played" not in rounds
    assert "W1." not in rounds


def test_a_result_that_was_only_written_down_is_not_a_ruling_and_has_no_review(
    client, boss
) -> None:
    shown = started(4, organizer=boss)
    correct(shown, "1", "4", (3, 2))
    rounds = page(client, shown, "rounds/")
    assert "ruling" not in rounds
    assert ">Played<" in rounds
    assert "/review/" not in rounds + page(client, shown)
    Match.objects.filter(pairing_match__pairing=pairing(shown, "W1.2")).update(started_at=NOW)
    win_all(shown, "W1.2 2")
    assert page(client, shown, "rounds/").count("/review/") == 1
    correct(shown, "3", "2", (3, 1), key="W1.2")
    assert "ruling" in page(client, shown, "rounds/")


def test_a_forfeit_is_a_walkover_and_no_score(client: Client, boss: User) -> None:
    shown = started(4, organizer=boss)
    loser = entry(shown, 1).pk
    ruled = pairing(shown, "W1.1")
    rulings.forfeit(ruled.pk, by=boss, losers=[loser], now=NOW, reason="absent")
    for part in ("", "rounds/", f"manage/?round={ruled.round_id}"):
        html = page(client, shown, part)
        assert html.count("w/o") == 1
        assert 'num">0</span>' not in html.replace('num">0</span></a>', "")
    assert "SF 1: 4 (Forfeit)" in page(client, shown, "manage/")


@pytest.mark.parametrize(("method", "numbers"), [("random", False), ("manual", True)])
def test_numbers_drawn_at_random_are_not_seeds(client, boss, method: str, numbers: bool) -> None:
    shown = entered(4, organizer=boss, draw_method=method)
    start(shown.pk, by=None, now=NOW)
    assert ('<span class="seed num">3</span>' in page(client, shown)) is numbers
    assert ("Draw seed (for verification)" in page(client, shown, "rules/")) is not numbers


def test_a_seeded_draw_shows_the_seeds_only(client: Client, boss: User) -> None:
    shown = entered(4, organizer=boss, draw_method="seeded")
    shown.entries.filter(player__name="2").update(seed=1)
    start(shown.pk, by=None, now=NOW)
    html = page(client, shown)
    assert html.count('<span class="seed num"></span>') >= 3
    assert re.search(r'<span class="seed num">1</span><a class="n" [^>]*>2</a>', html)


def test_a_start_that_is_not_set_matters_before_the_start_only(client: Client, boss: User) -> None:
    assert "Start not set" in page(client, tournament(boss))
    running = started(2, organizer=boss)
    assert "Start not set" not in page(client, running) + page(client, running, "manage/")


@pytest.mark.parametrize("part", TITLES)
def test_a_tab_is_named_in_the_title(client: Client, boss: User, part: str) -> None:
    title = page(client, started(2, organizer=boss), part).split("<title>")[1]
    assert title.strip().startswith(TITLES[part])


def test_the_record_of_a_double_elimination_says_which_bracket(client: Client, boss: User) -> None:
    shown = started(8, organizer=boss, format="double_elimination")
    win_all(shown, "W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")
    correct(shown, "4", "1", (3, 1), key="W2.1")
    correct(shown, "5", "8", (3, 0), key="L1.1")
    lost = shown.stages.get().rounds.get(section="losers", pairings__key="L2.1")
    rule(HoldRound(round_id=lost.pk, open=False), RulingRequest(boss, NOW, "dinner"))
    record = page(client, shown, "manage/rulings/")
    assert "W2 1" in record
    assert "L1 1" in record
    assert "SF 1" not in record
    assert "Losers’ bracket · Round 2" in record
