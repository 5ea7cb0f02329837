"""The review of a match: its page, its data, its pictures; who may see how much of it, and at what cost."""

import json
import zlib
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import share_image
from games.engine.clock import ClockSettings
from games.engine.xgid import Xgid
from games.models import Match
from games.selectors import SEATS
from games.selectors.review import review_of
from games.services import rulings
from games.services.importing import import_match
from games.views import share
from tests.games.records.files import golden
from tests.games.services.tables import START, Sitting, person, playing, sit
from tests.keeping import forget

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    forget()


def finished(*, whole: bool = False, **given: Any) -> Sitting:
    """A match of first legal plays, ten seconds an action: played out, or resigned after a few."""
    sitting = playing(length=1, **given)
    for _ in range(12):
        sitting.tick(10)
        sitting.step()
    while whole and not sitting.fresh().is_over:
        sitting.tick(10)
        sitting.step()
    if not whole:
        sitting.until("roll")
        sitting.act(str(sitting.state.to_act), "offer_resign", {"level": "single"})
        sitting.step()
    return sitting


def address(sitting: Sitting, rest: str = "review/") -> str:
    return f"/matches/{sitting.match.pk}/{rest}"


def steps(sitting: Sitting, client: Client | None = None) -> dict[str, Any]:
    answer = (client or Client()).get(address(sitting, "review.json"))
    assert answer.status_code == 200
    return dict(answer.json())


def test_every_step_of_the_log_is_told_in_order() -> None:
    sitting = finished(whole=True, clock=ClockSettings("simple", 3_600_000, 5_000))
    text = steps(sitting)
    seqs = [frame["seq"] for frame in text["frames"]]
    assert seqs == sorted(set(seqs))
    assert seqs[-1] == sitting.fresh().seq
    last = text["frames"][-1]
    assert "wins the match" in last["say"]
    assert max(last["score"]) >= 1
    assert max(last["off"]) == 15
    first = text["frames"][1]
    assert first["kind"] == "opening_roll"
    assert first["clock"] == [3_600_000, 3_600_000]
    assert all(Xgid.parse(frame["ids"][2]) for frame in text["frames"])


def test_a_play_says_what_was_played_and_how_long_it_took() -> None:
    text = steps(finished())
    played = next(frame for frame in text["frames"] if frame["kind"] == "play")
    assert played["say"].startswith(text["names"][0 if played["seat"] == "A" else 1] + " plays ")
    assert played["spent"] == 10_000
    assert len(played["moves"]) in (2, 4)


def test_the_page_without_scripts_shows_the_position_and_where_to_go_on() -> None:
    sitting = finished()
    step = steps(sitting)["frames"]
    page = Client().get(address(sitting), {"at": step[5]["seq"]}).content.decode()
    assert step[5]["say"] in page
    assert f'data-step="next" title="Next step (→)" href="?at={step[6]["seq"]}"' in page
    assert f'data-step="back" title="Previous step (←)" href="?at={step[4]["seq"]}"' in page
    assert step[5]["ids"][2] in page
    assert f'/image/{step[5]["seq"]}.png">' in page, (
        "the picture of this very step is what is shared"
    )
    start = Client().get(address(sitting)).content.decode()
    assert (
        f'og:image" content="http://testserver{address(sitting, "image/")}{step[-1]["seq"]}.png'
        in start
    )


@pytest.mark.parametrize("at", ["", "-1", "abc", "99999999999", "9999999", "1", "٣"])
def test_any_number_shows_some_step(at: str) -> None:
    assert Client().get(address(finished()), {"at": at}).status_code == 200


def test_a_match_that_never_began_has_one_step() -> None:
    sitting = sit()
    text = steps(sitting)
    assert [frame["kind"] for frame in text["frames"]] == ["start"]
    assert "Starting position." in Client().get(address(sitting)).content.decode()
    assert Client().get(address(sitting, "image/0.png")).status_code == 200


