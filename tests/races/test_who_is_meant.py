"""A name is asked about at the desk: two answer at once, and whom the answer names may be gone when it comes.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

import pytest

from accounts.models import Player
from accounts.services.audit import Actor
from tests.races.forcing import MEETING, Work, pass_by, race, race_unlocked
from tests.tournaments.making import NOW, entered, later, player, tournament
from tournaments.entry.services import check_in, entries, teams
from tournaments.entry.services.namesakes import NEW, WhichPlayer
from tournaments.models import CheckIn, Entry, Ruling, Tournament
from tournaments.players.services import merging
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
WRITTEN = "tournaments.entry.services.places.save_entry"
CHECKS_IN = "tournaments.entry.services.check_in.save_changed"
REMOVES = "tournaments.entry.services.check_in.ruling"


def answers(of: Tournament, choice: str, name: str = "Anna") -> Work:
    return lambda: entries.add_walk_in(of.pk, by=None, now=NOW, name=name, choice=choice)


def refused(outcome: object, *codes: str) -> None:
    assert isinstance(outcome, DomainError), outcome
    assert outcome.code in codes


def called_anna(of: Tournament) -> int:
    return of.entries.filter(status="active", player__name="Anna").count()


@pytest.mark.parametrize("is_new", [True, False])
def test_two_directors_who_answer_at_once_enter_one_anna(
    monkeypatch: pytest.MonkeyPatch, is_new: bool
) -> None:
    made, anna = tournament(), player("Anna")
    answer = answers(made, NEW if is_new else str(anna.pk))
    came, other = race(monkeypatch, answer, answer, at=WRITTEN)
    assert isinstance(came, Entry)
    refused(other, "name_taken")
    assert called_anna(made) == 1
    assert Player.objects.filter(name="Anna").count() == (2 if is_new else 1)


def test_control_without_the_lock_both_make_a_new_anna(monkeypatch: pytest.MonkeyPatch) -> None:
    made, _anna = tournament(), player("Anna")
    answer = answers(made, NEW)
    race_unlocked(monkeypatch, answer, answer, at=WRITTEN)
    assert called_anna(made) == 2


def merges(gone: Player, kept: Player) -> Work:
    seen = merging.preview(gone.pk, kept.pk)
    doer = Actor(None, NOW, reason="They signed up twice.")
    return lambda: merging.merge(gone.pk, kept.pk, seen.digest, doer)


def test_a_choice_that_is_gone_by_then_is_asked_about_again_and_nobody_is_made() -> None:
    """While the question stood on the page, staff merged the Anna who was chosen into somebody who is called otherwise."""
    made, anna, kept = tournament(), player("Anna"), player("Anna K")
    answer = answers(made, str(anna.pk))
    merges(anna, kept)()
    with pytest.raises(WhichPlayer) as asked:
        answer()
    assert [value for value, _words in asked.value.options] == [NEW]
    assert not made.entries.exists()
    assert not Player.objects.filter(name="Anna").exists()


def test_nor_is_anybody_made_in_a_team() -> None:
    made, anna, kept = tournament(entry_kind="doubles"), player("Anna"), player("Anna K")
    merges(anna, kept)()
    with pytest.raises(WhichPlayer):
        teams.add_team_by_names(
            made.pk, ["Bea", "Anna"], by=None, name="", choices={1: str(anna.pk)}, now=NOW
        )
    assert not made.entries.exists()
    assert not Player.objects.filter(name__in=["Anna", "Bea"]).exists()


def test_who_is_being_entered_is_merged_once_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    made, anna, kept = tournament(), player("Anna"), player("Anna K")
    answer, merge = answers(made, str(anna.pk)), merges(anna, kept)
    came, other = race(monkeypatch, answer, merge, at=WRITTEN)
    assert isinstance(came, Entry)
    refused(other, "preview_stale")
    assert made.entries.get().player == anna


def test_who_is_being_merged_is_not_entered_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made, anna, kept = tournament(), player("Anna"), player("Anna K")
    answer, merge = answers(made, str(anna.pk)), merges(anna, kept)
    merged, other = race(
        monkeypatch, merge, answer, at="tournaments.players.services.merging._logins"
    )
    assert merged == kept
    refused(other, "no_such_player", "which_player")
    assert not made.entries.exists()


def missing_two() -> tuple[Tournament, Work, Work]:
    """Two have not checked in; one of them comes to the door while the director removes who is missing."""
    made = entered(3)
    check_in.open_check_in(made.pk, by=None, now=NOW)
    first, two, three = made.entries.order_by("pk")
    check_in.check_in(first.pk, by=None, now=NOW, by_player=True)

    def remove() -> Ruling:
        expected = [two.pk, three.pk]
        return check_in.remove_missing(made.pk, by=None, now=later(1), expected=expected)

    def comes() -> CheckIn:
        return check_in.check_in(two.pk, by=None, now=later(1), by_player=True)

    return made, remove, comes


def standing(of: Tournament) -> list[str]:
    return list(of.entries.order_by("pk").values_list("status", flat=True))


def test_who_comes_while_being_removed_is_told_to_go_to_the_desk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, remove, comes = missing_two()
    done, late = race(monkeypatch, remove, comes, at=REMOVES)
    assert isinstance(done, Ruling)
    refused(late, "not_entered")
    assert standing(made) == ["active", "withdrawn", "withdrawn"]
    assert CheckIn.objects.count() == 1


def test_who_has_just_come_is_not_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    made, remove, comes = missing_two()
    came, done = race(monkeypatch, comes, remove, at=CHECKS_IN)
    assert isinstance(came, CheckIn)
    refused(done, "missing_changed")
    assert standing(made) == ["active"] * 3


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who removes and who comes passes `about_to_write` after reading what the decision rests on."""

    pass_by(monkeypatch, check_in, "ruling", "is_open")


@pytest.mark.usefixtures("watched")
def test_control_without_the_lock_the_player_is_there_and_removed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, remove, comes = missing_two()
    race_unlocked(monkeypatch, remove, comes, at=MEETING)
    assert (standing(made)[1], CheckIn.objects.count()) == ("withdrawn", 2)


def test_nobody_is_checked_in_for_a_place_that_is_taken_from_them_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, _remove, comes = missing_two()
    two = made.entries.order_by("pk")[1]
    gone, late = race(
        monkeypatch,
        lambda: entries.remove(two.pk, by=None),
        comes,
        at="tournaments.entry.services.entries._leave",
    )
    assert isinstance(gone, Entry)
    refused(late, "not_entered")
