"""Where an event holds back its results, nothing tells spectators that a match has ended until the delay is over."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.services.tokens import create_token
from games.models import Match
from tests.attacks.test_dice_secrecy import body_of
from tests.attacks.test_seen_late import (
    DELAY,
    LATER,
    NEW_EACH_TIME,
    Answers,
    crawl,
    differing,
    found_by,
    stranger,
)
from tests.games.services.tables import Sitting
from tests.tournaments.making import (
    NOW,
    director,
    entered,
    join,
    match_of,
    nobody,
    started,
    win,
)
from tests.tournaments.public.test_response_cache import visitor
from tournaments.bracket.services import snapshots
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Entry, Event, Tournament

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # what spectators read is SQL of our own
]
PUBLIC = LATER + timedelta(seconds=DELAY + 1)
EVERYWHERE = (
    "/", "/players/", "/tv/", "/tournaments/", "/tournaments/?status=running", "/tournaments/?status=finished",
    "/events/", "/events/{slug}/", "/events/{slug}/wall/", "/events/{slug}/timetable.pdf",
    "/tournaments/{slug}/rounds/", "/tournaments/{slug}/entries/", "/tournaments/{slug}/rules/",
    "/tournaments/{slug}/wall/", "/tournaments/{slug}/?follow=1", "/tournaments/{slug}/standings/?why=1",
    "/tournaments/{slug}/papers/draw.pdf", "/tournaments/{slug}/papers/standings.pdf",
    "/tournaments/{slug}/papers/pairings.pdf", "/tournaments/{slug}/papers/cross-table.pdf", "/tournaments/{slug}/files/mat.zip",
    "/api/v1/events", "/api/v1/events/{slug}", "/api/v1/tournaments", "/api/v1/tournaments?status=finished",
    "/api/v1/tournaments/{slug}", "/api/v1/tournaments/{slug}/bracket", "/api/v1/tournaments/{slug}/standings",
    "/api/v1/tournaments/{slug}/entries", "/api/v1/tournaments/{slug}/rulings", "/api/v1/tournaments/{slug}/slips",
    "/api/v1/matches", "/api/v1/matches?status=finished", "/api/v1/matches?status=playing",
    "/api/v1/matches?live=true", "/api/v1/matches?live=false",
)  # fmt: skip
OF_A_PLAYER = (
    "/players/{pk}/",
    "/players/{pk}/?page=1",
    "/api/v1/matches?player={pk}",
    "/api/v1/players/{pk}",
)
OF_A_MATCH = (
    "/matches/{pk}/", "/matches/{pk}/review/", "/matches/{pk}/dice/", "/matches/{pk}/files/match.json",
    "/api/v1/matches/{pk}", "/api/v1/matches/{pk}/log", "/api/v1/matches/{pk}/files/json", "/tickets/{pk}?watch=1",
)  # fmt: skip
Running = tuple[Tournament, Sitting]


@pytest.fixture
def running() -> Iterator[Running]:
    """Two semifinals are being played; four turns of one were played six minutes ago."""
    with time_machine.travel(NOW, tick=False):
        late = {"spectator_delay_s": DELAY, "delay_results": True}
        made = begun_event(started(4, organizer=director(), **late))
        join(made, "W1.2")
        sitting = Sitting(join(made, "W1.1"), NOW)
        for _ in range(4):
            sitting.tick(1)
            sitting.step()
        snapshots.keep(NOW)
    sitting.now = LATER
    with time_machine.travel(LATER, tick=False):
        yield made, sitting


def begun_event(made: Tournament) -> Tournament:
    """In a public event of the same address."""
    days = {"starts_on": NOW.date(), "ends_on": NOW.date(), "is_public": True}
    made.event = Event.objects.create(
        slug=made.slug, name="Weekend", organizer=made.organizer, **days
    )
    made.save(update_fields=["event"])
    return made


def finish_semifinals(made: Tournament) -> Match:
    """Both end and the final is called; says which match that is."""
    win(made, "W1.1", "1", LATER)
    win(made, "W1.2", "2", LATER)
    snapshots.keep(LATER)
    return match_of(made, "W2.1")


def client_of(who: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if who is not None:
        client.force_login(who)
    return client


def everything(who: User | None, made: Tournament, match: Match) -> Answers:
    """All addresses of the site that know the tournament, its players and its matches."""
    addresses = known_addresses(made, [match_of(made, "W1.2").pk])
    answers = crawl(who, made, match) | read(client_of(who), addresses)
    assert [address for address, (status, *_) in answers.items() if status >= 500] == []
    return answers


def known_addresses(made: Tournament, matches: Iterable[UUID]) -> list[str]:
    players = made.entries.order_by("pk").values_list("player_id", flat=True)
    return [
        *(address.format(slug=made.slug) for address in EVERYWHERE),
        *(address.format(pk=pk) for pk in players for address in OF_A_PLAYER),
        *(address.format(pk=pk) for pk in matches for address in OF_A_MATCH),
    ]


def read(client: Client, addresses: Iterable[str]) -> Answers:
    answers: Answers = {}
    for address in addresses:
        answer: Any = client.get(address)
        body = b" ".join(NEW_EACH_TIME.sub(b"", body_of(answer)).split())
        assert answer.status_code < 500, address
        answers[address] = answer.status_code, {"ETag": answer.headers.get("ETag", "")}, body
    return answers


def finalists(client: Client, made: Tournament, **headers: str) -> list[str]:
    """Who stands in the final, as the API tells it."""
    answer = client.get(f"/api/v1/tournaments/{made.slug}/bracket", headers=headers)
    assert answer.status_code == 200, answer.content
    rounds = answer.json()
    slots = rounds[-1]["pairings"][0]["slots"]
    return [slot["player"]["name"] for slot in slots if slot["player"]]


def test_no_address_tells_spectators_that_matches_have_ended(running: Running) -> None:
    made, sitting = running
    viewers = (None, stranger())
    before = [everything(who, made, sitting.match) for who in viewers]
    final = finish_semifinals(made)
    for who, was in zip(viewers, before, strict=True):
        assert differing(was, everything(who, made, sitting.match)) == [], who
        assert found_by("", final, who) == []
        assert client_of(who).get(f"/matches/{final.pk}/").status_code == 404
    with time_machine.travel(PUBLIC - timedelta(seconds=2), tick=False):
        snapshots.keep(PUBLIC - timedelta(seconds=2))
        assert finalists(Client(), made) == []
        assert found_by("", final) == []
    with time_machine.travel(PUBLIC, tick=False):
        assert finalists(Client(), made) == ["1", "2"]
        assert len(found_by("", final)) == 1
        changed = differing(before[0], everything(None, made, sitting.match))
    winner = made.entries.get(player__name="1").player_id
    assert {
        f"/tournaments/{made.slug}/",
        f"/events/{made.slug}/wall/",
        f"/api/v1/tournaments/{made.slug}/standings",
        f"/players/{winner}/",
        "/api/v1/matches?status=finished",
    } <= set(changed)


def test_the_end_of_the_tournament_is_held_back_too(running: Running) -> None:
    made, sitting = running
    finish_semifinals(made)
    with time_machine.travel(PUBLIC, tick=False):
        before = everything(None, made, sitting.match)
        win(made, "W2.1", "2", PUBLIC)
        made.refresh_from_db()
        assert made.status == Tournament.Status.FINISHED
        snapshots.keep(PUBLIC)
        assert differing(before, everything(None, made, sitting.match)) == []
    for minutes in (6, 8):
        later = PUBLIC + timedelta(minutes=minutes)
        with time_machine.travel(later, tick=False):
            snapshots.keep(later)
            shown = Client().get(f"/api/v1/tournaments/{made.slug}").json()
            assert shown["status"] == "finished"
            assert shown["champion"]["name"] == "2"
    assert made.spectator_snapshots.count() == 0


def test_players_directors_and_staff_see_results_at_once(running: Running) -> None:
    made, _sitting = running
    finish_semifinals(made)
    boss = made.organizer
    assert boss is not None
    eliminated = Entry.objects.get(tournament=made, player__name="3").player.user
    for who in (boss, eliminated, User.objects.create(username="house", is_staff=True)):
        assert finalists(client_of(who), made) == ["1", "2"]
    _row, token = create_token(boss, "score board")
    assert finalists(Client(), made, authorization=f"Token {token}") == ["1", "2"]
    assert finalists(Client(), made) == []


def test_who_left_before_the_draw_is_a_spectator() -> None:
    with time_machine.travel(NOW, tick=False):
        made = entered(4, organizer=director(), spectator_delay_s=DELAY, delay_results=True)
        gone = nobody("Gone")
        entries.add_walk_in(made.pk, by=None, now=NOW, player=gone)
        entries.withdraw(made.pk, gone)
        made = start(made.pk, by=None, now=NOW)
    with time_machine.travel(LATER, tick=False):
        finish_semifinals(made)
        assert finalists(client_of(gone.user), made) == []


def test_answers_that_are_kept_before_django_tell_nothing(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
    made, _sitting = running
    client, address = visitor(), f"/api/v1/tournaments/{made.slug}/standings"
    before = client.get(address)
    finish_semifinals(made)
    client_of(made.organizer).get(address)
    after = client.get(address)
    assert (after.content, after.headers["ETag"]) == (before.content, before.headers["ETag"])


def test_spectators_are_told_how_late_results_are(running: Running) -> None:
    made, _sitting = running
    sentence = "Results and standings are delayed by 5 minutes."
    for address in ("", "standings/", "boards/", "wall/", "tv/"):
        page = f"/tournaments/{made.slug}/{address}"
        assert sentence in Client().get(page).content.decode(), page
        assert sentence not in client_of(made.organizer).get(page).content.decode(), page


def test_without_the_option_results_are_public_at_once() -> None:
    with time_machine.travel(NOW, tick=False):
        made = begun_event(started(4, organizer=director(), spectator_delay_s=DELAY))
        join(made, "W1.1")
    with time_machine.travel(LATER, tick=False):
        finish_semifinals(made)
        assert made.spectator_snapshots.count() == 0
        assert finalists(Client(), made) == ["1", "2"]
