"""A line of chat as clients send it: `{key, text | phrase, room?}`. Live endpoint and API read the same format."""

import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.action_envelope import KEY, json_of
from games.chat_texts import PHRASES
from games.models import ChatRoom
from games.models.chat import LONGEST_LINE
from web.errors import DomainError

FIELDS = {"key", "room", "text", "phrase"}
# Joiners hold emoji and some scripts together; all other invisible signs (which can turn a line round) go.
KEPT = {"\u200c", "\u200d"}
INVISIBLE = {"Cc", "Cf", "Co", "Cn", "Zl", "Zp"}
MOST_MARKS = 4


@dataclass(frozen=True, slots=True)
class LineRequest:
    """Either `text` or `phrase`; `room` None is the writer's own. `key` makes a repeat harmless."""

    key: str
    text: str = ""
    phrase: str = ""
    room: str | None = None


def parse(body: bytes) -> LineRequest:
    """The line in this JSON text; DomainError 400 for anything else."""
    return read(json_of(body))


def read(data: object) -> LineRequest:
    """The line in this value."""
    if not isinstance(data, dict) or data.keys() - FIELDS:
        raise _bad("A chat line is a JSON object with key, text or phrase, and optionally room.")
    key, room = data.get("key"), data.get("room")
    text, phrase = data.get("text", ""), data.get("phrase", "")
    if not (isinstance(key, str) and KEY.fullmatch(key)):
        raise _bad("A key is 1 to 64 printable characters without spaces.")
    if room is not None and room not in ChatRoom.values:
        raise _bad("There are two rooms: players and spectators.")
    if not (isinstance(text, str) and isinstance(phrase, str)):
        raise _bad("The fields text and phrase must be strings.")
    if phrase and (text or phrase not in PHRASES):
        raise DomainError("bad_phrase", _("This no longer exists. Reload the page."), 400)
    return LineRequest(key, "" if phrase else _clean(text), phrase, room)


def _clean(text: str) -> str:
    """One line of what can be seen; DomainError when nothing is left or it is too long."""
    if len(text) > 4 * LONGEST_LINE:
        raise _too_long()
    line = " ".join("".join(_visible(text)).split())
    if not any(unicodedata.category(sign)[0] not in "ZCM" for sign in line):
        raise DomainError("empty_line", _("The message is empty."), 400)
    if len(line) > LONGEST_LINE:
        raise _too_long()
    return line


def _visible(text: str) -> list[str]:
    """Without control signs, halves of a pair, and towers of marks over one letter."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode()):
        category = unicodedata.category(sign)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            continue
        if sign in KEPT or category not in INVISIBLE:
            kept.append(sign)
        elif sign.isspace():
            kept.append(" ")
    return kept


def _too_long() -> DomainError:
    return DomainError(
        "line_too_long",
        _("This message is too long. Maximum characters: %(n)s.") % {"n": LONGEST_LINE},
        400,
    )


def _bad(detail: str) -> DomainError:
    return DomainError("bad_request", detail, 400)