def test_a_ruling_stands_in_the_list_with_its_reason() -> None:
    sitting = playing(length=5)
    rulings.score(
        sitting.match.pk,
        score={"A": 2},
        by=None,
        reason="A <b>late</b> arrival",
        now=sitting.tick(5),
    )
    page = Client().get(address(sitting)).content.decode()
    assert "Ruling: the score is 2–0. Reason: A &lt;b&gt;late&lt;/b&gt; arrival" in page


def test_spectators_see_it_late_and_players_at_once() -> None:
    player = person()
    sitting = playing(a=player, spectator_delay_s=600)
    for _ in range(4):
        sitting.tick(60)
        sitting.step()
    seen_by_player = Client()
    assert player.user is not None
    seen_by_player.force_login(player.user)
    with time_machine.travel(START + timedelta(seconds=720), tick=False):
        late, at_once = steps(sitting), steps(sitting, seen_by_player)
        newest = at_once["frames"][-1]["seq"]
        assert late["frames"][-1]["seq"] < newest == sitting.fresh().seq
        assert Client().get(address(sitting, f"image/{newest}.png")).status_code == 404
        assert Client().get(address(sitting, f"image/{newest}.svg")).status_code == 404
        assert seen_by_player.get(address(sitting, f"image/{newest}.svg")).status_code == 200
        hidden = Client().get(address(sitting), {"at": newest}).content.decode()
        assert at_once["frames"][-1]["ids"][2] not in hidden
    with time_machine.travel(START + timedelta(seconds=30), tick=False):
        assert "shown with a delay" in Client().get(address(sitting)).content.decode()
        assert Client().get(address(sitting, "review.json")).status_code == 404
        assert Client().get(address(sitting, "image/0.svg")).status_code == 404


def test_an_action_that_comes_while_it_is_read_is_left_for_the_next_reader() -> None:
    sitting = playing(length=5)
    sitting.step()
    late = Match.objects.prefetch_related(SEATS).get(pk=sitting.match.pk)
    sitting.step()
    text, _tag = review_of(late)
    assert text["frames"][-1]["seq"] <= late.seq < sitting.fresh().seq
    assert text["seq"] == late.seq


def test_the_end_comes_late_too_and_nobody_between_may_keep_it() -> None:
    player = person()
    sitting = finished(a=player, spectator_delay_s=60)
    seated = Client()
    seated.force_login(player.user)  # type: ignore[arg-type]
    with time_machine.travel(sitting.now + timedelta(seconds=30), tick=False):
        assert "wins the match" not in json.dumps(steps(sitting))
        early = Client().get(address(sitting, "image/5.svg"))
        own = seated.get(address(sitting, f"image/{sitting.fresh().seq}.svg"))
        assert (early.status_code, own.status_code) == (200, 200)
        for answer in (early, own):
            assert answer.headers["Cache-Control"] == "private, no-cache"
    with time_machine.travel(sitting.now + timedelta(seconds=700), tick=False):
        assert "wins the match" in steps(sitting)["frames"][-1]["say"]


def test_the_same_data_is_not_sent_twice() -> None:
    sitting, client = finished(), Client()
    first = client.get(address(sitting, "review.json"))
    again = client.get(address(sitting, "review.json"), HTTP_IF_NONE_MATCH=first.headers["ETag"])
    assert again.status_code == 304
    assert not again.content
    player = sitting.match.seats.get(seat="A").player
    player.name = "Another name"
    player.save()
    other = client.get(address(sitting, "review.json"), HTTP_IF_NONE_MATCH=first.headers["ETag"])
    assert other.status_code == 200, "a name is part of it"


def test_reading_again_costs_the_same_few_queries_however_long_the_match() -> None:
    short, long = playing(length=5), finished(whole=True)
    long.tick(100)
    for sitting, cold in ((short, True), (long, True), (long, False)):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            Client().get(address(sitting))
        assert len(queries) <= (7 if cold else 3), [q["sql"][:90] for q in queries.captured_queries]


