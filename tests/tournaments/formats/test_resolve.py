"""`resolve`: byes, walkovers, forfeits, overrides, corrections; and that it is a function of its inputs alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.draws import (
    beats,
    both_absent,
    entrants,
    lower_number_wins,
    pair,
    shown,
    single,
)
from tournaments.formats import single_elimination
from tournaments.formats.base import (
    Entrants,
    EntryRef,
    LoserOf,
    Node,
    Outcome,
    Seed,
    Vacancy,
    WinnerOf,
    resolve,
)

QUARTERS = (beats("W1.1", 1, 8), beats("W1.2", 4, 5), beats("W1.3", 2, 7), beats("W1.4", 3, 6))
PLACED = (
    Node("M", 1, (EntryRef(1), EntryRef(2))),
    Node("W", 2, (WinnerOf("M"), EntryRef(3))),
    Node("L", 2, (LoserOf("M"), EntryRef(4))),
)


def placed(*results: Outcome, gone: tuple[int, ...] = ()) -> dict[str, str]:
    return shown(resolve(PLACED, Entrants((1, 2, 3, 4), frozenset(gone)), {}, results))


def test_nobody_is_known_before_a_result() -> None:
    assert placed() == {"M": "1 2", "W": "? 3", "L": "? 4"}


def test_a_result_sends_winner_and_loser_down_their_edges() -> None:
    assert placed(beats("M", 2, 1)) == {"M": "1 2", "W": "2 3", "L": "1 4"}


def test_a_forfeit_is_a_result_and_its_loser_travels() -> None:
    assert placed(beats("M", 2, 1, "forfeit"))["L"] == "1 4"


def test_t9_3_who_has_left_gives_a_walkover_and_leaves_a_bye() -> None:
    assert placed(gone=(1,)) == {"M": "1 2", "W": "2 3", "L": "– 4"}


def test_x5_who_leaves_after_losing_gives_a_walkover_in_the_losers_place() -> None:
    resolution = resolve(PLACED, Entrants((1, 2, 3, 4), frozenset({1})), {}, [beats("M", 2, 1)])
    lower = resolution.decisions["L"]
    assert (lower.winner, lower.losers, lower.kind) == (4, (1,), "walkover")


def test_t9_4_a_double_forfeit_leaves_byes_on_both_edges() -> None:
    resolution = resolve(PLACED, entrants(4), {}, [both_absent("M", 1, 2)])
    assert shown(resolution) == {"M": "1 2", "W": "– 3", "L": "– 4"}
    assert resolution.decisions["W"].kind == "bye"


def test_a_bye_falls_down_the_losers_edge() -> None:
    nodes = (Node("M", 1, (Seed(1), Seed(9))), Node("L", 2, (LoserOf("M"), Seed(2))))
    assert shown(resolve(nodes, entrants(3), {}, ())) == {"M": "1 –", "L": "– 2"}


def test_two_byes_make_an_empty_pairing_and_more_byes() -> None:
    nodes = (Node("M", 1, (Seed(8), Seed(9))), Node("W", 2, (WinnerOf("M"), Seed(1))))
    resolution = resolve(nodes, entrants(3), {}, ())
    assert resolution.decisions["M"].kind == "empty"
    assert resolution.decisions["W"].winner == 1


def test_both_have_left_nobody_advances() -> None:
    decision = single(4, gone=(1, 4)).decisions["W1.1"]
    assert (decision.winner, decision.losers) == (Vacancy.BYE, (1, 4))


def test_who_has_left_waits_for_an_opponent_like_anybody() -> None:
    resolution = single(4, beats("W1.1", 1, 4), gone=(1,))
    assert resolution.decisions["W2.1"].is_open
    resolution = single(4, beats("W1.1", 1, 4), beats("W1.2", 2, 3), gone=(1,))
    assert (resolution.decisions["W2.1"].winner, resolution.decisions["W2.1"].kind) == (
        2,
        "walkover",
    )


def test_a_result_counts_only_while_it_names_the_occupants() -> None:
    stray = beats("W2.1", 1, 5)
    resolution = single(8, *QUARTERS, stray)
    assert resolution.decisions["W2.1"].is_open
    assert resolution.orphaned == (stray,)


def test_a_result_of_an_unknown_pairing_is_orphaned() -> None:
    stray = beats("X1.1", 1, 2)
    assert single(4, stray).orphaned == (stray,)


def test_sides_do_not_matter_names_do() -> None:
    assert single(2, beats("W1.1", 2, 1)).decisions["W1.1"].winner == 2


def test_of_several_results_the_last_counts() -> None:
    assert single(2, beats("W1.1", 2, 1), beats("W1.1", 1, 2)).decisions["W1.1"].winner == 1


def test_a_void_result_opens_the_pairing_again() -> None:
    void = Outcome("W1.1", None, (1, 2), "void")
    assert single(2, beats("W1.1", 2, 1), void).decisions["W1.1"].players == (1, 2)


def test_x3_a_corrected_result_moves_the_other_player_up() -> None:
    before = single(8, *QUARTERS)
    after = single(8, *QUARTERS, beats("W1.2", 5, 4))
    assert pair(before.decisions["W2.1"]) == "1 4"
    assert pair(after.decisions["W2.1"]) == "1 5"


def test_x4_a_correction_orphans_what_was_played_on_top_of_it() -> None:
    semifinal = beats("W2.1", 1, 4)
    after = single(8, *QUARTERS, semifinal, beats("W1.2", 5, 4))
    assert after.decisions["W2.1"].players == (1, 5)
    assert after.orphaned == (semifinal,)


def test_x4_taking_the_correction_back_restores_the_result_on_top() -> None:
    semifinal = beats("W2.1", 1, 4)
    assert single(8, *QUARTERS, semifinal) == single(
        8, *QUARTERS, semifinal, beats("W1.2", 5, 4), beats("W1.2", 4, 5)
    )


def test_x6_both_absent_the_next_opponent_has_a_bye() -> None:
    resolution = single(8, beats("W1.1", 1, 8), both_absent("W1.2", 4, 5))
    semifinal = resolution.decisions["W2.1"]
    assert (pair(semifinal), semifinal.winner, semifinal.kind) == ("1 –", 1, "bye")


def test_x1_a_late_entry_takes_a_free_line() -> None:
    plan = single_elimination.blueprint(5, {})
    resolution = resolve(plan.nodes, entrants(5), {("W1.4", 2): 6}, [])
    assert shown(resolution)["W1.4"] == "3 6"
    assert [k for k, d in resolution.decisions.items() if d.kind == "bye"] == ["W1.1", "W1.3"]


def test_an_override_may_leave_a_seat_empty() -> None:
    plan = single_elimination.blueprint(4, {})
    resolution = resolve(plan.nodes, entrants(4), {("W1.1", 2): None}, [])
    assert resolution.decisions["W1.1"].winner == 1


@pytest.mark.parametrize("n", [2, 5, 8, 13])
def test_the_order_in_which_results_arrive_does_not_matter(n: int) -> None:
    plan = single_elimination.blueprint(n, {})
    results = lower_number_wins(plan, entrants(n))
    assert single(n, *results) == single(n, *reversed(results))


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[Outcome], tuple[int, ...]]:
    """A field, some results (many of them nonsense), and some who have left."""
    n = draw(st.integers(2, 17))
    plan = single_elimination.blueprint(n, {"third_place": True})
    keys = st.sampled_from([node.key for node in plan.nodes])
    two = st.lists(st.integers(1, n), min_size=2, max_size=2, unique=True)
    kinds = st.sampled_from(["played", "time", "forfeit", "double_forfeit"])
    text = draw(st.lists(st.tuples(keys, two, kinds), max_size=20))
    results = [
        both_absent(key, *who) if kind == "double_forfeit" else beats(key, who[0], who[1], kind)
        for key, who, kind in text
    ]
    gone = draw(st.lists(st.integers(1, n), max_size=3, unique=True))
    return n, results + lower_number_wins(plan, entrants(n), None, "W1")[: n // 3], tuple(gone)


@given(tournaments())
def test_resolve_is_idempotent_and_keeps_only_what_counts(
    case: tuple[int, list[Outcome], tuple[int, ...]],
) -> None:
    n, results, gone = case
    once = single(n, *results, gone=gone, third_place=True)
    counting = [o for o in results if o not in once.orphaned]
    again = single(n, *counting, gone=gone, third_place=True)
    assert again.decisions == once.decisions
    assert again.orphaned == ()


@given(tournaments())
def test_names_do_not_matter(
    case: tuple[int, list[Outcome], tuple[int, ...]],
) -> None:
    n, results, gone = case
    names = dict(zip(range(1, n + 1), range(101, 101 + n), strict=True))
    plan = single_elimination.blueprint(n, {"third_place": True})
    plain = resolve(plan.nodes, entrants(n, *gone), {}, results)
    renamed = resolve(
        plan.nodes,
        Entrants(tuple(names[i] for i in range(1, n + 1)), frozenset(names[i] for i in gone)),
        {},
        [
            Outcome(o.key, o.winner and names[o.winner], tuple(names[i] for i in o.losers), o.kind)
            for o in results
        ],
    )
    for key, decision in plain.decisions.items():
        assert renamed.decisions[key].slots == tuple(names.get(s, s) for s in decision.slots)  # type: ignore[call-overload]
        assert renamed.decisions[key].kind == decision.kind


@given(tournaments())
def test_nobody_sits_in_two_places_of_one_round(
    case: tuple[int, list[Outcome], tuple[int, ...]],
) -> None:
    n, results, gone = case
    resolution = single(n, *results, gone=gone, third_place=True)
    for number in range(1, 7):
        seated = [
            slot
            for key, decision in resolution.decisions.items()
            if key.startswith(f"W{number}.")
            for slot in decision.slots
            if isinstance(slot, int)
        ]
        assert len(seated) == len(set(seated))
