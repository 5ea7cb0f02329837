"""Redis is away: pages, logins and the API go on, and each process counts its throttles for itself."""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from config.cache import SharedCache
from config.cache import caches as configured
from tests.services.running import free_port


@pytest.fixture
def alone(settings: Any) -> Any:
    """Where Redis should be nobody listens."""
    SharedCache._alone_until = 0.0
    settings.CACHES = configured(f"redis://127.0.0.1:{free_port()}/0")
    yield caches["default"]
    SharedCache._alone_until = 0.0


@pytest.mark.django_db
def test_without_redis_people_sign_in_and_programs_are_answered(alone: Any, client: Client) -> None:
    User.objects.create_user("anna", "anna@example.org", "correct horse 7")
    form = {"login": "anna", "password": "correct horse 7"}
    assert client.get("/accounts/login/").status_code == 200
    assert client.post("/accounts/login/", form).status_code == 302
    assert client.get("/profile/").status_code == 200
    assert client.get("/api/v1/tournaments").status_code == 200


@pytest.mark.django_db
def test_without_redis_wrong_passwords_are_still_counted(alone: Any, client: Client) -> None:
    User.objects.create_user("anna", "anna@example.org", "correct horse 7")
    for number in range(60):
        answer = client.post("/accounts/login/", {"login": "anna", "password": f"wrong {number}"})
        if answer.status_code == 429 or "Too many" in answer.content.decode():
            return
    pytest.fail("sixty wrong passwords were taken")


def test_without_redis_every_operation_has_its_plain_meaning(alone: Any) -> None:
    assert alone.get("a", 5) == 5
    assert alone.add("a", 1)
    assert not alone.add("a", 2)
    assert alone.incr("a") == 2
    assert alone.get_or_set("b", lambda: 7) == 7
    assert alone.set_many({"c": 1, "d": 2}) == []
    assert alone.get_many(["a", "c", "x"]) == {"a": 2, "c": 1}
    assert alone.touch("a")
    assert alone.delete("a")
    assert not alone.has_key("a")
    alone.delete_many(["c"])
    alone.clear()
    assert alone.get("d") is None


def test_redis_is_asked_again_after_a_while_and_not_before(alone: Any, redis_url: str) -> None:
    alone.set("a", 1)
    until = SharedCache._alone_until
    alone.set("b", 1)
    assert SharedCache._alone_until == until > 0
    SharedCache._alone_until = 0.0
    back = SharedCache(redis_url, {"OPTIONS": configured(redis_url)["default"]["OPTIONS"]})
    back.set("barpoint-test-back", 1, 5)
    assert back.get("barpoint-test-back") == 1
    assert SharedCache._alone_until == 0.0
