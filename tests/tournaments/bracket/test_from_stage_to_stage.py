"""Who goes on and how they are drawn, where byes and seeds of others play a part; who may enter again."""

import pytest

from tests.tournaments.making import (
    NOW,
    confirming,
    entry,
    nobody,
    play_out,
    shown,
    started,
    tournament,
    win_all,
)
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.drawn_order import order_of
from tournaments.entry.services import entries
from tournaments.entry.services.late_entries import reenter
from tournaments.models import Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db
KNOCKOUT = {"format": "single_elimination", "options": {}, "lengths": [5]}


def test_a_bye_is_a_win_for_who_stops_and_for_who_qualifies() -> None:
    take = {"cut": "wins", "n": 2}
    made = started(
        5,
        format="swiss",
        options={"rounds": 4, "stop_at_wins": 2},
        later_stages=[{**KNOCKOUT, "take": take}],
    )
    win_all(made, "R1.1 1", "R1.2 2", "R2.1 1", "R2.2 5")
    play_out(made)
    names = {item.pk: item.player.name for item in made.entries.select_related("player")}
    field = [names[pk] for pk in made.stages.get(number=2).field]
    assert {"1", "5"} <= set(field)


def test_seeds_of_those_who_did_not_get_there_hold_nobody_in_place() -> None:
    stage = {**KNOCKOUT, "draw_method": "seeded", "take": {"cut": "top_of_group", "n": 2}}
    made = tournament(
        draw_method="manual",
        apart=["club"],
        format="groups",
        options={"groups": 2},
        later_stages=[stage],
    )
    for number in range(1, 9):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=nobody(str(number)))
    ids = {number: entry(made, number).pk for number in range(1, 9)}
    for number, club in ((1, "a"), (2, "a"), (3, "b"), (4, "b")):
        entries.set_labels(ids[number], by=made.organizer, club=club, family="")
    seeds = {ids[number]: number - 4 for number in range(5, 9)}
    for turn in range(1, 21):
        Tournament.objects.filter(pk=made.pk).update(draw_seed=f"{turn:02x}" * 32)
        fresh = Tournament.objects.get(pk=made.pk)
        order = order_of(fresh, 2, [ids[number] for number in range(1, 5)], seeds)
        first = ({order[0], order[3]}, {order[1], order[2]})
        assert {ids[1], ids[2]} not in first


def test_only_who_lost_in_the_first_round_enters_again() -> None:
    made = started(5, reentries=1)
    win_all(made, "W1.2 4", "W2.1 1")
    for name, may in (("5", True), ("4", False)):
        player = made.entries.get(player__name=name, attempt=1).player
        if may:
            again = confirming(reenter, made.pk, player, by=made.organizer, now=NOW)
            assert again.attempt == 2
            continue
        with pytest.raises(DomainError) as refused:
            reenter(made.pk, player, by=made.organizer, now=NOW)
        assert refused.value.code == "not_lost"


def test_who_is_left_alone_in_their_group_goes_on() -> None:
    """Results of a player who leaves before half of their matches are deleted (T5.4); the group is decided all the same."""
    made = started(
        6,
        format="groups",
        options={"groups": 2},
        later_stages=[{"format": "single_elimination", "take": {"cut": "top_of_group", "n": 1}}],
    )
    for name in (3, 6):
        fields = {"by": made.organizer, "now": NOW, "reason": "gone home"}
        rulings.withdraw(entry(made, name).pk, **fields)
    play_out(made)
    made.refresh_from_db()
    assert [stage.number for stage in made.stages.all()] == [1, 2]
    assert shown(made, "W1.1") == "1 2"
    assert made.champion == entry(made, 1)


def test_who_is_left_alone_where_all_play_all_has_won() -> None:
    made = started(3, format="round_robin")
    for name in (1, 3):
        fields = {"by": made.organizer, "now": NOW, "reason": "gone home"}
        rulings.withdraw(entry(made, name).pk, **fields)
    made.refresh_from_db()
    assert (made.status, made.champion) == ("finished", entry(made, 2))
