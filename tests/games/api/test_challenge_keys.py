"""A program that lost the answer to its challenge sends it again with the same key: nobody sits at two tables."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import ChallengeKey, Match
from games.services import challenge_limits
from tests.games.api.test_friendlies import post
from tests.games.services.tables import person

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]


def test_the_same_key_is_the_same_match_with_its_invitation() -> None:
    anna = person("anna")
    first, again = (post(anna, "matches", length=3, key="tuesday-1") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert Match.objects.count() == 1
    taken = post(person("bert"), f"invitations/{again.json()['invitation']}")
    assert taken.json()["id"] == first.json()["id"]


def test_the_same_key_for_something_else_is_refused() -> None:
    anna = person("anna")
    post(anna, "matches", bot="steady", key="k")
    other = post(anna, "matches", bot="random", key="k")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert Match.objects.count() == 1


def test_another_login_a_key_of_another_day_and_no_key_make_a_match_each() -> None:
    anna = person("anna")
    for who in (anna, person("bert")):
        assert post(who, "matches", bot="steady", key="k").status_code == 201
    ChallengeKey.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert post(anna, "matches", bot="random", key="k").status_code == 201
    assert ChallengeKey.objects.filter(user=anna.user).count() == 1
    for _ in range(2):
        assert post(anna, "matches", bot="steady").status_code == 201
    assert Match.objects.count() == 5


def test_sent_again_it_counts_for_nothing_and_needs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the challenged player can no longer be challenged, and where no more matches are allowed."""
    monkeypatch.setattr(challenge_limits, "MOST_AN_HOUR", 1)
    anna, bert = person("anna"), person("bert")
    first = post(anna, "matches", player=bert.pk, key="k")
    assert bert.user is not None
    bert.user.is_active = False
    bert.user.save()
    again = post(anna, "matches", player=bert.pk, key="k")
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])


@pytest.mark.parametrize("key", ["", None, "x" * 65, "a\x00b", {"a": 1}])
def test_a_key_is_a_short_text(key: object) -> None:
    refused = post(person(), "matches", bot="steady", key=key)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["key"])
