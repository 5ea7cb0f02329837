"""Two tabs at the same moment: publish, enter again, leave, cancel while somebody rules, correct while a match ends."""

from datetime import timedelta

import pytest

from games.services.play import act
from games.services.submissions import Submission
from tests.races.forcing import Work, race
from tests.tournaments.making import (
    NOW,
    SEED,
    entered,
    entry,
    later,
    match_of,
    pairing,
    started,
    win,
)
from tests.tournaments.rows import live_matches_fit, resolved_alike
from tournaments.bracket.services.advancement import advance, recompute
from tournaments.entry.services import late_entries
from tournaments.models import Entry, Pairing, Result, Ruling, Tournament
from tournaments.rehearsal.services import rehearsal, simulated_play
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.rounds import PublishRound
from tournaments.ruling.services.withdrawal import WithdrawEntry
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
RULING = "tournaments.ruling.services.preview.TournamentSnapshot"


def ordered(action: DirectorAction) -> Work:
    return lambda: rule(action, RulingRequest(None, later(1), "Waiting for a ruling"))


def refused(outcome: object, *codes: str) -> None:
    assert isinstance(outcome, DomainError), outcome
    assert outcome.code in codes


def is_whole(of: Tournament) -> None:
    """Nothing is left to do or to mend."""
    assert advance(of.pk, later(5)).is_nothing
    assert recompute(of.pk, later(5)).is_nothing
    resolved_alike(of)
    live_matches_fit(of)


def decided_round(**settings: object) -> Tournament:
    made = started(4, format="swiss", **settings)
    for item in list(Pairing.objects.filter(stage__tournament=made).order_by("pk")):
        winner = item.slots.earliest("side").entry_id or 0
        rule(SetResult(pairing_id=item.pk, winner=winner), RulingRequest(None, NOW, "told"))
    return made


def test_a_round_is_published_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = decided_round(publishes=True)
    publish = ordered(PublishRound(stage_id=made.stages.get().pk))
    done, other = race(monkeypatch, publish, publish, at=RULING)
    assert isinstance(done, Ruling)
    refused(other, "not_due")
    assert made.stages.get().rounds.count() == 2
    is_whole(made)


def test_somebody_leaves_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(4, format="swiss")
    gone = entry(made, 1)
    leave = ordered(WithdrawEntry(entry_id=gone.pk))
    done, other = race(monkeypatch, leave, leave, at=RULING)
    assert isinstance(done, Ruling)
    refused(other, "already_gone")
    assert Result.objects.count() == 1
    is_whole(made)


def test_somebody_leaves_while_the_next_round_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    made = decided_round(publishes=True)
    gone = entry(made, 1)
    publish = ordered(PublishRound(stage_id=made.stages.get().pk))
    both = race(monkeypatch, publish, ordered(WithdrawEntry(entry_id=gone.pk)), at=RULING)
    assert all(isinstance(item, Ruling) for item in both)
    open_ = Pairing.objects.filter(stage__tournament=made, outcome="", voided_at=None)
    assert not open_.filter(slots__entry=gone).exists()
    is_whole(made)


def test_who_has_lost_enters_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = started(6, reentries=3)
    free = Pairing.objects.filter(stage__tournament=made, outcome="", slots__source_kind="seed")
    item = free.earliest("pk")
    first = item.slots.get(side=1).entry
    assert first is not None
    win(made, item.key, first.player.name)
    item.refresh_from_db()
    assert item.loser is not None
    lost = item.loser.player

    def again() -> Entry:
        return late_entries.reenter(made.pk, lost, by=None, now=later(1))

    done, other = race(
        monkeypatch, again, again, at="tournaments.entry.services.late_entries.save_entry"
    )
    assert isinstance(done, Entry)
    assert isinstance(other, DomainError)
    assert made.entries.filter(player=lost).count() == 2
    is_whole(made)


def test_nothing_is_ruled_in_a_tournament_that_is_cancelled_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = started(4)
    place = pairing(made, "W1.1").pk
    done, other = race(
        monkeypatch,
        lambda: lifecycle.cancel(made.pk, by=None, now=later(1), reason="rain"),
        ordered(SetResult(pairing_id=place, winner=entry(made, 1).pk)),
        at="tournaments.setup.services.lifecycle.save_changed",
    )
    assert isinstance(done, Tournament)
    refused(other, "tournament_cancelled")
    assert not Result.objects.exists()


@pytest.mark.parametrize("corrected_first", [True, False])
def test_a_correction_while_the_last_match_ends(
    monkeypatch: pytest.MonkeyPatch, corrected_first: bool
) -> None:
    """The semifinal is corrected while the final is conceded: in either order the draw is as its results say."""
    made = started(4)
    win(made, "W1.1", 1)
    win(made, "W1.2", 2)
    final = match_of(made, "W2.1")
    loser = final.seats.get(player__name="2")
    at = later(1) + timedelta(seconds=5)

    def concede() -> object:
        act(Submission(final.pk, loser.seat, "concede", {}, at, user_id=loser.player.user_id), at)
        return advance(made.pk, at)

    correct = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=entry(made, 4).pk)
    orders = ordered(correct)
    if corrected_first:
        race(monkeypatch, orders, concede, at=RULING)
    else:
        race(
            monkeypatch,
            concede,
            orders,
            at="tournaments.bracket.services.advancement.settle_matches",
        )
    advance(made.pk, later(3))
    is_whole(made)
    made.refresh_from_db()
    sitting = set(pairing(made, "W2.1").slots.values_list("entry__player__name", flat=True))
    ruled = Ruling.objects.filter(tournament=made, verb="correct_result").exists()
    assert sitting == ({"4", "2"} if ruled else {"1", "2"})
    assert made.status == ("running" if ruled else "finished")


def test_a_rehearsal_is_thrown_away_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    origin = entered(4, format="swiss")
    made = rehearsal.rehearse(origin.pk, by=None, number=6, now=NOW, draw_seed=SEED)

    def play() -> object:
        return simulated_play.play_to_end(made.pk, by=None, now=NOW)

    def away() -> None:
        rehearsal.throw_away(made.pk, by=None)

    played, gone = race(
        monkeypatch, play, away, at="tournaments.rehearsal.services.simulated_play.settle"
    )
    assert isinstance(played, simulated_play.PlayProgress)
    assert gone is None
    assert list(Tournament.objects.all()) == [origin]


def test_two_rehearsals_begun_at_once_leave_one(monkeypatch: pytest.MonkeyPatch) -> None:
    origin = entered(4, format="swiss")

    def begin() -> object:
        return rehearsal.rehearse(origin.pk, by=None, number=4, now=NOW)

    race(monkeypatch, begin, begin, at="tournaments.rehearsal.services.rehearsal._fill")
    assert Tournament.objects.filter(is_rehearsal=True).count() == 1
