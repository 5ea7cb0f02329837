"""The page and the API of a single position: who may ask, what the engine is asked, and what is said."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from analysis.engine import is_available
from analysis.engine.bot_process import BotProcess, EngineBusy
from analysis.position_api import PositionOut
from analysis.position_reading import read_position
from analysis.position_verdict import cube_of, cube_verdict, play_verdict
from analysis.position_views import board_view
from analysis.services import positions
from games.board_arrows import arrows_of
from games.board_svg import spot
from games.models import MatchStatus
from tests.games.services.tables import playing
from web.errors import DomainError

ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CUBE = ROLL.replace(":31:", ":00:")
DOUBLED = ROLL.replace(":31:", ":D:")
CRAWFORD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:1:7:10"
ROWS = {
    "rows": [
        {"index": 4, "equity": 0.23426, "win": 0.5539, "gammon": 0.1765},
        {"index": 10, "equity": -0.01584, "win": 0.4951, "gammon": 0.1402},
    ]
}
EVEN = {
    "no_double": 0.1051, "double_take": -0.1733, "double_drop": 1.0, "is_beaver": False, "win": 0.526, "gammon_win": 0.149,
    "backgammon_win": 0.0079, "gammon_loss": 0.1272, "backgammon_loss": 0.0063,
}  # fmt: skip
DOUBLE_TAKE = EVEN | {"no_double": 0.5, "double_take": 0.7136, "double_drop": 1.0}
DOUBLE_DROP = EVEN | {"no_double": 0.9, "double_take": 1.214, "double_drop": 1.0}
TOO_GOOD = EVEN | {"no_double": 1.25, "double_take": 1.6, "double_drop": 1.0}


class Stub:
    """Stands for the process: answers with what it was given, and keeps what it was asked."""

    def __init__(self, *answers: dict[str, Any] | Exception | None) -> None:
        self.answers, self.asked = list(answers), list[dict[str, Any]]()

    def ask(self, request: dict[str, Any], *_limits: float) -> dict[str, Any] | None:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def make_user(name: str) -> User:
    return User.objects.create_user(name, password=None)


def with_engine(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> Stub:
    stub = Stub(*answers)
    monkeypatch.setattr(positions, "is_available", lambda: True)
    monkeypatch.setattr("analysis.position_views.is_available", lambda: True)
    monkeypatch.setattr(positions, "process", lambda: stub)
    return stub


def page(client: Client, text: str | None = None) -> Any:
    return client.get(reverse("position-analysis"), {} if text is None else {"xgid": text})


@pytest.fixture
def anna(client: Client) -> Client:
    client.force_login(make_user("anna"))
    return client


@pytest.mark.parametrize(
    ("text", "figures", "sentences"),
    [
        (CUBE, EVEN, ["No double is best. Doubling costs 0.278.", "Take is right: dropping costs 1.173."]),
        (CUBE, DOUBLE_TAKE, ["Double is right: playing on without a double costs 0.214.", "Take is right: dropping costs 0.286."]),
        (CUBE, DOUBLE_DROP, ["Double is right: playing on without a double costs 0.100.", "Drop is right: taking costs 0.214."]),
        (CUBE, TOO_GOOD, ["Too good to double: doubling costs 0.250.", "Drop is right: taking costs 0.600."]),
        (DOUBLED, DOUBLE_TAKE, ["Take is right: dropping costs 0.286."]),
        (DOUBLED, EVEN, ["Take is right: dropping costs 1.173.", "The double was wrong: it costs 0.278."]),
        (DOUBLED, DOUBLE_DROP, ["Drop is right: taking costs 0.214."]),
        (CUBE, DOUBLE_TAKE | {"is_beaver": True}, ["Double is right: playing on without a double costs 0.214.", "Beaver is right: dropping costs 0.286."]),
        (CRAWFORD, EVEN, ["No cube decision: this is the Crawford game."]),
        (CUBE.replace(":0:0:1:00:", ":1:-1:1:00:"), EVEN, ["No cube decision: the opponent owns the cube."]),
        (CUBE.replace(":0:0:0:7:", ":0:0:0:1:"), EVEN, ["No cube decision: the player on roll needs no more than the cube is worth."]),
    ],
)  # fmt: skip
def test_the_verdict_comes_in_words(
    text: str, figures: dict[str, Any], sentences: list[str]
) -> None:
    assert cube_verdict(read_position(text), figures) == sentences


def test_the_best_way_of_the_cube_is_where_both_decide_rightly() -> None:
    best = [[row["action"] for row in cube_of(f, is_doubled=False) if row["best"]] for f in (EVEN, DOUBLE_TAKE, DOUBLE_DROP, TOO_GOOD)]  # fmt: skip
    assert best == [["no_double"], ["double_take"], ["double_drop"], ["no_double"]]
    rows = cube_of(EVEN, is_doubled=True)
    assert [(row["best"], row["loss"]) for row in rows] == [(False, 0), (True, 0), (False, 1.1733)]


def test_a_roll_that_cannot_be_played_and_one_with_a_single_play_are_named() -> None:
    row: Any = {"play": "", "equity": 0.1, "loss": 0.0, "win": 0.5, "gammon": 0.1}
    assert play_verdict([row]) == "No legal move."
    assert play_verdict([row | {"play": "24/20"}]) == "24/20 is the only play."


@pytest.mark.django_db
def test_the_page_shows_the_plays_and_asks_the_engine_once(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = with_engine(monkeypatch, ROWS)
    answer = page(anna, ROLL)
    assert answer.status_code == 200
    rows = answer.context["answer"]["candidates"]
    assert [row["equity"] for row in rows] == ["+0.234", "−0.016"]
    assert rows[1]["loss"] == "−0.250"
    assert answer.context["facts"]["pips"] == {"bottom": 167, "top": 167}
    assert page(anna, "4HPwATDgc/ABMA:cInlAAAAAAAE").context["answer"]["candidates"] == rows
    assert len(stub.asked) == 1
    assert stub.asked[0]["ask"] == "rank"
    assert len(stub.asked[0]["candidates"]) == 16


@pytest.mark.django_db
def test_the_page_shows_the_cube(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    with_engine(monkeypatch, DOUBLE_TAKE)
    answer = page(anna, DOUBLED).context["answer"]
    assert answer["verdict"] == ["Take is right: dropping costs 0.286."]
    assert [row["equity"] for row in answer["cube"]] == ["+0.500", "+0.714", "+1.000"]
    assert (answer["chances"]["win"], answer["lose"]) == ("52.6", "47.4")


@pytest.mark.django_db
def test_a_text_that_is_not_a_position_stays_in_its_field(anna: Client) -> None:
    answer = page(anna, 'XGID=<b>"rubbish"')
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["xgid"][0].code == "bad_xgid"
    assert 'value="XGID=&lt;b&gt;&quot;rubbish&quot;"' in answer.content.decode()


@pytest.mark.django_db
def test_without_the_engine_the_board_is_shown_and_the_page_says_so(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "is_available", lambda: False)
    answer = page(anna, ROLL)
    assert answer.status_code == 503
    assert answer.context["refusal"] == "This site has no analysis engine."
    assert answer.context["picture"].checkers


@pytest.mark.django_db
@pytest.mark.parametrize("reason", [None, EngineBusy()])
def test_an_engine_that_is_busy_or_silent_is_said_and_may_be_asked_again(
    anna: Client, monkeypatch: pytest.MonkeyPatch, reason: Any
) -> None:
    with_engine(monkeypatch, reason, ROWS)
    answer = page(anna, ROLL)
    assert (answer.status_code, "answer" in answer.context) == (503, False)
    assert answer.context["refusal"] == "The engine is busy. Try again in a moment."
    assert page(anna, ROLL).status_code == 200


@pytest.mark.django_db
def test_more_requests_than_may_wait_are_refused_at_once(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = with_engine(monkeypatch, ROWS)
    for _ in range(positions.MOST_WAITING):
        positions._waiting.acquire()
    try:
        assert page(anna, ROLL).status_code == 503
    finally:
        positions._waiting.release(positions.MOST_WAITING)
    assert not stub.asked
    assert page(anna, ROLL).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["nonces", "break", "playing"])
def test_the_engine_is_closed_to_players_of_a_match_in_progress(
    client: Client, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    stub = with_engine(monkeypatch, ROWS)
    match = playing(length=3).fresh()
    match.status = MatchStatus(status)
    match.save(update_fields=["status"])
    user = match.seats.get(seat="B").player.user
    assert user is not None
    client.force_login(user)
    answer = page(client, ROLL)
    assert (answer.status_code, answer.context["playing"]) == (409, match.pk)
    assert "answer" not in answer.context
    assert page(client).status_code == 200
    refused = client.get(reverse("api-position"), {"xgid": ROLL})
    assert (refused.status_code, refused.json()["code"]) == (409, "match_in_play")
    assert not stub.asked


@pytest.mark.django_db
def test_players_ask_again_when_their_match_is_over(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_engine(monkeypatch, ROWS)
    sitting = playing(length=3)
    user = sitting.match.seats.get(seat="A").player.user
    assert user is not None
    client.force_login(user)
    assert page(client, ROLL).status_code == 409
    sitting.act("A", "concede", {})
    assert page(client, ROLL).status_code == 200


@pytest.mark.django_db
def test_who_asks_too_often_waits_and_known_positions_stay_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_engine(monkeypatch, EVEN)
    user, now = make_user("anna"), timezone.now().replace(second=5, microsecond=0)
    cube_position = read_position(CUBE)
    positions.judge(cube_position, user, now)
    for points in range(1, positions.MOST_A_MINUTE):
        positions.judge(read_position(CUBE.replace(":7:10", f":25:{points % 6 + 5}").replace(":0:0:0:", f":{points}:0:0:")), user, now)  # fmt: skip
    with pytest.raises(DomainError) as refused:
        positions.judge(read_position(CUBE.replace(":0:0:0:", ":0:3:0:")), user, now)
    assert (refused.value.code, refused.value.status) == ("too_many_positions", 429)
    assert positions.judge(cube_position, user, now)["plies"] == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("text", "figures"), [(ROLL, ROWS), (CUBE, EVEN), (DOUBLED, EVEN), (CRAWFORD, EVEN)])  # fmt: skip
def test_the_api_gives_what_its_schema_says(
    anna: Client, monkeypatch: pytest.MonkeyPatch, text: str, figures: dict[str, Any]
) -> None:
    with_engine(monkeypatch, figures)
    answer = anna.get(reverse("api-position"), {"xgid": text})
    assert answer.status_code == 200
    fields = PositionOut().get_fields()
    assert set(answer.json()) == set(fields)
    assert PositionOut(answer.json()).data == answer.json()


@pytest.mark.django_db
def test_the_api_refuses_in_codes(client: Client) -> None:
    assert client.get(reverse("api-position"), {"xgid": ROLL}).status_code == 401
    client.force_login(make_user("anna"))
    for query, code in (({}, "no_position"), ({"xgid": "rubbish"}, "bad_position")):
        refused = client.get(reverse("api-position"), query)
        assert (refused.status_code, refused.json()["code"]) == (422, code)


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.skipif(not is_available(), reason="needs the analysis engine")
def test_the_engine_knows_the_best_opening_play_and_that_the_start_is_no_double() -> None:
    process = BotProcess()
    try:
        position = read_position(ROLL)
        figures = process.ask(positions._question(position), 60)
        assert figures is not None
        assert play_verdict_of(position, figures).startswith("8/5 6/5 is best")
        start = process.ask(positions._question(read_position(CUBE)), 60)
        assert start is not None
        assert cube_verdict(read_position(CUBE), start)[0].startswith("No double is best")
    finally:
        process.close()


def play_verdict_of(position: Any, figures: dict[str, Any]) -> str:
    from analysis.position_verdict import candidates_of
    from games.engine.legal import legal_plays

    return play_verdict(candidates_of(legal_plays(position.board, position.dice), figures["rows"]))


@pytest.mark.django_db
def test_the_board_has_arrows_of_the_best_and_of_the_played_play(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_engine(monkeypatch, ROWS)
    best, second = (row["play"] for row in page(anna, ROLL).context["answer"]["candidates"])
    asked = {"xgid": ROLL, "play": second}
    answer = anna.get(reverse("position-analysis"), asked)
    kinds = [arrow.kind for arrow in answer.context["arrows"]]
    assert kinds == ["played", "played", "best", "best"]
    assert answer.content.decode().count('class="b-arrow b-arrow--best"') == 2
    assert [row["played"] for row in answer.context["answer"]["candidates"]] == [False, True]
    for play in ("", best, "rubbish", "24/1"):
        answer = anna.get(reverse("position-analysis"), {"xgid": ROLL, "play": play})
        assert {arrow.kind for arrow in answer.context["arrows"]} == {"best"}, play


def test_an_arrow_goes_from_the_checker_on_top_to_where_it_will_lie() -> None:
    start = read_position(ROLL)
    hop, on = arrows_of("best", [(8, 5), (6, 5)], board_view(start), "A")
    assert ((hop.x, hop.y), (on.x, on.y)) == (spot("A", 8, 2, "A"), spot("A", 6, 4, "A"))
    assert hop.line.startswith(f"M{hop.x} {hop.y}Q")
    (off,) = arrows_of("best", [(6, 0)], board_view(start), "B")
    assert (off.x, off.y) == spot("B", 6, 4, "A")


@pytest.mark.django_db
def test_a_board_to_set_up_is_on_the_page_except_for_players_of_a_match_in_progress(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_engine(monkeypatch, ROWS)
    empty = page(anna)
    assert empty.context["editor"]["data"]["judged"] is None
    assert "data-position data-needs-script hidden" in empty.content.decode()
    judged = page(anna, ROLL)
    data = judged.context["editor"]["data"]
    best = judged.context["answer"]["candidates"][0]["play"]
    assert (data["judged"], data["plays"]) == (ROLL, [("best", best)])
    assert page(anna, ROLL.replace(":31:", ":77:")).context["editor"]["data"]["judged"] is None
    user = playing(length=3).match.seats.get(seat="A").player.user
    assert user is not None
    anna.force_login(user)
    assert b"data-position" not in page(anna).content
    assert b"data-position" not in page(anna, ROLL).content
