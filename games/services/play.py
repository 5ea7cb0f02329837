"""The one door through which a match in play changes: `act_many`, and `act` for a batch of one.

Answers are given only after the commit. One bad action is refused alone; when the transaction itself
fails, its actions are tried again one by one; when it is unknown whether it committed, the answer is
`unavailable` and the client repeats with its key, which finds what was stored.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import Error, connection, transaction
from django.utils.translation import gettext as _

from games.engine import actions, match
from games.engine.errors import RulesError
from games.engine.notation import change, moves_in
from games.rule_texts import refusal
from games.selectors.seeds import revealed_seeds
from games.services import bulk_sql, outages
from games.services.automatic_actions import apply_automatic, next_roll
from games.services.batch import Batch
from games.services.clocks import in_its_time, settle_before
from games.services.locked_match import LockedMatch
from games.services.submissions import (
    LOCKED,
    UNAVAILABLE,
    Accepted,
    Answer,
    Refused,
    Submission,
    Written,
)
from games.services.timeouts import settle_wait
from games.signals import LogGrowth
from games.timestamps import from_ms, iso, to_ms
from web.transient_db_errors import is_transient

logger = logging.getLogger(__name__)

Keys = dict[tuple[UUID, str, str], Written]


def act(submission: Submission, now: datetime) -> Accepted:
    """Do one action; ActionRefused when it is not allowed. Waits for a match that is locked elsewhere."""
    (answer,), _grown = _answers([submission], now, wait=True)
    if isinstance(answer, Refused):
        raise answer.error()
    return answer


def act_many(submissions: Sequence[Submission], now: datetime) -> tuple[list[Answer], LogGrowth]:
    """Do a batch in one transaction; the answers stand in the order of the submissions.

    A match that another transaction has locked is not waited for: its answers are LOCKED, and the caller
    puts those submissions into its next batch. Which logs have grown is returned and not announced: the caller
    tells the listeners.
    """
    return _answers(submissions, now, wait=False)


def wire(row: Written) -> dict[str, Any]:
    """A row of the log as the API and the event stream show it."""
    return {
        "seq": row.seq,
        "game": row.game,
        "seat": row.seat,
        "kind": row.kind,
        "payload": row.payload,
        "at": iso(row.at_ms),
    }


def _answers(
    submissions: Sequence[Submission], now: datetime, *, wait: bool, every_key: bool = False
) -> tuple[list[Answer], LogGrowth]:
    if not submissions:
        return [], []
    try:
        with transaction.atomic():
            return _work(submissions, now, wait=wait, every_key=every_key)
    except Error as error:
        if is_transient(error):
            logger.warning(
                "%d actions were not saved, or it is unknown: %s", len(submissions), error
            )
            connection.close_if_unusable_or_obsolete()
            return [_unavailable()] * len(submissions), []
        logger.exception("a batch of %d actions failed", len(submissions))
        if len(submissions) == 1 and (wait or every_key):
            return [Refused("failed", _("The server could not save this. Try again."), 500)], []
        singly = [
            _answers([submission], now, wait=wait, every_key=True) for submission in submissions
        ]
        return (
            [answer for answers, _grown in singly for answer in answers],
            [growth for _answers, grown in singly for growth in grown],
        )


def _work(
    submissions: Sequence[Submission], now: datetime, *, wait: bool, every_key: bool
) -> tuple[list[Answer], LogGrowth]:
    batch = Batch({submission.match_id for submission in submissions}, wait=wait)
    asked = [
        submission
        for submission in submissions
        if wait or every_key or not _is_next(submission, batch)
    ]
    keys: Keys = bulk_sql.logged([submission.keyed for submission in asked if submission.keyed])
    elsewhere = batch.locked_elsewhere()
    answers: list[Answer] = []
    for submission in submissions:
        locked = batch.matches.get(submission.match_id)
        if locked is None:
            answers.append(_absent(is_locked=submission.match_id in elsewhere))
        else:
            answers.append(_answer(submission, locked, keys, now))
    grown = batch.write(announce=wait)
    return [_as_committed(answer, batch) for answer in answers], grown


def _is_next(submission: Submission, batch: Batch) -> bool:
    """Does it continue the log as it is? Then it is no repeat: the action that is repeated has made the log longer.

    A key that another action has used breaks the batch on the log's own constraint, and is looked up then.
    """
    locked = batch.matches.get(submission.match_id)
    return locked is not None and submission.expected_seq == locked.seq


def _answer(submission: Submission, locked: LockedMatch, keys: Keys, now: datetime) -> Answer:
    """Accept or refuse one action on a locked match."""
    if submission.keyed in keys:
        return _repeat(submission, locked, keys[submission.keyed])
    at_ms = max(to_ms(min(submission.received_at, now)), locked.last_ms)
    refused = (
        _not_theirs(submission, locked)
        or _stale(submission, locked)
        or _too_late(submission, locked, at_ms, now)
    )
    if refused is not None:
        return refused
    first = len(locked.written)
    try:
        action = in_its_time(_action(submission, locked), locked, submission.lag_ms, at_ms)
        row = locked.apply(action, at_ms, submission.key)
    except RulesError as error:
        status = 400 if error.code.startswith("bad_") else 409
        return Refused(error.code, refusal(error.code, error.message), status, locked.seq)
    apply_automatic(locked, at_ms)
    if submission.keyed:
        keys[submission.keyed] = row
    return Accepted(row.seq, tuple(map(wire, locked.written[first:])), locked.loaded())


def _action(submission: Submission, locked: LockedMatch) -> actions.Action:
    """What the client meant, with what only the server may add: dice, and moves for a play's text."""
    action = actions.from_client(submission.kind, submission.seat, submission.payload)
    state = locked.table.match
    if isinstance(action, actions.Roll) and state.waiting_for == "roll":
        if state.shared:
            return actions.RollAsked(action.seat)
        return replace(action, dice=next_roll(locked))
    return match.resolve(state, action)


