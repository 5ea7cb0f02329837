"""What the card at the end of a tournament match says of what comes next, and to whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.tournaments.making import (
    NOW,
    director,
    entry,
    match_of,
    play_out,
    started,
    win,
    win_all,
)
from tournaments.bracket.services import snapshots
from tournaments.models import Tournament
from tournaments.public.selectors.after_match import AfterMatch, after_match

pytestmark = pytest.mark.django_db


def user(of: Tournament, name: object) -> User:
    login = entry(of, name).player.user
    assert login is not None
    return login


def after(of: Tournament, key: str, name: object) -> AfterMatch:
    shown = after_match(match_of(of, key).pk, user(of, name))
    assert shown is not None
    return shown


def answer(client: Client, match: Match, viewer: User | None) -> Any:
    client.logout()
    if viewer is not None:
        client.force_login(viewer)
    return client.get(f"/matches/{match.pk}/after.json")


def test_the_winner_of_a_quarterfinal_waits_for_the_opponent() -> None:
    made = started(8)
    win(made, "W1.1", 1)
    shown = after(made, "W1.1", 1)
    assert (shown.state, shown.headline) == ("waiting", "You are in the semifinal")
    assert shown.text == "Your next opponent is still playing."
    assert shown.next is not None
    assert (shown.next.round, shown.next.opponent) == ("Semifinals", "4 or 5")
    assert shown.next.url == ""


def test_the_next_match_is_named_with_its_time_to_join_as_soon_as_it_is_there() -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2")
    shown = after(made, "W1.1", 1)
    assert (shown.state, shown.headline) == ("ready", "You are in the final")
    assert shown.next is not None
    assert (shown.next.opponent, shown.next.length) == ("2", "to 3")
    assert shown.next.url == f"/matches/{match_of(made, 'W2.1').pk}/"
    assert shown.next.deadline == NOW + timedelta(minutes=10)


def test_the_result_is_waited_for_until_the_bracket_has_it() -> None:
    made = started(4)
    win(made, "W1.1", 1, go_on=False)
    assert after(made, "W1.1", 1).state == "recording"


def test_a_loser_reads_the_place_and_the_champion_the_title() -> None:
    made = started(8)
    win_all(made, "W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")
    out = after(made, "W1.2", 5)
    assert (out.state, out.headline, out.next) == ("over", "You finished 5th–8th", None)
    play_out(made)
    assert after(made, "W3.1", 1).headline == "You won the tournament"
    assert after(made, "W3.1", 2).headline == "You finished 2nd"


def test_a_loser_goes_to_the_consolation() -> None:
    made = started(8, format="consolation")
    win(made, "W1.1", 1)
    shown = after(made, "W1.1", 8)
    assert (shown.state, shown.headline) == ("waiting", "You go to the consolation")
    assert shown.next is not None
    assert shown.next.round.startswith("Consolation")
    win(made, "W1.2", 4)
    assert after(made, "W1.1", 8).state == "ready"


def test_in_a_round_robin_only_the_result_can_be_told() -> None:
    made = started(4, format="round_robin")
    win(made, "R1.1", *_first(made, "R1.1"))
    shown = after(made, "R1.1", *_first(made, "R1.1"))
    assert shown.headline == ""
    assert shown.state in ("ready", "waiting")


def _first(made: Tournament, key: str) -> list[str]:
    seat = match_of(made, key).seats.get(seat="A")
    return [seat.player.name]


def test_a_swiss_round_is_waited_for_until_it_is_drawn() -> None:
    made = started(4, format="swiss")
    name = _first(made, "R1.1")[0]
    win(made, "R1.1", name)
    shown = after(made, "R1.1", name)
    assert (shown.state, shown.next) == ("waiting", None)
    assert shown.text.startswith("The next round is not drawn yet.")


def test_only_the_two_players_are_answered(client: Client) -> None:
    made = started(4)
    match = win(made, "W1.1", 1)
    assert answer(client, match, None).status_code == 403
    for outsider in (user(made, 2), director(), made.organizer):
        assert answer(client, match, outsider).status_code == 404
    for player in (1, 4):
        got = answer(client, match, user(made, player))
        assert (got.status_code, got.json()["bracket"]) == (200, f"/tournaments/{made.slug}/")
        assert "no-store" in got["Cache-Control"]


def test_delayed_results_are_at_once_for_players_and_not_for_spectators(client: Client) -> None:
    made = started(4, spectator_delay_s=300, delay_results=True)
    snapshots.keep(NOW + timedelta(minutes=1))
    later = NOW + timedelta(minutes=9)
    match = win(made, "W1.1", 1, later)
    win(made, "W1.2", 2, later)
    assert answer(client, match, user(made, 1)).json()["state"] == "ready"
    for spectator in (None, director()):
        assert answer(client, match, spectator).status_code in (403, 404)


def test_the_answer_has_the_path_through_the_draw(client: Client) -> None:
    made = started(8)
    match = win(made, "W1.1", 1)
    steps = answer(client, match, user(made, 1)).json()["steps"]
    assert [step["short"] for step in steps] == ["QF", "SF", "F"]
    assert [step["state"] for step in steps] == ["did", "now", ""]


def test_a_friendly_match_has_no_answer(client: Client) -> None:
    made = started(4)
    match = match_of(made, "W1.1")
    match.pairing_match.delete()
    assert answer(client, match, user(made, 1)).status_code == 404
