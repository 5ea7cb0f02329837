"""What pages and API read: complete rows, in a fixed number of queries whatever the size of the field."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts.errors import NotFound
from accounts.models import Player
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    entry,
    join,
    later,
    match_of,
    play_out,
    player,
    started,
    tournament,
    win,
    win_all,
)
from tournaments.models import Tournament
from tournaments.selectors.bracket import bracket_version, bracket_view
from tournaments.selectors.cards import rule_card, warnings
from tournaments.selectors.entries import entry_rows
from tournaments.selectors.home import home_view
from tournaments.selectors.lists import get_tournament, tournament_rows
from tournaments.selectors.live import live_matches
from tournaments.selectors.players import player_view
from tournaments.selectors.rulings import ruling_rows
from tournaments.selectors.shapes import PairingRow
from tournaments.selectors.standings import standing_rows
from tournaments.services import entries, lifecycle, rulings
from tournaments.services.start import start

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


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
    assert [s.source for s in row(made, "W2.1").slots] == ["Winner of SF 1", "Winner of SF 2"]
    assert [s.source for s in row(made, "W1.1").slots] == ["Number 1", "Number 4"]


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
    one, two = entry(made, 1).pk, entry(made, 2).pk
    rulings.correct_result(
        row(made, "W1.1").id, by=None, winner=two, score={one: 1, two: 3}, now=NOW, reason="?"
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
def test_a_bracket_takes_five_queries_at_any_size(n: int, django_assert_num_queries: Any) -> None:
    made = started(n)
    win(made, "W1.1", 1)
    with django_assert_num_queries(5):
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
    with django_assert_num_queries(7):
        standing_rows(made)
    with django_assert_num_queries(1):
        standing_rows(made)


def test_standings_follow_every_change() -> None:
    made = started(4)
    made.refresh_from_db()
    standing_rows(made)
    win(made, "W1.1", 4)
    made.refresh_from_db()
    found = {r.player.name: r.status for r in standing_rows(made)}
    assert found["1"] == "eliminated"


def test_a_withdrawn_or_disqualified_player_is_called_so() -> None:
    made = started(4)
    rulings.disqualify(entry(made, 1).pk, by=None, now=NOW, reason="")
    made.refresh_from_db()
    assert {r.player.name: r.status for r in standing_rows(made)}["1"] == "disqualified"


def test_drafts_are_seen_by_their_directors_only() -> None:
    ann, helper = director("ann"), director("helper")
    draft = lifecycle.create(organizer=ann, name="Secret")
    draft.directors.add(helper)
    for viewer, seen in ((ann, 1), (helper, 1), (director(), 0), (ANYBODY, 0)):
        assert len(tournament_rows(viewer)) == seen
    with pytest.raises(NotFound):
        get_tournament("secret", ANYBODY)
    assert get_tournament("secret", ann) == draft


def test_a_list_counts_entries_and_live_matches() -> None:
    made = started(5)
    (line,) = tournament_rows(ANYBODY)
    assert (line.slug, line.entries, line.live) == (made.slug, 5, 2)
    assert (line.is_entered, line.is_directed) == (False, False)
    assert tournament_rows(made.organizer)[0].is_directed


def test_a_list_names_the_champion() -> None:
    made = started(2)
    win(made, "W1.1", 2)
    assert tournament_rows(ANYBODY, status="finished")[0].champion.name == "2"
    assert tournament_rows(ANYBODY, status="running") == []


@pytest.mark.parametrize("n", [1, 5])
def test_a_list_takes_one_query_at_any_length(n: int, django_assert_num_queries: Any) -> None:
    for _ in range(n):
        started(2)
    with django_assert_num_queries(1):
        assert len(tournament_rows(ANYBODY)) == n


def test_entries_stand_in_order_of_seed_then_of_the_draw() -> None:
    made = entered(3)
    seeds = {entry(made, 3).pk: 1, entry(made, 1).pk: 2}
    entries.set_seeds(made.pk, by=None, seeds=seeds)
    assert [r.player.name for r in entry_rows(made, ANYBODY)] == ["3", "1", "2"]
    start(made.pk, by=None, now=NOW)
    assert [(r.player.name, r.number) for r in entry_rows(made, ANYBODY)] == [
        ("3", 1),
        ("1", 2),
        ("2", 3),
    ]


def test_entries_take_two_queries(django_assert_num_queries: Any) -> None:
    made = started(8)
    with django_assert_num_queries(2):
        assert len(entry_rows(made, ANYBODY)) == 8


def _alice_at_the_table() -> tuple[Tournament, Player]:
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
    return start(made.pk, by=None, now=NOW), alice


def test_the_first_page_says_that_my_match_is_ready() -> None:
    made, alice = _alice_at_the_table()
    home = home_view(alice.user)
    (mine,) = home.matches
    assert (mine.urgency, mine.opponent.name, mine.title) == ("join", "Ants", "Spring Open")
    assert (mine.match, mine.deadline) == (match_of(made, "W1.1").pk, later(10))
    assert [t.slug for t in home.mine] == [made.slug]


def test_the_first_page_offers_what_can_be_entered() -> None:
    tournament(name="Open one")
    full = entered(2, name="Full one", entry_limit=2)
    home = home_view(player().user)
    assert [t.name for t in home.open] == ["Open one"]
    assert full.slug not in {t.slug for t in home.mine}


def test_the_first_page_of_a_visitor_shows_what_is_on() -> None:
    made = started(2)
    assert join(made, "W1.1").status == "playing"
    home = home_view(ANYBODY)
    assert (home.matches, home.mine) == ((), ())
    assert [m.title for m in home.live] == ["Spring Open"]


@pytest.mark.parametrize("n", [1, 4])
def test_the_first_page_takes_the_same_queries_for_many(
    n: int, django_assert_num_queries: Any
) -> None:
    alice = player("alice")
    for _ in range(n):
        made = tournament()
        entries.enter(made.pk, alice, now=NOW)
        entries.add_walk_in(made.pk, by=None, now=NOW, name="Ants")
        start(made.pk, by=None, now=NOW)
        join(made, "W1.1")
    with django_assert_num_queries(5):
        assert len(home_view(alice.user).matches) == n


def test_a_live_match_is_shown_with_both_names() -> None:
    made = started(4)
    join(made, "W1.1")
    (line,) = live_matches(tournament=made)
    assert [p.name for p in line.players] == ["1", "4"]
    assert live_matches(tournament=started(2)) == []


def test_a_player_has_a_record_of_what_was_played() -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 2")
    one = player_view(entry(made, 1).player, ANYBODY)
    assert (one.played, one.won, one.lost) == (2, 1, 1)
    assert [t.slug for t in one.tournaments] == [made.slug]
    assert {(m.opponent.name, m.won) for m in one.matches} == {("4", True), ("2", False)}


def test_a_walkover_is_not_in_the_record() -> None:
    made = started(2)
    one = entry(made, 1)
    rulings.forfeit(row(made, "W1.1").id, by=None, losers=[one.pk], now=NOW, reason="")
    assert player_view(entry(made, 2).player, ANYBODY).played == 0


def test_a_players_page_takes_four_queries(django_assert_num_queries: Any) -> None:
    made = started(8)
    play_out(made)
    one = entry(made, 1).player
    with django_assert_num_queries(4):
        player_view(one, ANYBODY)


def test_the_rule_card_is_in_plain_words() -> None:
    made = tournament(lengths=[9, 7], clock={"preset": "standard"}, options={"third_place": True})
    card = {(line.label, line.text) for line in rule_card(made)}
    assert ("Format", "Single elimination, with a match for third place") in card
    assert ("Match length", "7 points, the final 9") in card
    clocks = sorted(text for label, text in card if label == "Clock")
    assert [text.split(":")[0] for text in clocks] == ["Matches to 7", "Matches to 9"]
    assert "14 min" in clocks[0]
    assert "18 min" in clocks[1]
    assert any("Crawford" in text for _label, text in card)


def test_the_rule_card_shows_what_was_frozen() -> None:
    made = started(2)
    Tournament.objects.filter(pk=made.pk).update(lengths=[21])
    made.refresh_from_db()
    assert ("Match length", "3 points") in {(x.label, x.text) for x in rule_card(made)}


def test_unusual_rules_are_pointed_out() -> None:
    assert warnings(tournament(rules={"jacoby": True}))
    assert not warnings(tournament())


def test_the_audit_is_read_newest_first() -> None:
    made = started(4)
    for name in (1, 2):
        who = made.organizer
        rulings.withdraw(entry(made, name).pk, by=who, now=later(name), reason=f"Ill {name}")
    assert [(r.verb, r.reason, r.by) for r in ruling_rows(made)] == [
        ("withdraw", "Ill 2", made.organizer.username),
        ("withdraw", "Ill 1", made.organizer.username),
    ]
