"""Embeds: what everybody may see, in frames of anybody; nothing of the reader, no cookies, no forms; and no other page."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from embeds.kinds import KINDS
from embeds.views import frames
from tests.tournaments import making
from tests.tournaments.team_matches import win
from tests.tournaments.teams import begun, with_teams
from tournaments.bracket.services.start import start
from tournaments.models import Tournament
from web.bundles import manifest

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def frame(of: Tournament, kind: str, **more: object) -> object:
    return Client().get(f"/embed/tournaments/{of.slug}/{kind}/", **more)


def played() -> Tournament:
    made = making.started(4)
    making.win(made, "W1.1", "1")
    made.refresh_from_db()
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_may_be_framed_by_anybody_and_sets_no_cookie(kind: str) -> None:
    answer = frame(played(), kind)
    policy = answer["Content-Security-Policy"]
    assert answer.status_code == 200
    assert "frame-ancestors *" in policy
    assert "form-action 'none'" in policy
    assert "script-src 'self'" in policy
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    body = answer.content.decode()
    assert "<form" not in body
    assert "csrf" not in body


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/tournaments/{slug}/",
        "/tournaments/{slug}/embed/",
        "/embed/tournaments/{slug}/nothing/",
        "/accounts/login/",
    ],
)
def test_no_other_page_may_be_framed(path: str) -> None:
    answer = Client().get(path.format(slug=played().slug))
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_a_director_sees_in_a_frame_what_everybody_sees() -> None:
    made = making.entered(2, organizer=(owner := making.director()))
    Tournament.objects.filter(pk=made.pk).update(status="draft")
    client = Client()
    client.force_login(owner)
    assert client.get(f"/tournaments/{made.slug}/").status_code == 200
    assert client.get(f"/embed/tournaments/{made.slug}/standings/").status_code == 404


def test_before_the_draw_and_without_a_tree_something_sensible_stands_there() -> None:
    made = making.entered(4, format="swiss", options={"rounds": 2})
    assert b"The draw is not published yet." in frame(made, "bracket").content
    start(made.pk, by=None, now=making.NOW, draw_seed=making.SEED)
    assert b"Round 1" in frame(made, "bracket").content


def test_what_has_not_changed_is_not_sent_again() -> None:
    made = played()
    etag = frame(made, "standings")["ETag"]
    again = frame(made, "standings", headers={"If-None-Match": etag})
    assert again.status_code == 304
    assert again["ETag"] == etag
    assert "frame-ancestors *" in again["Content-Security-Policy"]
    making.win(made, "W1.2", "2")
    assert frame(made, "standings", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("theme", ["\n", 'x"y', "é"])
def test_whatever_stands_in_a_theme_the_etag_is_that_of_the_usual_one(theme: str) -> None:
    made = played()
    answer = frame(made, "standings", data={"theme": theme})
    assert answer.status_code == 200
    assert answer["ETag"] == frame(made, "standings")["ETag"]


def test_a_theme_is_a_word_of_three_and_nothing_else() -> None:
    made = played()
    assert 'data-theme="dark"' in frame(made, "standings", data={"theme": "dark"}).content.decode()
    other = frame(made, "standings", data={"theme": '"><script>', "follow": "x", "find": "1"})
    assert other.status_code == 200
    assert "<script>" not in other.content.decode()


def test_the_code_frames_its_own_preview_and_names_a_script_that_stays() -> None:
    made = played()
    page = (
        Client().get(f"/tournaments/{made.slug}/embed/?kind=bracket&theme=light").content.decode()
    )
    assert f"{settings.SITE_URL}/embed.js" in page
    assert f'src="/embed/tournaments/{made.slug}/bracket/?theme=light"' in page
    script = Client().get("/embed.js")
    assert script["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert b"event.origin !== origin" in script.content


def test_oembed_answers_for_pages_of_tournaments_and_pages_point_to_it() -> None:
    made = played()
    page = f"{settings.SITE_URL}/tournaments/{made.slug}/"
    answer = Client().get("/oembed", {"url": f"{page}standings/", "maxwidth": "600"}).json()
    assert (answer["type"], answer["version"], answer["width"]) == ("rich", "1.0", 600)
    assert f"/embed/tournaments/{made.slug}/standings/" in answer["html"]
    assert "<iframe" in answer["html"]
    linked = re.search(
        r'<link rel="alternate" type="application/json\+oembed"[^>]*>',
        Client().get(page).content.decode(),
    )
    assert linked is not None
    assert (
        Client().get("/oembed", {"url": "https://elsewhere.example/tournaments/x/"}).status_code
        == 404
    )
    assert Client().get("/oembed", {"url": "https://[x"}).status_code == 404
    assert Client().get("/oembed", {"url": page, "format": "xml"}).status_code == 501
    assert Client().get("/oembed", {"url": page, "maxwidth": "wide"}).status_code == 400


def test_names_of_tournaments_are_text_in_every_code() -> None:
    made = making.started(2, name='"><script>alert(1)</script>')
    url = f"{settings.SITE_URL}/tournaments/{made.slug}/"
    assert "<script>alert" not in json.loads(Client().get("/oembed", {"url": url}).content)["html"]
    assert b"<script>alert" not in Client().get(f"/tournaments/{made.slug}/embed/").content


def test_results_are_a_feed_with_the_newest_first() -> None:
    made = played()
    making.win(made, "W1.2", "2", making.later(5))
    answer = Client().get(f"/tournaments/{made.slug}/results.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    titles = [
        entry.findtext(f"{ATOM}title")
        for entry in ElementTree.fromstring(answer.content).iter(f"{ATOM}entry")
    ]
    assert [title.partition(" (")[0] for title in titles] == ["2 – 3 0–0", "1 – 4 0–0"]
    again = Client().get(
        f"/tournaments/{made.slug}/results.atom", headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304


def test_a_match_of_teams_is_in_the_feed_without_the_points_of_one_board() -> None:
    made = begun(with_teams(2))
    win(made, "W1.1", "A", "B", "A")
    answer = Client().get(f"/tournaments/{made.slug}/results.atom")
    (entry,) = ElementTree.fromstring(answer.content).iter(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "1 – 2"


def test_after_a_release_and_with_another_theme_a_frame_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = played()
    etag = frame(made, "standings")["ETag"]
    monkeypatch.setattr(settings, "SITE_THEME", ":root { --accent: #0a5; }")
    themed = frame(made, "standings", headers={"If-None-Match": etag})
    assert themed.status_code == 200
    monkeypatch.setattr(manifest, "current", lambda: manifest.Manifest("next", {}))
    assert frame(made, "standings", headers={"If-None-Match": themed["ETag"]}).status_code == 200


def test_oembed_keeps_to_the_size_that_is_asked_for() -> None:
    url = f"{settings.SITE_URL}/tournaments/{played().slug}/standings/"
    sizes = {"url": url, "maxwidth": "200", "maxheight": "300"}
    answer = Client().get("/oembed", sizes).json()
    assert (answer["width"], answer["height"]) == (200, 300)
    assert 'width="200" height="300"' in answer["html"]


def test_a_part_is_rendered_once_for_all_its_readers_until_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, rendered = played(), []
    render = frames._rendered
    monkeypatch.setattr(frames, "_rendered", lambda *args: rendered.append(args) or render(*args))
    first, second = frame(made, "standings"), frame(made, "standings")
    assert len(rendered) == 1
    assert second.content == first.content
    assert second["ETag"] == first["ETag"]
    assert "frame-ancestors *" in second["Content-Security-Policy"]
    assert "X-Frame-Options" not in second
    assert not second.cookies
    assert frame(made, "standings", data={"theme": "dark"}).content != first.content
    making.win(made, "W1.2", "2")
    assert frame(made, "standings").content != first.content
    assert len(rendered) == 3


def test_made_up_parts_do_not_fill_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "cached_page", lambda *_args, **_more: pytest.fail("cached"))
    assert frame(played(), "standings", data={"section": "abcdefghijkl"}).status_code == 200
