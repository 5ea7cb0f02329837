"""The choice of language in the footer: there when there is one to make."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from config.languages import KNOWN, offered
from tests.services.checks import LANGUAGES

pytestmark = pytest.mark.django_db


def test_a_language_is_offered_once_its_catalogue_is_compiled(tmp_path: Path) -> None:
    assert [code for code, _ in offered(tmp_path)] == ["en"]
    (tmp_path / "fi" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "fi" / "LC_MESSAGES" / "django.mo").touch()
    assert [code for code, _ in offered(tmp_path)] == ["en", "fi"]


def test_every_language_known_is_collected() -> None:
    assert set(KNOWN) == set(LANGUAGES)


def test_with_one_language_there_is_nothing_to_choose(client: Client, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English")]
    page = client.get("/tournaments/", headers={"Accept-Language": "fi"}).content.decode()
    assert '<html lang="en"' in page
    assert "setlang" not in page


def test_the_chosen_language_stays_and_leads_back(client: Client, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("fi", "Finnish")]
    page = client.get("/tournaments/?status=open").content.decode()
    assert 'action="/i18n/setlang/"' in page
    assert "Suomi" in page
    chosen = {"language": "fi", "next": "/tournaments/?status=open"}
    assert client.post("/i18n/setlang/", chosen)["Location"] == "/tournaments/?status=open"
    assert '<html lang="fi"' in client.get("/tournaments/").content.decode()
