"""Doubles: two players hold a seat, and either of them is the seat."""

import pytest
from django.contrib.admin import site
from django.utils import timezone

from games.admin import MatchAdmin
from games.models import Match
from games.selectors import SEATS, load_match, matches_listed, seats_of, view_of
from games.selectors.cards import live_cards
from games.services import friendly
from games.services.bots import play_due, play_turns
from games.services.play import act
from games.services.setup import sit_down
from games.services.submissions import ActionRefused
from games.services.verify import verify
from tests.games.services.tables import START, Sitting, bot, first_play, person, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Sitting:
    ann, bob, cleo, dan = (person(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    return sit([ann, bob], [cleo, dan], length=1)


def users(sitting: Sitting, seat: str) -> list[int]:
    return [stored.player.user_id for stored in sitting.match.seats.filter(seat=seat)]


def step(sitting: Sitting, partner: int) -> str:
    """The seat that must act does, by the hand of this partner; returns the seat."""
    state = sitting.state
    seat = str(state.to_act)
    by = {"user_id": users(sitting, seat)[partner], "key": f"{seat}{sitting.match.seq}"}
    if state.waiting_for == "play":
        sitting.act(seat, "play", {"moves": first_play(state)}, **by)
    else:
        sitting.act(seat, "roll", **by)
    return seat


def test_the_partners_play_a_match_in_turns(four: Sitting) -> None:
    four.join()
    moved: set[tuple[str, int]] = set()
    turn = 0
    while four.fresh().finished_at is None:
        turn += 1
        moved.add((step(four, turn // 3 % 2), turn // 3 % 2))
    assert moved == {("A", 0), ("A", 1), ("B", 0), ("B", 1)}
    assert (four.match.reason, verify(four.match.pk)) == ("played", [])


def test_one_of_the_two_is_enough_to_be_ready(four: Sitting) -> None:
    four.act("A", "ready", user_id=users(four, "A")[1])
    with pytest.raises(ActionRefused, match="already_ready"):
        four.act("A", "ready", user_id=users(four, "A")[0])
    assert four.fresh().status == "joining"
    four.act("B", "ready", user_id=users(four, "B")[0])
    assert four.fresh().status == "playing"


def test_nobody_acts_for_the_other_pair(four: Sitting) -> None:
    for user in users(four, "A"):
        with pytest.raises(ActionRefused, match="not_your_seat"):
            four.act("B", "ready", user_id=user)


def test_a_suspended_partner_keeps_the_other_from_nothing(four: Sitting) -> None:
    first = four.match.seats.filter(seat="A")[0].player.user
    first.suspended_at = timezone.now()
    first.save()
    with pytest.raises(ActionRefused, match="suspended"):
        four.act("A", "ready", user_id=first.pk)
    four.act("A", "ready", user_id=users(four, "A")[1])
    assert four.state.ready == (True, False)


def test_both_hold_the_seat_and_see_what_it_may_do(four: Sitting) -> None:
    four.join()
    for seat in four.match.seats.all():
        assert seats_of(seat.player.user, four.match) == [seat.seat]
        view = view_of(load_match(four.fresh()), seat.seat, four.now)
        assert (view["seat"], view["may"]["concede"]) == (seat.seat, None)


def test_the_names_of_a_pair_stand_together(four: Sitting) -> None:
    four.join()
    match = matches_listed().get()
    players = view_of(load_match(match), None, four.now)["players"]
    assert {seat: player["name"] for seat, player in players.items()} == {
        "A": "Ann / Bob",
        "B": "Cleo / Dan",
    }
    assert [item["name"] for item in players["A"]["people"]] == ["Ann", "Bob"]
    assert players["A"]["id"] is None
    (card,) = live_cards(four.now)
    assert [line.name for line in card.lines] == ["Ann / Bob", "Cleo / Dan"]
    assert MatchAdmin(Match, site).players(match) == "Ann / Bob – Cleo / Dan"


def test_an_answer_names_them_in_the_same_order(four: Sitting) -> None:
    answer = four.act("A", "ready")
    fresh = Match.objects.prefetch_related(SEATS).get()
    assert answer.loaded.seats == load_match(fresh).seats
    assert [who.name for who in answer.loaded.seats["A"]] == ["Ann", "Bob"]


def test_a_pair_has_a_country_when_both_have_the_same() -> None:
    ann, bob, cleo = person("Ann"), person("Bob"), person("Cleo")
    for player, country in ((ann, "EE"), (bob, "FI"), (cleo, "FI")):
        player.country = country
        player.save()
    mixed = view_of(load_match(sit([ann, bob], cleo).match), None, START)["players"]
    alike = view_of(load_match(sit([bob, cleo], ann).match), None, START)["players"]
    assert (mixed["A"]["country"], mixed["B"]["country"]) == ("", "FI")
    assert (alike["A"]["country"], alike["B"]["country"]) == ("FI", "EE")


@pytest.mark.slow
def test_pairs_of_bots_play_each_other() -> None:
    sitting = sit([bot(), bot()], [bot(), bot()], length=1, bot_pace_ms=0)
    for _ in range(3000):
        if sitting.fresh().finished_at is not None:
            break
        assert play_due(sitting.now) == 1
    assert (sitting.match.reason, verify(sitting.match.pk)) == ("played", [])


def test_a_bot_plays_for_its_partner_too() -> None:
    sitting = sit([person("Ann"), bot()], person("Bob"), bot_pace_ms=0)
    assert play_turns([sitting.match.pk], sitting.now) == 1
    assert sitting.state.ready == (True, False)
    view = view_of(load_match(sitting.match), None, sitting.now)
    assert (view["players"]["A"]["is_bot"], view["players"]["B"]["is_bot"]) == (True, False)


def test_the_seat_opposite_a_pair_may_be_free() -> None:
    pair, guest = [person("Ann"), person("Bob")], person("Cleo")
    sitting = sit(pair, guest)
    sitting.match.seats.filter(seat="B").delete()
    assert sit_down(sitting.match, pair[1], START) == "A"
    assert sit_down(sitting.match, guest, START) == "B"


def test_either_partner_calls_a_friendly_match_off(four: Sitting) -> None:
    partner = four.match.seats.filter(seat="B")[1].player
    friendly.decline(four.match.pk, partner, four.now)
    assert four.fresh().status == "void"


def test_two_partners_with_the_same_key_are_one_repeated_action(four: Sitting) -> None:
    submission = four.submission("A", "ready", key="k", user_id=users(four, "A")[0])
    again = four.submission("A", "ready", key="k", user_id=users(four, "A")[1])
    assert not act(submission, four.now).repeated
    assert act(again, four.now).repeated
