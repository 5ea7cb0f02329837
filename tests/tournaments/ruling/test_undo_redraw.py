"""Undoing a correction after which rounds were drawn again, and played since (T9.5): what stood before stands again."""

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.tournaments.making import NOW, entered, later, match_of, started, win
from tests.tournaments.rows import resolved_alike, rows
from tournaments.bracket.services.advancement import recompute
from tournaments.bracket.services.start import start
from tournaments.models import Pairing, Round, Slot, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult, VoidResult
from tournaments.ruling.services.rounds import PublishRound
from tournaments.ruling.services.undo import Undo

pytestmark = pytest.mark.django_db
KINDS: dict[str, dict[str, Any]] = {
    "swiss": {"format": "swiss"},
    "lives": {"format": "lives", "options": {"lives": 2}},
    "continuous_swiss": {"format": "continuous_swiss", "options": {"matches": 3}},
}


def play_on(of: Tournament, choose: Callable[[list[str]], str]) -> int:
    """To the end; says how many rounds that made."""
    for _ in range(100):
        waiting = Pairing.objects.filter(stage__tournament=of, voided_at=None, outcome="")
        pairing = waiting.exclude(slots__entry=None).order_by("pk").first()
        if pairing is None:
            return Round.objects.filter(stage__tournament=of, voided_at=None).count()
        names = match_of(of, pairing.key).seats.values_list("player__name", flat=True)
        win(of, pairing.key, choose(sorted(names)))
    raise AssertionError("it does not end")


def ordered(of: Tournament, action: DirectorAction) -> Any:
    seen = preview(action, RulingRequest(None, later(1), ""))
    return rule(action, RulingRequest(None, later(1), "", confirm=seen.digest))


def by_turns() -> Callable[[list[str]], str]:
    """The first of two wins, then the second, and so on: that makes longer tournaments."""
    turns = count(1)
    return lambda two: two[next(turns) % 2]


def corrected_and_played_on(
    made: Tournament, choose: Callable[[list[str]], str]
) -> tuple[Any, int]:
    """The first result turned round, everything that follows drawn again and played to the end."""
    first = Pairing.objects.get(stage__tournament=made, key="R1.1")
    assert first.loser_id
    ruling = ordered(made, SetResult(pairing_id=first.pk, winner=first.loser_id, redraw=True))
    return ruling, play_on(made, choose)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("by", ["the higher", "turns"])
def test_rounds_that_were_drawn_again_and_played_go_and_the_old_ones_return(
    kind: str, by: str
) -> None:
    made = started(6, **KINDS[kind])
    play_on(made, min)
    before = rows(made)
    ruling, _ = corrected_and_played_on(made, max if by == "the higher" else by_turns())
    ordered(made, Undo(ruling_id=ruling.pk))
    assert rows(made) == before
    assert recompute(made.pk, NOW).is_nothing
    resolved_alike(made)


def test_a_last_round_that_there_was_not_before_goes_with_the_others() -> None:
    made = started(4, **KINDS["lives"])
    old = play_on(made, min)
    before = rows(made)
    ruling, new = corrected_and_played_on(made, by_turns())
    assert new > old
    ordered(made, Undo(ruling_id=ruling.pk))
    assert rows(made) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_set_aside_for_a_match_to_be_played_again_goes_when_that_is_ordered_again(
    kind: str,
) -> None:
    made = started(6, **KINDS[kind])
    play_on(made, min)
    first = Pairing.objects.get(stage__tournament=made, key="R1.1")
    ruling = ordered(made, VoidResult(pairing_id=first.pk, redraw=True))
    ruled = rows(made)
    back = ordered(made, Undo(ruling_id=ruling.pk))
    ordered(made, Undo(ruling_id=back.pk))
    again = rows(made)
    assert (again["slots"], again["pairings"]) == (ruled["slots"], ruled["pairings"])
    assert again["rounds"] == ruled["rounds"]


def test_a_stage_drawn_after_each_result_is_drawn_on_when_its_early_pairings_are_taken_back() -> (
    None
):
    made = entered(4, publishes=True, **KINDS["continuous_swiss"])
    made = start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)
    published = publish_and_play_on(made)
    ordered(made, Undo(ruling_id=published[1].pk, redraw=True))
    publish_and_play_on(made)
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    standing = Slot.objects.filter(pairing__stage__tournament=made, pairing__voided_at=None)
    assert Counter(standing.values_list("entry__player__name", flat=True)) == dict.fromkeys(
        "1234", 3
    )


def publish_and_play_on(of: Tournament) -> list[Any]:
    """To the end; the rulings that published."""
    rulings = []
    play_on(of, min)
    while of.stages.get().grow_after is not None:
        rulings.append(ordered(of, PublishRound(stage_id=of.stages.get().pk)))
        play_on(of, min)
    return rulings
