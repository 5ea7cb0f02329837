"""What never leaves with a log line or an error report: seeds, tickets, tokens, passwords, the keys in addresses.

Nothing here is meant to be logged at all; this is the net below. Better hide a harmless word than show a seed.
"""

import re
from collections.abc import Mapping
from typing import Any

HIDDEN = "[hidden]"
_SECRET = "authorization|cookie|endpoint|nonce|password|secret|seed|sessionid|ticket|token|vapid"  # noqa: S105
_SECRET_NAME = re.compile(_SECRET, re.IGNORECASE)
_KEPT = (
    # An address that lets in whoever has it: an invitation, the key in an email, a slip, a check-in. Its kind may be seen.
    (re.compile(r"(/(?:join|key|confirm-email|invitations)/)[^/\s'\"?]+"), r"\1" + HIDDEN),
    (re.compile(r"(/(?:[tc]|clocks?|overlay)/)[0-9a-zA-Z]{12}(?![0-9A-Za-z])"), r"\1" + HIDDEN),
    (re.compile(r"(\w+://[^/\s:@]*:)[^/\s@]+@"), r"\1" + HIDDEN + "@"),
    (re.compile(r"(?i)\b(token|ticket|bearer|basic)\s+[\w.:+/=-]{16,}"), r"\1 " + HIDDEN),
    (
        re.compile(rf"(?i)((?:{_SECRET})\w*['\"]?\s*[:=]\s*)(?:b?'[^']*'|\"[^\"]*\"|[^\s,;&)}}]+)"),
        r"\1" + HIDDEN,
    ),
    (re.compile(r"\b[\w-]{16,}(?::[\w-]{4,10})?:[\w-]{43}\b"), HIDDEN),  # what Django has signed
    (re.compile(r"\bbp_[\w-]{20,}"), HIDDEN),  # an API token
    (re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])"), HIDDEN),  # 32 bytes: a seed
)


def redacted(value: Any) -> Any:
    """The same text, mapping or list without secrets; other values as they are."""
    if isinstance(value, str):
        for pattern, instead in _KEPT:
            value = pattern.sub(instead, value)
        return value
    if isinstance(value, bytes):
        return HIDDEN
    if isinstance(value, Mapping):
        return {
            key: HIDDEN if _SECRET_NAME.search(str(key)) and inner else redacted(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [redacted(inner) for inner in value]
    return value
