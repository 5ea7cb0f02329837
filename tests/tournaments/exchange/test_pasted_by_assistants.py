"""Assistants paste lists that add players. What changes entries, contacts or the maximum stays with directors."""

import pytest

from accounts.models import User
from tests.tournaments.making import NOW, director, tournament
from tournaments.entry.services import entries
from tournaments.exchange.services import import_flow
from tournaments.exchange.services.import_flow import ImportNotConfirmed
from tournaments.models import EntrantContact, ImportFile, Role, RoleKind, Tournament
from web.errors import NotAllowed

pytestmark = pytest.mark.django_db
Kind = ImportFile.Kind


@pytest.fixture
def made() -> Tournament:
    return tournament(director())


@pytest.fixture
def helper(made: Tournament) -> User:
    user = director()
    Role.objects.create(tournament=made, user=user, kind=RoleKind.ASSISTANT, given_at=NOW)
    return user


def pasted(made: Tournament, helper: User, text: str) -> None:
    file = import_flow.upload(
        made.pk, by=helper, kind=Kind.PASTED, name="list", data=text.encode(), now=NOW
    )
    run = import_flow.dry_run(made.pk, file.pk, by=helper, now=NOW)
    confirmation = import_flow.Confirmation(run.digest, {})
    import_flow.apply_file(made.pk, file.pk, by=helper, now=NOW, confirmation=confirmation)


def test_an_assistant_adds_a_list_of_new_players(made: Tournament, helper: User) -> None:
    pasted(made, helper, "Ann One, Oslo BG\nBob Two")
    assert made.entries.count() == 2
    assert not EntrantContact.objects.exists()


def test_an_assistant_changes_no_entry_and_uploads_no_file(made: Tournament, helper: User) -> None:
    entries.add_walk_in(made.pk, by=None, now=NOW, name="Ann One")
    with pytest.raises(ImportNotConfirmed) as refused:
        pasted(made, helper, "Ann One, Oslo BG\nBob Two")
    details = [(line.title, line.detail) for line in refused.value.run.lines if line.detail]
    assert [(title, "cannot change entries" in text) for title, text in details] == [
        ("Ann One", True)
    ]
    assert made.entries.count() == 1
    with pytest.raises(NotAllowed):
        import_flow.upload(
            made.pk, by=helper, kind=Kind.ENTRIES, name="list", data=b"name\nAnn\n", now=NOW
        )
