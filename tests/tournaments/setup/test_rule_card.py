"""The rule card says format, stages, cuts, lengths and ties in sentences with their numbers."""

from typing import Any

import pytest

from tests.tournaments.making import tournament
from tournaments.setup.selectors.rule_card import rule_card
from tournaments.setup.services.lifecycle import rules_with_preset

pytestmark = pytest.mark.django_db


def card(**settings: Any) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for line in rule_card(tournament(**settings)):
        values.setdefault(line.label, []).append(line.text)
    return values


def test_a_swiss_and_a_knockout_are_two_stages_with_who_qualifies() -> None:
    lines = card(
        format="swiss",
        options={"rounds": 5, "method": "monrad"},
        lengths=[7],
        later_stages=[
            {"format": "single_elimination", "take": {"cut": "top", "n": 8}, "lengths": [11, 9]}
        ],
    )
    assert lines["Stage 1"] == ["Swiss · Pairing method: Neighbours play each other · 5 rounds"]
    assert lines["Stage 2"] == ["Knockout"]
    assert lines["Qualifiers"] == [
        "The best 8 qualify. The draw follows the standings of the previous stage."
    ]
    assert lines["Match length"] == ["7 points", "Earlier rounds: 9. Final: 11."]
    assert lines["Tie-breaks"] == [
        "1. Head-to-head · 2. Buchholz · 3. Median · 4. Sonneborn-Berger · 5. Points ratio · 6. Lot"
    ]


def test_clock_and_rules_of_a_stage_or_a_round_are_on_the_card() -> None:
    own = {"clock": {"preset": "fast"}, "rules": rules_with_preset("sr_nocube", {})}
    lines = card(
        format="swiss",
        lengths=[7],
        clock={"preset": "standard"},
        later_stages=[{"format": "single_elimination", "take": {"cut": "top", "n": 8}, **own}],
        special_terms=[
            {"stage": 2, "from_end": 0, "rules": rules_with_preset("tournament", {"resign": "off"})}
        ],
    )
    assert [text.startswith("Stage 2: 7 min") for text in lines["Clock"]] == [False, True]
    texts = [text for text in lines["Rules"] if text.startswith("Stage 2: ")]
    assert (
        "Stage 2: No doubling cube: a game counts 1 point, a gammon 2 and a backgammon 3." in texts
    )
    assert len(texts) == 3
    assert [text for text in lines["Rules"] if "last round: " in text] == [
        "Knockout, last round: No resignations: games are played to the end."
    ]


def test_a_knockout_alone_says_nothing_of_ties_and_stages() -> None:
    lines = card()
    assert lines["Format"] == ["Knockout"]
    assert not {
        "Tie-breaks",
        "Stage 1",
        "Qualifiers",
        "Entry type",
        "Kept apart in the draw",
        "Prizes",
    } & set(lines)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"format": "lives", "options": {"lives": 3}}, "Lives · 3 lives each"),
        ({"format": "lives"}, "Lives · 2 lives each"),
        (
            {"format": "round_robin", "options": {"legs": 2}},
            "Round robin · Each pair meets 2 times",
        ),
        ({"format": "groups", "options": {"group_size": 5}}, "Groups · Maximum group size: 5"),
        ({"format": "groups", "options": {"groups": 3}}, "Groups · 3 groups"),
        (
            {"format": "double_elimination", "options": {"grand_final": "single"}},
            "Double elimination · Grand final: One match",
        ),
    ],
)
def test_a_format_is_named_with_its_numbers(settings: dict[str, Any], text: str) -> None:
    assert card(**settings)["Format"] == [text]


def test_the_order_of_ties_is_the_one_chosen() -> None:
    assert card(format="swiss", tie_breaks=["wins", "lot"])["Tie-breaks"] == ["1. Wins · 2. Lot"]


def test_a_last_round_that_is_longer_and_special_terms_are_told_with_their_place() -> None:
    lines = card(
        format="double_elimination",
        lengths=[7],
        clock={"preset": "standard"},
        special_terms=[
            {"stage": 1, "section": "losers", "length": 5},
            {"section": "main", "from_end": 1, "length": 9},
            {"stage": 1, "section": "final", "clock": {"preset": "fast", "kind": "simple"}},
        ],
    )
    assert lines["Match length"] == [
        "7 points",
        "Losers’ bracket: 5 points",
        "Winners’ bracket, 1 round before the last: 9 points",
    ]
    assert [text.split(":")[0] for text in lines["Clock"]] == [
        "Matches to 5",
        "Matches to 7",
        "Matches to 9",
        "Grand final",
    ]
    assert card(format="swiss", lengths=[9, 7])["Match length"] == [
        "Earlier rounds: 7. Last round: 9."
    ]


def test_who_enters_who_is_kept_apart_and_what_is_paid() -> None:
    lines = card(
        entry_kind="team",
        boards=5,
        apart=["club", "family"],
        reentries=2,
        reentry_keeps_line=True,
        publishes=True,
        pay_table=[
            {"section": "main", "place": 1, "share": 50},
            {"section": "main", "place": 2, "share": 37.5},
            {"section": "consolation", "place": 1, "share": 12.5},
        ],
    )
    assert lines["Entry type"] == [
        "Teams with a fixed order of boards. Boards per team: 5. The team with the most boards wins."
    ]
    assert lines["Kept apart in the draw"] == ["Same club · Same family"]
    assert lines["Re-entry"] == [
        "Players who lose may re-enter 2 times",
        "After re-entry, the earlier entry stays in the consolation",
    ]
    assert lines["Publishing"] == ["A director publishes each draw"]
    assert lines["Prizes"] == ["1. 50%, 2. 37.5%", "Consolation: 1. 12.5%"]
