"""Line-ups that captains name (T8.5): boards open once both are named, and nobody sees the other's before."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player, User
from notifications import kinds
from notifications.models import Notification
from tests.tournaments.making import NOW, director, pairing, tournament
from tests.tournaments.team_matches import concede, names, outcome, refused, win
from tests.tournaments.teams import begun, boards_of, settle, with_teams
from tournaments.bracket.services.advancement import recompute
from tournaments.entry.services import bots
from tournaments.entry.services.lineups import name_lineup
from tournaments.models import TeamLineup, Tournament
from tournaments.ruling.services.lineups import NameLineup, UseTeamOrder
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.slot_overrides import SwapSlots
from tournaments.ruling.services.undo import Undo
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db


def of_captains(n: int = 2, **settings: Any) -> Tournament:
    """Teams of four for three boards, whose captains name the line-ups."""
    return begun(with_teams(n, reserves=1, names_lineups=True, **settings))


def who(*members: str) -> list[int]:
    """The ids of these players."""
    ids = dict(Player.objects.filter(name__in=members).values_list("name", "pk"))
    return [ids[name] for name in members]


def captain(team: str) -> User:
    return User.objects.get(player__name=f"{team}a")


def named(of: Tournament, key: str, team: str, *letters: str, **more: Any) -> TeamLineup:
    """Let the captain of a team name these members, by their letters."""
    players = who(*(f"{team}{letter}" for letter in letters))
    return name_lineup(pairing(of, key).pk, players, by=captain(team), now=NOW, **more)


def sitting(of: Tournament, key: str, seat: str) -> list[set[str]]:
    return [names(row, seat) for row in boards_of(of, key)]


def ruled(of: Tournament, action: Any) -> Any:
    return rule(action, RulingRequest(of.organizer, NOW, "it is late"))


def begin_board(of: Tournament, key: str, board: int) -> None:
    """Begin a match as its first move does."""
    match = boards_of(of, key)[board - 1].match
    type(match).objects.filter(pk=match.pk).update(started_at=NOW)


def test_boards_open_once_both_captains_have_named_their_line_ups() -> None:
    made = of_captains()
    assert boards_of(made, "W1.1") == []
    named(made, "W1.1", "1", "d", "b", "a")
    assert boards_of(made, "W1.1") == []
    named(made, "W1.1", "2", "a", "c", "d")
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1b"}, {"1a"}]
    assert sitting(made, "W1.1", "B") == [{"2a"}, {"2c"}, {"2d"}]


def test_a_captain_may_think_again_until_the_opponents_have_named_theirs() -> None:
    made = of_captains()
    named(made, "W1.1", "1", "a", "b", "c")
    named(made, "W1.1", "1", "d", "c", "b")
    named(made, "W1.1", "2", "a", "b", "c")
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1c"}, {"1b"}]
    assert refused(lambda: named(made, "W1.1", "1", "a", "b", "c")) == "lineups_open"
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1c"}, {"1b"}]


def test_the_same_line_up_sent_twice_is_named_once_even_when_the_boards_are_open() -> None:
    made = of_captains()
    first = named(made, "W1.1", "1", "a", "b", "c", seen=0)
    assert named(made, "W1.1", "1", "a", "b", "c", seen=0) == first
    named(made, "W1.1", "2", "a", "b", "c")
    assert named(made, "W1.1", "1", "a", "b", "c", seen=0) == first
    assert TeamLineup.objects.count() == 2


def test_a_second_tab_does_not_overwrite_what_the_first_has_named() -> None:
    made = of_captains()
    named(made, "W1.1", "1", "a", "b", "c", seen=0)
    assert refused(lambda: named(made, "W1.1", "1", "d", "b", "c", seen=0)) == "lineup_changed"
    last = TeamLineup.objects.get()
    assert named(made, "W1.1", "1", "d", "b", "c", seen=last.pk).pk != last.pk


@pytest.mark.parametrize("letters", ["ab", "abb", "abcd", ""])
def test_a_line_up_has_one_player_for_each_board(letters: str) -> None:
    made = of_captains()
    assert refused(lambda: named(made, "W1.1", "1", *letters)) == "bad_lineup"


def test_only_members_of_the_team_are_named_and_only_by_its_captain() -> None:
    made = of_captains()
    pk = pairing(made, "W1.1").pk
    stranger = who("1a", "1b", "2c")
    act = {"by": captain("1"), "now": NOW}
    assert refused(lambda: name_lineup(pk, stranger, **act)) == "bad_lineup"
    other = {"by": User.objects.get(player__name="1b"), "now": NOW}
    assert refused(lambda: name_lineup(pk, who("1a", "1b", "1c"), **other)) == "not_the_captain"
    assert refused(lambda: name_lineup(9**9, who("1a", "1b", "1c"), **act)) == "no_such_pairing"


def test_line_ups_are_named_for_known_teams_of_undecided_matches() -> None:
    made = of_captains(4)
    assert refused(lambda: named(made, "W2.1", "1", "a", "b", "c")) == "not_known_yet"
    named(made, "W1.1", "1", "a", "b", "c")
    rival = pairing(made, "W1.1").slots.get(side=2).entry.name
    named(made, "W1.1", rival, "a", "b", "c")
    for row in boards_of(made, "W1.1"):
        concede(row.match, "B")
    settle(made)
    assert outcome(made, "W1.1")[1] == "1"
    assert refused(lambda: named(made, "W1.1", "1", "d", "b", "c")) == "pairing_over"


def test_without_the_setting_teams_play_in_their_order() -> None:
    made = begun(with_teams(2, reserves=1))
    assert sitting(made, "W1.1", "A") == [{"1a"}, {"1b"}, {"1c"}]
    assert refused(lambda: named(made, "W1.1", "1", "d", "b", "c")) == "no_lineups"


def test_each_round_has_line_ups_of_its_own() -> None:
    made = of_captains(4)
    ruled(made, UseTeamOrder(round_id=pairing(made, "W1.1").round_id))
    win(made, "W1.1", "A", "A", "A")
    win(made, "W1.2", "A", "A", "A")
    assert boards_of(made, "W2.1") == []
    named(made, "W2.1", "1", "d", "c", "b")
    named(made, "W2.1", outcome(made, "W1.2")[1], "a", "b", "c")
    assert sitting(made, "W2.1", "A") == [{"1d"}, {"1c"}, {"1b"}]
    assert sitting(made, "W1.1", "A") == [{"1a"}, {"1b"}, {"1c"}]


def test_captains_are_asked_once_and_no_more_when_they_have_named() -> None:
    made = of_captains()
    asked = Notification.objects.filter(kind=kinds.LINEUP)
    assert set(asked.values_list("user__player__name", flat=True)) == {"1a", "2a"}
    recompute(made.pk, NOW)
    assert asked.count() == 2
    named(made, "W1.1", "1", "a", "b", "c")
    assert list(asked.filter(read_at=None).values_list("user__player__name", flat=True)) == ["2a"]


def test_a_round_on_hold_asks_nobody() -> None:
    made = of_captains(4)
    final = pairing(made, "W2.1")
    assert not Notification.objects.filter(subject__startswith=f"lineup:{final.pk}:").exists()


def test_a_team_of_bots_plays_in_its_order() -> None:
    made = tournament(entry_kind="team", boards=3, names_lineups=True)
    bots.add_bots(made.pk, by=made.organizer, number=2, now=NOW)
    begun(made)
    assert len(boards_of(made, "W1.1")) == 3


def test_a_director_lets_the_teams_of_a_round_play_in_their_order() -> None:
    made = of_captains(4)
    named(made, "W1.1", "1", "d", "b", "c")
    row = pairing(made, "W1.1").round
    ruled(made, UseTeamOrder(round_id=row.pk))
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1b"}, {"1c"}]
    assert len(boards_of(made, "W1.2")) == 3
    again = UseTeamOrder(round_id=row.pk)
    assert refused(lambda: ruled(made, again)) == "lineups_named"


def test_a_director_names_a_line_up_for_a_captain_and_the_record_does_not_say_whom() -> None:
    made = of_captains()
    pk, entry = pairing(made, "W1.1").pk, made.entries.get(name="1").pk
    made_ruling = ruled(
        made, NameLineup(pairing_id=pk, entry=entry, players=tuple(who("1d", "1c", "1b")))
    )
    members = made.entries.get(name="1").members.values_list("pk", flat=True)
    record = [str(made_ruling.before), str(made_ruling.after), str(made_ruling.changes)]
    assert not any("1d" in text for text in record)
    assert not any(str(list(members)) in text for text in record)
    assert made_ruling.after["lineup"] == entry
    named(made, "W1.1", "2", "a", "b", "c")
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1c"}, {"1b"}]


def test_undoing_it_brings_back_what_the_captain_had_named() -> None:
    made = of_captains()
    pk, entry = pairing(made, "W1.1").pk, made.entries.get(name="1").pk
    named(made, "W1.1", "1", "a", "b", "c")
    named(made, "W1.1", "2", "a", "b", "c")
    by_director = NameLineup(pairing_id=pk, entry=entry, players=tuple(who("1d", "1b", "1c")))
    made_ruling = ruled(made, by_director)
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1b"}, {"1c"}]
    assert refused(lambda: ruled(made, by_director)) == "lineup_named"
    ruled(made, Undo(ruling_id=made_ruling.pk))
    assert sitting(made, "W1.1", "A") == [{"1a"}, {"1b"}, {"1c"}]


def test_undoing_the_order_of_the_teams_closes_the_boards_that_nobody_has_begun() -> None:
    made = of_captains()
    made_ruling = ruled(made, UseTeamOrder(round_id=pairing(made, "W1.1").round_id))
    assert len(boards_of(made, "W1.1")) == 3
    ruled(made, Undo(ruling_id=made_ruling.pk))
    assert boards_of(made, "W1.1") == []
    again = ruled(made, UseTeamOrder(round_id=pairing(made, "W1.1").round_id))
    begin_board(made, "W1.1", 2)
    assert refused(lambda: ruled(made, Undo(ruling_id=again.pk))) == "match_on"


def test_a_board_that_has_begun_keeps_its_player() -> None:
    made = of_captains()
    pk, entry = pairing(made, "W1.1").pk, made.entries.get(name="1").pk
    ruled(made, UseTeamOrder(round_id=pairing(made, "W1.1").round_id))
    begin_board(made, "W1.1", 1)
    other = NameLineup(pairing_id=pk, entry=entry, players=tuple(who("1d", "1b", "1c")))
    assert refused(lambda: ruled(made, other)) == "match_on"
    ruled(made, NameLineup(pairing_id=pk, entry=entry, players=tuple(who("1a", "1d", "1c"))))
    assert sitting(made, "W1.1", "A") == [{"1a"}, {"1d"}, {"1c"}]


def test_a_line_up_counts_against_the_opponents_it_was_named_for() -> None:
    made = of_captains(4)
    first, second = pairing(made, "W1.1"), pairing(made, "W1.2")
    before = first.slots.get(side=2).entry.name
    named(made, "W1.1", "1", "d", "b", "c")
    named(made, "W1.1", before, "a", "b", "c")
    assert len(boards_of(made, "W1.1")) == 3
    swap = SwapSlots(pairing_id=first.pk, side=2, other_id=second.pk, other_side=2)
    ruled(made, swap)
    assert boards_of(made, "W1.1") == []
    ruled(made, swap)
    assert sitting(made, "W1.1", "A") == [{"1d"}, {"1b"}, {"1c"}]


def test_only_directors_rule_on_line_ups() -> None:
    made = of_captains()
    action = UseTeamOrder(round_id=pairing(made, "W1.1").round_id)
    request = RulingRequest(captain("1"), NOW, "let us play")
    assert refused(lambda: rule(action, request)) == "not_a_director"


def test_single_players_have_no_line_ups() -> None:
    assert refused(lambda: tournament(names_lineups=True)) == "bad_lineups"


def test_the_rule_card_says_it_and_nobody_changes_it_after_the_start(client: Client) -> None:
    made = of_captains()
    page = client.get(f"/tournaments/{made.slug}/rules/").content.decode()
    assert "Captains name who plays at which board" in page
    change = {"by": made.organizer, "names_lineups": False}
    assert refused(lambda: lifecycle.change(made.pk, **change)) == "card_frozen"


def test_nobody_else_rules_by_the_api(client: Client) -> None:
    made = of_captains()
    client.force_login(director())
    sent = {"verb": "team_order", "reason": "late", "round": pairing(made, "W1.1").round_id}
    answer = client.post(f"/api/v1/tournaments/{made.slug}/rulings", sent, "application/json")
    assert answer.status_code == 403
