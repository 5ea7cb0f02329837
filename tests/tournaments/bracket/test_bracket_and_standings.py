"""The bracket and the standings as pages and API read them, in a fixed number of queries at any size."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.making import (
    NOW,
    director,
    entered,
    entry,
    join,
    play_out,
    player,
    started,
    tournament,
    win,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.bracket import QUERIES, bracket_version, bracket_view
from tournaments.bracket.selectors.rows import PairingRow
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()


def row(of: Tournament, key: str, viewer: Any = ANYBODY) -> PairingRow:
    rounds = bracket_view(of, viewer)
    return next(p for r in rounds for p in r.pairings if p.key == key)


def test_there_is_no_bracket_before_the_draw() -> None:
    assert bracket_view(entered(4), ANYBODY) == ()
    assert standing_rows(entered(4)) == ()


def test_a_bracket_has_its_rounds_by_name_with_their_lengths() -> None:
    rounds = bracket_view(started(8, lengths=[5, 3]), ANYBODY)
    assert [(r.name, r.length, len(r.pairings)) for r in rounds] == [
        ("Quarterfinals", 3, 4),
        ("Semifinals", 3, 2),
        ("Final", 5, 1),
    ]


def test_a_pairing_says_how_far_it_is() -> None:
    made = started(4)
    assert [row(made, key).state for key in ("W1.1", "W2.1")] == ["joining", "waiting"]
    join(made, "W1.1")
    assert row(made, "W1.1").state == "playing"
    win(made, "W1.1", 1)
    assert (row(made, "W1.1").state, row(made, "W1.1").outcome) == ("done", "conceded")


def test_a_side_says_who_will_come() -> None:
    made = started(4)
    assert [s.source for s in row(made, "W2.1").slots] == ["SF 1: winner", "SF 2: winner"]
    assert [s.source for s in row(made, "W1.1").slots] == ["Draw number 1", "Draw number 4"]


def test_winner_and_loser_are_marked() -> None:
    made = started(4)
    win(made, "W1.1", 4)
    assert [(s.is_winner, s.is_loser) for s in row(made, "W1.1").slots] == [
        (False, True),
        (True, False),
    ]


def test_a_bye_is_shown_as_one() -> None:
    first = row(started(3), "W1.1")
    assert [s.state for s in first.slots] == ["entry", "bye"]
    assert (first.state, first.outcome, first.match) == ("done", "bye", None)


def test_scores_come_from_the_match_and_a_ruling_goes_before() -> None:
    made = started(2)
    assert [s.score for s in row(made, "W1.1").slots] == [0, 0]
    first, two = entry(made, 1).pk, entry(made, 2).pk
    rulings.correct_result(
        row(made, "W1.1").id, by=None, winner=two, score={first: 1, two: 3}, now=NOW, reason="?"
    )
    assert [s.score for s in row(made, "W1.1").slots] == [1, 3]


def test_my_pairing_is_marked_as_mine() -> None:
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
    start(made.pk, by=None, now=NOW)
    assert row(made, "W1.1", alice.user).is_mine
    assert not row(made, "W1.1", director()).is_mine
    assert not row(made, "W1.1").is_mine


@pytest.mark.parametrize("n", [4, 16])
def test_a_bracket_takes_the_same_queries_at_any_size(
    n: int, django_assert_num_queries: Any
) -> None:
    made = started(n)
    win(made, "W1.1", 1)
    with django_assert_num_queries(QUERIES):
        bracket_view(made, ANYBODY)


def test_the_bracket_has_a_new_version_when_a_match_moves() -> None:
    made = started(2)
    before = bracket_version(made)
    join(made, "W1.1")
    assert bracket_version(made) != before


def test_standings_name_places_and_share_them() -> None:
    made = started(8)
    play_out(made)
    made.refresh_from_db()
    assert [(r.player.name, r.place_from, r.place_to, r.status) for r in standing_rows(made)] == [
        ("1", 1, 1, "winner"),
        ("2", 2, 2, "eliminated"),
        ("3", 3, 4, "eliminated"),
        ("4", 3, 4, "eliminated"),
        ("5", 5, 8, "eliminated"),
        ("6", 5, 8, "eliminated"),
        ("7", 5, 8, "eliminated"),
        ("8", 5, 8, "eliminated"),
    ]


def test_standings_are_computed_once_a_version(django_assert_num_queries: Any) -> None:
    made = started(8)
    made.refresh_from_db()
    with django_assert_num_queries(8):
        standing_rows(made)
    with django_assert_num_queries(2):
        standing_rows(made)


def test_standings_follow_every_change() -> None:
    made = started(4)
    made.refresh_from_db()
    standing_rows(made)
    win(made, "W1.1", 4)
    made.refresh_from_db()
    values = {r.player.name: r.status for r in standing_rows(made)}
    assert values["1"] == "eliminated"


def test_a_withdrawn_or_disqualified_player_is_called_so() -> None:
    made = started(4)
    rulings.disqualify(entry(made, 1).pk, by=None, now=NOW, reason="")
    made.refresh_from_db()
    assert {r.player.name: r.status for r in standing_rows(made)}["1"] == "disqualified"
