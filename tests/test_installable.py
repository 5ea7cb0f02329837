"""The site can be put on a home screen: a manifest with icons that exist in the sizes it says, and colours that are the pages'."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

STATIC = Path(__file__).resolve().parent.parent / "static"
TOKENS = (STATIC / "css" / "tokens.css").read_text()


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    made: dict[str, Any] = json.loads((STATIC / "manifest.webmanifest").read_text())
    return made


def size_of_png(path: Path) -> str:
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n"), path
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


def test_every_icon_has_the_size_that_the_manifest_says(manifest: dict[str, Any]) -> None:
    pictures = manifest["icons"] + [icon for way in manifest["shortcuts"] for icon in way["icons"]]
    drawn = [icon for icon in pictures if icon["type"] == "image/png"]
    assert [size_of_png(STATIC / icon["src"]) for icon in drawn] == [
        icon["sizes"] for icon in drawn
    ]


def test_the_icons_are_those_that_a_home_screen_asks_for(manifest: dict[str, Any]) -> None:
    asked = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= asked
    assert manifest["display"] == "standalone"
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == "/"


@pytest.mark.django_db
def test_the_shortcuts_lead_to_pages(client: Client, manifest: dict[str, Any]) -> None:
    for way in manifest["shortcuts"]:
        assert client.get(way["url"]).status_code in (200, 302)


def test_the_manifest_is_served_as_one(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/manifest+json")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("theme", "colours"),
    [("", ["light", "dark"]), ("dark", ["dark", "dark"]), ("light", ["light", "light"])],
)
def test_the_edge_of_the_window_takes_the_colour_of_the_top_bar(
    client: Client, theme: str, colours: list[str]
) -> None:
    light, dark = re.search(r"--bar: light-dark\((#\w+), (#\w+)\)", TOKENS).groups()  # type: ignore[union-attr]
    client.cookies["theme"] = theme
    page = client.get("/accounts/login/").content.decode()
    matches = re.findall(r'<meta name="theme-color" content="(#\w+)"', page)
    assert matches == [{"light": light, "dark": dark}[colour] for colour in colours]
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
