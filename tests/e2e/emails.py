"""The emails that a site with EMAIL_URL=filemail:///… has written into a folder."""

import email
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any


def emails_in(folder: Path) -> dict[str, list[EmailMessage]]:
    """By address; a file has as many as one connection sent."""
    sent: dict[str, list[EmailMessage]] = {}
    for file in sorted(folder.glob("*")):
        for text in file.read_bytes().split(b"-" * 79 + b"\n"):
            if text.strip():
                message: Any = email.message_from_bytes(text, policy=default)
                sent.setdefault(message["To"], []).append(message)
    return sent
