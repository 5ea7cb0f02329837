"""Pairs and teams from files: a row a team or a row a member, first shown, then taken as a whole."""

from typing import Any

import pytest

from accounts.models import Player, User
from tests.tournaments.exchange.test_import import bring, exported, look, states, take
from tests.tournaments.making import director, nobody
from tests.tournaments.teams import begun, with_pairs, with_teams
from tournaments.exchange.services import import_flow
from tournaments.models import Entry, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return director()


def members(of: Tournament) -> dict[str, list[str]]:
    result = (
        of.entries.filter(status__in=["active", "invited"])
        .prefetch_related("members__player")
        .order_by("pk")
    )
    return {item.name: [m.player.name for m in item.members.all()] for item in result}


def brought(of: Tournament, text: str, **choices: Any) -> list[str]:
    file = bring(of, of.organizer, text)
    run = look(of, of.organizer, file)
    take(of, of.organizer, file, run, **choices)
    return states(run)


def test_a_row_a_team_names_its_members_in_one_column_or_in_several() -> None:
    made = with_teams(0)
    text = "team,members,seed\nRed,Ann; Bob; Cem; Zoe,2\nBlue,Dan;Eve;Fay,1"
    assert brought(made, text) == ["team"] * 2
    assert brought(made, "name;member 1;member 2;member 3\nGreen;Flo;Gus;Hal") == ["team"]
    assert members(made) == {
        "Red": ["Ann", "Bob", "Cem", "Zoe"], "Blue": ["Dan", "Eve", "Fay"],
        "Green": ["Flo", "Gus", "Hal"],
    }  # fmt: skip
    assert made.entries.get(name="Red").seed == 2


def test_a_row_a_member_groups_by_the_teams_name_and_asks_who_is_meant() -> None:
    made = with_pairs(0)
    nobody("Ann"), nobody("Ann")
    expected = nobody("Bob")
    text = f"team,name,id,country\nRed,Ann,,\nBlue,Cem,,TR\nred,Bob,{expected.pk},\nBlue,Dan,,"
    file = bring(made, made.organizer, text)
    run = look(made, made.organizer, file)
    assert states(run) == ["choose", "new", "known", "new"]
    with pytest.raises(import_flow.ImportNotConfirmed):
        take(made, made.organizer, file, run)
    take(made, made.organizer, file, run, line2=run.lines[0].options[1][0])
    assert members(made) == {"Red": ["Ann", "Bob"], "Blue": ["Cem", "Dan"]}
    assert Player.objects.filter(name="Ann").count() == 2
    assert Player.objects.get(name="Cem").country == "TR"


def test_a_pair_without_a_name_is_called_by_its_two() -> None:
    made = with_pairs(0)
    assert brought(made, "player 1,player 2\nAnn,Bob\nCem,Dan") == ["team", "team"]
    assert list(members(made)) == ["Ann / Bob", "Cem / Dan"]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("Red,Ann", "A doubles entry needs two players"),
        ("Red,Ann;Bob\nred,Cem;Dan", "Same team as line 2"),
        ("Red,Ann;Bob\nBlue,Cem;Ann", "Ann is already in line 2"),
        ("Red,Ann;Ann", "Ann is already in line 2"),
        ("P1,Ann;Bob", "The captain must be a member of the team"),
        ("Red,P1a;Bob", "Already entered: P1a"),
        ("Red,Two;Bob", "Several players have this name: Two"),
        ("Red,", "A team needs players"),
    ],
)
def test_a_team_that_cannot_be_is_told_with_the_reason(rows: str, reason: str) -> None:
    made = with_pairs(1)
    nobody("Two"), nobody("Two")
    file = bring(made, made.organizer, f"team,members\n{rows}")
    run = look(made, made.organizer, file)
    assert reason in next(line.detail for line in run.lines if line.state == "bad")
    with pytest.raises(DomainError):
        take(made, made.organizer, file, run)
    assert list(members(made)) == ["P1"]


def test_an_export_of_teams_brought_back_changes_nothing_and_a_change_in_it_is_one() -> None:
    made = with_teams(3, reserves=1)
    captain = made.entries.get(name="2").player
    captain.name = 'Semi; "Colon", =cmd'
    captain.save()
    made.entries.filter(name="3").update(status=Entry.Status.WITHDRAWN)
    text = exported(made, "entries")
    assert states(look(made, made.organizer, bring(made, made.organizer, text))) == ["same"] * 3
    assert brought(made, text.replace("1a; 1b; 1c; 1d", "1a; 1d; 1b; 1c")) == [
        "changed",
        "same",
        "same",
    ]
    assert members(made)["1"] == ["1a", "1d", "1b", "1c"]


def test_after_the_start_teams_stay_as_they_are() -> None:
    made = begun(with_teams(4, reserves=1))
    file = bring(made, made.organizer, "team,members\n1,1a;1c;1b;1d")
    (line,) = look(made, made.organizer, file).lines
    assert (line.state, line.column) == ("bad", "members")
