"""Lists, first page, a player's page, rule card, audit: complete rows in a fixed number of queries."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    entry,
    join,
    later,
    match_of,
    nobody,
    pairing,
    play_out,
    player,
    started,
    tournament,
    win,
    win_all,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.delayed_results import delayed_tournaments
from tournaments.bracket.selectors.entries import entry_rows
from tournaments.bracket.selectors.lists import get_tournament, tournament_rows
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament, Venue
from tournaments.players.selectors.player_page import player_view
from tournaments.public.selectors.home import home_view
from tournaments.ruling.selectors.rulings import ruling_rows
from tournaments.setup.selectors.rule_card import rule_card, warnings
from tournaments.setup.services import lifecycle
from web.errors import NotFound

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()


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


def test_entries_take_two_queries_and_one_to_know_ones_own(django_assert_num_queries: Any) -> None:
    made = started(8)
    for viewer, queries in ((ANYBODY, 2), (made.organizer, 3)):
        with django_assert_num_queries(queries):
            assert len(entry_rows(made, viewer)) == 8


def _alice_at_the_table() -> tuple[Tournament, Player]:
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("Ants"))
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


def test_nothing_waits_for_a_visitor_on_the_first_page() -> None:
    made = started(2)
    assert join(made, "W1.1").status == "playing"
    home = home_view(ANYBODY)
    assert (home.matches, home.mine) == ((), ())


@pytest.mark.parametrize("n", [1, 4])
def test_the_first_page_takes_the_same_queries_for_many(
    n: int, django_assert_num_queries: Any
) -> None:
    alice = player("alice")
    for _ in range(n):
        made = tournament()
        entries.enter(made.pk, alice, now=NOW)
        entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody("Ants"))
        start(made.pk, by=None, now=NOW)
        join(made, "W1.1")
    with django_assert_num_queries(5):
        assert len(home_view(alice.user).matches) == n


def test_a_player_has_a_record_of_what_was_played() -> None:
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2", "W2.1 2")
    item = player_view(entry(made, 1).player, ANYBODY, NOW)
    assert (item.played, item.won, item.lost) == (2, 1, 1)
    assert [t.slug for t in item.tournaments] == [made.slug]
    assert {(m.opponent.name, m.won) for m in item.matches} == {("4", True), ("2", False)}


def test_a_walkover_is_not_in_the_record() -> None:
    made = started(2)
    item = entry(made, 1)
    rulings.forfeit(pairing(made, "W1.1").pk, by=None, losers=[item.pk], now=NOW, reason="")
    assert player_view(entry(made, 2).player, ANYBODY, NOW).played == 0


def test_a_players_page_takes_at_most_fourteen_queries(django_assert_num_queries: Any) -> None:
    made = started(8)
    play_out(made)
    item = entry(made, 1).player
    delayed_tournaments()  # asked once a second
    with django_assert_num_queries(14):
        player_view(item, ANYBODY, NOW)
    with django_assert_num_queries(11):  # the matches are still known
        player_view(item, ANYBODY, NOW)


def test_the_rule_card_is_in_plain_words() -> None:
    made = tournament(lengths=[9, 7], clock={"preset": "standard"}, options={"third_place": True})
    card = {(line.label, line.text) for line in rule_card(made)}
    assert ("Format", "Knockout · Third-place match") in card
    assert ("Match length", "Earlier rounds: 7. Final: 9.") in card
    clocks = sorted(text for label, text in card if label == "Clock")
    assert [text.split(":")[0] for text in clocks] == ["Matches to 7", "Matches to 9"]
    assert clocks[0].endswith(": 14 min each, with a delay of 12 s per turn.")
    assert "18 min each" in clocks[1]
    assert ("Draw", "In the order set by the director") in card
    assert not any(text.startswith("Over the board:") for _label, text in card)
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


def test_rules_of_play_over_the_board_stand_on_the_card_of_such_a_tournament_only() -> None:
    made = tournament()
    Venue.objects.create(tournament=made, where=Venue.Where.BOARD)
    made = Tournament.objects.get(pk=made.pk)
    assert any(line.text.startswith("Over the board: a die") for line in rule_card(made))
