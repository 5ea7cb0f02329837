"""A session that goes on until the players end it (R9.6), and the options that two players may choose (R9.4)."""

from random import Random

import pytest

from games.engine.actions import (
    Concede,
    DirectorRuling,
    EndSession,
    LastGame,
    Ready,
    from_client,
    from_json,
)
from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.engine.friendly_rules import rules_chosen
from games.engine.match import MatchState, apply, initial
from games.engine.rule_card import card_sentences
from games.engine.rules import Rules
from games.engine.seats import Seat, other
from games.engine.snapshots import from_json as state_from
from games.engine.snapshots import to_json as snapshot
from games.engine.table import Table
from tests.games.engine.matchplay import PATIENT, next_action

OPEN = Rules.open_session("money")
PLAYING = {**PATIENT, "last_game": 0, "end_session": 0}


def into_game(state: MatchState | None = None, seed: int = 1) -> MatchState:
    """A game in which somebody has rolled."""
    random, state = Random(seed), state or initial(OPEN)
    while state.live_game is None or state.waiting_for != "roll":
        action = next_action(state, random, PLAYING)
        assert action is not None
        state = apply(state, action)
    return state


def to_the_end_of_the_game(state: MatchState, seed: int = 2) -> MatchState:
    random = Random(seed)
    while state.live_game is not None:
        action = next_action(state, random, PLAYING)
        assert action is not None
        state = apply(state, action)
    return state


def refusal(state: MatchState, action: object) -> str:
    with pytest.raises(RulesError) as refused:
        apply(state, action)  # type: ignore[arg-type]
    return refused.value.code


def test_a_session_without_a_number_of_games_goes_on_after_each() -> None:
    state = into_game()
    for _ in range(3):
        state = into_game(to_the_end_of_the_game(state))
    assert (len(state.results), state.outcome) == (3, None)


@pytest.mark.parametrize("seat", ["A", "B"])
def test_either_player_may_end_it_after_the_game_being_played_which_counts(seat: Seat) -> None:
    state = apply(into_game(), LastGame(seat))
    assert state.outcome is None
    assert refusal(state, LastGame(other(seat))) == "last_game_already"
    state = to_the_end_of_the_game(state)
    assert state.outcome is not None
    assert state.outcome.reason == "played"
    assert state.outcome.winner == state.results[-1].winner
    assert sum(state.score) == state.results[-1].points > 0


@pytest.mark.parametrize("seat", ["A", "B"])
def test_between_games_either_player_ends_it_at_once(seat: Seat) -> None:
    state = to_the_end_of_the_game(into_game())
    assert state.phase == "break"
    ended = apply(state, EndSession(seat))
    assert ended.phase == "finished"
    assert ended.score == state.score
    assert ended.outcome is not None
    assert ended.outcome.winner == state.results[-1].winner


def test_in_a_game_it_ends_at_once_only_if_both_ask_and_the_game_counts_for_nobody() -> None:
    state = into_game(to_the_end_of_the_game(into_game()))
    asked = apply(state, EndSession("A"))
    assert (asked.phase, asked.end_asked) == ("playing", (True, False))
    assert refusal(asked, EndSession("A")) == "end_asked_already"
    agreed = apply(asked, EndSession("B"))
    assert (agreed.phase, agreed.score) == ("finished", state.score)
    assert len(agreed.results) == 1


def test_a_proposal_lapses_with_the_next_roll_so_nobody_keeps_it_for_a_bad_position() -> None:
    asked = apply(into_game(), EndSession("A"))
    action = next_action(asked, Random(3), PLAYING)
    assert action is not None
    later = apply(asked, action)
    assert later.end_asked == (False, False)
    assert apply(later, EndSession("B")).outcome is None


def test_equal_points_are_a_tie() -> None:
    state = to_the_end_of_the_game(into_game())
    points = (5, 5)
    tied = apply(apply(state, DirectorRuling("score", score=points)), EndSession("B"))
    assert tied.outcome is not None
    assert (tied.outcome.winner, tied.outcome.reason) == (None, "drawn")


