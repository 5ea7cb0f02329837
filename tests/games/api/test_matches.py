"""/api/v1/matches and /tickets: reading, acting by token or session, and the schema that says so."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services.tokens import create_token
from games.engine.rules import Rules
from games.models import Match, MatchSeed
from games.selectors import list_key
from games.services.setup import create_match, sit_down
from games.tickets import read
from tests.games.live.house import next_action
from tests.games.services.tables import START, Sitting, bot, person, playing, sit

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]


def token_of(sitting: Sitting, seat: str, **given: Any) -> dict[str, str]:
    user = sitting.match.seats.get(seat=seat).player.user
    return {"Authorization": f"Token {create_token(user, 'test', **given)[1]}"}


def post(client: Client, sitting: Sitting, headers: dict[str, str], body: Any) -> Any:
    path = f"/api/v1/matches/{sitting.match.pk}/actions"
    return client.post(path, body, content_type="application/json", headers=headers)


def test_matches_are_listed_newest_first_with_a_fixed_number_of_queries(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        sit(title="Tartu Open")
    with django_assert_max_num_queries(5):
        answer = client.get("/api/v1/matches").json()
    assert answer["count"] == 3
    first = answer["results"][0]
    assert first["title"] == "Tartu Open"
    assert first["length"] == 3
    assert first["score"] == {"A": 0, "B": 0}
    assert first["players"]["A"][0].keys() == {"id", "name", "country", "is_bot"}
    assert not {"rules", "context", "state"} & first.keys()


def test_matches_are_found_by_status_player_and_whether_they_are_over(client: Client) -> None:
    anna = person("anna")
    mine, _other = sit(anna), playing()
    over = playing(a=anna)
    over.act("A", "concede")

    def listed(query: str) -> set[str]:
        return {row["id"] for row in client.get(f"/api/v1/matches?{query}").json()["results"]}

    assert listed(f"player={anna.pk}") == {str(mine.match.pk), str(over.match.pk)}
    assert listed("status=finished") == {str(over.match.pk)}
    assert listed(f"live=true&player={anna.pk}") == {str(mine.match.pk)}
    assert client.get("/api/v1/matches?status=lost").status_code == 400
    assert client.get("/api/v1/matches?player=x").json().keys() == {"code", "detail", "fields"}


def test_a_match_shows_its_table_as_the_viewer_may_see_it(client: Client) -> None:
    sitting = playing()
    path = f"/api/v1/matches/{sitting.match.pk}"
    assert client.get(path).json()["view"]["seat"] is None
    seen = client.get(path, headers=token_of(sitting, "B")).json()["view"]
    assert seen["seat"] == "B"
    assert seen["may"]
    assert client.get("/api/v1/matches/00000000-0000-0000-0000-000000000000").json()["code"]


def test_a_match_that_has_not_changed_is_answered_304(client: Client) -> None:
    sitting = playing()
    for path in ("/api/v1/matches", f"/api/v1/matches/{sitting.match.pk}", _log(sitting)):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        sitting.step()
        changed = client.get(path, headers={"If-None-Match": first["ETag"]})
        assert changed.status_code == 200


def _log(sitting: Sitting, query: str = "") -> str:
    return f"/api/v1/matches/{sitting.match.pk}/actions{query}"


def test_the_log_is_read_from_any_action_on(client: Client) -> None:
    sitting = playing()
    rows = client.get(_log(sitting)).json()
    assert [row["seq"] for row in rows] == list(range(1, sitting.fresh().seq + 1))
    assert rows[0].keys() == {"seq", "game", "seat", "kind", "payload", "at"}
    assert client.get(_log(sitting, "?after=2&limit=1")).json() == rows[2:3]
    for wrong in ("?after=-1", "?after=x", "?limit=1001", "?after=99999999999"):
        assert client.get(_log(sitting, wrong)).json()["code"] == "bad_request"


@pytest.mark.slow
def test_a_bot_plays_a_whole_match_over_the_api(client: Client) -> None:
    sitting = sit(length=1)
    seed = MatchSeed.objects.get(match=sitting.match).seed
    headers = {seat: token_of(sitting, seat) for seat in "AB"}
    path = f"/api/v1/matches/{sitting.match.pk}"
    moved, outcome = 0, None
    while outcome is None:
        for seat in "AB":
            view = client.get(path, headers=headers[seat]).json()["view"]
            move = next_action(view)
            if move is None or outcome is not None:
                continue
            assert seed not in json.dumps(view)
            kind, payload = move
            body = {
                "kind": kind,
                "payload": payload,
                "expected_seq": view["seq"],
                "key": f"m{moved}",
            }
            answer = post(client, sitting, headers[seat], body)
            assert answer.status_code == 200, answer.content
            assert answer.json().keys() == {"seq", "actions", "view"}
            moved, outcome = moved + 1, answer.json()["view"]["outcome"]
    assert client.get(path).json()["view"]["dice_proof"]["seed"] == seed
    assert client.get(path).json()["winner"] == outcome["winner"]


def test_the_same_key_is_answered_as_the_first_time(client: Client) -> None:
    sitting = sit()
    headers = token_of(sitting, "A")
    body = {"kind": "ready", "key": "once"}
    first, again = post(client, sitting, headers, body), post(client, sitting, headers, body)
    assert first.json()["actions"] == again.json()["actions"]
    other = post(client, sitting, headers, {"kind": "concede", "key": "once"})
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


def test_a_refusal_says_why_and_where_the_match_stands(client: Client) -> None:
    sitting = playing()
    idle = "B" if sitting.state.to_act == "A" else "A"
    answer = post(client, sitting, token_of(sitting, idle), {"kind": "roll"})
    assert answer.status_code == 409
    assert answer.json()["code"] == "not_your_turn"
    assert answer.json()["seq"] == sitting.fresh().seq


def test_only_a_player_of_the_match_may_act(client: Client) -> None:
    sitting, other = sit(), sit()
    body = {"kind": "ready"}
    assert post(client, sitting, {}, body).status_code == 401
    stranger = post(client, sitting, token_of(other, "A"), body)
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")
    reader = post(client, sitting, token_of(sitting, "A", scopes=["read"]), body)
    assert (reader.status_code, reader.json()["code"]) == (403, "token_read_only")


@pytest.mark.parametrize("body", ["", "[]", "{", '{"kind":"roll","seat":"B"}', "[" * 9000])
def test_a_malformed_action_is_a_bad_request(client: Client, body: str) -> None:
    sitting = sit()
    answer = post(client, sitting, token_of(sitting, "A"), body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_huge_action_is_refused(client: Client) -> None:
    sitting = sit()
    answer = post(client, sitting, token_of(sitting, "A"), " " * 17_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_slash_too_many_is_forgiven(client: Client) -> None:
    sitting = sit()
    answer = client.post(f"{_log(sitting)}/?after=1", "{}", content_type="application/json")
    assert (answer.status_code, answer["Location"]) == (308, _log(sitting, "?after=1"))


def test_spectators_of_a_delayed_match_get_it_late_everywhere(client: Client) -> None:
    from django.utils import timezone

    sitting = playing(spectator_delay_s=60)
    sitting.now = timezone.now()
    sitting.act("A", "concede")
    path = f"/api/v1/matches/{sitting.match.pk}"
    listed = client.get("/api/v1/matches").json()["results"][0]
    detail = client.get(path).json()
    log = client.get(_log(sitting)).json()
    for shown in (listed, detail):
        assert (shown["status"], shown["winner"], shown["finished_at"]) == ("playing", None, None)
    assert detail["view"]["outcome"] is None
    assert detail["seq"] == detail["view"]["seq"] == log[-1]["seq"] < sitting.fresh().seq
    assert client.get(path, headers=token_of(sitting, "B")).json()["winner"] == "B"


def test_who_takes_a_free_seat_is_not_told_that_nothing_changed(client: Client) -> None:
    host, guest = person(), person()
    match = create_match(
        seat_a=host,
        seat_b=None,
        rules=Rules.preset("tournament", 3),
        clock=None,
        context={},
        join_within=None,
        now=START,
    )
    path = f"/api/v1/matches/{match.pk}"
    assert guest.user is not None
    client.force_login(guest.user)
    before = client.get(path)
    assert client.get(path, headers={"If-None-Match": before["ETag"]}).status_code == 304
    sit_down(match, guest, START)
    after = client.get(path, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json()["view"]["seat"] == "B"


def test_a_ticket_names_the_seat_of_the_user_who_asks(client: Client) -> None:
    sitting = sit()
    user = sitting.match.seats.get(seat="A").player.user
    path = f"/tickets/{sitting.match.pk}"
    anonymous = client.get(path)
    assert anonymous.json()["seat"] is None
    assert anonymous["Cache-Control"] == "no-store"
    by_token = client.get(path, headers=token_of(sitting, "B")).json()
    assert by_token["seat"] == "B"
    client.force_login(user)
    mine = client.get(path).json()
    ticket = read(mine["ticket"], mine["expires_at"] - 600_000)
    assert ticket is not None
    assert (ticket.match_id, ticket.user_id, ticket.seat) == (sitting.match.pk, user.pk, "A")
    assert read(mine["ticket"], mine["expires_at"]) is None


def test_nobody_gets_a_ticket_to_nowhere_or_while_suspended(client: Client) -> None:
    from django.utils import timezone

    sitting = sit(b=bot())
    assert client.get("/tickets/00000000-0000-0000-0000-000000000000").status_code == 404
    user = sitting.match.seats.get(seat="A").player.user
    client.force_login(user)
    user.suspended_at = timezone.now()
    user.save()
    answer = client.get(f"/tickets/{sitting.match.pk}")
    assert answer.status_code in {200, 403}
    assert answer.json().get("seat") is None


def test_the_schema_describes_matches_and_actions(client: Client) -> None:
    schema = client.get("/api/v1/schema/?format=json").json()
    actions = schema["paths"]["/api/v1/matches/{match_id}/actions"]
    assert set(actions["post"]["responses"]) >= {"200", "400", "403", "409", "503"}
    assert set(schema["components"]["schemas"]["ActionInRequest"]["properties"]) == {
        "kind",
        "payload",
        "expected_seq",
        "key",
        "lag_ms",
    }


def test_a_kept_list_tells_each_action_result_and_name_at_once(client: Client) -> None:
    match = playing()
    first = client.get("/api/v1/matches")
    same = client.get("/api/v1/matches", headers={"If-None-Match": first["ETag"]})
    assert same.status_code == 304

    match.act("A", "concede")
    text = client.get("/api/v1/matches").json()["results"][0]
    assert (text["status"], text["winner"]) == ("finished", "B")

    player = match.match.seats.get(seat="A").player
    player.name = "Renamed"
    player.save()
    text = client.get("/api/v1/matches").json()["results"][0]
    assert text["players"]["A"][0]["name"] == "Renamed"
    sit()
    assert client.get("/api/v1/matches").json()["count"] == 2


def test_a_list_with_a_match_shown_late_is_never_kept() -> None:
    late, other = playing(spectator_delay_s=600), playing()
    assert list_key([other.match.pk]) is not None
    assert list_key([other.match.pk, late.match.pk]) is None


def test_a_page_that_is_not_there_is_refused(client: Client) -> None:
    assert client.get("/api/v1/matches?page=9").status_code == 404
    assert client.get("/api/v1/matches?page=x").status_code == 400


def test_a_match_has_the_ids_of_its_position_as_its_viewer_sees_it(client: Client) -> None:
    waiting = sit()
    assert client.get(f"/api/v1/matches/{waiting.match.pk}").json()["ids"] is None
    sitting = playing(length=3)
    sitting.until("play")
    answer = client.get(f"/api/v1/matches/{sitting.match.pk}").json()
    assert answer["ids"]["position_id"] == "4HPwATDgc/ABMA"
    assert answer["ids"]["gnubg_id"] == f"4HPwATDgc/ABMA:{answer['ids']['match_id']}"
    dice = "".join(map(str, answer["view"]["dice"]))
    assert answer["ids"]["xgid"].split(":")[4] in (dice, dice[::-1])
    assert answer["ids"]["xgid"].endswith(":0:0:0:3:10")


def test_a_spectator_who_sees_late_reads_no_later_position(client: Client) -> None:
    sitting = playing(length=3)
    sitting.until("play")
    address = f"/api/v1/matches/{sitting.match.pk}"
    before = client.get(address).json()["ids"]
    sitting.tick(60)
    sitting.step()
    assert client.get(address).json()["ids"] != before
    match = sitting.fresh()
    delay = int((timezone.now() - match.last_at).total_seconds()) + 30
    late = {**match.context, "spectator_delay_s": delay}
    Match.objects.filter(pk=match.pk).update(context=late)
    assert client.get(address).json()["ids"] == before
