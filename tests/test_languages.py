"""The choice of language in the footer: there when there is one to make."""

from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import User
from accounts.services.logins import create_login
from config.catalogues import compile_changed
from config.languages import LANGUAGE_NAMES, offered
from games.round_names import round_name
from tests.services.checks import LANGUAGES

pytestmark = pytest.mark.django_db


TEXTS = 20


def catalogue(locale: Path, code: str, translated: int) -> None:
    """Twenty texts, so many of them translated; English is the source."""
    folder = locale / code / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    head = '# Texts\nmsgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    text = [f'\nmsgid "{n}"\nmsgstr "{n if n < translated else ""}"\n' for n in range(TEXTS)]
    (folder / "django.po").write_text(head + "".join(text))


def recompile(locale: Path) -> None:
    """Whatever the clock of the file system can tell apart."""
    for compiled in locale.rglob("*.mo"):
        compiled.unlink()
    compile_changed(locale)


def test_a_language_is_offered_once_its_catalogue_is_translated_and_compiled(
    tmp_path: Path,
) -> None:
    catalogue(tmp_path, "en", 0)
    compile_changed(tmp_path)
    assert [code for code, _ in offered(tmp_path)] == ["en"]
    catalogue(tmp_path, "fi", 0)
    catalogue(tmp_path, "pl", TEXTS // 2)
    compile_changed(tmp_path)
    assert [code for code, _ in offered(tmp_path)] == ["en"]
    catalogue(tmp_path, "fi", TEXTS - 1)
    recompile(tmp_path)
    assert [code for code, _ in offered(tmp_path)] == ["en", "fi"]
    catalogue(tmp_path, "sr", TEXTS)
    compile_changed(tmp_path)
    assert [code for code, _ in offered(tmp_path)] == ["en", "fi", "sr", "sr-latn"]
    (tmp_path / "fi" / "LC_MESSAGES" / "django.mo").unlink()
    assert [code for code, _ in offered(tmp_path)] == ["en", "sr", "sr-latn"]


def test_every_language_known_is_collected() -> None:
    """Serbian in Latin letters is made from the Cyrillic catalogue."""
    assert set(LANGUAGE_NAMES) == {*LANGUAGES, "sr-latn"}


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


@pytest.fixture
def languages(settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("fi", "Finnish"), ("pl", "Polish")]


def login(client: Client) -> dict[str, str]:
    """What the cookies of a new browser hold after logging in."""
    client.post("/accounts/login/", {"login": "ann", "password": "a long pass phrase"})
    return {name: cookie.value for name, cookie in client.cookies.items()}


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann")


@pytest.mark.usefixtures("languages")
def test_the_choice_is_kept_with_the_login_and_comes_to_the_next_browser(ann: User) -> None:
    first = Client()
    first.force_login(ann)
    first.post("/i18n/setlang/", {"language": "pl"})
    ann.refresh_from_db()
    assert ann.language == "pl"
    assert login(Client())["django_language"] == "pl"


@pytest.mark.usefixtures("languages")
def test_what_was_chosen_in_this_browser_stays_when_somebody_logs_in(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="pl")
    browser = Client()
    browser.post("/i18n/setlang/", {"language": "fi"})
    assert login(browser)["django_language"] == "fi"


@pytest.mark.usefixtures("languages")
def test_a_language_that_is_no_more_offered_is_passed_over(ann: User, settings: Settings) -> None:
    User.objects.filter(pk=ann.pk).update(language="pl")
    settings.LANGUAGES = [("en", "English"), ("fi", "Finnish")]
    assert login(Client()).get("django_language", "") == ""


@pytest.mark.usefixtures("languages")
def test_an_unknown_language_is_not_kept(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    client.post("/i18n/setlang/", {"language": "xx"})
    ann.refresh_from_db()
    assert ann.language == ""


@pytest.mark.usefixtures("languages")
def test_the_profile_changes_the_language_at_once(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    values = {"name": "Ann", "time_zone": "UTC", "language": "fi"}
    assert client.post("/profile/", values).status_code == 302
    assert '<html lang="fi"' in client.get("/profile/").content.decode()
    client.post("/profile/", values | {"language": ""})
    page = client.get("/profile/", headers={"Accept-Language": "pl"}).content.decode()
    assert '<html lang="pl"' in page


@pytest.mark.usefixtures("languages")
def test_who_signs_up_in_a_language_gets_emails_in_it(client: Client) -> None:
    values = {
        "name": "Ola", "username": "ola", "email": "ola@example.org",
        "password1": "a long pass phrase", "password2": "a long pass phrase",
    }  # fmt: skip
    client.post("/accounts/signup/", values, headers={"Accept-Language": "pl"})
    assert User.objects.get(username="ola").language == "pl"


def test_the_round_of_a_match_is_named_in_the_readers_language() -> None:
    """The match keeps the English name; tournaments know the name in every language (games.round_names)."""
    stored = {"round": "semifinal", "section": "main", "subtitle": "Semifinals"}
    assert round_name(stored) == "Semifinals"
    assert round_name({"subtitle": "League, week 3"}) == "League, week 3"
    assert round_name({}) == ""
    with override("pl"):
        assert round_name(stored) == "Półfinały"