def test_a_picture_is_a_valid_svg_that_nothing_typed_can_break() -> None:
    name = "</text><script>alert(1)</script>\x07\u202e&'\""
    sitting = finished(a=person(name), title="]]><!--", subtitle="&" * 300)
    answer = Client().get(address(sitting, f"image/{sitting.fresh().seq}.svg"))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    tree = ElementTree.fromstring(answer.content)
    names = {element.tag.removeprefix(SVG) for element in tree.iter()}
    drawn = {"svg", "title", "defs", "clipPath", "rect", "g", "path", "text", "circle"}
    assert names <= drawn
    assert not any(key.startswith("on") or "href" in key for e in tree.iter() for key in e.attrib)
    assert "</text><script>" in "".join(tree.itertext())


def test_a_png_has_the_size_that_cards_want_and_is_drawn_once(monkeypatch: Any) -> None:
    sitting = finished()
    path = address(sitting, f"image/{sitting.fresh().seq}.png")
    answer = Client().get(path)
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)]
    assert size == [share_image.WIDTH, share_image.HEIGHT]
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    monkeypatch.setattr(share_image, "png", lambda drawing: pytest.fail("drawn again"))
    assert Client().get(path).content == answer.content
    etag = answer.headers["ETag"]
    assert not etag.startswith("W/")
    assert Client().get(path, HTTP_IF_NONE_MATCH=etag).status_code == 304
    assert Client().head(path).status_code == 200


def test_letters_are_drawn_from_the_fonts_beside_the_code() -> None:
    def drawn(name: str) -> bytes:
        shown = {"board": [0] * 26, "off": {"A": 0, "B": 0}, "dice": None, "crawford": ""}
        cube = {"value": 1, "owner": None, "offered": None, "in_use": True}
        lines = [share_image.player("a", name, 1, "", 192)]
        return share_image.png(share_image.svg(shown | {"cube": cube}, ("", "", "", ""), lines))

    pictures = {drawn(name) for name in ("Łukasz", "Вучић", "Žofia", "Õie", "")}
    assert len(pictures) == 5


@time_machine.travel(START + timedelta(days=1), tick=False)
def test_more_pictures_than_the_site_allows_itself_have_to_wait(monkeypatch: Any) -> None:
    monkeypatch.setattr(share, "DRAWN_A_MINUTE", 2)
    sitting = finished()
    codes = [
        Client().get(address(sitting, f"image/{frame['seq']}.png")).status_code
        for frame in steps(sitting)["frames"][:4]
    ]
    assert codes == [200, 200, 503, 503]
    assert Client().get(address(sitting, "image/0.png")).status_code == 200, "this one is kept"
    assert Client().get(address(sitting, "image/9.svg")).status_code == 200


def test_a_picture_that_cannot_be_drawn_is_asked_for_again_later(monkeypatch: Any) -> None:
    monkeypatch.setattr(share_image, "DRAW", "raise SystemExit(3)")
    answer = Client().get(address(finished(), "image/5.png"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")


@pytest.mark.parametrize(
    "rest", ["image/5.gif", "image/999999.svg", "image/99999999999999999999.png"]
)
def test_other_pictures_do_not_exist(rest: str) -> None:
    assert Client().get(address(finished(), rest)).status_code == 404


def test_an_unknown_match_is_not_found() -> None:
    nobody = "/matches/00000000-0000-4000-8000-000000000000/"
    for rest in ("review/", "review.json", "image/1.svg"):
        assert Client().get(nobody + rest).status_code == 404


def test_what_is_kept_is_small() -> None:
    text = json.dumps(steps(finished())).encode()
    assert len(zlib.compress(text)) < 60_000


@pytest.mark.parametrize("name", ["five.mat", "five_xg.mat"])
def test_a_match_from_a_file_is_read_without_times_and_certificate(name: str) -> None:
    user = person().user
    assert user is not None
    match = import_match(user, golden(name), START)
    body = Client().get(f"/matches/{match.pk}/review.json").json()
    assert len(body["frames"]) > 20
    assert all(frame["spent"] is None for frame in body["frames"])
    assert body["frames"][-1]["say"]
    page = Client().get(f"/matches/{match.pk}/review/").content.decode()
    assert "Dice certificate" not in page
    assert "Time used" not in page
    assert Client().get(f"/matches/{match.pk}/image/12.svg").status_code == 200
