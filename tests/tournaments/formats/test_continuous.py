"""T6.8, the modified movement: pairs as people finish, repeats only when it must, and always comes to an end."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats.base import Entrants
from tournaments.formats.continuous_swiss import FORMAT
from tournaments.formats.history import histories
from tournaments.formats.protocol import EACH_RESULT


def club(n: int, matches: int = 6) -> Played:
    return started(FORMAT, n, {"matches": matches})


def open_keys(played: Played) -> list[str]:
    return [key for key, decision in played.position.decisions.items() if decision.players]


def report(played: Played, key: str) -> list[str]:
    """One result comes in; the pairings that follow from it."""
    played.report(key)
    played.decide()
    return shown(played)


def shown(played: Played) -> list[str]:
    drawn = played.grow().blueprint.nodes
    slots = [played.position.decisions[node.key].slots for node in drawn]
    return [f"{first}-{two}" if isinstance(two, int) else f"{first}-–" for first, two in slots]


def played_out(n: int, matches: int, seed: object, *, leaving: bool = False) -> Played:
    """Results come one at a time in any order; some leave on the way, some come late."""
    chance = random.Random(str(seed))
    played = club(n, matches)
    played.winner = lambda a, b: chance.choice((a, b))
    played.grow()
    while open_keys(played):
        played.report(chance.choice(open_keys(played)))
        if leaving and chance.random() < 0.05:
            played.leave(chance.randint(1, n))
        if leaving and chance.random() < 0.05:
            entrants = played.position.entrants
            order = (*entrants.order, 1000 + len(entrants.order))
            played.position = replace(played.position, entrants=replace(entrants, order=order))
        played.decide()
        played.grow()
    return played


def test_all_are_paired_at_once_and_one_over_waits() -> None:
    played = club(7)
    assert shown(played) == ["1-4", "2-5", "3-6"]
    assert played.last.after == EACH_RESULT
    assert [plan.number for plan in played.last.blueprint.rounds] == [1]


def test_who_comes_free_first_plays_who_has_waited() -> None:
    played = club(7)
    played.grow()
    assert report(played, "R1.2") == ["2-7"]
    assert report(played, "R1.1") == ["4-5"]


def test_two_who_have_just_met_wait_and_then_equal_records_meet() -> None:
    played = club(8)
    assert shown(played) == ["1-5", "2-6", "3-7", "4-8"]
    assert report(played, "R1.1") == []
    assert report(played, "R1.3") == ["1-3", "5-7"]
    assert [node.key for node in played.last.blueprint.nodes] == ["R2.1", "R2.2"]
    assert [plan.number for plan in played.last.blueprint.rounds] == [2]
    assert report(played, "R1.2") == []
    assert report(played, "R1.4") == ["2-4", "6-8"]
    assert played.last.blueprint.rounds == ()
    assert played.last.notes["R2.3"] == {
        "records": [[1, 0], [1, 0]], "gap": 0, "rematch": False, "labels": [],
    }  # fmt: skip


def test_a_far_record_waits_while_a_closer_one_may_come() -> None:
    played = club(8, 3)
    played.grow()
    for key in ("R1.1", "R1.2", "R1.3", "R1.4"):
        report(played, key)
    assert report(played, "R2.1") == []  # 1 has won twice; 3 has 1-1, and has just met 1
    drawn = report(played, "R2.2")
    assert "1-7" not in drawn
    assert drawn


def test_nobody_new_can_come_so_two_play_again() -> None:
    played = club(2, 3).play()
    assert played.shown() == "1-2; 1-2; 1-2"
    assert played.last.after is None


def test_three_of_an_odd_field_take_turns_in_waiting_instead_of_byes() -> None:
    played = club(3, 2)
    assert shown(played) == ["1-2"]
    assert report(played, "R1.1") == ["1-3"]
    assert report(played, "R2.1") == ["2-3"]
    assert report(played, "R3.1") == []
    assert played.last.after is None


def test_a_last_one_alone_has_a_bye_but_no_second_one() -> None:
    played = club(3, 3)
    played.winner = min
    while played.grow().after is not None:
        for key in open_keys(played)[:1]:
            played.report(key)
        played.decide()
    byes = [d.winner for d in played.position.decisions.values() if d.kind == "bye"]
    assert len(byes) == 1
    assert all(d.kind for d in played.position.decisions.values())


def test_clubs_wait_for_others_as_after_a_rematch() -> None:
    played = club(6, 3)
    home = frozenset({"home"})
    played.position = replace(played.position, labels={1: home, 2: home})
    played.grow()
    for key in ("R1.1", "R1.2", "R1.3"):
        report(played, key)
    pairs = [d.slots for d in played.position.decisions.values()]
    assert (1, 2) not in pairs


def test_who_left_is_not_paired_and_the_walkover_frees_their_opponent() -> None:
    played = club(4)
    played.grow()
    played.leave(1)
    drawn = shown(played)
    assert all("1" not in pair.split("-") for pair in drawn)


def test_labels_and_rematches_never_keep_the_last_ones_from_playing() -> None:
    played = club(4, 5)
    home = frozenset({"home"})
    played.position = replace(played.position, labels=dict.fromkeys(range(1, 5), home))
    played.winner = min
    while (drawn := played.grow()).after is not None:
        assert drawn.blueprint.nodes or open_keys(played)
        for key in open_keys(played)[:1]:
            played.report(key)
        played.decide()
    counts = histories(played.position.blueprint.nodes, played.position.decisions)
    assert all(len(count) == 5 for count in counts.values())


@settings(deadline=None, max_examples=examples(60))
@given(st.integers(2, 24), st.integers(1, 8), st.integers(0, 10**6), st.booleans())
def test_it_ends_nobody_sits_twice_and_nobody_plays_too_much(
    n: int, matches: int, seed: int, leaving: bool
) -> None:
    played = played_out(n, matches, seed, leaving=leaving)
    nodes, decisions = played.position.blueprint.nodes, played.position.decisions
    text = histories(nodes, decisions)
    assert played.last.after is None
    assert all(len(meetings) <= matches for meetings in text.values())
    assert all(sum(m.opponent is None for m in meetings) <= 1 for meetings in text.values())
    for number in {node.round for node in nodes}:
        plans = [plan for plan in played.position.blueprint.rounds if plan.number == number]
        assert len(plans) == 1
    if not leaving:
        short = [e for e in range(1, n + 1) if len(text.get(e, [])) < matches]
        assert len(short) <= 1


@pytest.mark.parametrize("seed", range(5))
def test_a_club_night_of_forty_repeats_nothing_before_its_end(seed: int) -> None:
    played = played_out(40, 6, seed)
    seen: set[frozenset[int]] = set()
    repeated = []
    for node in played.position.blueprint.nodes:
        two = frozenset(s for s in played.position.decisions[node.key].slots if isinstance(s, int))
        if two in seen:
            repeated.append(node.round)
        seen.add(two)
    assert len(repeated) <= 2
    assert all(number >= 5 for number in repeated)


def test_entrants_with_open_slots_do_not_get_in_the_way() -> None:
    played = club(3)
    played.position = replace(played.position, entrants=Entrants((1, None, 2, 3)))
    assert shown(played) == ["1-2"]
