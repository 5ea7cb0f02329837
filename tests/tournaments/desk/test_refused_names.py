"""A name that is refused at the desk stays in its field, with what is wrong beside it; the desk around it works on."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import NOW, director, tournament
from tournaments.entry.services import entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FIELD = re.compile(r'<input[^>]*name="name"[^>]*>')
LINK = re.compile(r'(?:href|action)="([^"]*)"')


@pytest.fixture
def boss(client: Client) -> User:
    boss = director()
    client.force_login(boss)
    return boss


def with_anna(boss: User) -> Tournament:
    made = tournament(boss)
    entries.add_walk_in(made.pk, by=boss, now=NOW, name="Anna Bell")
    return made


@pytest.mark.parametrize(
    ("typed", "message"),
    [("anna bell", "This name is already entered"), ("A", "at least 2"), ("B" * 81, "at most 80")],
)
def test_a_refused_name_is_shown_again_with_what_is_wrong(
    client: Client, boss: User, typed: str, message: str
) -> None:
    made = with_anna(boss)
    answer = client.post(f"/tournaments/{made.slug}/manage/walk-in/", {"name": typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    field = FIELD.search(page)
    assert field is not None
    assert f'value="{typed}"' in field[0]
    assert 'aria-invalid="true"' in field[0]
    assert message in page[field.end() : field.end() + 600]
    assert made.entries.count() == 1


def test_what_is_wrong_is_said_where_the_desk_has_no_such_field(client: Client, boss: User) -> None:
    made = tournament(boss, entry_kind="doubles")
    answer = client.post(f"/tournaments/{made.slug}/manage/walk-in/", {"name": "Anna Bell"})
    assert answer.status_code == 409
    assert "A doubles entry needs two players." in answer.content.decode()


@pytest.mark.parametrize("form", ["walk-in/", "seeds/"])
def test_every_way_out_of_a_refused_form_leads_somewhere(
    client: Client, boss: User, form: str
) -> None:
    """Its page stands at the address of the form: what is written without a path would lead back there."""
    made = with_anna(boss)
    seed = f"seed_{made.entries.get().pk}"
    answer = client.post(f"/tournaments/{made.slug}/manage/{form}", {"name": "A", seed: "0"})
    assert answer.status_code == 422
    ways = LINK.findall(answer.content.decode())
    assert f"/tournaments/{made.slug}/manage/?tab=entries" in ways
    assert [way for way in ways if way.startswith("?")] == []
