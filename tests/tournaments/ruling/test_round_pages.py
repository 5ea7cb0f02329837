"""Rounds from the desk: what waits, what is proposed, what is changed by hand, what is held back."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, entered, join, player, started
from tests.tournaments.ruling.test_rounds import live, row, stage, standing, win_round
from tournaments.bracket.services.start import start
from tournaments.models import Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.rounds import PublishRound

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss", "options": {"rounds": 3}}


def desk(of: Tournament, part: str = "") -> str:
    return f"/tournaments/{of.slug}/manage/{part}"


def published(boss: User) -> Tournament:
    """A Swiss of eight, whose second round waits to be published."""
    made = start(
        entered(8, organizer=boss, publishes=True, **SWISS).pk,
        by=None,
        now=NOW,
        draw_seed="5e" * 32,
    )
    if not standing(made, 1):
        rule(PublishRound(stage_id=stage(made).pk), RulingRequest(by=None, now=NOW, reason=""))
    return made


def draft_of(html: str) -> str:
    matched = re.search(r'name="pairs" value="([^"]*)"', html)
    assert matched
    return matched.group(1)


def test_the_desk_says_what_is_still_open_before_the_next_round(client, boss: User) -> None:
    made = published(boss)
    html = client.get(desk(made)).content.decode()
    assert "Next round: 4 open matches" in html
    win_round(made, 1)
    html = client.get(desk(made)).content.decode()
    assert "Next: publish the draw" in html
    assert desk(made, "stages/1/next/") in html


def test_nothing_is_proposed_while_matches_are_open(client: Client, boss: User) -> None:
    assert client.get(desk(published(boss), "stages/1/next/")).status_code == 409


def test_an_open_round_is_paired_by_hand(client: Client, boss: User) -> None:
    made = started(8, organizer=boss, **SWISS)
    page = desk(made, f"rounds/{row(made, 1).pk}/pairs/")
    five, six = (made.entries.get(player__name=name).pk for name in ("5", "6"))
    first = draft_of(client.get(page).content.decode())
    html = client.post(page, {"do": "swap", "pairs": first, "chosen": [five, six]}).content.decode()
    answer = client.post(page, {"do": "set", "pairs": draft_of(html), "reason": ""})
    assert answer.status_code == 422
    answer = client.post(page, {"do": "set", "pairs": draft_of(html), "reason": "same family"})
    assert answer.status_code == 302
    assert standing(made, 1) == ["1 6", "2 5", "3 7", "4 8"]
    assert "Paired by hand" in client.get(desk(made)).content.decode()


def test_begun_matches_are_set_aside_only_when_the_director_says_so_again(client, boss) -> None:
    made = started(4, organizer=boss, **SWISS)
    join(made, "R1.1")
    page = desk(made, f"rounds/{row(made, 1).pk}/pairs/")
    three, four = (made.entries.get(player__name=name).pk for name in ("3", "4"))
    first = draft_of(client.get(page).content.decode())
    html = client.post(page, {"do": "swap", "pairs": first, "chosen": [three, four]})
    fields = {"do": "set", "pairs": draft_of(html.content.decode()), "reason": "same family"}
    answer = client.post(page, fields)
    assert answer.status_code == 409
    assert standing(made, 1) == ["1 3", "2 4"]
    confirm = re.search(r'name="confirm" value="([^"]*)"', answer.content.decode())
    assert confirm
    assert client.post(page, fields | {"confirm": confirm.group(1)}).status_code == 302
    assert standing(made, 1) == ["1 4", "2 3"]


def test_a_round_is_held_back_and_let_go_from_its_page(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    page = desk(made, f"rounds/{row(made, 1).pk}/")
    client.post(page, {"verb": "hold", "h-reason": "lunch"})
    assert live(made, 1) == []
    assert "On hold" in client.get(desk(made)).content.decode()
    client.post(page, {"verb": "hold", "h-reason": "back"})
    assert len(live(made, 1)) == 2


def test_a_round_gets_its_terms_from_its_page(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    page = desk(made, f"rounds/{row(made, 1).pk}/")
    fields = {"verb": "terms", "t-length": "5", "t-clock": "fast", "t-reason": "late"}
    assert client.post(page, fields).status_code == 302
    assert {on.match.rules["length"] for on in live(made, 1)} == {5}
    assert all(on.match.clock for on in live(made, 1))
    assert client.post(page, fields | {"t-length": "0"}).status_code == 422
    join(made, "W1.1")
    assert "A match in this round has started." in client.get(page).content.decode()


@pytest.mark.parametrize("part", ["stages/1/next/", "rounds/{row}/", "rounds/{row}/pairs/"])
def test_rounds_are_closed_to_everybody_else(client: Client, part: str) -> None:
    made = started(4, **SWISS)
    address = desk(made, part.format(row=row(made, 1).pk))
    assert client.get(address).status_code == 302
    client.force_login(player().user)
    assert client.get(address).status_code == 403
    assert client.post(address, {"verb": "hold", "h-reason": "lunch"}).status_code == 403
    assert len(live(made, 1)) == 2


def test_a_round_of_another_tournament_is_not_found(client: Client, boss: User) -> None:
    made, other = started(4, organizer=boss), started(4)
    assert client.get(desk(made, f"rounds/{row(other, 1).pk}/")).status_code == 404


def test_the_desk_shows_what_is_open_round_by_round_and_any_round_asked_for(client, boss) -> None:
    made = started(8, organizer=boss, format="double_elimination")
    win_round(made, 1)
    html = client.get(desk(made)).content.decode()
    assert "Open matches" in html
    assert html.count('class="dense"') == 1
    first = row(made, 1)
    html = client.get(desk(made) + f"?round={first.pk}").content.decode()
    assert "4 open matches" in html
    assert html.count("<strong>") >= 4


def test_the_polled_part_is_the_page_it_was(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    first = row(made, 1)
    answer = client.get(desk(made) + f"?round={first.pk}&key=old", headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert html.startswith("\n") or html.lstrip().startswith("<div")
    assert f"round={first.pk}" in html
    assert "<html" not in html


def test_the_record_names_the_round_and_leads_to_undoing(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    client.post(
        desk(made, f"rounds/{row(made, 1).pk}/"), {"verb": "hold", "h-reason": "a long lunch"}
    )
    html = client.get(desk(made)).content.decode()
    assert "Round held or resumed" in html
    assert "Semifinals" in html.split("Round held or resumed")[1]
    assert "a long lunch" in html
    assert f"rulings/{made.rulings.get().pk}/undo/" in html
