"""Two of the staff have the same form open: who saves later writes their changes, and takes nothing back."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from accounts.models import Player, User
from tests.staff.people import root, signed_in, user
from tests.tournaments.making import tournament
from tournaments.admin import TournamentAdmin
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class Fields(HTMLParser):
    """What a browser would send of a page's fields as they stand."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._select = self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text = dict(attrs)
        name = text.get("name") or ""
        is_off = text.get("type") in ("checkbox", "radio") and "checked" not in text
        if tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
            self.sent[name] = [""]
        elif tag == "option" and self._select and "selected" in text:
            self.sent.setdefault(self._select, []).append(text.get("value") or "")
        elif tag == "input" and name and not is_off and text.get("type") != "submit":
            self.sent.setdefault(name, []).append(text.get("value") or "on" * ("checked" in text))

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        if tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.sent[self._area][0] += data


def form_of(client: Client, address: str) -> dict[str, Any]:
    """The form as it stands in a browser; without buttons and the language."""
    sent = Fields(client.get(address).content.decode()).sent
    return {name: values for name, values in sent.items() if not name.startswith("_")} | {
        "_save": "Save"
    }


@pytest.fixture
def two() -> tuple[Client, Client]:
    return signed_in(root("one")), signed_in(root("two"))


def of_tournament(of: Tournament) -> str:
    return f"/admin/tournaments/tournament/{of.pk}/change/"


def test_the_later_form_does_not_take_a_field_of_a_tournament_back(
    two: tuple[Client, Client],
) -> None:
    made, (first, second) = tournament(), two
    address = of_tournament(made)
    early, late = form_of(first, address), form_of(second, address)
    assert first.post(address, early | {"name": "Right Name"}).status_code == 302
    assert second.post(address, late | {"description": "In the old hall."}).status_code == 302
    now = Tournament.objects.get(pk=made.pk)
    assert (now.name, now.description) == ("Right Name", "In the old hall.")
    assert now.version == made.version + 2


def test_nor_the_directors_whom_the_other_has_named(two: tuple[Client, Client]) -> None:
    made, (first, second) = tournament(), two
    anna, bert, gone = user("anna"), user("bert"), user("gone")
    made.directors.add(gone)
    address = of_tournament(made)
    early, late = form_of(first, address), form_of(second, address)
    first.post(address, early | {"directors": [gone.pk, anna.pk]})
    second.post(address, late | {"directors": [bert.pk]})
    assert set(made.directors.all()) == {anna, bert}
    second.post(address, late | {"description": "Upstairs", "directors": [gone.pk]})
    assert set(made.directors.all()) == {anna, bert}
    second.post(address, late | {"directors": [gone.pk, root("third").pk]})
    assert gone not in made.directors.all()


def test_a_version_raised_while_the_form_is_being_saved_is_raised_once_more(
    two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is read again under its lock: here somebody saves between the reading and the writing."""
    made, (_first, second) = tournament(), two
    address = of_tournament(made)
    late = form_of(second, address)
    read = TournamentAdmin.get_object

    def overtaken(self: Any, request: HttpRequest, *args: Any) -> Any:
        result = read(self, request, *args)
        Tournament.objects.filter(pk=made.pk).update(name="Right Name", version=made.version + 5)
        return result

    monkeypatch.setattr(TournamentAdmin, "get_object", overtaken)
    assert second.post(address, late | {"description": "Upstairs"}).status_code == 302
    now = Tournament.objects.get(pk=made.pk)
    assert (now.name, now.description) == ("Right Name", "Upstairs")
    assert now.version == made.version + 6


def test_an_old_form_does_not_let_a_login_in_again(two: tuple[Client, Client]) -> None:
    (first, second), tiina = two, user("tiina")
    address = f"/admin/accounts/user/{tiina.pk}/change/"
    early, late = form_of(first, address), form_of(second, address)
    assert late["is_active"] == ["on"]
    assert "initial-password" not in late
    early.pop("is_active")
    assert first.post(address, early).status_code == 302
    assert second.post(address, late | {"email": "new@example.org"}).status_code == 302
    now = User.objects.get(pk=tiina.pk)
    assert (now.is_active, now.email) == (False, "new@example.org")


def test_nor_does_it_take_back_what_a_player_is_called(two: tuple[Client, Client]) -> None:
    (first, second), ants = two, Player.objects.create(name="Ants")
    address = f"/admin/accounts/player/{ants.pk}/change/"
    early, late = form_of(first, address), form_of(second, address)
    first.post(address, early | {"name": "Hans"})
    second.post(address, late | {"country": "EE"})
    now = Player.objects.get(pk=ants.pk)
    assert (now.name, str(now.country)) == ("Hans", "EE")
