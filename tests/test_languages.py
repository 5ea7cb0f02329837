"""The choice of language in the footer: there when there is one to make."""

import shutil
import subprocess
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from config.languages import LANGUAGE_NAMES, offered
from tests.services.checks import LANGUAGES

pytestmark = pytest.mark.django_db


TEXTS = 20


def catalogue(locale: Path, code: str, translated: int) -> None:
    """Twenty texts, so many of them translated, compiled."""
    folder = locale / code / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    head = '# Texts\nmsgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    text = [f'\nmsgid "{n}"\nmsgstr "{n if n < translated else ""}"\n' for n in range(TEXTS)]
    (folder / "django.po").write_text(head + "".join(text))
    compiled = ["msgfmt", "-o", str(folder / "django.mo"), str(folder / "django.po")]
    subprocess.run(compiled, check=True)


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed here")
def test_a_language_is_offered_once_its_catalogue_is_translated_and_compiled(
    tmp_path: Path,
) -> None:
    catalogue(tmp_path, "en", 0)
    assert [code for code, _ in offered(tmp_path)] == ["en"]
    catalogue(tmp_path, "fi", 0)
    catalogue(tmp_path, "pl", TEXTS // 2)
    assert [code for code, _ in offered(tmp_path)] == ["en"]
    catalogue(tmp_path, "fi", TEXTS - 1)
    assert [code for code, _ in offered(tmp_path)] == ["en", "fi"]
    (tmp_path / "fi" / "LC_MESSAGES" / "django.mo").unlink()
    assert [code for code, _ in offered(tmp_path)] == ["en"]


def test_every_language_known_is_collected() -> None:
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)


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
