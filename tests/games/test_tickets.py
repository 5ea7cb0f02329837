"""Tickets: what is signed is believed, nothing else is."""

from dataclasses import replace
from uuid import uuid4

from django.core import signing

from games.tickets import Ticket, issue, read

NOW = 1_700_000_000_000
TICKET = Ticket(uuid4(), 7, "A", 3, NOW + 600_000, "pl")


def test_a_ticket_says_what_was_signed() -> None:
    assert read(issue(TICKET), NOW) == TICKET
    spectator = replace(TICKET, user_id=None, seat=None)
    assert read(issue(spectator), NOW) == spectator


def test_a_ticket_ends() -> None:
    text = issue(TICKET)
    assert read(text, NOW + 599_999) is not None
    assert read(text, NOW + 600_000) is None


def test_a_forged_or_damaged_ticket_is_refused() -> None:
    text = issue(TICKET)
    payload, _, signature = text.partition(":")
    other = issue(replace(TICKET, seat="B")).partition(":")[0]
    for forged in ("", ":", "é:ü", payload, f"{other}:{signature}", text[:-1], "x" * 20_000):
        assert read(forged, NOW) is None


def test_another_signature_of_this_site_opens_no_table() -> None:
    claims = [TICKET.match_id.hex, 7, "A", 3, NOW + 600_000, "en"]
    assert read(signing.Signer(salt="password-reset").sign_object(claims), NOW) is None
