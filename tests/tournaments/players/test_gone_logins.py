"""A login that organizes is deleted or called something else: nothing that is kept shows its name any longer."""

import pytest
from django.test import Client

from accounts.services.logins import delete_account
from accounts.services.profile import update_profile
from tests.keeping import forget
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director, tournament
from tournaments.event.services import events, people
from tournaments.models import Event, RoleKind, Tournament
from tournaments.players.services.renaming import bump_versions_of_user

pytestmark = pytest.mark.django_db

ADDRESSES = ["/api/v1/tournaments", "/api/v1/tournaments/{}"]


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


def versions(*of: Tournament | Event) -> list[int]:
    return [type(subject).objects.get(pk=subject.pk).version for subject in of]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_deleted_organizer_goes_from_what_is_kept(client: Client, address: str) -> None:
    boss = director("johndoe")
    address = address.format(tournament(boss).slug)
    before = client.get(address)
    assert b"johndoe" in before.content
    delete_account(boss, NOW)
    assert b"johndoe" not in client.get(address).content
    assert client.get(address, headers={"If-None-Match": before["ETag"]}).status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_organizer_is_called_as_at_the_table_and_by_a_new_name_at_once(
    client: Client, address: str
) -> None:
    """What one logs in with is shown to nobody (docs/security.md)."""
    boss = director("johndoe")
    address = address.format(tournament(boss).slug)

    def called(name: str) -> None:
        update_profile(
            boss, name=name, country="", time_zone="UTC", language="", mail_match_ready=True
        )

    called("Jane Roe")
    before = client.get(address)
    assert b"Jane Roe" in before.content
    assert b"johndoe" not in before.content
    called("Jane Doe")
    assert b"Jane Doe" in client.get(address).content
    assert client.get(address, headers={"If-None-Match": before["ETag"]}).status_code == 200


def test_all_in_which_a_login_has_a_part_are_raised_and_no_others() -> None:
    user = director()
    organized, directed, helped, other = tournament(user), tournament(), tournament(), tournament()
    directed.directors.add(user)
    people.give_role(helped, user, RoleKind.ASSISTANT, by=None, now=NOW)
    whole = event("league")
    people.give_role(whole, user, RoleKind.MONITOR, by=None, now=NOW)
    within = events.ordered_tournaments(whole)[0]
    own = (organized, directed, helped, whole, within)
    before, beside = versions(*own), versions(other)
    bump_versions_of_user(user)
    assert versions(*own) == [version + 1 for version in before]
    assert versions(other) == beside
