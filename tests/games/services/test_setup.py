"""How a match comes to be."""

from datetime import timedelta

import pytest

from accounts.models import Player
from games.engine.dice import commitment
from games.engine.rules import Rules
from games.models import Action, Match, MatchSeed
from games.services.friendly import decline
from games.services.setup import create_match, sit_down
from tests.games.services.tables import START, person, sit
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def test_a_new_match_waits_for_both_and_has_sealed_its_dice() -> None:
    match = sit().match
    first = Action.objects.get(match=match)
    seed = MatchSeed.objects.get(match=match)
    assert (match.status, match.seq, first.kind, first.seat) == ("joining", 1, "epoch", "")
    assert first.payload == {"epoch": 1, "commitment": commitment(seed.seed, match.pk, 1)}
    assert seed.revealed_at is None


def test_the_time_to_join_is_a_row_that_is_owed() -> None:
    match = sit(join_within=timedelta(minutes=10)).match
    assert match.next_at == START + timedelta(minutes=10)
    assert match.context["join_s"] == 600


def test_nobody_plays_themselves() -> None:
    player = person()
    with pytest.raises(DomainError, match="same_player_twice"):
        sit(player, player)


def test_a_free_seat_is_taken_once() -> None:
    host, guest, third = person(), person(), person()
    match = _open_match(host)
    assert sit_down(match, guest, START) == "B"
    assert sit_down(match, guest, START) == "B"
    with pytest.raises(DomainError, match="no_free_seat"):
        sit_down(match, third, START)


def test_a_match_that_was_called_off_has_no_seat_to_take() -> None:
    host = person()
    match = _open_match(host)
    decline(match.pk, host, START)
    with pytest.raises(DomainError, match="match_over"):
        sit_down(match, person(), START)


def _open_match(host: Player) -> Match:
    return create_match(
        seat_a=host,
        seat_b=None,
        rules=Rules.preset("tournament", 3),
        clock=None,
        context={},
        join_within=None,
        now=START,
    )
