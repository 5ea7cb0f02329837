"""Teams (T8.3) and doubles (T8.4): who enters one, at which board they sit, and whole tournaments of both."""

import pytest

from accounts.models import Player
from games.services import rulings as at_table
from games.services.play import act
from games.services.submissions import Submission
from tests.tournaments.making import NOW, confirming, director, nobody, player, tournament
from tests.tournaments.ruling import rulings
from tests.tournaments.team_matches import concede, names, outcome, refused, win
from tests.tournaments.teams import begun, boards_of, settle, team, with_pairs, with_teams
from tournaments.bracket.selectors.positions import position_of
from tournaments.entry.services import bots, entries, teams
from tournaments.entry.services.late_entries import reenter
from tournaments.entry.services.namesakes import WhichPlayer
from tournaments.models import Notice, Pairing, PairingMatch
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.undo import Undo

pytestmark = pytest.mark.django_db


def test_a_pairing_of_teams_makes_a_match_for_each_board() -> None:
    made = begun(with_teams(2, reserves=1))
    rows = boards_of(made, "W1.1")
    assert [row.board for row in rows] == [1, 2, 3]
    assert [(names(row, "A"), names(row, "B")) for row in rows] == [
        ({"1a"}, {"2a"}), ({"1b"}, {"2b"}), ({"1c"}, {"2c"}),
    ]  # fmt: skip


def test_everybody_who_sits_down_is_told_and_reserves_are_not() -> None:
    begun(with_teams(2, reserves=1))
    notices = set(Notice.objects.values_list("player__name", flat=True))
    assert notices == {"1a", "1b", "1c", "2a", "2b", "2c"}


def test_teams_level_on_points_are_ranked_by_boards_won_unless_the_list_says_otherwise() -> None:
    made = begun(with_teams(2, format="round_robin"))
    assert made.agreed["tie_breaks"][:2] == ["boards", "head_to_head"]
    chosen = begun(with_teams(2, format="round_robin", tie_breaks=["lot"]))
    assert chosen.agreed["tie_breaks"] == ["lot"]
    assert tournament().agreed["tie_breaks"] == []


def test_each_board_says_for_whom_it_is_played() -> None:
    made = begun(with_teams(2))
    contexts = [row.match.context for row in boards_of(made, "W1.1")]
    assert [context["board"] for context in contexts] == [1, 2, 3]
    assert {tuple(context["teams"]) for context in contexts} == {("1", "2")}


def test_a_knockout_of_four_teams_is_played_to_its_end() -> None:
    made = begun(with_teams(4))
    win(made, "W1.1", "A", "B", "A")
    assert outcome(made, "W1.1")[1] == "1"
    win(made, "W1.2", "B", "B", "A")
    assert outcome(made, "W1.2")[1] == "3"
    final = boards_of(made, "W2.1")
    assert [(names(row, "A"), names(row, "B")) for row in final] == [
        ({"1a"}, {"3a"}), ({"1b"}, {"3b"}), ({"1c"}, {"3c"}),
    ]  # fmt: skip
    win(made, "W2.1", "B", "A", "B")
    made.refresh_from_db()
    assert (made.status, made.champion.title) == ("finished", "3")


def test_a_team_match_is_open_until_its_last_board_is_over() -> None:
    made = begun(with_teams(2))
    first, second, third = boards_of(made, "W1.1")
    concede(first.match, "B")
    concede(second.match, "B")
    settle(made)
    assert outcome(made, "W1.1")[0] == ""
    third.match.refresh_from_db()
    assert not third.match.is_over
    concede(third.match, "A")
    settle(made)
    assert outcome(made, "W1.1")[1] == "1"


def test_x10_three_boards_make_two_board_points_to_one() -> None:
    made = begun(with_teams(2, lengths=[7]))
    scores = [(7, 4), (3, 7), (7, 6)]
    for row, (a, b) in zip(boards_of(made, "W1.1"), scores, strict=True):
        at_table.score(row.match_id, by=None, reason="played", now=NOW, score={"A": a, "B": b})
    settle(made)
    home, away = made.entries.order_by("pk")
    decision = position_of(made.stages.get()).decisions["W1.1"]
    assert decision.winner == home.pk
    assert dict(decision.boards) == {home.pk: 2, away.pk: 1}
    assert dict(decision.score) == {home.pk: 17, away.pk: 17}


def test_a_reserve_takes_a_board_between_rounds() -> None:
    made = begun(with_teams(4, reserves=1))
    win(made, "W1.1", "A", "A", "A")
    win(made, "W1.2", "A", "A", "A")
    entry = made.entries.get(name="1")
    teams.change_boards(entry.pk, by=made.organizer, board=2, other=4, now=NOW, reason="tired")
    final = boards_of(made, "W2.1")
    assert [names(row, "A") for row in final] == [{"1a"}, {"1d"}, {"1c"}]
    assert [names(row, "A") for row in boards_of(made, "W1.1")] == [{"1a"}, {"1b"}, {"1c"}]
    assert made.rulings.get(verb="boards").after == {"2": "1d", "4": "1b"}


