"""Players still in agree how to divide open prizes: proposed, confirmed by everybody concerned, ended by a director.

Nothing is deleted: each agreement keeps who proposed, who confirmed and who ended it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.viewer import entries_of
from tournaments.core.locking import locked, save_changed
from tournaments.core.money_texts import amount_text, percent_text
from tournaments.core.permissions import may_direct, require_director, require_status
from tournaments.models import (
    AgreementShare,
    PairingMatch,
    PrizeAgreement,
    ScoreReport,
    Slip,
    Tournament,
)
from tournaments.money.selectors.agreements import MOST_PLAYERS, PrizeTables, late_text, misfit_text
from tournaments.money.services import agreement_news
from tournaments.payouts.agreements import OpenPrizes, equal_shares
from web.errors import DomainError, NotAllowed, NotFound
from web.rate_limit import is_within

Kind = PrizeAgreement.Kind
MOST = 200
MOST_AN_HOUR, HOUR_S = 20, 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementTerms:
    """What is proposed. `amounts` by entry are those of agreed amounts, `each` the fixed amount, `percent` and `two` those of
    a save."""

    kind: str
    section: str = "main"
    amounts: Mapping[int, int] = field(default_factory=dict)
    each: int = 0
    percent: int | None = None
    two: tuple[int, ...] = ()


@transaction.atomic
def propose(
    tournament_id: int, terms: AgreementTerms, *, by: User, now: datetime
) -> PrizeAgreement:
    """Players concerned, or a director. The player who proposes has confirmed by that. Proposals in the same table of
    which a player is out end.

    Refused: agreements_not_allowed, nothing_to_divide, too_many_players, not_concerned (403), already_proposed, wrong_sum,
    wrong_players, bad_percent, too_many_agreements, too_many_proposals (429).
    """
    tournament = locked(tournament_id)
    require_status(tournament, Tournament.Status.RUNNING)
    prizes = PrizeTables(tournament)
    _require_open(prizes)
    if tournament.prize_agreements.filter(ended_at=None).count() >= MOST:
        text = _("This tournament has too many agreements already. Ask the director.")
        raise DomainError("too_many_agreements", text)
    total, amounts = _shares(prizes, terms)
    own = entries_of(by, tournament)
    if not own & amounts.keys():
        if not may_direct(by, tournament):
            raise _not_concerned()
        require_director(by, tournament)
    _end_late_proposals(prizes, terms.section, by, now)
    _require_new(tournament, terms, amounts)
    _require_rate(by, now)
    agreement = PrizeAgreement.objects.create(
        tournament=tournament, section=terms.section, kind=terms.kind, total=total,
        percent=terms.percent if terms.kind == Kind.SAVE else None, proposed_by=by, proposed_at=now,
    )  # fmt: skip
    AgreementShare.objects.bulk_create(
        AgreementShare(
            agreement=agreement, entry_id=entry, amount=amount,
            confirmed_at=now if entry in own else None, confirmed_by=by if entry in own else None,
        )
        for entry, amount in amounts.items()
    )  # fmt: skip
    save_changed(tournament)
    agreement_news.proposed(agreement, by, now)
    _agree_if_whole(agreement, by, now)
    return agreement


@transaction.atomic
def confirm(
    agreement_id: int, entry_id: int, *, by: User, now: datetime, note: str = ""
) -> PrizeAgreement:
    """A player of the entry confirms, or a director for them, who says in `note` how they know. Safe twice.

    A player confirms only while the tournament runs and everybody concerned is still in: whoever has lost must not choose
    then. A director can confirm later what players agreed before.

    Refused: no_such_agreement (404), not_concerned (403), agreement_ended, agreement_outdated, note_needed.
    """
    agreement, tournament = _locked(agreement_id)
    share = agreement.shares.filter(entry=entry_id).first()
    if share is None:
        raise _no_such()
    is_own = entry_id in entries_of(by, tournament)
    if not is_own:
        if not may_direct(by, tournament):
            raise _not_concerned()
        require_director(by, tournament)
    if share.confirmed_at is not None and agreement.ended_at is None:
        return agreement
    _require_standing(agreement)
    prizes = PrizeTables(tournament)
    _require_open(prizes)
    if misfit := prizes.misfit(agreement):
        raise DomainError("agreement_outdated", misfit_text(misfit))
    if is_own and (prizes.is_late(agreement) or _has_ended_match(agreement)):
        raise DomainError("agreement_outdated", late_text())
    note = " ".join(note.split())[:200]
    if not is_own and not note:
        text = _("Say how you know that this player agrees.")
        raise DomainError("note_needed", text, status=400)
    share.confirmed_at, share.confirmed_by, share.note = now, by, "" if is_own else note
    share.save(update_fields=["confirmed_at", "confirmed_by", "note"])
    save_changed(tournament)
    _agree_if_whole(agreement, by, now)
    return agreement


@transaction.atomic
def end(agreement_id: int, *, by: User, now: datetime, reason: str = "") -> PrizeAgreement:
    """A player concerned withdraws a proposal, which declines it; only a director ends what all have confirmed, with a reason.

    Safe twice. Refused: no_such_agreement (404), not_concerned (403), all_confirmed, reason_needed.
    """
    agreement, tournament = _locked(agreement_id)
    directs = may_direct(by, tournament)
    concerned = agreement.shares.filter(entry__in=entries_of(by, tournament)).exists()
    if not concerned:
        if not directs:
            raise _not_concerned()
        require_director(by, tournament)
    if agreement.ended_at is not None:
        return agreement
    reason = " ".join(reason.split())[:200]
    if agreement.agreed_at is not None:
        if not directs:
            text = _("All players have confirmed. Only a director can end this agreement.")
            raise DomainError("all_confirmed", text)
        require_director(by, tournament)
        if not reason:
            raise DomainError("reason_needed", _("Enter a reason."), status=400)
    _end(agreement, reason, by, now)
    save_changed(tournament)
    return agreement


def _shares(prizes: PrizeTables, terms: AgreementTerms) -> tuple[int, dict[int, int]]:
    """The sum that is divided and the amounts by entry, in the order of the table."""
    if terms.kind == Kind.SAVE:
        return 0, _two(prizes, terms)
    divisible = prizes.prizes(terms.section)
    if divisible is None:
        text = _("These players have no open prizes to divide.")
        raise DomainError("nothing_to_divide", text)
    return divisible.total, _chop(prizes, divisible, terms)


def _chop(prizes: PrizeTables, divisible: OpenPrizes, terms: AgreementTerms) -> dict[int, int]:
    if len(divisible.entries) > MOST_PLAYERS:
        text = _("At most %(most)d players can divide prizes.") % {"most": MOST_PLAYERS}
        raise DomainError("too_many_players", text)
    if terms.kind == Kind.EQUAL:
        return equal_shares(divisible.total, divisible.entries, unit=prizes.pot.unit)
    if terms.kind == Kind.REST:
        shares = dict.fromkeys(divisible.entries, terms.each)
        if not 0 <= sum(shares.values()) <= divisible.total or terms.each < 0:
            raise _wrong_sum(prizes, divisible.total)
        return shares
    if set(terms.amounts) != set(divisible.entries):
        text = _("The players still in have changed. Reload the page and try again.")
        raise DomainError("wrong_players", text)
    amounts = {entry: terms.amounts[entry] for entry in divisible.entries}
    if sum(amounts.values()) != divisible.total or min(amounts.values()) < 0:
        raise _wrong_sum(prizes, divisible.total)
    return amounts


def _two(prizes: PrizeTables, terms: AgreementTerms) -> dict[int, int]:
    playing = set(prizes.playing(terms.section))
    if len(set(terms.two)) != 2 or len(terms.two) != 2 or not set(terms.two) <= playing:
        text = _("Choose two different players who are still in.")
        raise DomainError("wrong_players", text, status=400)
    if terms.percent is None or not 1 <= terms.percent <= 100:
        text = _("The percentage must be from 1 to 100.")
        raise DomainError("bad_percent", text, status=400)
    if terms.section not in {line.section for line in prizes.pay_table}:
        text = _("These players have no open prizes to divide.")
        raise DomainError("nothing_to_divide", text)
    return dict.fromkeys(terms.two, 0)


def _require_open(prizes: PrizeTables) -> None:
    if not prizes.is_open:
        text = _("Agreements on prizes are not possible in this tournament.")
        raise DomainError("agreements_not_allowed", text)


def _require_new(tournament: Tournament, terms: AgreementTerms, amounts: Mapping[int, int]) -> None:
    """One chop for each table, one save for each pair, and saves of at most all of a prize."""
    standing = PrizeAgreement.objects.filter(
        tournament=tournament, section=terms.section, ended_at=None
    )
    if terms.kind != Kind.SAVE:
        if standing.exclude(kind=Kind.SAVE).exists():
            text = _("There is an agreement on these prizes already. It has to be withdrawn first.")
            raise DomainError("already_proposed", text)
        return
    saves = standing.filter(kind=Kind.SAVE).prefetch_related("shares")
    percents = dict.fromkeys(amounts, terms.percent or 0)
    for row in saves:
        entries = {share.entry_id for share in row.shares.all()}
        if entries == amounts.keys():
            text = _("These two players have a save already. It has to be withdrawn first.")
            raise DomainError("already_proposed", text)
        for entry in entries & percents.keys():
            percents[entry] += row.percent or 0
    if max(percents.values()) > 100:
        most = percent_text(100)
        text = _("All saves of a player together can be %(most)s at most.") % {"most": most}
        raise DomainError("bad_percent", text)


def _require_rate(by: User, now: datetime) -> None:
    if not is_within(f"agreement:{by.pk}", MOST_AN_HOUR, HOUR_S, now):
        text = _("You have proposed too many agreements. Try again in an hour.")
        raise DomainError("too_many_proposals", text, 429)


def _has_ended_match(agreement: PrizeAgreement) -> bool:
    """Has a match of these players ended, or been reported, whose result is not recorded yet?"""
    entries = [share.entry_id for share in agreement.shares.all()]
    of_these = Q(entry_a__in=entries) | Q(entry_b__in=entries)
    ended = PairingMatch.objects.filter(
        of_these, recorded_at=None, voided_at=None, match__finished_at__isnull=False
    )
    reported = Slip.objects.filter(
        of_these, closed_at=None, voided_at=None, reports__state__in=ScoreReport.OPEN
    )
    return ended.exists() or reported.exists()


def _end_late_proposals(prizes: PrizeTables, section: str, by: User, now: datetime) -> None:
    """End the open proposals of a table that its players can no longer confirm."""
    rows = prizes.tournament.prize_agreements.filter(section=section, agreed_at=None, ended_at=None)
    for row in rows.prefetch_related("shares"):
        if prizes.is_late(row):
            _end(row, "", by, now)


def _end(agreement: PrizeAgreement, reason: str, by: User, now: datetime) -> None:
    agreement.ended_at, agreement.ended_by, agreement.reason = now, by, reason
    agreement.save(update_fields=["ended_at", "ended_by", "reason"])
    agreement_news.ended(agreement, by, now)


def _agree_if_whole(agreement: PrizeAgreement, by: User, now: datetime) -> None:
    if not agreement.shares.filter(confirmed_at=None).exists():
        agreement.agreed_at = now
        agreement.save(update_fields=["agreed_at"])
        agreement_news.agreed(agreement, by, now)


def _locked(agreement_id: int) -> tuple[PrizeAgreement, Tournament]:
    rows = PrizeAgreement.objects.filter(pk=agreement_id)
    tournament_id = rows.values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise _no_such()
    tournament = locked(tournament_id)
    return rows.prefetch_related("shares").get(), tournament


def _require_standing(agreement: PrizeAgreement) -> None:
    if agreement.ended_at is not None:
        raise DomainError("agreement_ended", _("This agreement has been withdrawn."))


def _wrong_sum(prizes: PrizeTables, total: int) -> DomainError:
    amount = amount_text(total, prizes.pot.currency)
    text = _("The amounts must add up to %(amount)s.") % {"amount": amount}
    return DomainError("wrong_sum", text, status=400)


def _no_such() -> NotFound:
    return NotFound("no_such_agreement", _("This no longer exists. Reload the page."))


def _not_concerned() -> NotAllowed:
    text = _("Only the players concerned and the directors can do this.")
    return NotAllowed("not_concerned", text)
