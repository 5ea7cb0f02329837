"""The time zone of the browser is taken at sign-up and login, and stays where another was chosen."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.logins import create_login

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-Passphrase-42"


def log_in(client: Client, zone: str) -> User:
    client.logout()
    values = {"login": "kadri", "password": PASSWORD, "browser_zone": zone}
    assert client.post("/accounts/login/", values).status_code == 302
    return User.objects.get(username="kadri")


@pytest.fixture
def kadri() -> User:
    return create_login("kadri", "kadri@example.org", PASSWORD, name="Kadri")


def test_signing_up_takes_the_zone_of_the_browser(client: Client) -> None:
    values = {
        "name": "Milica", "username": "milica", "email": "milica@example.org",
        "password1": PASSWORD, "password2": PASSWORD, "browser_zone": "Europe/Belgrade",
    }  # fmt: skip
    assert client.post("/accounts/signup/", values).status_code == 302
    user = User.objects.get(username="milica")
    assert (user.time_zone, user.zone_follows_browser) == ("Europe/Belgrade", True)


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "x" * 5000])
def test_a_zone_that_is_not_known_changes_nothing(client: Client, kadri: User, zone: str) -> None:
    assert log_in(client, zone).time_zone == "UTC"


def test_each_login_brings_the_zone_until_one_is_chosen(client: Client, kadri: User) -> None:
    assert log_in(client, "Europe/Tallinn").time_zone == "Europe/Tallinn"
    assert log_in(client, "Asia/Tokyo").time_zone == "Asia/Tokyo"
    values = {"name": "Kadri", "time_zone": "America/New_York", "browser_zone": "Asia/Tokyo"}
    assert client.post("/profile/", values).status_code == 302
    user = log_in(client, "Europe/Tallinn")
    assert (user.time_zone, user.zone_follows_browser) == ("America/New_York", False)


def test_the_profile_goes_back_to_the_zone_of_the_browser(client: Client, kadri: User) -> None:
    User.objects.update(time_zone="America/New_York", zone_follows_browser=False)
    client.force_login(kadri)
    client.post("/profile/", {"name": "Kadri", "time_zone": "", "browser_zone": "Europe/Tallinn"})
    kadri.refresh_from_db()
    assert (kadri.time_zone, kadri.zone_follows_browser) == ("Europe/Tallinn", True)
    html = client.get("/profile/").content.decode()
    assert "Times are shown in this zone now: Europe/Tallinn" in html


def test_every_form_that_begins_a_session_sends_it(client: Client) -> None:
    for address in ("/accounts/signup/", "/accounts/login/"):
        assert 'name="browser_zone" data-browser-zone' in client.get(address).content.decode()
