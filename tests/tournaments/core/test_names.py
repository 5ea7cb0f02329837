"""What pairings and rounds are called, so that nobody takes one for another; how a pairing was made, in words."""

from unittest.mock import patch

import pytest

from tournaments.core import pairing_texts
from tournaments.core.round_names import (
    full_round_name,
    pairing_name,
    placed_round_name,
    round_name,
    section_name,
    short_round_name,
)

DOUBLE = ("main", "losers", "final")
WEEKEND = ("main", "consolation", "last_chance")


@pytest.mark.parametrize(
    ("key", "round_key", "section", "beside", "name"),
    [
        ("W1.3", "quarterfinal", "main", (), "QF 3"),
        ("W3.1", "final", "main", (), "F"),
        ("P3.1", "third_place", "main", (), "3rd"),
        ("W2.3", "quarterfinal", "main", DOUBLE, "W2 3"),
        ("L4.1", "final", "losers", DOUBLE, "L4 1"),
        ("GF1.1", "grand_final", "final", DOUBLE, "GF"),
        ("GF2.1", "grand_final_reset", "final", DOUBLE, "GF 2"),
        ("W2.1", "semifinal", "main", WEEKEND, "SF 1"),
        ("C1.2", "semifinal", "consolation", WEEKEND, "C1 2"),
        ("LC1.2", "round_1", "last_chance", WEEKEND, "LC1 2"),
        ("A1.2", "round_1", "A", ("A", "B"), "A 1.2"),
        ("AB2.1", "round_2", "AB", ("A", "AB"), "AB 2.1"),
        ("R3.12", "round_3", "main", (), "R3 12"),
    ],
)
def test_a_pairing_is_named_by_its_bracket(
    key: str, round_key: str, section: str, beside: tuple[str, ...], name: str
) -> None:
    number = int(key.rpartition(".")[2])
    assert pairing_name(key, round_key, section, number, beside) == name


def test_the_letter_of_a_round_is_of_the_readers_language_also_outside_a_tree() -> None:
    with patch("tournaments.core.round_names.pgettext", lambda _context, _text: "V%(number)s"):
        assert pairing_name("R3.12", "round_3", "main", 12) == "V3 12"
        assert pairing_name("R16.2", "round_of_16", "main", 2) == "V16 2"


def test_every_final_says_whose_it_is() -> None:
    assert round_name("final") == "Final"
    assert round_name("final", "main", DOUBLE) == "Winners’ final"
    assert round_name("final", "losers", DOUBLE) == "Losers’ final"
    assert round_name("grand_final", "final", DOUBLE) == "Grand final"
    assert round_name("grand_final_reset", "final", DOUBLE) == "Second grand final, if needed"
    assert full_round_name("final", "losers", DOUBLE) == "Losers’ final"
    assert full_round_name("final", "consolation", WEEKEND) == "Consolation: Final"
    assert full_round_name("round_2", "A", ("A", "B")) == "Group A: Round 2"


def test_the_only_bracket_of_a_stage_has_no_name() -> None:
    assert section_name("main") == ""
    assert section_name("main", DOUBLE) == "Winners’ bracket"
    assert section_name("main", WEEKEND) == "Main bracket"
    assert section_name("last_chance", WEEKEND) == "Last chance"


@pytest.mark.parametrize(
    ("key", "section", "beside", "stage", "name"),
    [
        ("final", "main", (), None, "Final"),
        ("round_2", "main", (), 3, "Stage 3 · Round 2"),
        ("semifinal", "main", DOUBLE, None, "Winners’ bracket · Semifinals"),
        ("final", "losers", DOUBLE, 2, "Stage 2 · Losers’ final"),
        ("grand_final", "final", DOUBLE, None, "Grand final"),
        ("final", "consolation", WEEKEND, None, "Consolation · Final"),
        ("round_2", "A", ("A", "B"), 2, "Stage 2 · Group A · Round 2"),
    ],
)
def test_a_round_by_itself_says_what_it_is_part_of(
    key: str, section: str, beside: tuple[str, ...], stage: int | None, name: str
) -> None:
    assert placed_round_name(key, section, beside, stage) == name


def test_rounds_are_numbered_or_counted_by_who_is_left() -> None:
    assert (round_name("round_of_64"), short_round_name("round_of_64")) == ("Last 64", "R64")
    assert (round_name("round_3"), short_round_name("round_3")) == ("Round 3", "R3")


def test_swiss_notes_are_half_points_and_lives_are_whole() -> None:
    notes = {"scores": [5, 4], "gap": 1, "fold": 2, "rematch": False, "labels": []}
    assert pairing_texts.scores_before(notes, "points") == ("2½", "2")
    assert pairing_texts.scores_before(notes, "lives") == ("5", "4")
    assert pairing_texts.sentences(notes, "points", ("Ann", "Bob"), {}) == [
        "Paired on different points. Ann: 2½, Bob: 2."
    ]


def test_what_could_not_be_avoided_is_said() -> None:
    notes = {"scores": [2, 2], "fold": 1, "rematch": True, "labels": ["club:torino"]}
    sentences = pairing_texts.sentences(notes, "points", ("Ann", "Bob"), {})
    assert sentences == [
        "Both have the same number of points (1). "
        "1 place from the first-choice opponent in the pairing order.",
        "Rematch: without it, two other players would have to meet again.",
        "Could not be kept apart: torino.",
    ]


def test_a_bye_names_who_stood_lower_and_why_they_have_none() -> None:
    notes = {"bye": 3, "score": 2, "byes": 0, "passed_over": [[4, "had_bye"], [5, "would_repeat"]]}
    names = {4: "Dan", 5: "Eve"}
    assert list(pairing_texts.mentioned(notes)) == [4, 5]
    assert pairing_texts.sentences(notes, "points", ("Cat",), names)[1:] == [
        "Dan: lower in the standings, but with more byes.",
        "Eve: lower in the standings, but this bye would force a rematch.",
    ]


def test_a_continuous_swiss_tells_wins_and_losses() -> None:
    notes = {"records": [[2, 1], [1, 1]], "gap": 1, "rematch": False, "labels": []}
    assert pairing_texts.scores_before(notes, "points") == ("2–1", "1–1")
    sentences = pairing_texts.sentences(notes, "points", ("Ann", "Bob"), {})
    assert sentences == ["Both players were free. Ann: 2–1, Bob: 1–1."]


def test_what_left_no_notes_is_not_explained() -> None:
    assert pairing_texts.sentences({}, "points", ("Ann", "Bob"), {}) == []


def test_who_must_not_meet_is_for_directors() -> None:
    notes = {"scores": [2, 2], "fold": 0, "labels": ["forbidden:1-3", "club:torino"]}
    public = pairing_texts.sentences(notes, "points", ("Ann", "Bob"), {})
    assert "must not meet" not in " ".join(public)
    assert public[-1] == "Could not be kept apart: torino."
    shown = pairing_texts.sentences(notes, "points", ("Ann", "Bob"), {}, for_directors=True)
    assert "must not meet" in " ".join(shown)