def test_nothing_can_be_ended_before_the_first_game_nor_in_other_matches() -> None:
    fresh = initial(OPEN)
    assert refusal(fresh, EndSession("A")) == "game_not_started"
    assert refusal(fresh, LastGame("A")) == "game_not_started"
    for rules in (Rules.preset("tournament", 5), Rules.preset("money", games=3)):
        assert refusal(initial(rules), EndSession("A")) == "session_not_open"
        assert refusal(initial(rules), LastGame("B")) == "session_not_open"


def test_leaving_the_game_costs_it_all_the_same() -> None:
    state = into_game()
    left = apply(state, Concede("A"))
    assert left.outcome is not None
    assert left.outcome.winner == "B"
    assert left.score[1] >= 1


def test_an_end_can_be_taken_back_by_a_ruling_and_play_goes_on() -> None:
    ended = to_the_end_of_the_game(apply(into_game(), LastGame("B")))
    again = apply(ended, DirectorRuling("reopen"))
    assert (again.outcome, again.last_game) == (None, False)


def test_snapshots_keep_what_was_asked_and_others_keep_their_shape() -> None:
    plain = into_game()
    assert "ending" not in snapshot(plain)
    for state in (apply(plain, LastGame("A")), apply(plain, EndSession("B"))):
        assert state_from(snapshot(state)) == state
    assert state_from(snapshot(plain)) == plain


@pytest.mark.parametrize("kind", ["last_game", "end_session"])
def test_players_send_them_and_the_log_reads_them_back(kind: str) -> None:
    action = from_client(kind, "B", {})
    assert from_json(kind, "B", action.to_json()) == action


def test_each_game_of_an_open_session_has_the_whole_reserve() -> None:
    settings = ClockSettings.preset("fast", OPEN.clock_points)
    table, random, at = Table.new(OPEN, settings), Random(4), 0
    while table.match.phase != "break":
        action = next_action(table.match, random, PLAYING)
        assert action is not None
        at += 11_000
        table = table.step(action, at)
    assert table.clock is not None
    assert table.clock.reserve == (settings.reserve_ms, settings.reserve_ms)
    table = table.step(Ready("A"), at)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"length": 5, "changes": {"jacoby": True}}, "only_in_sessions"),
        ({"length": 5, "changes": {"max_beavers": 1}}, "only_in_sessions"),
        ({"length": 5, "changes": {"murphy_limit": None}}, "only_in_sessions"),
        ({"games": 3, "changes": {"crawford": True}}, "only_in_matches"),
        ({"open_ended": True, "changes": {"holland": True}}, "only_in_matches"),
        ({"length": 1, "changes": {"cube_cap": 64}}, "needs_cube"),
        ({"length": 5, "preset": "sr_nocube", "changes": {"crawford": True}}, "needs_cube"),
        ({"games": 3, "preset": "sr_nocube", "changes": {"jacoby": True}}, "needs_cube"),
    ],
)
def test_an_option_that_does_not_apply_is_refused(options: dict[str, object], code: str) -> None:
    with pytest.raises(RulesError) as refused:
        rules_chosen(**{"preset": "tournament", **options})  # type: ignore[arg-type]
    assert refused.value.code == code


def test_what_is_chosen_stands_in_the_rules() -> None:
    changes = {"crawford": False, "cube_cap": 8}
    match = rules_chosen("tournament", changes, length=7)
    assert (match.crawford, match.cube_cap) == (False, 8)
    changes = {"jacoby": False, "max_beavers": 2, "murphy_limit": None}
    session = rules_chosen("money", changes, open_ended=True)
    assert session.open_ended
    assert (session.jacoby, session.max_beavers, session.murphy_limit) == (False, 2, None)
    assert str(card_sentences(session)[0]).startswith("Open-ended session")
