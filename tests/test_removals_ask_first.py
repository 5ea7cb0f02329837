"""What cannot be undone is never done by one press: the button opens a question first, also without scripts."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.services.tokens import create_token
from tests.tournaments.making import director, entered
from tournaments.models import PlayingTable

TEMPLATES = [
    path
    for path in Path(settings.BASE_DIR, "templates").rglob("*.html")
    if path.name != "confirm.html"
]
ACTS = re.compile(
    r'name="(?:do" value="(?:remove|take|take-named|hand-on|revoke)|verb" value="drop|take_down|action_remove)"'
)
ADDRESSES = re.compile(
    r"""<form[^>]*action="{% url '(?:token-revoke|import-delete|challenges-decline|push-device-remove)'"""
)
QUESTION = re.compile(r'<details class="confirm".*?</details>', re.DOTALL)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_no_template_has_a_bare_button_for_it(path: Path) -> None:
    outside = QUESTION.sub("", path.read_text())
    buttons = re.findall(r"<button[^>]*>", outside)
    assert [button for button in buttons if ACTS.search(button)] == []
    assert ADDRESSES.search(outside) is None


def questions(client: Client, address: str) -> list[str]:
    return QUESTION.findall(client.get(address).content.decode())


@pytest.mark.django_db
def test_the_question_stands_in_front_of_the_form(client: Client) -> None:
    boss = director()
    create_token(boss, "score bot")
    client.force_login(boss)
    (question,) = questions(client, "/profile/tokens/")
    assert "Programs that use this token stop working at once." in question
    (action,) = re.findall(r'action="([^"]+)"', question)
    client.post(action)
    assert questions(client, "/profile/tokens/") == []


@pytest.mark.django_db
def test_each_table_has_a_question_of_its_own(client: Client) -> None:
    boss = director()
    made = entered(2, organizer=boss)
    client.force_login(boss)
    page = f"/tournaments/{made.slug}/manage/tables/"
    client.post(page, {"do": "add", "first": "1", "last": "3"})
    assert questions(client, page) == []
    tables = {table.pk: str(table.number) for table in PlayingTable.objects.all()}
    shown = [questions(client, f"{page}?table={pk}") for pk in tables]
    assert [len(each) for each in shown] == [1, 1, 1]
    for (question,), (pk, number) in zip(shown, tables.items(), strict=True):
        assert f"Remove table {number}" in question
        assert re.findall(r'name="table" value="(\d+)"', question) == [str(pk)]
    client.post(page, {"do": "remove", "table": min(tables)})
    assert not PlayingTable.objects.filter(pk=min(tables)).exists()
