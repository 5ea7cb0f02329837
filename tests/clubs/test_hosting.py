"""Who adds a tournament or an event to a club, who removes it, and what officers see of those of others."""

import re
from collections import Counter

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from clubs.models import Club, ClubHosting, ClubMember
from clubs.services import hosting
from tests.clubs.making import club, joined, login_of
from tests.clubs.test_pages import event_of
from tests.tournaments import making
from tests.tournaments.making import NOW, player
from tournaments.models import Role
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


def test_a_director_who_does_not_organize_cannot_add_it_and_is_not_offered_it(
    client: Client,
) -> None:
    anna, bob = player("anna"), player("bob")
    cup, event = making.tournament(login_of(anna), name="Anna Cup"), event_of(login_of(anna))
    cup.directors.add(login_of(bob))
    Role.objects.create(user=login_of(bob), event=event, kind="director", given_at=NOW)
    made = club(bob)
    with pytest.raises(DomainError, match="not_your_role"):
        hosting.add_tournament(login_of(bob), made.pk, cup.pk, NOW)
    with pytest.raises(DomainError, match="not_your_role"):
        hosting.add_event(login_of(bob), made.pk, event.pk, NOW)
    client.force_login(login_of(bob))
    assert (
        '<option value="tournament-'
        not in client.get(f"/clubs/{made.slug}/settings/").content.decode()
    )
    Role.objects.create(user=login_of(bob), event=event, kind="organizer", given_at=NOW)
    assert f"event-{event.pk}" in client.get(f"/clubs/{made.slug}/settings/").content.decode()
    hosting.add_event(login_of(bob), made.pk, event.pk, NOW)


def test_a_tournament_of_an_event_is_added_with_the_event_only() -> None:
    anna = player("anna")
    made = club(anna)
    cup = making.tournament(login_of(anna))
    cup.event = event_of(login_of(anna))
    cup.save()
    with pytest.raises(DomainError, match="part_of_event"):
        hosting.add_tournament(login_of(anna), made.pk, cup.pk, NOW)


@pytest.mark.parametrize("is_hidden", [False, True])
def test_the_organizer_removes_it_from_a_club_of_others_also_a_hidden_one(
    client: Client, is_hidden: bool
) -> None:
    anna, bob, carl = player("anna"), player("bob"), player("carl")
    made = club(bob)
    cup = making.tournament(login_of(anna), name="Anna Cup")
    item = ClubHosting.objects.create(club=made, tournament=cup, at=NOW)
    Club.objects.update(hidden_at=timezone.now() if is_hidden else None)
    sent = {"do": "remove", "hosting": item.pk}
    address = f"/clubs/{made.slug}/hosting/"
    client.force_login(login_of(carl))
    assert client.post(address, sent).status_code == (404 if is_hidden else 403)
    assert "Organized by you" not in client.get(f"/players/{anna.pk}/").content.decode()
    client.force_login(login_of(anna))
    pages = [f"/players/{anna.pk}/"] + ([] if is_hidden else [f"/clubs/{made.slug}/"])
    for page in pages:
        text = client.get(page).content.decode()
        assert "Organized by you" in text
        assert f'name="hosting" value="{item.pk}"' in text
    assert client.post(address, sent)["Location"] == cup.get_absolute_url()
    assert not ClubHosting.objects.exists()


def test_officers_do_not_see_the_names_of_drafts_of_others(client: Client) -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna)
    ClubMember.objects.create(club=made, player=bob, status="officer", at=NOW)
    draft = lifecycle.create(organizer=login_of(anna), name="Secret Cup", lengths=[3], clock=None)
    secret = event_of(login_of(anna), "Secret Weekend")
    secret.is_public = False
    secret.save()
    hosting.add_tournament(login_of(anna), made.pk, draft.pk, NOW)
    hosting.add_event(login_of(anna), made.pk, secret.pk, NOW)
    for who, is_shown in ((anna, True), (bob, False)):
        client.force_login(login_of(who))
        text = client.get(f"/clubs/{made.slug}/settings/").content.decode()
        assert ("Secret" in text) is is_shown
        assert text.count("A draft") == (0 if is_shown else 2)
        assert text.count('name="hosting"') == 2


def test_the_ids_on_the_page_of_officers_are_unique(client: Client) -> None:
    anna = player("anna")
    made = club(anna)
    cup = making.tournament(login_of(anna))
    item = hosting.add_tournament(login_of(anna), made.pk, cup.pk, NOW)
    ClubMember.objects.create(
        pk=item.pk + 1000, club=made, player=player(), status="member", at=NOW
    )
    ClubHosting.objects.filter(id=item.pk).update(id=item.pk + 1000)
    client.force_login(login_of(anna))
    text = client.get(f"/clubs/{made.slug}/settings/").content.decode()
    ids = Counter(re.findall(r' id="([^"]+)"', text))
    assert [name for name, times in ids.items() if times > 1] == []


@pytest.mark.parametrize("status", ["member", "requested"])
def test_a_hidden_club_can_be_left_from_ones_own_page(client: Client, status: str) -> None:
    anna, bob = player("anna"), player("bob")
    made = club(anna, name="Rude Name")
    joined(made, bob)
    made.members.filter(player=bob).update(status=status)
    Club.objects.update(hidden_at=timezone.now())
    client.force_login(login_of(bob))
    address = f"/clubs/{made.slug}/leave/"
    assert f'action="{address}"' in client.get(f"/players/{bob.pk}/").content.decode()
    client.force_login(login_of(anna))
    assert f'action="{address}"' not in client.get(f"/players/{bob.pk}/").content.decode()
    client.force_login(login_of(bob))
    page = client.post(address, follow=True).content.decode()
    assert ("You left the club." if status == "member" else "Request withdrawn.") in page
    assert "Rude Name" not in client.get(f"/players/{bob.pk}/").content.decode()
    assert client.post(address).status_code == 404
