"""The pages of events and their people, as each role finds them."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.tournaments.event.making_events import event, everybody, person
from tests.tournaments.making import NOW, director, entered, pairing, player, started
from tournaments.event.services import announcements, events, invitations
from tournaments.models import Event, Invitation, Note, RoleKind, Tournament
from tournaments.ruling.services import monitoring as monitors

pytestmark = pytest.mark.django_db


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="accounts.auth_backend.LoginBackend")
    return client


def page(user: User | None, name: str, *args: object) -> str:
    answer = signed_in(user).get(reverse(name, args=args))
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def test_an_event_is_there_after_two_pages() -> None:
    client = signed_in(boss := director())
    assert b"Weekend open" in client.get("/events/new/").content
    form = client.get("/events/new/weekend_open/").context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    values |= {"name": "Rhine Open", "starts_on": "2026-12-04", "ends_on": "", "begins": "14:00"}
    answer = client.post("/events/new/weekend_open/", values, follow=True)
    assert answer.redirect_chain == [("/events/rhine-open/manage/", 302)]
    html = answer.content.decode()
    assert all(name in html for name in ("Rhine Open: Open", "Rhine Open: Jackpot"))
    again = client.post("/events/new/weekend_open/", values)
    assert again["Location"] == "/events/rhine-open/manage/"
    assert Event.objects.filter(organizer=boss).count() == 1


def test_what_is_wrong_with_an_event_stands_beside_the_field() -> None:
    client = signed_in(director())
    answer = client.post("/events/new/league/", {"name": "??", "starts_on": "2026-12-04"})
    assert answer.status_code == 422
    assert {"name", "begins", "time_zone", "currency"} <= set(answer.context["form"].errors)
    assert client.get("/events/new/carnival/").status_code == 404


def test_a_last_day_that_was_offered_moves_with_the_first_and_one_that_was_typed_is_refused() -> (
    None
):
    client = signed_in(director())
    form = client.get("/events/new/league/").context["form"]
    values = {name: form[name].value() or "" for name in form.fields}
    values |= {"ends_on": str(form["ends_on"].value()), "begins": "14:00", "name": "Rhine League"}
    first = form["ends_on"].value() + timedelta(days=3)
    typed = values | {"starts_on": str(first), "ends_on": str(first - timedelta(days=1))}
    refused = client.post("/events/new/league/", typed)
    assert refused.status_code == 422
    assert "The last day cannot be before the first day." in refused.content.decode()
    client.post("/events/new/league/", values | {"starts_on": str(first)})
    made = Event.objects.get(slug="rhine-league")
    assert (made.starts_on, made.ends_on) == (first, first + timedelta(days=48))


def test_visitors_see_a_public_event_with_what_is_open_in_it() -> None:
    boss = director()
    whole = event("weekend_open", boss)
    assert signed_in(None).get("/events/rhine-open/").status_code == 404
    events.publish(whole.pk, by=boss, shown=True)
    Tournament.objects.filter(pk=events.ordered_tournaments(whole)[0].pk).update(status="open")
    html = page(None, "event", "rhine-open")
    assert "<b>Open</b>" in html
    assert "Jackpot" not in html
    assert "Rhine Open" in page(None, "event-list")
    assert "Rhine Open" in page(None, "tournament-list")


def test_the_pages_of_an_event_ask_as_much_for_ten_tournaments_as_for_one(
    django_assert_max_num_queries,  # type: ignore[no-untyped-def]
) -> None:
    boss = director()
    whole = event("league", boss)
    for number in range(8):
        events.add_new(whole.pk, by=boss, key="jackpot", name=f"Side {number}", starts_at=None)
    client = signed_in(boss)
    for path, most in (("/events/rhine-open/", 11), ("/events/rhine-open/manage/", 12)):
        client.get(path)
        with django_assert_max_num_queries(most):
            assert client.get(path).status_code == 200


def test_an_open_desk_hears_nothing_while_nothing_changes() -> None:
    boss = director()
    whole = event("league", boss)
    client = signed_in(boss)
    with time_machine.travel(timezone.now(), tick=False):
        key = client.get("/events/rhine-open/manage/").context["key"]
        asked = {"path": f"/events/rhine-open/manage/?key={key}", "headers": {"hx-request": "true"}}
        assert client.get(**asked).status_code == 204  # type: ignore[arg-type]
        announcements.announce(whole, "Doors open at nine.", by=boss, now=NOW)
        changed = client.get(**asked)  # type: ignore[arg-type]
    assert (changed.status_code, b"<html" in changed.content) == (200, False)
    assert b"Doors open at nine." in changed.content


DESK = {
    # address: who is let in, by role (o)rganizer (d)irector (a)ssistant (m)onitor (s)treamer
    "event-manage": "odams",
    "event-people": "odams",
    "event-settings": "od",
    "event-clone": "od",
}
OF_TOURNAMENT = {
    "tournament-manage": "oda",
    "tournament-part": "odams",
    "tournament-people": "odams",
    "tournament-announcements": "oda",
    "tournament-settings": "od",
    "tournament-clone": "od",
    "tournament-rulings": "od",
}
ACTS = {
    # a form sent: which roles it does something for
    ("tournament-walk-in", "name", "Walker"): "oda",
    ("tournament-on-tv", "match", ""): "ods",
    ("tournament-open", "x", ""): "od",
    ("tournament-cancel", "reason", "Rain."): "o",
}


@pytest.mark.slow
def test_each_role_opens_what_is_its_and_nothing_else() -> None:
    whole = event("league")
    first = events.ordered_tournaments(whole)[0]
    people = everybody(whole) | {"x": director()}
    for names, slug in ((DESK, whole.slug), (OF_TOURNAMENT, first.slug)):
        for name, allowed in names.items():
            for kind, user in people.items():
                status = signed_in(user).get(reverse(name, args=[slug])).status_code
                is_in = status == 200
                assert is_in == (kind[0] in allowed), (name, kind, status)
                assert is_in or status in {302, 403, 404}


@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS)
def test_each_role_does_what_is_its_and_nothing_else(act: tuple[str, str, str]) -> None:
    name, field, value = act
    for kind in (*RoleKind.values, "x"):
        whole = event("club_night", name="Night")
        first = events.ordered_tournaments(whole)[0]
        user = director() if kind == "x" else person(whole, kind)
        sent = {field: value and f"{value} {kind}"}  # nobody's name comes twice
        answer = signed_in(user).post(reverse(name, args=[first.slug]), sent)
        assert (answer.status_code == 302) == (kind[0] in ACTS[act]), (name, kind)
        assert answer.status_code in {302, 403, 404}


def test_somebody_is_asked_on_the_page_and_says_yes_by_the_link() -> None:
    boss, helper = director(), player("Helga Helper")
    event("league", boss)
    client = signed_in(boss)
    where = "/events/rhine-open/manage/people/"
    wrong = client.post(where, {"do": "invite", "whom": "Nobody Here", "kind": "monitor"})
    assert (wrong.status_code, b"No player with an account" in wrong.content) == (422, True)
    assert b'value="Nobody Here"' in wrong.content
    client.post(where, {"do": "invite", "whom": helper.name, "kind": "monitor"})
    link = invitations.link_of(Invitation.objects.get()).partition("/invitations/")[2]
    assert link in client.get(where).content.decode()
    theirs = signed_in(helper.user)
    assert b"Monitor" in theirs.get(f"/invitations/{link}").content
    answer = theirs.post(f"/invitations/{link}")
    assert answer["Location"] == "/events/rhine-open/manage/"
    for again in (theirs.post(f"/invitations/{link}"), theirs.get(f"/invitations/{link}")):
        assert (
            again["Location"] == "/events/rhine-open/manage/"
        )  # a second press, the letter opened again
    other = signed_in(director())
    assert other.get(f"/invitations/{link}").status_code == 404
    assert other.post(f"/invitations/{link}").status_code == 404
    html = page(helper.user, "event-people", "rhine-open")
    assert link not in html  # who may not give a role is shown no link to one


def test_who_gives_up_their_role_is_led_home() -> None:
    whole = event("league")
    helper = person(whole, RoleKind.ASSISTANT)
    role = whole.roles.get()
    client = signed_in(helper)
    answer = client.post(f"/events/{whole.slug}/manage/people/", {"do": "take", "id": role.pk})
    assert answer["Location"] == "/"
    assert client.get(f"/events/{whole.slug}/manage/people/").status_code == 404


def test_an_announcement_is_read_on_the_tournaments_page() -> None:
    made = entered(2)
    client = signed_in(made.organizer)
    where = reverse("tournament-announcements", args=[made.slug])
    assert client.post(where, {"say-text": " "}).status_code == 422
    past = client.post(where, {"say-text": "Hello", "say-until": "2020-01-01T10:00"})
    assert (past.status_code, b"This time is in the past" in past.content) == (422, True)
    client.post(where, {"say-text": "<b>Round 1</b> at ten."})
    html = page(None, "tournament", made.slug)
    assert "&lt;b&gt;Round 1&lt;/b&gt; at ten." in html
    announcement = made.announcements.get()
    client.post(where, {"take_down": announcement.pk})
    assert "Round 1" not in page(None, "tournament", made.slug)


def test_a_monitor_finds_their_matches_and_writes_about_them() -> None:
    made = started(4)
    watcher = person(made, RoleKind.MONITOR)
    watched, other = pairing(made, "W1.1"), pairing(made, "W1.2")
    boss = signed_in(made.organizer)
    where = reverse("tournament-notes", args=[made.slug, watched.pk])
    boss.post(where, {"assign": watcher.pk})
    client = signed_in(watcher)
    assert where in page(watcher, "tournament-part", made.slug)
    client.post(where, {"text": "Both late."})
    assert Note.objects.get().by == watcher
    assert b"Both late." in boss.get(where).content
    assert client.get(reverse("tournament-notes", args=[made.slug, other.pk])).status_code == 403
    monitors.release(made.pk, watched.watches.get().pk, by=made.organizer)
    assert client.get(where).status_code == 403


def test_the_api_tells_of_public_events_only() -> None:
    boss = director()
    whole = event("weekend_open", boss)
    assert signed_in(None).get("/api/v1/events").json()["results"] == []
    assert signed_in(None).get("/api/v1/events/rhine-open").status_code == 404
    events.publish(whole.pk, by=boss, shown=True)
    Tournament.objects.filter(event=whole, division="Open").update(status="open")
    announcements.announce(whole, "Welcome.", by=boss, now=NOW)
    body = signed_in(None).get("/api/v1/events/rhine-open").json()
    assert [row["division"] for row in body["tournaments"]] == ["Open"]
    assert [row["text"] for row in body["announcements"]] == ["Welcome."]
    listed = signed_in(None).get("/api/v1/tournaments").json()["results"]
    assert [row["event"] for row in listed] == ["rhine-open"]
