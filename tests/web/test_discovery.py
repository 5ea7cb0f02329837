"""robots.txt, the sitemap and security.txt: public pages and nothing else, by the address of the site."""

import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player, User
from config import discovery
from tournaments.models import Event, Tournament

pytestmark = pytest.mark.django_db


def listed(path: str) -> list[str]:
    answer = Client().get(path)
    assert answer.status_code == 200
    return re.findall(r"<loc>http://[^/]+([^<]+)</loc>", answer.content.decode())


def test_robots_are_kept_off_what_belongs_to_one_person_and_shown_the_sitemap() -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert {"Disallow: /t/", "Disallow: /profile/", "Disallow: /first-administrator/"} <= set(lines)
    assert lines[-1] == "Sitemap: http://127.0.0.1:8000/sitemap.xml"


def test_the_index_names_a_part_for_each_kind_of_page() -> None:
    assert listed("/sitemap.xml") == [
        f"/sitemap-{kind}.xml"
        for kind in ("tournaments", "events", "clubs", "series", "leagues", "ladders", "players")
    ]
    assert Client().get("/sitemap-users.xml").status_code == 404


def test_only_what_every_visitor_may_see_is_listed() -> None:
    for status in ("open", "draft"):
        Tournament.objects.create(slug=f"cup-{status}", name="Cup", status=status, format="swiss")
    Tournament.objects.create(
        slug="cup-trial", name="Cup", status="open", format="swiss", is_rehearsal=True
    )
    day = date(2026, 3, 1)
    for slug, is_public in (("days", True), ("secret", False)):
        Event.objects.create(slug=slug, name=slug, starts_on=day, ends_on=day, is_public=is_public)
    now = timezone.now()
    anna = Player.objects.create(name="Anna", user=User.objects.create(username="anna"))
    Player.objects.create(name="Walk-in")
    Player.objects.create(name="Gone", anonymised_at=now)
    guest = User.objects.create(username="guest", guest_seen_at=now)
    Player.objects.create(name="Guest 1", user=guest)
    assert listed("/sitemap-tournaments.xml") == ["/tournaments/cup-open/"]
    assert listed("/sitemap-events.xml") == ["/events/days/"]
    assert listed("/sitemap-players.xml") == [f"/players/{anna.pk}/"]


def test_long_lists_have_pages_and_no_query_for_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery.PublicPages, "limit", 20)
    Player.objects.bulk_create(
        Player(name=f"Player {number}", bot_kind="random") for number in range(45)
    )
    assert "/sitemap-players.xml?p=3" in listed("/sitemap.xml")
    assert len(listed("/sitemap-players.xml?p=3")) == 5
    assert Client().get("/sitemap-players.xml?p=4").status_code == 404
    with CaptureQueriesContext(connection) as asked:
        listed("/sitemap-players.xml")
    assert len(asked) <= 3


def test_security_txt_names_the_contact_and_does_not_expire_soon(settings: Any) -> None:
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.CONTACT = "mailto:desk@club.example"
    text = Client().get("/.well-known/security.txt").content.decode()
    fields = dict(line.split(": ", 1) for line in text.splitlines())
    assert fields["Contact"] == "mailto:desk@club.example"
    left = datetime.fromisoformat(fields["Expires"]) - timezone.now()
    assert timedelta(days=100) < left < timedelta(days=365)