def test_nobody_changes_boards_while_the_team_plays() -> None:
    made = begun(with_teams(2, reserves=1))
    for seat in boards_of(made, "W1.1")[0].match.seats.select_related("player"):
        match, user = seat.match_id, seat.player.user_id
        act(Submission(match, seat.seat, "ready", {"nonce_hash": None}, NOW, user_id=user), NOW)
    entry = made.entries.get(name="1")
    change = {"by": made.organizer, "board": 2, "other": 4, "now": NOW, "reason": "tired"}
    assert refused(lambda: teams.change_boards(entry.pk, **change)) == "match_on"


def test_only_boards_that_somebody_has_are_changed() -> None:
    made = begun(with_teams(2))
    entry = made.entries.get(name="1")
    change = {"by": made.organizer, "board": 2, "other": 4, "now": NOW, "reason": "tired"}
    assert refused(lambda: teams.change_boards(entry.pk, **change)) == "no_such_board"


def test_doubles_are_one_entry_and_both_sit_at_the_board() -> None:
    made = begun(with_pairs(4))
    (row,) = boards_of(made, "W1.1")
    assert (names(row, "A"), names(row, "B")) == ({"P1a", "P1b"}, {"P4a", "P4b"})


def test_a_doubles_tournament_is_played_to_its_end() -> None:
    made = begun(with_pairs(4))
    for key, winner in (("W1.1", "A"), ("W1.2", "B"), ("W2.1", "B")):
        win(made, key, winner)
    made.refresh_from_db()
    assert (made.status, made.champion.title) == ("finished", "P3")


def test_a_pair_without_a_name_is_called_by_its_two() -> None:
    made = tournament(entry_kind="doubles")
    pair = teams.add_team(made.pk, by=None, name="", members=[nobody("Ann"), nobody("Bo")], now=NOW)
    assert pair.title == "Ann / Bo"


def test_a_captain_enters_their_team() -> None:
    made = tournament(entry_kind="team", boards=3)
    captain, partners = player("cap"), [player(), player()]
    team = teams.enter_team(made.pk, captain, name="Owls", partners=partners, now=NOW)
    assert (team.title, team.player) == ("Owls", captain)
    assert list(team.members.values_list("board", "player")) == [
        (board, member.pk) for board, member in enumerate([captain, *partners], start=1)
    ]


@pytest.mark.parametrize(
    ("kind", "players", "code"),
    [("team", 2, "team_needed"), ("team", 8, "team_needed"), ("doubles", 3, "pair_needed"),
     ("doubles", 1, "pair_needed"), ("single", 2, "no_team")],
)  # fmt: skip
def test_a_make_up_that_does_not_fit_is_refused(kind: str, players: int, code: str) -> None:
    made = tournament(entry_kind=kind, boards=3 if kind == "team" else 1)
    assert refused(lambda: team(made, "Owls", players)) == code
    assert not made.entries.exists()


@pytest.mark.parametrize(("kind", "code"), [("team", "team_needed"), ("doubles", "pair_needed")])
def test_nobody_enters_alone_where_teams_play(kind: str, code: str) -> None:
    made = tournament(entry_kind=kind, boards=3 if kind == "team" else 1)
    assert refused(lambda: entries.enter(made.pk, player(), now=NOW)) == code


def test_a_person_is_in_one_entry_only() -> None:
    made = with_teams(1)
    taken = Player.objects.get(name="1b")
    others = [nobody("x"), nobody("y")]
    add = lambda members: teams.add_team(  # noqa: E731
        made.pk, by=None, name="Owls", members=members, now=NOW
    )
    assert refused(lambda: add([taken, *others])) == "already_entered"
    assert refused(lambda: add([others[0], *others])) == "already_entered"


def test_two_teams_of_one_name_are_refused() -> None:
    made = with_teams(1)
    assert refused(lambda: team(made, "1", 3)) == "name_taken"
    assert refused(lambda: team(made, " ", 3)) == "name_needed"


def test_the_captain_changes_the_team_before_the_start() -> None:
    made = tournament(entry_kind="team", boards=3)
    captain, partners = player("cap"), [player(), player()]
    owls = teams.enter_team(made.pk, captain, name="Owls", partners=partners, now=NOW)
    new = [partners[0], captain, nobody("new")]
    teams.set_members(owls.pk, by=captain.user, name="Night owls", members=new, now=NOW)
    owls.refresh_from_db()
    assert owls.title == "Night owls"
    assert [m.player for m in owls.members.order_by("board")] == new
    change = lambda by, who: teams.set_members(  # noqa: E731
        owls.pk, by=by, name="Owls", members=who, now=NOW
    )
    assert refused(lambda: change(partners[0].user, new)) == "not_the_captain"
    assert refused(lambda: change(captain.user, [*partners, nobody("z")])) == "captain_stays"


