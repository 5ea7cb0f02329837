"""A request that says it is written in what no text is written in is read as if it said nothing: never a broken page."""

import io
import zlib
from typing import Any

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import ParseError

from config.request_context import Request
from config.wsgi import application
from web.json_parser import StrictJsonParser

pytestmark = (
    pytest.mark.both_databases
)  # PostgreSQL refuses characters and numbers that SQLite stores

NO_CHARSETS = (
    "zlib",
    "bz2",
    "hex",
    "base64",
    "rot13",
    "uu",
    "quopri",
    "undefined",
    "idna",
    "punycode",
)
LONG = "a" * 80
FORM = f'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n{LONG} Ö\r\n--x--\r\n'


def environ(method: str, address: str, body: bytes, kind: str) -> dict[str, Any]:
    asked = RequestFactory().generic(method, address, body, kind).environ
    return {"HTTP_HOST": "testserver", **asked}


@pytest.mark.django_db
@pytest.mark.parametrize("charset", NO_CHARSETS)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_an_address_is_read_whatever_is_said_of_the_body(charset: str, kind: str) -> None:
    asked = environ("GET", "/healthz", b"", kind) | {"QUERY_STRING": f"q={LONG}%C3%96"}
    asked["CONTENT_TYPE"] = f"{kind}; charset={charset}"
    assert Request(asked).GET["q"] == f"{LONG}Ö"
    statuses: list[str] = []
    application(asked, lambda status, *_headers: statuses.append(status))
    assert statuses == ["200 OK"]


@pytest.mark.parametrize("charset", NO_CHARSETS)
def test_a_form_is_read_as_utf_8(charset: str) -> None:
    asked = environ("POST", "/profile/", FORM.encode(), "multipart/form-data; boundary=x")
    asked["CONTENT_TYPE"] += f"; charset={charset}"
    assert Request(asked).POST["name"] == f"{LONG} Ö"


@pytest.mark.parametrize("charset", ["utf-8", "latin-1", "utf-16"])
def test_what_text_is_written_in_is_believed(charset: str) -> None:
    asked = environ("POST", "/profile/", FORM.encode(charset), "multipart/form-data; boundary=x")
    asked["CONTENT_TYPE"] += f"; charset={charset}"
    assert Request(asked).encoding == charset


def test_the_api_unpacks_nothing() -> None:
    packed = io.BytesIO(zlib.compress(b'{"name": "Packed Open"}'))
    with pytest.raises(ParseError):
        StrictJsonParser().parse(packed, "application/json", {"encoding": "zlib"})
    with pytest.raises(ParseError):
        StrictJsonParser().parse(packed, "application/json", {})
