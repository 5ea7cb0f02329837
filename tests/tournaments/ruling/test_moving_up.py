"""Who qualified and leaves before the next stage is drawn is replaced by the next in the standings (T9.3)."""

from typing import Any

import pytest

from tests.keeping import forget
from tests.tournaments.making import NOW, entry, join, pairing, started, win
from tests.tournaments.rows import rows
from tests.tournaments.ruling import rulings
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.advancement import recompute
from tournaments.models import Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.redraw_rulings import outdated_draws
from tournaments.ruling.services.undo import Undo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_tables_of_other_tests() -> None:
    forget()


def take(cut: str, n: int) -> list[dict[str, Any]]:
    return [{"format": "single_elimination", "options": {}, "take": {"cut": cut, "n": n}}]


def play_first(of: Tournament, *, but: str = "") -> None:
    """The lower number wins every match of the first stage that is there to play, but one."""
    for _ in range(20):
        open_ = of.stages.get(number=1).pairings.filter(outcome="", voided_at=None)
        keys = [p.key for p in open_.exclude(slots__entry=None) if p.key != but]
        if not keys:
            return
        for key in keys:
            seats = pairing(of, key).slots.select_related("entry__player")
            win(of, key, min(slot.entry.player.name for slot in seats))


def field(of: Tournament) -> set[str]:
    names = dict(of.entries.values_list("pk", "player__name"))
    return {names[pk] for pk in of.stages.get(number=2).field}


def leave(of: Tournament, name: int) -> Any:
    return rulings.withdraw(entry(of, name).pk, by=None, now=NOW, reason="ill")


def swiss(but: str = "R3.3") -> Tournament:
    """Three rounds of eight, the first four go on; one match of the last round is still open."""
    made = started(8, format="swiss", options={"rounds": 3}, later_stages=take("top", 4))
    play_first(made, but=but)
    return made


def test_the_next_of_the_table_moves_up_for_who_leaves_before_the_draw() -> None:
    made = swiss()
    leave(made, 2)
    play_first(made)
    assert field(made) == {"1", "3", "4", "5"}


def test_the_next_of_the_same_group_moves_up() -> None:
    made = started(8, format="groups", options={"groups": 2}, later_stages=take("top_of_group", 2))
    last = made.stages.get(number=1).pairings.filter(outcome="").order_by("-round__number")
    key = next(p.key for p in last if p.slots.filter(entry__player__name="7").exists())
    play_first(made, but=key)
    leave(made, 1)
    play_first(made)
    assert field(made) == {"4", "5", "2", "3"}


def test_where_so_many_wins_qualify_nobody_with_less_moves_up() -> None:
    made = started(8, format="swiss", options={"rounds": 3}, later_stages=take("wins", 2))
    play_first(made, but="R3.4")
    leave(made, 2)
    play_first(made)
    assert field(made) == {"1", "3", "4"}


def test_after_the_draw_nobody_moves_up_by_itself() -> None:
    made = swiss()
    play_first(made)
    drawn = made.stages.get(number=2).field
    leave(made, 2)
    assert made.stages.get(number=2).field == drawn
    assert recompute(made.pk, NOW).is_nothing
    assert outdated_draws(Tournament.objects.get(pk=made.pk)) == []


def test_who_leaves_keeps_their_place_behind_those_who_went_on() -> None:
    made = swiss()
    leave(made, 2)
    play_first(made)
    for key in ("W1.1", "W1.2", "W2.1"):
        seats = pairing(made, key).slots.select_related("entry__player")
        win(made, key, min(slot.entry.player.name for slot in seats))
    made.refresh_from_db()
    assert made.status == "finished"
    names = dict(made.entries.values_list("pk", "player__name"))
    table = standing_rows(made)
    assert [names[row.entry] for row in table][4:6] == ["2", "6"]


def test_undoing_a_withdrawal_gives_the_player_the_seat_back() -> None:
    made = swiss()
    before = rows(made)
    ruling = leave(made, 2)
    play_first(made)
    assert "2" not in field(made)
    rule(Undo(ruling_id=ruling.pk), RulingRequest(None, NOW, ""))
    assert field(made) == {"1", "2", "3", "4"}
    assert before["entries"] == rows(made)["entries"]


def test_a_stage_that_has_begun_keeps_who_moved_up_when_that_is_undone() -> None:
    made = swiss()
    ruling = leave(made, 2)
    play_first(made)
    join(made, "W1.1")
    rule(Undo(ruling_id=ruling.pk), RulingRequest(None, NOW, ""))
    assert field(made) == {"1", "3", "4", "5"}
    assert [stage.number for stage in outdated_draws(Tournament.objects.get(pk=made.pk))] == [2]
