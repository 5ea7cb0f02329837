"""A table with wrong rows: what was brought stands in the field again, beside what is wrong with it."""

import html
import re

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.event.making_events import event
from tests.tournaments.making import tournament
from tests.tournaments.teams import with_teams
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def files(of: Tournament) -> str:
    return f"/tournaments/{of.slug}/manage/files/"


def brings(client: Client, address: str, text: str, **more: str) -> str:
    """The page that says what would happen."""
    return client.post(address, {"text": text, **more}, follow=True).content.decode()


def field(page: str) -> str | None:
    """What stands in the field of the text, as a browser would send it."""
    matched = re.search(r'<form[^>]*action="([^"]*)"[^>]*>(?:(?!</form>).)*<textarea[^>]*name="text"[^>]*>\r?\n?(.*?)</textarea>', page, re.S)  # fmt: skip
    return html.unescape(matched[2]) if matched else None


def test_entries_with_wrong_rows_are_corrected_where_the_errors_stand(
    client: Client, boss: User
) -> None:
    of = tournament(boss)
    text = "name,country\nAnn <b>,Atlantis\nBo,NO"
    page = brings(client, files(of), text, kind="entries")
    assert "Country not recognized: Atlantis" in page
    assert field(page) == text
    page = brings(client, files(of), text.replace("Atlantis", "NO"), kind="entries")
    assert "Import 2 rows" in page
    assert field(page) is None
    assert of.import_files.count() == 1, "the wrong one is not kept"


def test_the_field_leads_back_to_the_same_kind_of_table(client: Client, boss: User) -> None:
    of = tournament(boss)
    page = brings(client, files(of), "name,seed\nAnn,x", kind="entries")
    form = page[page.index(f'action="{files(of)}"') :]
    assert 'name="kind" value="entries"' in form


def test_teams_are_given_back_as_well(client: Client, boss: User) -> None:
    text = "team,members\nOwls,Ann; Bo\n"
    page = brings(client, files(with_teams(0, organizer=boss)), text, kind="entries")
    assert "One player per board is needed. Boards: 3" in page
    assert field(page) == text


def test_so_are_the_players_of_an_event(client: Client) -> None:
    whole = event()
    client.force_login(whole.organizer)
    text = "name,tournaments\nAnn,Nowhere\n"
    page = brings(client, f"/events/{whole.slug}/manage/files/", text)
    assert field(page) == text


def test_a_text_that_cannot_be_read_at_all_stays_in_its_field(client: Client, boss: User) -> None:
    page = brings(client, files(tournament(boss)), "what,ever\n1,2", kind="entries")
    assert "what,ever\n1,2</textarea>" in page


def test_the_corrected_text_is_marked_wrong_again_where_it_still_is(
    client: Client, boss: User
) -> None:
    of = tournament(boss)
    brings(client, files(of), "name,seed\nAnn,x\nBo,y", kind="entries")
    page = brings(client, files(of), "name,seed\nAnn,1\nBo,y", kind="entries")
    assert field(page) == "name,seed\nAnn,1\nBo,y"
    assert page.count("A seed must be a whole number from 1.") == 1
