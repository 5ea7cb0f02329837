"""A consolation that has begun although others belong to it now: the pages say so and lead to drawing it again (T4.2)."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, entry, join, match_of, pairing, started, win
from tests.tournaments.ruling.ruled_pages import hidden, ordered
from tournaments.models import PairingMatch, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing

pytestmark = pytest.mark.django_db
STAYS = "Consolation: play has started with other players. They stay unless you draw again."
FACTS = {"format": "consolation", "options": {"consolation": "first_round"}}


@pytest.fixture
def made(boss: User) -> Tournament:
    """Of seven 5 and 7 have lost; 3 and 6 are said not to have come, so that nobody else is drawn."""
    made = started(7, organizer=boss, **FACTS)
    win(made, "W1.2", 4)
    win(made, "W1.3", 2)
    both = (entry(made, 3).pk, entry(made, 6).pk)
    rule(
        ForfeitPairing(pairing_id=pairing(made, "W1.4").pk, losers=both),
        RulingRequest(None, NOW, ""),
    )
    return made


def page(client: Client, of: Tournament, rest: str) -> str:
    return client.get(f"/tournaments/{of.slug}/manage/{rest}").content.decode()


def they_came(of: Tournament, **more: str) -> tuple[str, dict[str, object]]:
    """Where and what to post so that 3 has beaten 6."""
    row = pairing(of, "W1.4")
    won = {"c-winner": entry(of, 3).pk, "c-winner_points": 3, "c-loser_points": 1}
    data = {"verb": "correct", "c-reason": "they did come", **more} | won
    return f"/tournaments/{of.slug}/manage/pairings/{row.pk}/", data


def players(of: Tournament) -> set[str]:
    seats = of.stages.get().pairings.filter(key__startswith="C1.", voided_at=None)
    names = seats.values_list("slots__entry__player__name", flat=True)
    return {name for name in names if name}


def test_one_that_nobody_has_begun_is_drawn_again_by_itself(
    client: Client, made: Tournament
) -> None:
    waited = match_of(made, "C1.1")
    address, data = they_came(made)
    assert STAYS not in client.post(address, data).content.decode()
    assert ordered(client, address, data).status_code == 302
    assert players(made) == {"5", "6", "7"}
    assert PairingMatch.objects.get(match=waited).voided_at is not None


def test_the_preview_says_that_it_stays_and_offers_to_draw_it_again(
    client: Client, made: Tournament
) -> None:
    join(made, "C1.1")
    address, data = they_came(made)
    first = client.post(address, data)
    assert STAYS in first.content.decode()
    assert "Apply, then draw again: Consolation" in first.content.decode()
    answer = client.post(address, hidden(first) | {"then": "1"})
    assert answer.headers["Location"] == f"/tournaments/{made.slug}/manage/stages/1/redraw/"
    assert players(made) == {"5", "7"}
    assert "Redraw: Consolation" in client.get(answer.headers["Location"]).content.decode()


def test_the_record_leads_to_drawing_it_again_and_a_begun_match_is_shown_before_it_goes(
    client: Client, made: Tournament
) -> None:
    begun = join(made, "C1.1")
    ordered(client, *they_came(made))
    assert STAYS in page(client, made, "")
    assert STAYS in page(client, made, "rulings/")
    redraw = f"/tournaments/{made.slug}/manage/stages/1/redraw/"
    shown = client.post(redraw, {"reason": "all three"})
    assert "1 match in progress becomes void" in shown.content.decode()
    assert PairingMatch.objects.get(match=begun).voided_at is None
    assert client.post(redraw, hidden(shown)).status_code == 302
    assert players(made) == {"5", "6", "7"}
    assert STAYS not in page(client, made, "rulings/")


def test_a_correction_may_draw_it_again_at_once(client: Client, made: Tournament) -> None:
    join(made, "C1.1")
    assert "draw them again" in client.get(they_came(made)[0]).content.decode()
    assert ordered(client, *they_came(made, **{"c-redraw": "on"})).status_code == 302
    assert players(made) == {"5", "6", "7"}


def test_where_the_same_players_belong_there_is_nothing_to_draw(
    client: Client, made: Tournament
) -> None:
    redraw = f"/tournaments/{made.slug}/manage/stages/1/redraw/"
    html = client.post(redraw, {"reason": "for fun"}, follow=True).content.decode()
    assert "You do not need to draw again" in html


def test_who_comes_late_and_loses_is_missed_in_one_that_has_begun(
    client: Client, boss: User
) -> None:
    made = started(6, organizer=boss, **FACTS)
    win(made, "W1.2", 4)
    win(made, "W1.4", 3)
    join(made, "C1.1")
    ordered(client, f"/tournaments/{made.slug}/manage/walk-in/", {"name": "Late"})
    assert STAYS not in page(client, made, "rulings/")
    win(made, "W1.3", 2)
    assert STAYS in page(client, made, "rulings/")
    ordered(client, f"/tournaments/{made.slug}/manage/stages/1/redraw/", {"reason": "all three"})
    assert players(made) == {"5", "6", "Late"}
