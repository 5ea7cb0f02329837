"""Codes that are no argument of a call: the tables of the engine and of file readers, and those of the REST framework."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import override
from rest_framework import exceptions

from analysis.texts import POSITION_REFUSALS, REASONS
from games.engine.refusals import IN_GENERAL, REFUSALS
from games.records.file_refusals import FILE_REFUSALS
from tournaments.models import Tournament

PASSED_ON = {
    # Where a code is computed: why `tables` below has it, or where else it is read.
    ("analysis/services/analyses.py", "_cannot"): "REASONS",
    ("analysis/services/file_imports.py", "read_match"): "FILE_REFUSALS",
    ("games/engine/permissions.py", "require"): "REFUSALS",
    ("games/engine/permissions.py", "require_going"): "REFUSALS",
    ("games/services/importing.py", "read_match"): "FILE_REFUSALS",
    ("tournaments/core/permissions.py", "require_status"): "the statuses of a tournament",
    ("web/errors.py", "refusal_of"): "that of the exception",
}
STATUS_OF_BODY = {
    "bad_request": "400",
    "invalid": "400",
    "json_only": "501",
    "metrics_closed": "403",
    "not_answered": "409",
    "not_checked_in": "409",
    "not_found": "404",
    "read_only": "403",
    "second_factor_needed": "403",
    "server_error": "500",
    "sign_up_first": "403",
    "too_large": "413",
    "unknown_parameter": "400",
}
"""The status of an answer whose body is written out in the source."""

OTHERS = (
    ("has_played", "409", "This account has already played. Create another one for the bot."),
    ("has_played", "409", "This bot has already played. It stays a bot."),
    ("invalid", "400", "What is wrong with the first field; `fields` has all of them."),
    ("program_failed", "409", "What the program wrote."),
    ("read_only", "403", "You are viewing the site as another user. Nothing can be changed."),
)
"""Their sentence is an argument of the function that makes the answer."""


def tables() -> Iterator[tuple[str, str, str]]:
    """Code, status and sentence of each."""
    for code, sentence in {**REFUSALS, **IN_GENERAL}.items():
        yield code, "400" if code.startswith("bad_") else "409", sentence  # as games.services.play
    for code, sentence in FILE_REFUSALS.items():
        yield code, "413" if code == "file_too_large" else "422", sentence
    for code, text in POSITION_REFUSALS.items():
        yield code, "422", str(text)
    for reason, text in REASONS.items():
        yield f"cannot_analyse_{reason}", "422", str(text)
    yield from OTHERS
    for status in Tournament.Status:
        yield f"tournament_{status}", "409", "This is not possible now. Tournament status: …."
    with override("en"):
        for kind in exceptions.APIException.__subclasses__():
            if kind.__module__ == exceptions.__name__ and kind is not exceptions.ValidationError:
                yield kind.default_code, str(kind.status_code), str(kind.default_detail)
