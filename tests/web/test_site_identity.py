"""The operator's name, logo, colour and texts stand where visitors look for them; without settings it is Barpoint's."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from config import accent
from config.identity import SitePicture, picture
from tests import test_contrast

pytestmark = pytest.mark.django_db
ACCENTS = ["#0a6244", "#7a0019", "#0b4f9c", "#000000", "#5b2a86", "#8a3b00", "#005f6b", "#00008b"]
PNG = Path(__file__).resolve().parents[2] / "static/img/icon-192.png"


@pytest.fixture
def club(settings: Any) -> Any:
    settings.SITE_NAME = "Tallinn Backgammon"
    settings.OPERATOR = "Backgammon Club Tallinn, Narva mnt 5"
    settings.CONTACT = "mailto:desk@club.example"
    settings.IMPRINT = "Registered society no. 12.\n\nBoard: <Anna>"
    settings.HOUSE_RULES = "https://club.example/rules"
    settings.SITE_LOGO = SitePicture(PNG.read_bytes(), "image/png")
    settings.SITE_THEME = accent.stylesheet("#7a0019")
    return settings


def page(path: str) -> str:
    return Client().get(path).content.decode()


def test_every_page_has_the_name_the_operator_and_their_links(club: Any) -> None:
    shown = page("/privacy/")
    assert "· Tallinn Backgammon</title>" in shown
    assert 'href="mailto:desk@club.example"' in shown
    assert shown.count("Narva mnt 5") == 2  # in the text and in the footer
    assert 'href="/imprint/"' in shown
    assert 'href="/house-rules/"' in shown
    assert re.findall("[^\n]*Barpoint[^\n]*", shown) == ["  <span>Runs on Barpoint</span>"]


def test_without_settings_the_site_is_barpoint_and_promises_no_page() -> None:
    shown = page("/privacy/")
    assert "· Barpoint</title>" in shown
    assert "Runs on" not in shown
    assert "/site/" not in shown
    for path in ("/imprint/", "/house-rules/", "/site/logo", "/site/theme.css"):
        assert Client().get(path).status_code == 404


def test_the_imprint_is_a_page_of_escaped_text_and_rules_elsewhere_are_a_link(club: Any) -> None:
    shown = page("/imprint/")
    assert "<p>Registered society no. 12.</p><p>Board: &lt;Anna&gt;</p>" in shown
    assert Client().get("/house-rules/")["Location"] == "https://club.example/rules"


def test_the_logo_is_in_the_top_bar_the_tab_and_the_manifest(club: Any) -> None:
    shown = page("/accounts/login/")
    (address,) = set(re.findall(r'"(/site/logo\?v=\w+)"', shown))
    answer = Client().get(address)
    assert (answer["Content-Type"], answer.content) == ("image/png", PNG.read_bytes())
    made = Client().get(reverse("manifest")).json()
    assert (made["name"], made["icons"]) == (
        "Tallinn Backgammon", [{"src": address, "sizes": "192x192", "type": "image/png"}],
    )  # fmt: skip


def test_a_logo_that_is_gone_after_the_start_is_still_shown(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "logo.png"
    file.write_bytes(PNG.read_bytes())
    monkeypatch.setenv("SITE_LOGO", str(file))
    settings.SITE_LOGO = picture("SITE_LOGO")
    file.unlink()
    (address,) = set(re.findall(r'"(/site/logo\?v=\w+)"', page("/privacy/")))
    assert Client().get(address).content == PNG.read_bytes()
    assert Client().get(reverse("manifest")).status_code == 200


def test_the_page_of_failures_asks_for_the_name_only(
    club: Any,
) -> None:
    club.SITE_LOGO = object()  # whatever else there is fails
    assert "Tallinn Backgammon</title>" in render_to_string("500.html")


def test_the_accent_is_a_stylesheet_of_its_own_with_an_address_by_its_content(club: Any) -> None:
    (address,) = re.findall(r'href="(/site/theme.css\?v=\w+)"', page("/privacy/"))
    assert "--accent: light-dark(#7a0019, #" in Client().get(address).content.decode()
    club.SITE_THEME += ":root { --new: 1px; }"
    assert address not in page("/privacy/")


@pytest.mark.parametrize("theme", test_contrast.THEMES)
@pytest.mark.parametrize("colour", ACCENTS)
def test_every_accent_that_is_taken_can_be_read(
    monkeypatch: pytest.MonkeyPatch, colour: str, theme: str
) -> None:
    assert accent.is_dark_enough(colour)
    monkeypatch.setattr(test_contrast, "TOKENS", test_contrast.TOKENS + accent.stylesheet(colour))
    assert test_contrast.too_close(test_contrast.TEXT, 4.5, theme) == {}


def test_the_papers_that_accents_are_compared_with_are_those_of_the_pages() -> None:
    light, dark = (test_contrast.colours(theme) for theme in test_contrast.THEMES)
    assert (light["bg"], light["text-2"]) == (accent.PAPER, accent.QUIET)
    assert (dark["raised"], dark["text-2"]) == (accent.DARK_PAPER, accent.DARK_QUIET)
    assert dark["surface"] == accent.DARK_SURFACE


def test_emails_are_signed_by_the_site_and_its_operator(club: Any) -> None:
    signing_up = {"name": "Tiina", "username": "tiina", "email": "tiina@example.org",
                  "password1": "a long pass phrase", "password2": "a long pass phrase"}  # fmt: skip
    Client().post("/accounts/signup/", signing_up)
    (message,) = mail.outbox
    assert message.subject == "Confirm your email address for Tallinn Backgammon"
    assert message.body.strip().endswith(
        "Tallinn Backgammon\n127.0.0.1:8000\nBackgammon Club Tallinn, Narva mnt 5\ndesk@club.example"
    )


@pytest.mark.parametrize("name", ["400.html", "500.html", "503.html"])
def test_pages_that_stand_alone_have_the_name_too(club: Any, name: str) -> None:
    assert "· Tallinn Backgammon</title>" in render_to_string(name)