def test_after_the_start_a_team_is_fixed() -> None:
    made = begun(with_teams(2))
    entry = made.entries.get(name="1")
    members = [m.player for m in entry.members.all()]
    assert (
        refused(lambda: teams.set_members(entry.pk, by=None, name="1", members=members, now=NOW))
        == "tournament_running"
    )


def test_a_player_is_found_by_name_a_director_may_name_somebody_new() -> None:
    anna, called = player("anna"), teams.team_players
    assert called([" Anna "], may_be_new=False) == [anna]
    assert called(["Ants"], may_be_new=True)[0].user is None
    assert refused(lambda: called(["Otso"], may_be_new=False)) == "no_such_player"
    assert refused(lambda: called(["anna"], may_be_new=True)) == "which_player"
    nobody("anna")
    assert refused(lambda: called(["anna"], may_be_new=False)) == "several_players"
    assert refused(lambda: called([" "], may_be_new=True)) == "name_needed"


def test_nobody_is_made_while_it_is_asked_who_another_is() -> None:
    player("Anna")
    with pytest.raises(WhichPlayer) as asked:
        teams.team_players(["Ants", "Anna"], may_be_new=True)
    assert asked.value.at == 1
    assert not Player.objects.filter(name="Ants").exists()


def test_a_team_comes_late() -> None:
    made = begun(with_teams(3))
    late = team(made, "late", 3)
    assert late.slots.get().pairing.key == "W1.1"
    assert len(boards_of(made, "W1.1")) == 3


def test_a_team_enters_again_with_its_players() -> None:
    made = begun(with_teams(3, reentries=1))
    win(made, "W1.2", "A", "A", "B")
    three = made.entries.get(name="3")
    again = confirming(reenter, made.pk, three.player, by=made.organizer, now=NOW)
    assert again.title == "3 (2)"
    assert again.members.count() == 3
    assert again.slots.get().pairing.key == "W1.1"


def test_bots_fill_up_with_teams() -> None:
    made = tournament(entry_kind="team", boards=3)
    bots.add_bots(made.pk, by=made.organizer, number=2, now=NOW)
    assert [e.members.count() for e in made.entries.all()] == [3, 3]
    assert len(boards_of(begun(made), "W1.1")) == 3


def test_only_directors_enter_teams_for_others() -> None:
    made = tournament(entry_kind="team", boards=3)
    members = [nobody(n) for n in "abc"]
    add = lambda: teams.add_team(  # noqa: E731
        made.pk, by=director(), name="Owls", members=members, now=NOW
    )
    assert refused(add) == "not_a_director"


def test_a_change_of_boards_is_taken_back() -> None:
    made = begun(with_teams(2, reserves=1))
    entry = made.entries.get(name="1")
    ruled = teams.change_boards(
        entry.pk, by=made.organizer, board=2, other=4, now=NOW, reason="tired"
    )
    assert names(boards_of(made, "W1.1")[1], "A") == {"1d"}
    rule(Undo(ruling_id=ruled.pk), RulingRequest(by=made.organizer, now=NOW, reason="well again"))
    assert names(boards_of(made, "W1.1")[1], "A") == {"1b"}
    assert [m.player.name for m in entry.members.order_by("board")] == ["1a", "1b", "1c", "1d"]


def test_a_team_that_leaves_loses_all_its_boards_and_the_other_goes_on() -> None:
    made = begun(with_teams(4))
    four = made.entries.get(name="4")
    rulings.withdraw(four.pk, by=made.organizer, now=NOW, reason="bus broke down")
    assert outcome(made, "W1.1")[1] == "1"
    assert all(row.match.is_over for row in boards_of(made, "W1.1"))
    assert not PairingMatch.objects.filter(
        pairing__key="W1.1", voided_at=None, match__finished_at=None
    ).exists()


def test_a_team_match_that_nobody_comes_to_gives_the_next_team_a_bye() -> None:
    made = begun(with_teams(4))
    first = Pairing.objects.get(stage__tournament=made, key="W1.2")
    both = list(first.slots.values_list("entry", flat=True))
    rulings.forfeit(first.pk, by=made.organizer, losers=both, now=NOW, reason="absent")
    assert outcome(made, "W1.2") == ("double_forfeit", "")
    win(made, "W1.1", "A", "A", "B")
    made.refresh_from_db()
    assert (made.status, made.champion.title) == ("finished", "1")
