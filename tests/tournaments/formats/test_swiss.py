"""T6: the worked examples of the Swiss system, who has the bye, when it ends, who stops."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.draws import beats
from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats.protocol import Growth
from tournaments.formats.swiss import FORMAT


def swiss(n: int, winner=min, joined=None, **options: object) -> Played:  # type: ignore[no-untyped-def]
    return started(FORMAT, n, options, winner, joined)


def test_t6_n8_where_the_lower_number_wins() -> None:
    played = swiss(8, rounds=3).play()
    assert played.shown() == "1-5 2-6 3-7 4-8; 1-3 2-4 5-7 6-8; 1-2 3-5 4-6 7-8"


def test_t6_n8_where_the_higher_number_wins() -> None:
    played = swiss(8, max, rounds=3).play()
    assert played.shown() == "1-5 2-6 3-7 4-8; 5-7 6-8 1-3 2-4; 7-8 3-5 4-6 1-2"


def test_t6_n5_with_a_bye_in_every_round() -> None:
    played = swiss(5, rounds=3).play()
    assert played.shown() == "1-3 2-4 5-–; 1-2 5-3 4-–; 1-4 2-5 3-–"


def test_t6_n13_rounds_1_and_2() -> None:
    played = swiss(13, rounds=5).play(2)
    assert played.shown() == ("1-7 2-8 3-9 4-10 5-11 6-12 13-–; 1-4 2-5 3-6 13-7 8-10 9-11 12-–")


def test_x17_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    played = swiss(5, rounds=3).play(2)
    assert [played.round(n)[-3] for n in (1, 2)] == ["5", "4"]
    played.play_round()
    note = played.last.notes["R3.3"]
    assert played.round(3).endswith("3-–")
    assert note["bye"] == 3
    assert ["4", "had_bye"] in [[str(who), why] for who, why in note["passed_over"]]  # type: ignore[attr-defined]


def test_x17_the_bye_moves_up_where_the_rest_could_not_avoid_a_rematch() -> None:
    """1 to 4 have all met one another; with 7, 6 or 5 sitting out two of them would meet again."""
    played = swiss(7, joined={5: 4, 6: 4, 7: 4}, rounds=5).play(4)
    assert played.round(3) == "1-4 2-3"
    assert played.round(4).endswith("4-–")
    bye = played.last.notes["R4.4"]
    assert bye["passed_over"] == [[7, "would_repeat"], [6, "would_repeat"], [5, "would_repeat"]]
    assert not any(note.get("rematch") for note in played.last.notes.values())


def test_when_all_have_had_a_bye_the_lowest_has_a_second_one() -> None:
    played = swiss(3, rounds=4).play()
    byes = [d.winner for d in played.position.decisions.values() if d.kind == "bye"]
    assert sorted(byes[:3]) == [1, 2, 3]
    assert len(byes) == 4


def test_a_walkover_counts_as_a_bye() -> None:
    played = swiss(6, rounds=3)
    played.grow()
    played.results.append(beats("R1.1", 4, 1, "forfeit"))
    played.report("R1.2")
    played.report("R1.3")
    played.leave(1, 5, 6)
    played.play_round()
    assert played.round(1) == "1-4 2-5 3-6"
    assert played.round(2) == "2-4 3-–"


def test_x17_a_rematch_moves_the_bye_up() -> None:
    """4 has had a walkover against 2; with 3 sitting out the two would meet again."""
    played = swiss(4, rounds=3)
    played.grow()
    played.results.append(beats("R1.2", 4, 2, "forfeit"))
    played.report("R1.1")
    played.leave(1)
    played.play_round()
    assert played.round(1) == "1-3 2-4"
    assert played.round(2) == "4-3 2-–"


def test_t6_4_monrad_pairs_neighbours() -> None:
    played = swiss(8, rounds=2, method="monrad").play()
    assert played.shown() == "1-2 3-4 5-6 7-8; 1-3 5-7 2-4 6-8"


def test_t6_4_random_pairs_equal_scores_by_a_lot_that_anybody_can_draw_again() -> None:
    def rounds(chance: str) -> str:
        played = swiss(16, rounds=3, method="random")
        played.position = replace(played.position, draw_seed=chance * 64)
        return played.play().shown()

    assert rounds("1") == rounds("1")
    assert len({rounds(c) for c in "123456"}) == 6


def test_t6_6_only_the_first_round_is_random() -> None:
    first = swiss(8, rounds=2, first_round="random").play()
    drawn = swiss(8, rounds=2, method="random").play(1)
    assert first.round(1) == drawn.round(1)
    assert first.position.blueprint.nodes[0].key == "R1.1"
    assert [d.kind for d in first.position.decisions.values()] == ["played"] * 8


def test_a_number_of_rounds_is_counted_from_the_end() -> None:
    played = swiss(8, rounds=3).play()
    assert [plan.from_end for plan in played.position.blueprint.rounds] == [2, 1, 0]
    assert [plan.name for plan in played.position.blueprint.rounds] == [
        "round_1",
        "round_2",
        "round_3",
    ]


@pytest.mark.parametrize(("n", "rounds"), [(2, 1), (8, 3), (13, 4), (16, 4)])
def test_until_decided_it_goes_on_while_two_are_unbeaten(n: int, rounds: int) -> None:
    played = swiss(n).play()
    assert len(played.position.blueprint.rounds) == rounds
    assert played.position.blueprint.rounds[0].from_end is None
    assert played.last.after is None


def test_t6_9_who_has_enough_wins_or_losses_is_not_paired_any_more() -> None:
    played = swiss(8, rounds=7, stop_at_wins=2, stop_at_losses=2).play()
    wins = dict.fromkeys(range(1, 9), 0)
    losses = dict.fromkeys(range(1, 9), 0)
    for decision in played.position.decisions.values():
        assert isinstance(decision.winner, int)
        wins[decision.winner] += 1
        for loser in decision.losers:
            losses[loser] += 1
    assert all(wins[e] == 2 or losses[e] == 2 for e in wins)
    assert max(wins.values()) == max(losses.values()) == 2


def test_who_left_is_not_paired() -> None:
    played = swiss(8, rounds=3).play(1)
    played.leave(1, 2)
    played.play_round()
    assert played.round(2) == "3-4 5-7 6-8"


@pytest.mark.parametrize(
    ("late_points", "second_round"),
    [("loss", "1-3 2-7 4-6 5-8"), ("half", "1-3 2-7 8-4 5-6"), ("bye", "1-3 2-7 8-4 5-6")],
)
def test_t9_1_a_missed_round_counts_as_was_agreed(late_points: str, second_round: str) -> None:
    played = swiss(8, joined={8: 2}, rounds=3, late_points=late_points).play(2)
    assert played.round(1) == "1-4 2-5 3-6 7-–"
    assert played.round(2) == second_round
    gaps = [note["gap"] for note in played.last.notes.values()]
    assert max(gaps) == {"loss": 0, "half": 1, "bye": 2}[late_points]  # type: ignore[type-var]


def test_nothing_is_drawn_while_a_pairing_is_open() -> None:
    played = swiss(4, rounds=2)
    played.grow()
    played.report("R1.1")
    played.decide()
    again = played.grow()
    assert not again.blueprint.nodes
    assert again.after == (1,)


def test_the_notes_say_how_each_pairing_was_made() -> None:
    played = swiss(5, rounds=3)
    played.play(2)
    notes = dict(played.last.notes)
    assert notes["R2.2"] == {
        "scores": [2, 0], "gap": 2, "fold": 0, "rematch": False, "labels": [],
    }  # fmt: skip
    assert notes["R2.1"]["round"] == {
        "method": "exact", "order": "fold", "optimal": True, "cost": [0, 0, 4, 0],
    }  # fmt: skip
    assert notes["R2.3"] == {"bye": 4, "score": 0, "byes": 0, "passed_over": []}


def test_labels_are_kept_apart_before_anything_else() -> None:
    home = frozenset({"home"})
    played = swiss(4, rounds=1)
    played.position = replace(played.position, labels={1: home, 3: home})
    assert played.play().shown() == "1-2 3-4"


def test_one_alone_and_nobody_at_all_are_not_paired() -> None:
    assert swiss(1, rounds=3).grow() == swiss(0, rounds=3).grow() == Growth()
