"""A late entry never cancels a match that its players have been called to, unless somebody confirms it (T9.1)."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from accounts.services.players import create_walk_in
from tests.tournaments.making import (
    NOW,
    entry,
    join,
    match_of,
    player,
    shown,
    started,
    win,
)
from tests.tournaments.venue.room import both_say, on_board, slip
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.services.advancement import recompute
from tournaments.core.permissions import Viewer
from tournaments.entry.services import check_in, entries, late_entries
from tournaments.entry.services.late_slots import LateSlot, begun_keys
from tournaments.formats.open_slots import open_slots
from tournaments.models import Entry, Slip, Stage, TableUse, Tournament
from tournaments.ruling.selectors.called_matches import called_matches
from tournaments.ruling.services.preview import ConfirmationNeeded
from web.errors import DomainError

pytestmark = pytest.mark.django_db
SHAPES = ("single_elimination", "double_elimination", "consolation")


def late(of: Tournament, name: object = "late", **more: Any) -> Entry:
    return entries.add_walk_in(
        of.pk, by=of.organizer, now=NOW, player=create_walk_in(str(name)), **more
    )


def asked(of: Tournament, by: Viewer | None = None) -> ConfirmationNeeded:
    with pytest.raises(ConfirmationNeeded) as error:
        entries.add_walk_in(of.pk, by=by or of.organizer, now=NOW, player=create_walk_in("asked"))
    assert error.value.code == "needs_confirmation"
    return error.value


@pytest.mark.parametrize("format", SHAPES)
def test_with_tables_the_newcomer_meets_the_player_who_waits(format: str) -> None:
    made = on_board(5, tables=4, format=format)
    on_table = slip(made, "W2.2")
    assert TableUse.objects.filter(slip=on_table, ended_at=None).exists()
    late(made, 6)
    on_table.refresh_from_db()
    assert on_table.voided_at is None
    assert shown(made, "W1.1") == "1 6"
    assert shown(made, "W2.2") == "2 3"


def test_without_tables_a_slip_is_a_call() -> None:
    made = on_board(5)
    called = slip(made, "W2.2")
    late(made, 6)
    called.refresh_from_db()
    assert called.voided_at is None


def test_a_slip_that_waits_for_a_table_may_be_withdrawn_before_a_called_match_is_cancelled() -> (
    None
):
    made = on_board(5, tables=1)
    both_say(slip(made, "W1.2"))
    on_tables = TableUse.objects.filter(ended_at=None)
    assert [use.slip.pairing.key for use in on_tables] == ["W2.1"]
    assert Slip.objects.filter(pairing__key="W2.2", closed_at=None).exists()
    late(made, 6)
    assert shown(made, "W2.1") == "1 4"
    assert shown(made, "W1.4") == "3 6"


def test_online_a_called_match_is_left_alone() -> None:
    made = started(5)
    called = match_of(made, "W2.2")
    late(made, 6)
    assert match_of(made, "W2.2").pk == called.pk


def test_where_every_line_cancels_a_called_match_the_desk_sees_which() -> None:
    made = on_board(3, tables=4)
    both_say(slip(made, "W1.2"))
    question = asked(made)
    cancelled = slip(made, "W2.1")
    assert [move.key for move in question.preview.changes] == [
        (cancelled.pk, cancelled.pairing_id, "slip")
    ]
    assert made.entries.count() == 3
    assert Slip.objects.filter(voided_at__isnull=False).count() == 0
    late(made, 4, confirm=question.preview.digest)
    cancelled.refresh_from_db()
    assert cancelled.voided_at == NOW
    assert shown(made, "W1.1") == "1 4"


def test_a_confirmation_holds_for_exactly_what_was_shown() -> None:
    made = on_board(3, tables=4)
    both_say(slip(made, "W1.2"))
    with pytest.raises(ConfirmationNeeded) as error:
        late(made, 4, confirm="something else")
    assert error.value.code == "stale_preview"
    assert made.entries.count() == 3


def test_players_who_enter_themselves_cannot_cancel_a_called_match() -> None:
    made, alice = started(3), player("alice")
    win(made, "W1.2", 2)
    assert late_entries.may_enter_late(made)
    assert not late_entries.may_enter_late(made, by_themselves=True)
    with pytest.raises(DomainError) as error:
        entries.enter(made.pk, alice, now=NOW)
    assert error.value.code == "no_free_line"
    assert match_of(made, "W2.1").finished_at is None


def test_a_reentry_is_asked_about_too() -> None:
    made = on_board(3, tables=4, reentries=1)
    both_say(slip(made, "W1.2"))
    loser = entry(made, 3).player
    with pytest.raises(ConfirmationNeeded) as error:
        late_entries.reenter(made.pk, loser, by=made.organizer, now=NOW)
    digest = error.value.preview.digest
    late_entries.reenter(made.pk, loser, by=made.organizer, now=NOW, confirm=digest)
    assert shown(made, "W1.1") == "1 3"


def test_a_player_of_the_waiting_list_is_asked_about_too() -> None:
    made = on_board(3, tables=4)
    both_say(slip(made, "W1.2"))
    waiting = check_in.join_waiting_list(made.pk, by=made.organizer, now=NOW, name="Wanda")
    with pytest.raises(ConfirmationNeeded) as error:
        check_in.admit_from_waiting_list(waiting.pk, by=made.organizer, now=NOW)
    digest = error.value.preview.digest
    check_in.admit_from_waiting_list(waiting.pk, by=made.organizer, now=NOW, confirm=digest)
    assert shown(made, "W1.1") == "1 Wanda"


def test_a_round_robin_with_called_matches_gives_a_bye_number_instead_of_drawing_again() -> None:
    made = on_board(5, tables=4, format="round_robin")
    before = {match.pk for match in called_matches(made)}
    late(made, 6)
    assert before <= {match.pk for match in called_matches(made)}
    assert entry(made, 6).slots.count() == 5


def test_an_even_round_robin_with_called_matches_asks_before_it_is_drawn_again() -> None:
    made = on_board(4, tables=4, format="round_robin")
    question = asked(made)
    assert len(question.preview.changes) == sum(m.is_called for m in called_matches(made))
    late(made, 5, confirm=question.preview.digest)
    assert entry(made, 5).slots.filter(pairing__voided_at=None).exists()
    assert (
        Slip.objects.filter(
            pk__in=[move.key[0] for move in question.preview.changes], voided_at=None
        ).count()
        == 0
    )


@pytest.mark.slow
@pytest.mark.parametrize("format", SHAPES)
@pytest.mark.parametrize("where", ["online", "board", "tables"])
@pytest.mark.parametrize("size", [3, 5, 6, 11])
def test_of_random_brackets_no_called_match_is_cancelled_while_a_free_line_leaves_it(
    format: str, where: str, size: int
) -> None:
    chance = Random(f"{format} {where} {size}")
    made = started(size, format=format) if where == "online" else on_board(
        size, tables=4 if where == "tables" else 0, format=format
    )  # fmt: skip
    for step in range(min(size, 5)):
        _play_something(made, chance, where)
        before = {(m.is_slip, m.pk): m for m in called_matches(made) if m.is_called}
        try:
            late(made, 100 + step)
        except ConfirmationNeeded:
            assert _every_line_cancels(made)
        except DomainError as error:
            assert error.code in ("no_free_line", "tournament_finished")  # noqa: PT017  # one of three outcomes
            break
        else:
            assert before.keys() <= {(m.is_slip, m.pk) for m in called_matches(made)}
    assert recompute(made.pk, NOW).is_nothing


def _play_something(made: Tournament, chance: Random, where: str) -> None:
    """Decide or begin a few matches."""
    ready = [match for match in called_matches(made) if match.is_called and not match.has_begun]
    for match in chance.sample(ready, min(len(ready), chance.randrange(3))):
        if where != "online":
            both_say(slip(made, match.key))
        elif chance.random() < 0.7:
            name = Entry.objects.get(pk=chance.choice(match.players)).player.name
            win(made, match.key, name)
        else:
            join(made, match.key)


def _every_line_cancels(made: Tournament) -> bool:
    """By sitting down on each free line in turn, without the choice that the service makes."""
    stage = made.stages.get()
    lines = list(open_slots(position_of(stage), begun_keys(stage)))
    return bool(lines) and all(_cancels(made, stage, line) for line in lines)


def _cancels(made: Tournament, stage: Stage, line: int) -> bool:
    place = LateSlot(stage, line)
    with transaction.atomic(), patch.object(late_entries, "find_late_slot", lambda *_: place):
        try:
            late(made, "tried")
        except ConfirmationNeeded:
            return True
        finally:
            transaction.set_rollback(True)
    return False
