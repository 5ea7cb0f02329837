"""Penalties for lateness, as rulings (T9.2): points for the opponent, time off the clock, or the match.

The caller has locked the tournament. Over the board there is no match to change: the ruling sets the score with which
the two begin.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.bracket.selectors.form_version import pairing_version
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import PairingMatch, Penalty, Ruling, Tournament
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal, ruling
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import (
    ForfeitPairing,
    both_entries,
    live_match,
    pairing_subject,
)
from web.errors import DomainError, NotFound

PENALTY = "late"
EXCUSED = "excused"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidePenalty:
    """A director accepts or declines a proposed penalty. Refused: already_decided, and what the table refuses."""

    penalty_id: int
    accept: bool
    statuses: ClassVar[tuple[str, ...]] = (Tournament.Status.RUNNING,)

    @property
    def verb(self) -> str:
        return PENALTY if self.accept else EXCUSED

    def tournament_id(self) -> int:
        return self.load().row.pairing.stage.tournament_id

    def load(self) -> RulingSubject[Penalty]:
        penalties = Penalty.objects.select_related("entry__player", "pairing__stage__tournament")
        row = penalties.select_related("pairing__round").filter(pk=self.penalty_id).first()
        if row is None:
            raise NotFound("no_such_penalty", _("This no longer exists. Reload the page."))
        return RulingSubject(row, partial(pairing_version, row.pairing), row.pairing)

    def apply(self, journal: Journal, subject: RulingSubject[Penalty]) -> None:
        row = subject.row
        if row.decided_at is not None:
            raise DomainError(
                "already_decided", _("This has already been decided. Reload the page.")
            )
        if self.accept:
            _impose(journal, row)
        journal.set(row, decided_at=journal.now, accepted=self.accept)


def decide(
    penalty_id: int, *, accept: bool, by: Viewer | None, now: datetime, reason: str = ""
) -> Ruling:
    """One click on the desk: the penalty is given, or the lateness excused. Without a reason a default one is used."""
    action = DecidePenalty(penalty_id=penalty_id, accept=accept)
    row = action.load().row
    require(by, row.pairing.stage.tournament, Right.DIRECT)
    request = RulingRequest(by=by, now=now, reason=reason or default_reason(row))
    ruling_ = rule(action, request)
    Penalty.objects.filter(pk=penalty_id).update(ruling=ruling_)
    return ruling_


def give_penalty(tournament: Tournament, row: Penalty, now: datetime) -> Ruling:
    """Give a penalty automatically; the row is new. The caller has locked the tournament."""
    with ruling(
        tournament, PENALTY, by=None, now=now, reason=default_reason(row), pairing=row.pairing
    ) as journal:
        row.decided_at, row.accepted = now, True
        row.ruling = journal.ruling
        journal.add(row, revoked_at=UNDONE)
        _impose(journal, row)
    return journal.ruling


def default_reason(row: Penalty) -> str:
    """Who was late and by how much, for the public record."""
    minutes = int((row.made_at - row.since).total_seconds() // 60)
    text = ngettext(
        "%(name)s: not at the table %(n)d minute after the start time.",
        "%(name)s: not at the table %(n)d minutes after the start time.",
        minutes,
    )
    return text % {"name": row.entry.title, "n": minutes}


def _impose(journal: Journal, row: Penalty) -> None:
    if row.lost:
        losers = sorted({row.entry_id, *_also_lost(row)})
        board = row.board if row.pairing.stage.tournament.boards > 1 else None
        action = ForfeitPairing(pairing_id=row.pairing_id, losers=tuple(losers), board=board)
        action.apply(journal, pairing_subject(row.pairing))
        return
    on = live_match(row.pairing, row.board)
    if on is None:
        journal.touch([row.pairing_id])
        return
    if row.points:
        match_adjustments.add_points(journal, on, _points(on, row))
    if row.seconds:
        seat = match_adjustments.seat_of(on, row.entry_id)
        match_adjustments.add_time(journal, on, seat, -1000 * row.seconds)


def _points(on: PairingMatch, row: Penalty) -> list[int]:
    """The points go to the opponent, A's first."""
    return (
        [0, row.points] if match_adjustments.seat_of(on, row.entry_id) == "A" else [row.points, 0]
    )


def _also_lost(row: Penalty) -> list[int]:
    """If both are missing, both lose (T9.4)."""
    others = Penalty.objects.filter(
        pairing=row.pairing_id, board=row.board, lost=True, decided_at=None, since=row.since
    ).exclude(pk=row.pk)
    two = set(both_entries(row.pairing))
    return [pk for pk in others.values_list("entry_id", flat=True) if pk in two]
