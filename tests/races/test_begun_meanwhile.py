"""A match goes on while a director sets it aside: it begins, or ends, between the director's look at it and its lock.

Matches are locked when they are set aside and not before: a director who only looks holds nobody up at the tables. (On
SQLite nobody else writes between the look and the change.)
"""

from typing import Any

import pytest

from games.services.play import act
from games.services.submissions import Submission
from tests.races.forcing import Work, race
from tests.tournaments.making import (
    NOW,
    confirming,
    entry,
    join,
    later,
    match_of,
    nobody,
    pairing,
    started,
    win,
    win_all,
)
from tests.tournaments.rows import live_matches_fit, resolved_alike
from tournaments.bracket.selectors.fresh_brackets import find_wrong_brackets
from tournaments.bracket.selectors.outline import outline
from tournaments.bracket.services.advancement import advance, recompute
from tournaments.entry.services import entries
from tournaments.models import PairingMatch, Ruling, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.redraw_rulings import RedrawStage
from tournaments.ruling.services.result_rulings import SetResult
from web.errors import DomainError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
LOOKED = "tournaments.ruling.services.preview.ruling"
SETS_ASIDE = "games.services.rulings.void_many"


def ordered(action: DirectorAction, confirm: str = "") -> Work:
    return lambda: rule(action, RulingRequest(None, later(2), "wrong sheet", confirm=confirm))


def says(of: Tournament, key: str, name: object, kind: str, **payload: Any) -> Work:
    match = match_of(of, key)
    seat = match.seats.get(player__name=str(name))
    who = seat.player.user_id
    submission = Submission(match.pk, seat.seat, kind, payload, later(1), user_id=who)
    return lambda: act(submission, later(1))


def is_whole(of: Tournament) -> None:
    advance(of.pk, later(5))
    assert recompute(of.pk, later(5)).is_nothing
    resolved_alike(of)
    live_matches_fit(of)


def test_a_match_that_begins_while_it_is_set_aside_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody has begun the final when the director corrects a semifinal; both sit down before that is done."""
    made = started(4)
    win_all(made, "W1.1 1", "W1.2 2")
    says(made, "W2.1", 1, "ready", nonce_hash=None)()
    correct = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=entry(made, 4).pk)
    sits_down = says(made, "W2.1", 2, "ready", nonce_hash=None)
    asked, _seated = race(monkeypatch, ordered(correct), sits_down, at=LOOKED)
    assert isinstance(asked, ConfirmationNeeded), asked
    assert asked.code == "needs_confirmation"
    assert match_of(made, "W2.1").status == "playing"
    assert not Ruling.objects.exists()
    is_whole(made)


def first_round(of: Tournament) -> None:
    """Who is first there wins."""
    for item in of.stages.get().pairings.filter(key__startswith="W1.", outcome=""):
        win(of, item.key, item.slots.get(side=1).entry.title)


def a_consolation() -> tuple[Tournament, str]:
    """Two play in it when somebody has come late, has lost as well, and has no place there."""
    made = started(6, format="consolation", options={"consolation": "first_round"})
    first_round(made)
    on = PairingMatch.objects.get(pairing__key__startswith="C1.", voided_at=None)
    join(made, on.pairing.key)
    confirming(entries.add_walk_in, made.pk, by=None, now=NOW, player=nobody("Late"))
    first_round(made)
    made.refresh_from_db()
    assert find_wrong_brackets([(made, outline(made))])
    return made, on.pairing.key


@pytest.mark.parametrize("at", [LOOKED, SETS_ASIDE])
def test_a_result_that_arrives_while_a_consolation_is_drawn_again_leaves_a_whole_bracket(
    monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    made, key = a_consolation()
    first, playing = pairing(made, key), match_of(made, key)
    redraw = RedrawStage(stage_id=made.stages.get().pk)
    shown = preview(redraw, RulingRequest(None, later(2), "wrong sheet"))
    loser = first.slots.get(side=2).entry
    assert loser is not None
    concedes = says(made, key, loser.player.name, "concede")
    drawn, _ended = race(monkeypatch, ordered(redraw, shown.digest), concedes, at=at)
    playing.refresh_from_db()
    assert playing.is_over
    assert isinstance(drawn, Ruling | DomainError), drawn
    is_whole(made)
    on = PairingMatch.objects.get(match=playing)
    assert (on.voided_at is None) == isinstance(drawn, DomainError)