def _repeat(submission: Submission, locked: LockedMatch, row: Written) -> Answer:
    """The same key again: the same answer if it is the same action, read from the log."""
    if not _is_same(submission, row):
        return Refused("key_reused", "This key was used for another action.", 409, locked.seq)
    return Accepted(row.seq, (wire(row),), locked.loaded(), repeated=True)


def _is_same(submission: Submission, row: Written) -> bool:
    """Is the row what this submission asks for? The server put the dice into a roll, and one move a die into a play."""
    if row.kind == actions.RollAsked.kind:
        return submission.kind == actions.Roll.kind
    if submission.kind != row.kind:
        return False
    try:
        action = actions.from_client(submission.kind, submission.seat, submission.payload)
        written = actions.from_json(row.kind, row.seat, row.payload)
        if isinstance(action, actions.MakePlay) and isinstance(written, actions.MakePlay):
            asked = action.moves if action.text is None else moves_in(action.text)
            return change(asked) == change(written.moves)
    except RulesError:
        return False
    return isinstance(action, actions.Roll) or action == written


def _not_theirs(submission: Submission, locked: LockedMatch) -> Refused | None:
    """May this user act for this seat?"""
    players = locked.seats.get(submission.seat, ())  # type: ignore[call-overload]
    holders = [player for player in players if player.user_id == submission.user_id]
    if not holders:
        return Refused("not_your_seat", _("You are not a player in this match."), 403, locked.seq)
    if any(player.suspended for player in holders):
        return Refused("suspended", _("Your account is suspended."), 403, locked.seq)
    return None


def _stale(submission: Submission, locked: LockedMatch) -> Refused | None:
    if submission.expected_seq is None or submission.expected_seq == locked.seq:
        return None
    return Refused(
        "stale", _("The match has moved on. Check the board and try again."), 409, locked.seq
    )


def _too_late(
    submission: Submission, locked: LockedMatch, at_ms: int, now: datetime
) -> Refused | None:
    """What was due before this action came in happens first, so nothing depends on a sweep.

    Unless it fell due while no table was served: then the gap has to be recorded first.
    """
    due = locked.due_ms(at_ms)
    if due is not None and outages.is_unrecorded(from_ms(due), now):
        return _unavailable()
    fell = settle_before(locked, submission.seat, submission.lag_ms, at_ms, now)
    if fell is None:
        return _unavailable()
    if fell:
        return Refused("flag_fell", _("Time ran out before this arrived."), 409, locked.seq)
    if settle_wait(locked, at_ms):
        return Refused(
            "too_late", _("The waiting time ended before this arrived."), 409, locked.seq
        )
    return None


def _as_committed(answer: Answer, batch: Batch) -> Answer:
    """A match that is over shows its seeds, which were revealed after the answer was made."""
    if not isinstance(answer, Accepted):
        return answer
    locked = batch.matches[answer.loaded.match_id]
    if answer.repeated and locked.was_over():
        locked.revealed = revealed_seeds([locked.match_id]).get(locked.match_id, {})
    if answer.loaded.seq == locked.seq and locked.revealed:
        return replace(answer, loaded=locked.loaded())
    return answer


def _absent(*, is_locked: bool) -> Refused:
    if is_locked:
        return Refused(LOCKED, _("The match is busy. Try again."), 503)
    return Refused("no_such_match", _("Match not found."), 404)


def _unavailable() -> Refused:
    return Refused(UNAVAILABLE, _("The server could not save this. Try again."), 503)
