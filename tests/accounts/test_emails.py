"""Letters about an account are in the site's own words: they name the site in the subject, and say what was done."""

from datetime import UTC, datetime
from pathlib import Path

import allauth
import pytest
from django.template.loader import render_to_string

FOLDER = Path(allauth.__file__).parent / "templates"
LETTERS = sorted(
    str(path.relative_to(FOLDER)).removesuffix("_message.txt")
    for part in ("account", "mfa")
    for path in (FOLDER / part / "email").glob("*_message.txt")
    if "base_notification" in path.read_text()
)
FACTS = {
    "current_site": {"domain": "play.example.org"},
    "timestamp": datetime(2026, 3, 7, 10, tzinfo=UTC),
    "ip": "192.0.2.7",
    "deleted_email": "old@example.org",
    "from_email": "old@example.org",
    "to_email": "new@example.org",
}


@pytest.mark.parametrize("letter", [*LETTERS, "account/email/account_already_exists"])
def test_its_subject_says_whose_letter_it_is(letter: str) -> None:
    subject = render_to_string(f"{letter}_subject.txt").strip()
    assert "Barpoint" in subject
    assert "\n" not in subject


@pytest.mark.parametrize("letter", LETTERS)
def test_it_says_in_our_words_what_was_done_and_what_to_do(letter: str) -> None:
    text = render_to_string(f"{letter}_message.txt", FACTS)
    opening, done, where, *_rest = text.strip().split("\n\n")
    assert opening == "Your Barpoint account was changed:"
    assert done.endswith((".", FACTS["deleted_email"]))
    assert "security key" not in done.lower()
    assert "192.0.2.7" in where
    assert "/accounts/password/reset/" in text


def test_there_are_letters_to_look_at() -> None:
    assert {"mfa/email/webauthn_added", "account/email/password_changed"} <= set(LETTERS)
