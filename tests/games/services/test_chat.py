"""Who may read and write which room, when; what muting, reporting, hiding and leaving do to what was said."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.selectors import personal_data
from accounts.services.logins import create_login, delete_account
from games.chat_envelope import LineRequest, read
from games.chat_texts import PHRASES
from games.match_officials import match_officials
from games.models import ChatLine, ChatReport, ChatRoom, Match, Mute
from games.selectors.chat import chat_pass, lines_for, recent_lines
from games.services import chat
from tests.games.services.tables import START, Sitting, bot, person, playing, sit
from web.errors import DomainError

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]
BOTH, PLAYERS, SPECTATORS = {"players", "spectators"}, {"players"}, {"spectators"}


def login(name: str, **facts: Any) -> User:
    user = create_login(name, f"{name}@example.org", "pw", name=name.capitalize())
    User.objects.filter(pk=user.pk).update(**facts)
    user.refresh_from_db()
    return user


@dataclass
class Cast:
    """Everybody who may come near one match."""

    sitting: Sitting
    people: dict[str, User | None]

    def say(self, who: str, text: str = "hello", **more: Any) -> ChatLine:
        user = self.people[who]
        assert user is not None
        key = f"{who}-{ChatLine.objects.count()}"
        line_request = LineRequest(**({"key": key, "text": text} | more))
        return chat.say(self.sitting.match.pk, user, line_request, timezone.now()).line


@pytest.fixture
def cast(monkeypatch: pytest.MonkeyPatch) -> Cast:
    sitting = playing()
    seats = {seat.seat: seat.player.user for seat in sitting.match.seats.all()}
    people: dict[str, User | None] = {
        "player": seats["A"],
        "opponent": seats["B"],
        "spectator": login("fan"),
        "anonymous": None,
        "director": login("director"),
        "staff": login("staff", is_staff=True),
        "suspended": login("rude", suspended_at=timezone.now()),
    }
    officials = {"director": lambda user, _match: user == people["director"]}
    monkeypatch.setattr(match_officials, "functions", lambda: officials)
    return Cast(sitting, people)


READS = [
    ("player", PLAYERS, BOTH),
    ("opponent", PLAYERS, BOTH),
    ("spectator", SPECTATORS, SPECTATORS),
    ("anonymous", SPECTATORS, SPECTATORS),
    ("director", BOTH, BOTH),
    ("staff", BOTH, BOTH),
    ("suspended", SPECTATORS, SPECTATORS),
]


@pytest.mark.parametrize(("who", "running", "over"), READS)
def test_what_each_may_read_while_the_match_is_on_and_afterwards(
    cast: Cast, who: str, running: set[str], over: set[str]
) -> None:
    entry = chat_pass(cast.people[who], cast.sitting.match.pk)
    assert set(entry.rooms(is_over=False)) == running
    assert set(entry.rooms(is_over=True)) == over


@pytest.mark.parametrize(("who", "running", "over"), READS)
def test_the_api_shows_just_these_rooms(
    client: Client, cast: Cast, who: str, running: set[str], over: set[str]
) -> None:
    cast.say("player", "to my opponent")
    cast.say("spectator", "to the crowd")
    if (user := cast.people[who]) is not None and not user.is_suspended:
        client.force_login(user)
    path = f"/api/v1/matches/{cast.sitting.match.pk}/chat"
    body = client.get(path).json()
    assert set(body["rooms"]) == {line["room"] for line in body["lines"]} == running
    cast.sitting.act("A", "concede")
    body = client.get(path).json()
    assert set(body["rooms"]) == {line["room"] for line in body["lines"]} == over


@pytest.mark.parametrize(
    ("who", "room"),
    [
        ("player", "players"),
        ("opponent", "players"),
        ("spectator", "spectators"),
        ("director", "spectators"),
        ("staff", "spectators"),
    ],
)
def test_each_player_writes_into_their_own_room_and_into_no_other(
    cast: Cast, who: str, room: str
) -> None:
    assert cast.say(who).room == room
    (other,) = BOTH - {room}
    with pytest.raises(DomainError) as refused:
        cast.say(who, room=other)
    assert refused.value.code == "not_your_room"


def test_the_suspended_and_bots_say_nothing(cast: Cast) -> None:
    with pytest.raises(DomainError) as refused:
        cast.say("suspended")
    assert refused.value.code == "suspended"
    robot = bot()
    robot.user = User.objects.create(username="robot")
    robot.save()
    with pytest.raises(DomainError) as refused:
        chat.say(cast.sitting.match.pk, robot.user, LineRequest("k", "beep"), timezone.now())
    assert refused.value.code == "bots_are_silent"
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize("kind", ["off", "imported"])
def test_without_a_chat_nobody_reads_or_writes(client: Client, cast: Cast, kind: str) -> None:
    cast.say("player", "earlier")
    facts = {"context": {"chat": False}} if kind == "off" else {"kind": "imported"}
    Match.objects.filter(pk=cast.sitting.match.pk).update(**facts)
    with pytest.raises(DomainError) as refused:
        cast.say("player")
    assert refused.value.code == "chat_off"
    client.force_login(cast.people["player"])
    body = client.get(f"/api/v1/matches/{cast.sitting.match.pk}/chat").json()
    assert body == {"on": False, "rooms": [], "lines": []}


def test_a_director_who_plays_is_a_player(cast: Cast) -> None:
    director = cast.people["director"]
    sitting = playing(a=Player.objects.get(user=director))
    line = chat.say(sitting.match.pk, director, LineRequest("k", "mine"), timezone.now()).line
    assert set(chat_pass(director, sitting.match.pk).rooms(is_over=False)) == PLAYERS
    with pytest.raises(DomainError) as refused:
        chat.hide_line(line.pk, director, timezone.now())
    assert refused.value.code == "not_a_steward"


def test_both_of_a_doubles_pair_talk_at_one_table(cast: Cast) -> None:
    pair = [person("one"), person("two")]
    sitting = Sitting(sit(pair[0], person("three")).match)
    sitting.match.seats.create(seat="A", player=pair[1])
    for player in pair:
        line = chat.say(
            sitting.match.pk, player.user, LineRequest("k", player.name), timezone.now()
        ).line
        assert (line.room, line.seat) == ("players", "A")


@pytest.mark.parametrize(("who", "may"), [(w, w in {"director", "staff"}) for w, _r, _o in READS])
def test_only_directors_and_staff_take_a_line_away(
    client: Client, cast: Cast, who: str, may: bool
) -> None:
    line = cast.say("player", "rude")
    if (user := cast.people[who]) is not None and not user.is_suspended:
        client.force_login(user)
    answer = client.post(f"/api/v1/chat/lines/{line.pk}/hide")
    assert answer.status_code == (204 if may else 401 if user is None or user.is_suspended else 403)
    assert (ChatLine.objects.get().hidden_at is not None) is may
    assert bool(recent_lines(cast.sitting.match.pk, ChatRoom.values)) is not may


@pytest.mark.parametrize(
    ("who", "room", "status"),
    [
        ("opponent", "players", 204),
        ("spectator", "players", 404),
        ("spectator", "spectators", 204),
        ("player", "spectators", 404),
        ("director", "players", 204),
    ],
)
def test_one_reports_what_one_can_read_and_learns_of_nothing_else(
    client: Client, cast: Cast, who: str, room: str, status: int
) -> None:
    line = cast.say("player" if room == "players" else "staff", "rude")
    client.force_login(cast.people[who])
    path = f"/api/v1/chat/lines/{line.pk}/report"
    for reason in ("insult", "again"):
        answer = client.post(path, {"reason": reason}, content_type="application/json")
        assert answer.status_code == status
    assert [report.reason for report in ChatReport.objects.all()] == ["insult"] * (status == 204)


def test_nobody_reports_or_mutes_themselves(cast: Cast) -> None:
    line = cast.say("player")
    for act in (
        lambda: chat.report(line, cast.people["player"], "", START),
        lambda: chat.mute(cast.people["player"], line.author),
    ):
        with pytest.raises(DomainError) as refused:
            act()
        assert refused.value.code == "yourself"


def test_a_muted_player_is_not_read_until_unmuted(client: Client, cast: Cast) -> None:
    line = cast.say("opponent", "tut tut")
    client.force_login(cast.people["player"])
    mutes = f"/api/v1/chat/mutes/{line.author_id}"
    chat_of = f"/api/v1/matches/{cast.sitting.match.pk}/chat"
    assert len(client.get(chat_of).json()["lines"]) == 1
    for _twice in range(2):
        assert client.put(mutes).status_code == 204
    assert client.get(chat_of).json()["lines"] == []
    other = chat_pass(cast.people["director"], cast.sitting.match.pk)
    assert len(lines_for(cast.sitting.match.pk, ["players"], other)) == 1
    assert client.delete(mutes).status_code == 204
    assert len(client.get(chat_of).json()["lines"]) == 1
    assert not Mute.objects.exists()


def test_settling_by_hiding_answers_every_report_of_the_line(cast: Cast) -> None:
    line, fine = cast.say("player", "rude"), cast.say("player", "fine")
    first = chat.report(line, cast.people["opponent"], "insult", START)
    chat.report(line, cast.people["director"], "insult", START)
    other = chat.report(fine, cast.people["opponent"], "", START)
    staff = cast.people["staff"]
    assert chat.settle([first], staff, timezone.now(), hiding=True) == 2
    assert chat.settle([first, other], staff, timezone.now(), hiding=False) == 1
    assert ChatReport.objects.filter(settled_at=None).count() == 0
    assert set(ChatLine.objects.filter(hidden_at=None)) == {fine}
    assert {report.settled_by for report in ChatReport.objects.all()} == {staff}


def test_the_download_has_what_one_said_and_deleting_the_account_takes_the_words(
    cast: Cast,
) -> None:
    cast.say("player", "my secret plan")
    cast.say("opponent", "what plan?")
    player, opponent = cast.people["player"], cast.people["opponent"]
    chat.mute(player, opponent.player)
    text = personal_data(player)["chat"]
    assert [line["text"] for line in text["lines"]] == ["my secret plan"]
    assert text["muted"] == [opponent.player.name]
    delete_account(player, timezone.now())
    assert not ChatLine.objects.filter(text__contains="secret").exists()
    lines = recent_lines(cast.sitting.match.pk, ["players"])
    assert [line["text"] for line in lines] == ["what plan?"]
    assert not Mute.objects.exists()


def test_five_lines_in_ten_seconds_are_enough_at_all_tables_together(cast: Cast) -> None:
    fan = cast.people["spectator"]
    tables = [sit(), playing()]
    now = timezone.now()
    for number in range(5):
        chat.say(tables[number % 2].match.pk, fan, LineRequest(f"k{number}", "hi"), now)
    with pytest.raises(DomainError) as refused:
        chat.say(tables[0].match.pk, fan, LineRequest("k9", "hi"), now + timedelta(seconds=9))
    assert (refused.value.code, refused.value.status) == ("too_many_lines", 429)
    chat.say(tables[0].match.pk, fan, LineRequest("k9", "hi"), now + timedelta(seconds=11))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  two\n lines\t ", "two lines"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("right\u202eleft", "rightleft"),
        ("nul\x00 bell\x07", "nul bell"),
        ("half \ud800 pair", "half ? pair"),
        ("Z" + "\u0301" * 40, None),
        ("👩\u200d👩\u200d👧 hi", "👩\u200d👩\u200d👧 hi"),
        ("שלום", "שלום"),
        ("x" * 300, "x" * 300),
    ],
)
def test_what_is_typed_is_stored_as_one_line_of_text(typed: str, stored: str | None) -> None:
    text = read({"key": "k", "text": typed}).text
    assert text == stored if stored is not None else len(text) < 8


def test_a_quick_phrase_is_kept_by_its_key(cast: Cast) -> None:
    assert len(PHRASES) == 10
    line = cast.say("player", text="", phrase="good_luck")
    assert (line.text, line.phrase) == ("", "good_luck")
