"""Channels: where plain sentences are sent, and how each service takes them. Pure: no database, no network.

Requests go out by the sender of webhooks: https to pinned public addresses, no redirects (docs/adr/0024).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

from django.utils.translation import gettext_lazy as _

WEBHOOK = "webhook"
DISCORD, TELEGRAM, NTFY, MATRIX, MAIL = "discord", "telegram", "ntfy", "matrix", "mail"
CHANNELS: Final = (DISCORD, TELEGRAM, NTFY, MATRIX, MAIL)
NAMES: Final = {
    WEBHOOK: _("Webhook"),
    DISCORD: "Discord",
    TELEGRAM: "Telegram",
    NTFY: "ntfy",
    MATRIX: "Matrix",
    MAIL: _("Email"),
}
CHOICES: Final = tuple(NAMES.items())
FIELDS: Final = {
    DISCORD: ("address",),
    TELEGRAM: ("token", "chat"),
    NTFY: ("address", "token"),
    MATRIX: ("address", "room", "token"),
    MAIL: ("address",),
}
SECRET_FIELDS: Final = {
    DISCORD: frozenset({"address"}),
    TELEGRAM: frozenset({"token"}),
    NTFY: frozenset({"token"}),
    MATRIX: frozenset({"token"}),
    MAIL: frozenset[str](),
}
"""What is never shown again once it is stored."""
OPTIONAL: Final = {NTFY: frozenset({"token"})}
LONGEST: Final = {DISCORD: 2000, TELEGRAM: 4000, NTFY: 3500, MATRIX: 8000, MAIL: 20_000}
"""Of a message; in bytes, which are never fewer than characters."""
PAUSE_S: Final = {MAIL: 600}
USUAL_PAUSE_S = 20
"""After a message a channel is sent nothing for so long: what happens meanwhile comes in one message."""

DISCORD_ORIGIN = "https://discord.com"
TELEGRAM_ORIGIN = "https://api.telegram.org"
_TOKEN = re.compile(r"[!-~]{1,500}")
PATTERNS: Final = {
    DISCORD: {
        "address": re.compile(
            r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{5,25}/[\w-]{20,120}", re.ASCII
        )
    },
    TELEGRAM: {
        "token": re.compile(r"\d{5,15}:[\w-]{30,80}", re.ASCII),
        "chat": re.compile(r"-?\d{1,20}|@[A-Za-z]\w{3,40}", re.ASCII),
    },
    NTFY: {"address": re.compile(r"\w+://[^/?#]+/[\w-]{1,64}", re.ASCII), "token": _TOKEN},
    MATRIX: {
        "address": re.compile(r"\w+://[^/?#]+/?", re.ASCII),
        "room": re.compile(r"![!-~]{1,250}"),
        "token": _TOKEN,
    },
    MAIL: {},
}  # fmt: skip
_MARKDOWN = re.compile(r"([\\`*_~|>\[\]()#-])")


class BadTargetError(Exception):
    """`field` cannot be used."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True, slots=True)
class ChannelRequest:
    """One HTTP request, or an email where `url` begins with mailto."""

    url: str
    body: bytes
    headers: dict[str, str]
    method: str = "POST"


def checked_target(kind: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields of a channel as they are stored. Where an address leads is not checked here. BadTargetError names the first
    that is wrong."""
    target = {name: fields.get(name, "").strip() for name in FIELDS[kind]}
    for name, value in target.items():
        if not value and name not in OPTIONAL.get(kind, ()):
            raise BadTargetError(name)
    for name, pattern in PATTERNS[kind].items():
        if target[name] and not pattern.fullmatch(target[name]):
            raise BadTargetError(name)
    if kind == DISCORD:
        number, token = target["address"].rsplit("/", 2)[1:]
        target["address"] = f"{DISCORD_ORIGIN}/api/webhooks/{number}/{token}"
    elif kind == MATRIX:
        target["address"] = target["address"].rstrip("/")
    return target


def have_same_server(*targets: Mapping[str, str]) -> bool:
    """Do the addresses of these checked targets lead to the same server? Where a kind has no address, they do."""
    return len({urlsplit(target.get("address", "")).netloc.lower() for target in targets}) == 1


def shown_target(kind: str, target: Mapping[str, str]) -> str:
    """What its owner sees of it: nothing secret."""
    if kind == DISCORD:
        return target["address"].rpartition("/")[0]
    if kind == MATRIX:
        return f"{target['address']} {target['room']}"
    return target["chat"] if kind == TELEGRAM else target["address"]


def request_of(kind: str, target: Mapping[str, str], text: str, message_id: str) -> ChannelRequest:
    """The request that sends this text. `message_id` is the same for each attempt."""
    as_json = {"Content-Type": "application/json"}
    if kind == DISCORD:
        content = {"content": plain_for_discord(text), "allowed_mentions": {"parse": []}}
        return ChannelRequest(target["address"], _dump(content), as_json)
    if kind == TELEGRAM:
        url = f"{TELEGRAM_ORIGIN}/bot{target['token']}/sendMessage"
        sent = {
            "chat_id": target["chat"],
            "text": text,
            "link_preview_options": {"is_disabled": True},
        }
        return ChannelRequest(url, _dump(sent), as_json)
    if kind == NTFY:
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        if target["token"]:
            headers["Authorization"] = f"Bearer {target['token']}"
        return ChannelRequest(target["address"], text.encode(), headers)
    if kind == MATRIX:
        room = quote(target["room"], safe="")
        url = f"{target['address']}/_matrix/client/v3/rooms/{room}/send/m.room.message/{message_id}"
        sent = {"msgtype": "m.notice", "body": text, "m.mentions": {}}
        headers = as_json | {"Authorization": f"Bearer {target['token']}"}
        return ChannelRequest(url, _dump(sent), headers, "PUT")
    return ChannelRequest(f"mailto:{target['address']}", text.encode(), {})


def plain_for_discord(text: str) -> str:
    """Names are shown as they are, and nothing in them is a format or a link. Addresses stay whole."""
    words = re.split(r"(https?://\S+)", text)
    return "".join(
        word if at % 2 else _MARKDOWN.sub(r"\\\1", word) for at, word in enumerate(words)
    )


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
