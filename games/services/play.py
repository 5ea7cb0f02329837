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
from games.services.automatic_actions import follow, next_throw
from games.services.batch import Batch
from games.services.clocks import in_its_time, settle_before
from games.services.locked_match import Desk
from games.services.submissions import (
    HELD,
    UNAVAILABLE,
    Accepted,
    Answer,
    Refused,
    Submission,
    Written,
)
from games.services.timeouts import settle_wait
from games.timestamps import from_ms, iso, to_ms
from web.transient_db_errors import is_fault

logger = logging.getLogger(__name__)

Keys = dict[tuple[UUID, str, str], Written]


def act(submission: Submission, now: datetime) -> Accepted:
    """Do one action; ActionRefused when it may not be. Waits for a match that is locked elsewhere."""
    answer = _answers([submission], now, wait=True)[0]
    if isinstance(answer, Refused):
        raise answer.error()
    return answer


def act_many(submissions: Sequence[Submission], now: datetime) -> list[Answer]:
    """Do a batch in one transaction; the answers stand in the order of the submissions.

    A match that another transaction holds is not waited for: its answers are `held`, and the caller
    puts those submissions into its next batch.
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
) -> list[Answer]:
    if not submissions:
        return []
    try:
        with transaction.atomic():
            return _work(submissions, now, wait=wait, every_key=every_key)
    except Error as error:
        if is_fault(error):
            logger.warning(
                "%d actions were not saved, or it is unknown: %s", len(submissions), error
            )
            connection.close_if_unusable_or_obsolete()
            return [_unavailable()] * len(submissions)
        logger.exception("a batch of %d actions failed", len(submissions))
        if len(submissions) == 1 and (wait or every_key):
            return [Refused("failed", _("This action could not be saved."), 500)]
        return [_answers([one], now, wait=wait, every_key=True)[0] for one in submissions]


def _work(
    submissions: Sequence[Submission], now: datetime, *, wait: bool, every_key: bool
) -> list[Answer]:
    batch = Batch({one.match_id for one in submissions}, wait=wait)
    asked = [one for one in submissions if wait or every_key or not _is_next(one, batch)]
    keys: Keys = bulk_sql.known([one.keyed for one in asked if one.keyed])
    held = batch.held()
    answers: list[Answer] = []
    for one in submissions:
        desk = batch.desks.get(one.match_id)
        if desk is None:
            answers.append(_absent(held=one.match_id in held))
        else:
            answers.append(_answer(one, desk, keys, now))
    batch.write()
    return [_with_last_sheet(answer, batch) for answer in answers]


def _is_next(one: Submission, batch: Batch) -> bool:
    """Does it continue the log as it is? Then it is no repeat: what a repeat repeats has made the log longer.

    A key that was another action's breaks the batch on the log's own constraint, and is looked up then.
    """
    desk = batch.desks.get(one.match_id)
    return desk is not None and one.expected_seq == desk.seq


def _answer(one: Submission, desk: Desk, keys: Keys, now: datetime) -> Answer:
    """Accept or refuse one action on a locked match."""
    if one.keyed in keys:
        return _repeat(one, desk, keys[one.keyed])
    at_ms = max(to_ms(min(one.received_at, now)), desk.last_ms)
    refused = _not_his(one, desk) or _stale(one, desk) or _too_late(one, desk, at_ms, now)
    if refused is not None:
        return refused
    first = len(desk.written)
    try:
        action = in_its_time(_action(one, desk), desk, one.lag_ms, at_ms)
        row = desk.lay(action, at_ms, one.key)
    except RulesError as error:
        status = 400 if error.code.startswith("bad_") else 409
        return Refused(error.code, refusal(error.code, error.message), status, desk.seq)
    follow(desk, at_ms)
    if one.keyed:
        keys[one.keyed] = row
    return Accepted(row.seq, tuple(map(wire, desk.written[first:])), desk.sheet())


def _action(one: Submission, desk: Desk) -> actions.Action:
    """What the client meant, with what only the server may add: dice, and moves for a play's text."""
    action = actions.from_client(one.kind, one.seat, one.payload)
    state = desk.table.match
    if isinstance(action, actions.Roll) and state.waiting_for == "roll":
        return replace(action, dice=next_throw(desk))
    return match.resolve(state, action)


def _repeat(one: Submission, desk: Desk, row: Written) -> Answer:
    """The same key again: the same answer if it is the same action, read from the log."""
    if not _is_same(one, row):
        return Refused("key_reused", _("This key was used for another action."), 409, desk.seq)
    return Accepted(row.seq, (wire(row),), desk.sheet(), repeated=True)


def _is_same(one: Submission, row: Written) -> bool:
    """Does the row say what this submission said? The server put the dice into a roll, and one move a die into a play."""
    if one.kind != row.kind:
        return False
    try:
        action = actions.from_client(one.kind, one.seat, one.payload)
        written = actions.from_json(row.kind, row.seat, row.payload)
        if isinstance(action, actions.MakePlay) and isinstance(written, actions.MakePlay):
            asked = action.moves if action.text is None else moves_in(action.text)
            return change(asked) == change(written.moves)
    except RulesError:
        return False
    return isinstance(action, actions.Roll) or action == written


def _not_his(one: Submission, desk: Desk) -> Refused | None:
    """May this user act for this seat?"""
    holders = [held for held in desk.seats.get(one.seat, ()) if held.user_id == one.user_id]  # type: ignore[call-overload]
    if not holders:
        return Refused("not_your_seat", _("This seat is not yours."), 403, desk.seq)
    if any(held.suspended for held in holders):
        return Refused("suspended", _("Your account is suspended."), 403, desk.seq)
    return None


def _stale(one: Submission, desk: Desk) -> Refused | None:
    if one.expected_seq is None or one.expected_seq == desk.seq:
        return None
    return Refused("stale", _("The match has gone on since. Look again."), 409, desk.seq)


def _too_late(one: Submission, desk: Desk, at_ms: int, now: datetime) -> Refused | None:
    """What was due before this action came in happens first, so nothing depends on a sweep.

    Unless it fell due while no table was served: then the gap has to be recorded first.
    """
    due = desk.due_ms(at_ms)
    if due is not None and outages.is_unrecorded(from_ms(due), now):
        return _unavailable()
    fell = settle_before(desk, one.seat, one.lag_ms, at_ms, now)
    if fell is None:
        return _unavailable()
    if fell:
        return Refused("flag_fell", _("The time was up before this came in."), 409, desk.seq)
    if settle_wait(desk, at_ms):
        return Refused("too_late", _("The wait was over before this came in."), 409, desk.seq)
    return None


def _with_last_sheet(answer: Answer, batch: Batch) -> Answer:
    """A match that is over shows its seeds, which were revealed after the answer was made."""
    if not isinstance(answer, Accepted):
        return answer
    desk = batch.desks[answer.sheet.match_id]
    if answer.repeated and desk.was_over():
        desk.revealed = revealed_seeds([desk.match_id]).get(desk.match_id, {})
    if answer.sheet.seq == desk.seq and desk.revealed:
        return replace(answer, sheet=desk.sheet())
    return answer


def _absent(*, held: bool) -> Refused:
    if held:
        return Refused(HELD, _("The match is busy. Send it again with the same key."), 503)
    return Refused("no_such_match", _("There is no such match."), 404)


def _unavailable() -> Refused:
    return Refused(UNAVAILABLE, _("This could not be saved. Send it again with the same key."), 503)
