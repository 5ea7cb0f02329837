"""From one stage to the next: groups and Swiss feed a knockout, corrections reach it, and it ends with a champion."""

import pytest

from tests.tournaments.making import (
    NOW,
    entry,
    pairing,
    play_out,
    shown,
    started,
    win_all,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.tables import tables_of
from tournaments.bracket.services import advancement
from tournaments.models import Pairing, PairingMatch, Stage, Tournament

pytestmark = pytest.mark.django_db

GROUPS = {
    "format": "groups",
    "options": {"groups": 2, "group_size": 4},
    "later_stages": [
        {
            "format": "single_elimination",
            "options": {},
            "lengths": [5],
            "take": {"cut": "top_of_group", "n": 2},
        }
    ],
}

TWO_GO_ON = {
    "format": "single_elimination",
    "options": {},
    "lengths": [5],
    "take": {"cut": "top", "n": 2},
}


def in_stage(of: Tournament, number: int) -> list[str]:
    """Who meets whom in a stage, in order."""
    pairings = Pairing.objects.filter(stage__tournament=of, stage__number=number, voided_at=None)
    return [
        " ".join(s.entry.player.name if s.entry else "?" for s in p.slots.order_by("side"))
        for p in pairings.order_by("id")
    ]


def groups_played() -> Tournament:
    made = started(8, **GROUPS)
    for row in PairingMatch.objects.filter(pairing__stage__number=1):
        first, two = row.entry_a.player.name, row.entry_b.player.name
        win_all(made, f"{row.pairing.key} {min(first, two)}")
    made.refresh_from_db()
    return made


def test_x8_groups_of_eight_feed_the_semifinals() -> None:
    made = groups_played()
    stage = made.stages.get(number=1)
    names = {e.pk: e.player.name for e in made.entries.select_related("player")}
    tables = {s: [names[r.entry] for r in rows] for s, rows in tables_of(stage).items()}
    assert tables == {"A": ["1", "4", "5", "8"], "B": ["2", "3", "6", "7"]}
    assert in_stage(made, 2) == ["1 3", "2 4", "? ?"]
    assert made.stages.get(number=2).rounds.values_list("length", flat=True)[0] == 5


def test_a_tournament_of_two_stages_ends_with_the_champion_of_the_last() -> None:
    made = started(8, **GROUPS)
    play_out(made)
    made.refresh_from_db()
    assert (made.status, made.champion.player.name) == ("finished", "1")
    assert in_stage(made, 2)[-1] == "1 2"


def test_the_next_stage_waits_for_the_last_match_of_the_groups() -> None:
    made = started(8, **GROUPS)
    assert Stage.objects.count() == 1
    assert advancement.advance(made.pk, NOW).is_nothing


def test_a_correction_in_a_group_draws_a_knockout_again_that_nobody_has_begun() -> None:
    made = groups_played()
    first = pairing(made, Pairing.objects.get(
        slots__entry=entry(made, 1), stage__number=1, round__number__gte=1,
        pk__in=Pairing.objects.filter(slots__entry=entry(made, 4)),
    ).key)  # fmt: skip
    rulings.correct_result(first.pk, by=None, winner=entry(made, 4).pk, now=NOW, reason="typo")
    assert in_stage(made, 2) == ["4 3", "2 1", "? ?"]
    assert Pairing.objects.filter(stage__number=2).exclude(voided_at=None).count() == 3


def test_recomputing_a_tournament_of_stages_changes_nothing() -> None:
    made = groups_played()
    assert advancement.recompute(made.pk, NOW).is_nothing


def test_a_double_elimination_goes_through_its_second_final() -> None:
    made = started(4, format="double_elimination")
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 1", "L1.1 3", "L2.1 2", "GF1.1 2")
    assert shown(made, "GF2.1") in {"2 1", "1 2"}
    win_all(made, "GF2.1 1")
    made.refresh_from_db()
    assert (made.status, made.champion.player.name) == ("finished", "1")


def test_no_second_final_is_needed_when_the_unbeaten_wins_the_first() -> None:
    made = started(4, format="double_elimination")
    play_out(made)
    made.refresh_from_db()
    assert pairing(made, "GF2.1").outcome == "bye"
    assert (made.status, made.champion.player.name) == ("finished", "1")


def all_beaten_once() -> Tournament:
    """Three players, each won once; 1 5–0, 2 5–1, 3 5–4: by the ratio of points 1 and 2 go on."""
    made = started(3, format="round_robin", lengths=[5], later_stages=[TWO_GO_ON])
    for key, winner, loser, points in (("R2.2", 1, 2, 0), ("R1.2", 2, 3, 1), ("R3.2", 3, 1, 4)):
        correct_score(made, key, winner, loser, points)
    return made


def correct_score(of: Tournament, key: str, winner: int, loser: int, points: int) -> None:
    first, two = entry(of, winner).pk, entry(of, loser).pk
    score = {first: 5, two: points}
    rulings.correct_result(
        pairing(of, key).pk, by=None, winner=first, score=score, now=NOW, reason="told"
    )


def test_a_corrected_score_that_changes_who_goes_on_draws_the_next_stage_again() -> None:
    made = all_beaten_once()
    assert in_stage(made, 2) == ["1 2"]
    correct_score(made, "R1.2", 2, 3, 4)
    correct_score(made, "R3.2", 3, 1, 0)
    assert in_stage(made, 2) == ["3 1"]


def test_a_corrected_score_alone_can_make_another_champion() -> None:
    made = started(3, format="round_robin", lengths=[5])
    for key, winner, loser, points in (("R2.2", 1, 2, 0), ("R1.2", 2, 3, 1), ("R3.2", 3, 1, 4)):
        correct_score(made, key, winner, loser, points)
    assert Tournament.objects.get(pk=made.pk).champion == entry(made, 1)
    correct_score(made, "R2.2", 1, 2, 4)
    correct_score(made, "R3.2", 3, 1, 0)
    assert Tournament.objects.get(pk=made.pk).champion == entry(made, 2)


def test_who_leaves_between_two_stages_stays_in_the_draw_and_gives_a_walkover() -> None:
    made = groups_played()
    rulings.withdraw(entry(made, 4).pk, by=None, now=NOW, reason="ill")
    assert in_stage(made, 2) == ["1 3", "2 4", "? 2"]


def test_the_semifinalists_of_a_knockout_play_all_against_all() -> None:
    take = {"cut": "top", "n": 4}
    table = {"format": "round_robin", "options": {}, "lengths": [3], "take": take}
    made = started(8, later_stages=[table])
    play_out(made)
    made.refresh_from_db()
    assert in_stage(made, 2) == ["1 4", "2 3", "4 3", "1 2", "2 4", "3 1"]
    assert (made.status, made.champion.player.name) == ("finished", "1")
