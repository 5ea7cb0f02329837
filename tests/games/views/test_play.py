"""The page Play: bots, the lobby and a friend, each one press away."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.services.logins import create_login
from games.models import Match

pytestmark = pytest.mark.django_db
TERMS = {"length": "3", "clock": "fast"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


@pytest.fixture
def bob() -> User:
    return create_login("bob", "bob@example.org", "a long pass phrase", name="Bob Ilves")


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def challenges(client: Client) -> str:
    return client.get(reverse("play"), headers=HTMX).content.decode()


def test_a_visitor_reads_the_page_and_is_led_to_sign_up(client: Client) -> None:
    page = client.get(reverse("play")).content.decode()
    assert f"{reverse('account_signup')}?next={reverse('play')}" in page
    assert client.post(reverse("play-quick"), TERMS).status_code == 302
    assert not Match.objects.exists()


def test_a_bot_match_starts_at_once_and_without_a_clock(ann: User) -> None:
    answer = of(ann).post(reverse("play-bot", args=["steady"]), TERMS)
    match = Match.objects.get()
    assert answer["Location"] == reverse("match", args=[match.pk])
    assert match.clock is None
    assert match.context["starts_at_once"]
    assert [seat.player.bot_kind for seat in match.seats.all()] == ["", "steady"]


def test_another_bot_is_not_found(ann: User) -> None:
    assert of(ann).post(reverse("play-bot", args=["deep"]), TERMS).status_code == 404


def test_two_who_press_find_opponent_meet(ann: User, bob: User) -> None:
    assert of(ann).post(reverse("play-quick"), TERMS)["Location"] == reverse("play")
    match = Match.objects.get()
    assert f'data-challenge="{match.pk}"' in challenges(of(bob))
    assert of(bob).post(reverse("play-quick"), TERMS)["Location"] == reverse(
        "match", args=[match.pk]
    )
    assert "data-challenge" not in challenges(of(bob))


def test_a_waiting_page_opens_the_match_when_somebody_accepts(ann: User, bob: User) -> None:
    waiting = of(ann)
    waiting.post(reverse("play-quick"), TERMS)
    match = Match.objects.get()
    address = f"{reverse('play')}?waiting={match.pk}"
    assert "HX-Redirect" not in waiting.get(address, headers=HTMX).headers
    of(bob).post(reverse("play-accept", args=[match.pk]))
    answer = waiting.get(address, headers=HTMX)
    assert answer.headers["HX-Redirect"] == reverse("match", args=[match.pk])
    assert (
        "HX-Redirect"
        not in of(bob).get(f"{reverse('play')}?waiting=nonsense", headers=HTMX).headers
    )


def test_who_comes_second_stays_and_reads_why(ann: User, bob: User) -> None:
    of(ann).post(reverse("play-quick"), TERMS)
    match = Match.objects.get()
    of(bob).post(reverse("play-accept", args=[match.pk]))
    carol = of(create_login("carol", "carol@example.org", "a long pass phrase", name="Carol"))
    answer = carol.post(reverse("play-accept", args=[match.pk]), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("play")
    assert 'class="notice' in answer.content.decode()


def test_a_friend_gets_a_link(ann: User) -> None:
    answer = of(ann).post(reverse("play-friend"), TERMS)
    assert answer["Location"].startswith("/join/")
    assert "data-challenge" not in challenges(of(ann))


def test_terms_are_remembered_and_nonsense_is_refused(ann: User) -> None:
    client = of(ann)
    client.post(reverse("play-friend"), {"length": "7", "clock": "none"})
    page = client.get(reverse("play")).content.decode()
    assert 'name="length" value="7"' in page.replace("checked ", "")
    answer = client.post(reverse("play-quick"), {"length": "8", "clock": "sundial"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("play")
    assert Match.objects.count() == 1


def test_a_waiting_page_is_drawn_again_when_its_challenge_is_gone(ann: User) -> None:
    waiting = of(ann)
    waiting.post(reverse("play-quick"), TERMS)
    match = Match.objects.get()
    answer = waiting.post(reverse("match-decline", args=[match.pk]))
    assert answer["Location"] == reverse("play")
    answer = waiting.get(f"{reverse('play')}?waiting={match.pk}", headers=HTMX)
    assert answer.headers["HX-Redirect"] == reverse("play")


def test_the_table_of_a_listed_challenge_leads_back_to_the_lobby(ann: User) -> None:
    client = of(ann)
    client.post(reverse("play-quick"), TERMS)
    match = Match.objects.get()
    assert client.get(reverse("match", args=[match.pk]))["Location"] == reverse("play")


def test_a_visitor_who_presses_a_button_logs_in_and_comes_back(client: Client) -> None:
    answer = client.post(reverse("play-friend"), TERMS)
    assert answer["Location"].endswith(f"?next={reverse('play')}")


def test_a_visitor_who_presses_play_beside_a_bot_is_at_the_table(client: Client) -> None:
    page = client.get(reverse("play")).content.decode()
    assert f'formaction="{reverse("play-bot", args=["steady"])}"' in page
    assert "You need no account" in page
    assert page.count('name="length"') == 5
    assert page.count('name="clock"') == 1
    answer = client.post(reverse("play-bot", args=["steady"]), TERMS)
    match = Match.objects.get()
    assert answer["Location"] == reverse("match", args=[match.pk])
    page = client.get(reverse("play")).content.decode()
    assert "Your matches" in page
    assert reverse("match", args=[match.pk]) in page
    assert "Find opponent" not in page


def test_without_guests_a_visitor_is_led_to_sign_up(client: Client, settings: Settings) -> None:
    settings.GUESTS = False
    page = client.get(reverse("play")).content.decode()
    assert "formaction" not in page
    assert "You need no account" not in page
    answer = client.post(reverse("play-bot", args=["steady"]), TERMS)
    assert answer["Location"].endswith(f"?next={reverse('play')}")
    assert not Match.objects.exists()


def test_a_guest_who_wants_more_than_bots_is_asked_to_sign_up(client: Client) -> None:
    client.post(reverse("play-bot", args=["steady"]), TERMS)
    for name in ("play-quick", "play-friend"):
        answer = client.post(reverse(name), TERMS)
        assert answer.status_code == 403
        assert 'data-code="sign_up_first"' in answer.content.decode()
    assert Match.objects.count() == 1


def test_the_bar_names_the_guest_and_asks_nothing_of_what_waits(client: Client) -> None:
    client.post(reverse("play-bot", args=["steady"]), TERMS)
    name = User.objects.get().player.name
    for address in (reverse("play"), reverse("home"), "/nothing/"):
        page = client.get(address).content.decode()
        assert f'guest-name">{name}<' in page
        assert "data-waiting=" not in page
        assert reverse("account_logout") not in page


def test_too_many_matches_of_a_guest_lead_back_to_the_page(client: Client) -> None:
    for _press in range(3):
        answer = client.post(reverse("play-bot", args=["random"]), TERMS, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("play")
    assert "Guests can play 2 matches at a time" in answer.content.decode()


def test_a_guest_leaves_this_browser_after_a_question(client: Client) -> None:
    client.post(reverse("play-bot", args=["steady"]), TERMS)
    address = reverse("guest-leave")
    assert address in client.get(reverse("play")).content.decode()
    assert "sign up or log in first" in client.get(address).content.decode()
    assert client.session.get("_auth_user_id")
    client.post(address)
    assert not client.session.get("_auth_user_id")
    assert client.get(address)["Location"] == reverse("home")
    assert Match.objects.count() == 1


def test_the_table_leads_a_guest_to_the_sign_up_that_keeps_the_match(client: Client) -> None:
    client.post(reverse("play-bot", args=["steady"]), TERMS)
    address = reverse("match", args=[Match.objects.get().pk])
    wanted = f"{reverse('account_signup')}?next={address}"
    assert client.get(address).context["data"]["links"]["sign_up"] == wanted
    assert "sign_up" not in Client().get(address).context["data"]["links"]
