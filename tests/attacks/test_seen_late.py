"""Where spectators see a match late nothing gives it away before: no page, file, picture, tag or key, to nobody but its players."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Match
from games.selectors import SEATS, hidden_from
from games.selectors.records import record_of, records_of
from games.selectors.review import review_of
from tests.attacks.test_dice_secrecy import body_of, filled, routes
from tests.games.services.tables import Sitting, person
from tests.tournaments.making import NOW, director, join, match_of, started
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # what spectators read is SQL of our own
]
DELAY = 300
LATER = NOW + timedelta(seconds=400)
NEW_EACH_TIME = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]*"|"ticket": ?"[^"]*"|nonce[-=][^> ]*|"csrf": ?"[^"]*"'
    rb'|"last_seen_at": ?("[^"]*"|null)'  # when whoever asks was here themselves
    rb'|"sessions": ?\[[^\]]*\]'  # each crawl logs in anew
)
LETTER = re.compile(
    rb'<div class="notices" role="status"> <div class="notice">((?!</div>).)*Confirmation email sent((?!</div>).)*</div> </div> '
)
"""A user without a verified address who would create something is sent an email, a few times."""
TAGS = ("ETag", "Last-Modified", "Cache-Control", "Content-Disposition", "Location")
MORE = (
    "/api/v1/matches?status=playing", "/tv/?pick=closest", "/tv/?stay={match_id}&ask=1",
    "/tournaments/{slug}/boards/", "/tournaments/{slug}/bracket/", "/tournaments/{slug}/live/",
    "/tournaments/{slug}/standings/", "/tournaments/{slug}/tv/?pick=closest",
    "/tournaments/{slug}/files/all.zip", "/tickets/{match_id}?watch=1",
)  # fmt: skip
OF_THE_MATCH = ("/review", "/dice", "/files/", "/image/", "/chat", "/tv/", "/actions")
Answers = dict[str, tuple[int, dict[str, str], bytes]]


@pytest.fixture
def event() -> Iterator[tuple[Tournament, Sitting]]:
    """Four turns were played six minutes ago; since then nothing."""
    with time_machine.travel(NOW, tick=False):
        made = started(4, organizer=director(), spectator_delay_s=DELAY)
        sitting = Sitting(join(made, "W1.1"), NOW)
        for _ in range(4):
            sitting.tick(1)
            sitting.step()
    sitting.now = LATER
    with time_machine.travel(LATER, tick=False):
        yield made, sitting


def stranger() -> User:
    """Somebody who has seen the page of their address once: that stores it, and pages about signing in then differ."""
    user = person("Zed").user
    assert user is not None
    client = Client()
    client.force_login(user)
    client.get("/accounts/email/")
    return user


def addresses(event: Tournament, match: Match) -> list[str]:
    player = match.seats.get(seat="A").player_id
    values = {"match_id": match.pk, "slug": event.slug, "pk": player, "player_id": player}
    filleds = [filled(route, values) for route, name in routes() if "logout" not in name]
    filleds.remove("/metrics")  # the operator's: the process grows by being asked
    for of_oneself in ("/profile/sessions/", "/api/v1/sessions"):
        filleds.remove(of_oneself)  # the logins of whoever asks: each crawl is a new one
    filleds += [item.format(**values) for item in MORE]
    for kind in ("mat", "sgf", "txt", "json"):
        filleds += [f"/matches/{match.pk}/files/match.{kind}"]
        filleds += [f"/api/v1/matches/{match.pk}/files/{kind}"]
    filleds += [f"/matches/{match.pk}/image/{seq}.svg" for seq in (0, 5, 7, 9, 11, 12, 99)]
    return filleds


def crawl(who: User | None, event: Tournament, match: Match) -> Answers:
    client = Client(raise_request_exception=False)
    if who is not None:
        client.force_login(who)
    answers: Answers = {}
    for address in addresses(event, match):
        answer: Any = client.get(address)
        tags = {name: answer.headers[name] for name in TAGS if name in answer.headers}
        body = b" ".join(NEW_EACH_TIME.sub(b"", body_of(answer)).split())
        answers[address] = answer.status_code, tags, LETTER.sub(b"", body)
    return answers


def differing(before: Answers, after: Answers) -> list[str]:
    return [address for address, answer in before.items() if after[address] != answer]


def test_no_address_changes_while_what_happens_is_not_to_be_seen(
    event: tuple[Tournament, Sitting],
) -> None:
    made, sitting = event
    rival = match_of(made, "W1.2").seats.get(seat="A").player.user
    viewers = (None, stranger(), rival)
    before = [crawl(who, made, sitting.match) for who in viewers]
    seq = sitting.fresh().seq
    for _ in range(6):
        sitting.step()
    assert sitting.fresh().seq > seq
    for who, was in zip(viewers, before, strict=True):
        assert differing(was, crawl(who, made, sitting.match)) == [], who
    sitting.act(str(sitting.state.to_act), "concede")
    for who, was in zip(viewers, before, strict=True):
        changed = differing(was, crawl(who, made, sitting.match))
        text = [a for a in changed if str(sitting.match.pk) in a or "/tv/" in a or a == "/dice/"]
        assert [a for a in text if any(part in a for part in OF_THE_MATCH)] == [], who


def test_spectators_are_told_how_late_they_see_a_match_until_they_see_its_end(
    event: tuple[Tournament, Sitting],
) -> None:
    _made, sitting = event
    page = f"/matches/{sitting.match.pk}/"
    player = sitting.match.seats.get(seat="A").player.user
    assert player is not None
    mine, theirs = Client(), Client()
    mine.force_login(player)
    assert f"{DELAY} s late" in theirs.get(page).content.decode()
    assert "data-late" not in mine.get(page).content.decode()
    sitting.act(str(sitting.state.to_act), "concede")
    assert f"{DELAY} s late" in theirs.get(page).content.decode()
    with time_machine.travel(sitting.now + timedelta(seconds=DELAY), tick=False):
        assert "data-late" not in theirs.get(page).content.decode()


def test_no_address_tells_that_a_game_was_won(event: tuple[Tournament, Sitting]) -> None:
    """Between two games and in the next one everything looks as after the fourth turn: score, state and order of lists."""
    made, sitting = event
    viewers = (None, stranger())
    before = [crawl(who, made, sitting.match) for who in viewers]
    loser = str(sitting.state.to_act)
    sitting.act(loser, "offer_resign", {"level": "single"})
    sitting.act("B" if loser == "A" else "A", "accept_resign")
    for phase in ("break", "playing"):
        if phase == "playing":
            sitting.act("A", "ready")
            sitting.act("B", "ready")
        assert sitting.fresh().status == phase
        for who, was in zip(viewers, before, strict=True):
            assert differing(was, crawl(who, made, sitting.match)) == [], (phase, who)


def test_the_boards_are_asked_again_when_there_is_more_to_be_seen(
    event: tuple[Tournament, Sitting],
) -> None:
    """The key stands in every page and says nothing of a game that was won just now."""
    made, sitting = event

    def key(at: datetime) -> str:
        with time_machine.travel(at, tick=False):
            page = Client().get(f"/tournaments/{made.slug}/boards/").content.decode()
        matched = re.search(r"key=([\d-]+)", page)
        assert matched is not None
        return matched[1]

    before = key(LATER)
    loser = str(sitting.state.to_act)
    sitting.act(loser, "offer_resign", {"level": "single"})
    sitting.act("B" if loser == "A" else "A", "accept_resign")
    match = sitting.fresh()
    assert match.score_a + match.score_b == 1
    assert key(LATER) == before
    assert key(LATER + timedelta(seconds=DELAY)) != before


def test_the_count_of_all_dice_does_not_say_when_a_match_ended(
    event: tuple[Tournament, Sitting],
) -> None:
    _made, sitting = event
    sitting.act(str(sitting.state.to_act), "concede")
    with time_machine.travel(LATER + timedelta(seconds=200), tick=False):
        page = Client().get("/dice/").content.decode()
    assert "10:06" not in page
    assert "10:10" in page


def test_what_happens_between_two_queries_is_not_read(
    event: tuple[Tournament, Sitting],
) -> None:
    """The match is read, may be seen whole, and goes on before its log is read."""
    _made, sitting = event
    match = Match.objects.prefetch_related(SEATS).get(pk=sitting.match.pk)
    assert hidden_from(None, match, LATER) is None
    sitting.step()
    assert len(record_of(match).entries) == match.seq < sitting.fresh().seq
    assert [len(item.entries) for item in records_of([match], {match.pk: None})] == [match.seq]
    text, _tag = review_of(match)
    assert text["seq"] == match.seq
    assert max(frame["seq"] for frame in text["frames"]) <= match.seq


def found_by(question: str, match: Match, who: User | None = None) -> list[dict[str, Any]]:
    client = Client()
    if who is not None:
        client.force_login(who)
    rows = client.get(f"/api/v1/matches?{question}").json()["results"]
    return [row for row in rows if row["id"] == str(match.pk)]


def test_a_filter_tells_no_more_than_the_row(event: tuple[Tournament, Sitting]) -> None:
    """A game was won just now, then the match: a spectator who asks by state finds what they are shown."""
    _made, sitting = event
    match, loser = sitting.match, str(sitting.state.to_act)
    winner = "B" if loser == "A" else "A"
    player = match.seats.get(seat="A").player.user
    sitting.act(loser, "offer_resign", {"level": "single"})
    sitting.act(winner, "accept_resign")
    for state in ("break", "finished"):
        for question in ("status=playing", "live=true"):
            assert [row["status"] for row in found_by(question, match)] == ["playing"]
        for question in ("status=break", "status=finished", "live=false"):
            assert found_by(question, match) == []
        assert [row["status"] for row in found_by(f"status={state}", match, player)] == [state]
        if state == "break":
            sitting.act(loser, "concede")
    with time_machine.travel(LATER + timedelta(seconds=DELAY), tick=False):
        assert found_by("status=playing", match) == []
        assert len(found_by("status=finished&live=false", match)) == 1


@time_machine.travel(NOW, tick=False)
def test_no_list_tells_that_a_match_has_just_begun() -> None:
    made = started(4, organizer=director(), spectator_delay_s=DELAY)
    before = found_by("", match_of(made, "W1.1"))
    match = join(made, "W1.1")
    assert match.started_at == NOW
    assert found_by("", match) == before
    assert found_by("status=joining", match) == before
    assert found_by("status=playing", match) == []
