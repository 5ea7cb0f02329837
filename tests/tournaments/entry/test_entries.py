"""Entering and leaving: one place each, refusals with a code, and the last place goes to one."""

import pytest

from accounts.services.logins import delete_account
from tests.tournaments.making import NOW, director, entered, entry, player, started, tournament
from tournaments.entry.services import entries
from tournaments.models import Entry, Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError, NotAllowed, NotFound

pytestmark = pytest.mark.django_db


def refusal(error: pytest.ExceptionInfo[DomainError]) -> str:
    return error.value.code


def names(of: Tournament) -> list[str]:
    return [e.player.name for e in of.entries.filter(status=Entry.Status.ACTIVE)]


def test_a_player_enters_without_the_desk() -> None:
    made = tournament()
    entries.enter(made.pk, player("alice"), now=NOW)
    assert names(made) == ["alice"]


def test_entering_raises_the_version() -> None:
    made = tournament()
    entries.enter(made.pk, player(), now=NOW)
    assert Tournament.objects.get(pk=made.pk).version > made.version


def test_entering_twice_is_refused() -> None:
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    with pytest.raises(DomainError) as error:
        entries.enter(made.pk, alice, now=NOW)
    assert refusal(error) == "already_entered"
    assert names(made) == ["alice"]


def test_a_draft_is_not_open_for_entry() -> None:
    made = lifecycle.create(organizer=director(), name="Draft")
    with pytest.raises(DomainError) as error:
        entries.enter(made.pk, player(), now=NOW)
    assert refusal(error) == "entry_closed"


def test_without_late_entry_a_running_tournament_is_not_open_for_entry() -> None:
    made = started(5)
    Tournament.objects.filter(pk=made.pk).update(late_entry=False)
    with pytest.raises(DomainError) as error:
        entries.enter(made.pk, player(), now=NOW)
    assert refusal(error) == "entry_closed"


def test_a_full_tournament_is_refused() -> None:
    made = entered(2, entry_limit=2)
    with pytest.raises(DomainError) as error:
        entries.enter(made.pk, player(), now=NOW)
    assert refusal(error) == "tournament_full"


def test_leaving_frees_the_place() -> None:
    made, alice = tournament(entry_limit=2), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    entries.enter(made.pk, player("bob"), now=NOW)
    entries.withdraw(made.pk, alice)
    entries.enter(made.pk, player("carol"), now=NOW)
    assert names(made) == ["bob", "carol"]


def test_who_left_may_come_back() -> None:
    made, alice = tournament(), player("alice")
    first = entries.enter(made.pk, alice, now=NOW)
    entries.withdraw(made.pk, alice)
    assert entries.enter(made.pk, alice, now=NOW).pk == first.pk
    assert names(made) == ["alice"]


def test_who_is_not_entered_cannot_leave() -> None:
    with pytest.raises(NotFound) as error:
        entries.withdraw(tournament().pk, player())
    assert refusal(error) == "not_entered"


def test_a_player_does_not_leave_a_running_tournament_without_the_desk() -> None:
    made = started(4)
    with pytest.raises(DomainError) as error:
        entries.withdraw(made.pk, entry(made, 1).player)
    assert refusal(error) == "tournament_running"


def test_a_director_adds_a_walk_in() -> None:
    made = tournament()
    added = entries.add_walk_in(made.pk, by=made.organizer, now=NOW, name=" Ants ")
    assert (added.player.name, added.player.user) == ("Ants", None)


def test_a_walk_in_needs_a_name() -> None:
    made = tournament()
    with pytest.raises(DomainError) as error:
        entries.add_walk_in(made.pk, by=made.organizer, now=NOW, name="  ")
    assert refusal(error) == "name_needed"


def test_only_directors_add_walk_ins() -> None:
    with pytest.raises(NotAllowed):
        entries.add_walk_in(tournament().pk, by=director(), now=NOW, name="Ants")


def test_a_named_director_may_do_what_the_organizer_may() -> None:
    made, helper = tournament(), director()
    made.directors.add(helper)
    assert entries.add_walk_in(made.pk, by=helper, now=NOW, name="Ants").pk


def test_a_director_takes_an_entry_out_before_the_start() -> None:
    made = entered(3)
    entries.remove(entry(made, 2).pk, by=made.organizer)
    assert names(made) == ["1", "3"]


def test_seeds_are_set_exchanged_and_taken_away() -> None:
    made = entered(3)
    first, two, three = (entry(made, n).pk for n in (1, 2, 3))
    entries.set_seeds(made.pk, by=made.organizer, seeds={first: 1, two: 2})
    entries.set_seeds(made.pk, by=made.organizer, seeds={first: 2, two: 1})
    assert dict(made.entries.values_list("pk", "seed")) == {first: 2, two: 1, three: None}
    entries.set_seeds(made.pk, by=made.organizer, seeds={first: None})
    assert dict(made.entries.values_list("pk", "seed")) == {first: None, two: 1, three: None}


@pytest.mark.parametrize(("seeds", "code"), [((1, 1), "seed_twice"), ((0, 1), "bad_seed")])
def test_seeds_that_make_no_order_are_refused(seeds: tuple[int, int], code: str) -> None:
    made = entered(2)
    wanted = dict(zip((entry(made, 1).pk, entry(made, 2).pk), seeds, strict=True))
    with pytest.raises(DomainError) as error:
        entries.set_seeds(made.pk, by=made.organizer, seeds=wanted)
    assert refusal(error) == code


def test_seeds_of_another_tournament_are_refused() -> None:
    made = entered(2)
    with pytest.raises(NotFound):
        entries.set_seeds(made.pk, by=made.organizer, seeds={entry(entered(2), 1).pk: 1})


def test_a_deleted_account_gives_its_place_back() -> None:
    made, alice = tournament(), player("alice")
    entries.enter(made.pk, alice, now=NOW)
    delete_account(alice.user, NOW)
    assert names(made) == []


def test_a_tournament_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(NotFound):
        entries.enter(0, player(), now=NOW)
