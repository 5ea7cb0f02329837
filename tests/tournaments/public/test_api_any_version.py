"""`If-None-Match: *` is 304 for what is there, and changes no refusal."""

import pytest
from django.test import Client

from tests.tournaments.making import entered, started

pytestmark = pytest.mark.django_db
STAR = {"If-None-Match": "*"}


@pytest.mark.parametrize("asked", ["stage=99", "stage=x", "bracket=none"])
def test_a_refusal_stays_a_refusal(client: Client, asked: str) -> None:
    address = f"/api/v1/tournaments/{started(4).slug}/standings?{asked}"
    plain = client.get(address).status_code
    assert plain in {400, 404}
    assert client.get(address, headers=STAR).status_code == plain


@pytest.mark.parametrize("leaf", ["", "/entries", "/standings"])
def test_what_is_there_is_unchanged(client: Client, leaf: str) -> None:
    address = f"/api/v1/tournaments/{entered(4).slug}{leaf}"
    etag = client.get(address).headers["ETag"]
    for header in ("*", etag):
        answer = client.get(address, headers={"If-None-Match": header})
        assert (answer.status_code, answer.headers["ETag"], answer.content) == (304, etag, b"")
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
