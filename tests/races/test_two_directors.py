"""Two directors at once: the second begins while the first is about to write; what the second saw is out of date by then.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

import pytest
from django.db import IntegrityError

from tests.races.forcing import Work, race, race_unlocked
from tests.tournaments.making import entry, join, later, pairing, started, win
from tests.tournaments.rows import live_matches_fit, resolved_alike
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.services.advancement import recompute
from tournaments.models import PairingMatch, Result, Ruling, Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.undo import Undo
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
STOP_AT = "tournaments.ruling.services.preview.TournamentSnapshot"
LOOKED = "tournaments.ruling.services.preview.ruling"


def two_directors() -> tuple[Tournament, Work, Work]:
    """One sets a win for 1, the other for 4; both look at the same undecided pairing."""
    made = started(4)
    place = pairing(made, "W1.1").pk
    actions = [SetResult(pairing_id=place, winner=entry(made, name).pk) for name in (1, 4)]
    seen = actions[0].load().version().mark

    def orders(action: SetResult) -> Work:
        return lambda: rule(
            action, RulingRequest(None, later(1), "Waiting for a ruling", seen=seen)
        )

    return made, orders(actions[0]), orders(actions[1])


def test_of_two_directors_the_second_is_told_what_the_first_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, first, second = two_directors()
    done, refused = race(monkeypatch, first, second, at=STOP_AT)
    assert isinstance(done, Ruling)
    assert isinstance(refused, Stale)
    assert refused.ruling == done
    assert pairing(made, "W1.1").winner == entry(made, 1)
    assert (Ruling.objects.count(), Result.objects.count()) == (1, 1)


def test_control_without_the_lock_the_second_overwrites(monkeypatch: pytest.MonkeyPatch) -> None:
    _made, first, second = two_directors()
    race_unlocked(monkeypatch, first, second, at=STOP_AT)
    assert Ruling.objects.count() == 2 or counting_results().count() != 1


def two_confirmations() -> tuple[Tournament, Work]:
    """A semifinal is corrected while the final is on. Both directors have seen that it would become void, and say yes."""
    made = started(4)
    win(made, "W1.1", 1)
    win(made, "W1.2", 2)
    join(made, "W2.1")
    action = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=entry(made, 4).pk)
    digest = preview(action, RulingRequest(None, later(1), "wrong sheet")).digest
    return made, lambda: rule(action, RulingRequest(None, later(1), "wrong sheet", confirm=digest))


def finals(made: Tournament) -> list[tuple[bool, set[str]]]:
    """Every match ever made for the final: does it stand, and who sits there."""
    rows = PairingMatch.objects.filter(pairing=pairing(made, "W2.1")).order_by("pk")
    return [
        (row.voided_at is None, {row.entry_a.player.name, row.entry_b.player.name}) for row in rows
    ]


def test_what_two_directors_confirm_at_once_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, say_yes = two_confirmations()
    done, refused = race(monkeypatch, say_yes, say_yes, at=LOOKED)
    assert isinstance(done, Ruling)
    assert isinstance(refused, ConfirmationNeeded)
    assert refused.code == "stale_preview"
    assert Ruling.objects.count() == 1
    assert finals(made) == [(False, {"1", "2"}), (True, {"2", "4"})]
    assert recompute(made.pk, later(2)).is_nothing
    resolved_alike(made)
    live_matches_fit(made)


def test_control_without_the_lock_it_is_confirmed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both write a result; what saves the bracket then is nothing but the database, if anything."""
    _made, say_yes = two_confirmations()
    done, other = race_unlocked(monkeypatch, say_yes, say_yes, at=LOOKED)
    assert isinstance(done, Ruling)
    assert not isinstance(other, ConfirmationNeeded)
    assert isinstance(other, IntegrityError) or Ruling.objects.count() == 2


def two_undo() -> tuple[Ruling, Work]:
    made = started(4)
    win(made, "W1.1", 1)
    action = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=entry(made, 4).pk)
    ruling = rule(action, RulingRequest(None, later(1), "wrong sheet"))
    return ruling, lambda: rule(
        Undo(ruling_id=ruling.pk), RulingRequest(None, later(2), "right sheet")
    )


IN_UNDO = "tournaments.ruling.services.undo._revoke_later_results"


def test_a_ruling_is_undone_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ruling, undo = two_undo()
    done, refused = race(monkeypatch, undo, undo, at=IN_UNDO)
    assert isinstance(done, Ruling)
    assert isinstance(refused, DomainError)
    assert refused.code == "already_undone"
    assert Ruling.objects.filter(undoes=ruling).count() == 1


def test_control_without_the_lock_only_the_database_stops_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _ruling, undo = two_undo()
    _done, second = race_unlocked(monkeypatch, undo, undo, at=IN_UNDO)
    assert isinstance(second, IntegrityError)
