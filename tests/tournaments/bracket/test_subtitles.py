"""What stands above a table: its round, so that nobody takes one of another bracket, group or stage for it."""

from typing import Any

import pytest

from tests.tournaments.making import NOW, started
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.seated_matches import subtitle
from tournaments.models import PairingMatch, Tournament

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss", "options": {"rounds": 2}}
TOP_FOUR = {"cut": "top", "n": 4}
EVENTS: list[tuple[int, dict[str, Any], set[str]]] = [
    (4, {}, {"Semifinals", "Final"}),
    (
        8,
        {"format": "double_elimination"},
        {
            "Winners’ bracket · Quarterfinals",
            "Winners’ bracket · Semifinals",
            "Winners’ final",
            "Losers’ bracket · Round 1",
            "Losers’ final",
            "Grand final",
        },
    ),
    (
        8,
        {"format": "consolation"},
        {"Main bracket · Quarterfinals", "Main bracket · Final", "Consolation · Final"},
    ),
    (
        8,
        {
            "format": "groups",
            "options": {"groups": 2},
            "later_stages": [
                {"format": "single_elimination", "take": {"cut": "top_of_group", "n": 2}}
            ],
        },
        {"Group A · Round 2", "Group B · Round 2", "Semifinals", "Final"},
    ),
    (
        6,
        SWISS | {"later_stages": [SWISS | {"take": TOP_FOUR}]},
        {"Round 1", "Round 2", "Stage 2 · Round 1", "Stage 2 · Round 2"},
    ),
]


def played_out(of: Tournament) -> list[PairingMatch]:
    """Its matches when all is over; the first named wins each."""
    rows = PairingMatch.objects.filter(pairing__stage__tournament=of, voided_at=None)
    rows = rows.select_related("match", "pairing").order_by("pk")
    while waiting := rows.filter(pairing__decided_at=None).first():
        winner = waiting.entry_a_id
        rulings.correct_result(waiting.pairing_id, by=None, winner=winner, now=NOW, reason="told")
    return list(rows)


@pytest.mark.parametrize(("n", "facts", "some"), EVENTS)
def test_a_match_says_its_bracket_group_or_stage(
    n: int, facts: dict[str, Any], some: set[str]
) -> None:
    made = started(n, **facts)
    values: dict[str, set[int]] = {}
    for row in played_out(made):
        context = row.match.context
        assert subtitle(context) == context["subtitle"]
        values.setdefault(context["subtitle"], set()).add(row.pairing.round_id)
    assert some <= values.keys()
    assert all(len(rounds) == 1 for rounds in values.values())


def test_a_match_made_before_it_was_told_keeps_the_name_of_its_round() -> None:
    assert subtitle({"round": "semifinal", "subtitle": "Semifinals"}) == "Semifinals"
    assert subtitle({"subtitle": "Round 1"}) == "Round 1"
