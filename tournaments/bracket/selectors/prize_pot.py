"""How much there is to win, and who gets it: a tournament's own prizes from its fees, its added money and its tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.prize_agreements import Agreement, agreements_of
from tournaments.bracket.selectors.rows import CardLine
from tournaments.core.money_texts import amount_text
from tournaments.formats.base import MAIN
from tournaments.models import Entry, FeePlan, LedgerLine, Stage, Tournament
from tournaments.payouts.agreements import AgreedPayout, agreed_payout
from tournaments.payouts.currency import whole
from tournaments.payouts.final_order import PlayedStage, final_tables
from tournaments.payouts.pots import prize_pool
from tournaments.payouts.prizes import Prize, Tables
from web.date_texts import day_time_text


@dataclass(frozen=True, slots=True)
class Due:
    """The fees that one entry has to pay; `is_again` for a re-entry."""

    entry_fee: int
    registration_fee: int
    is_again: bool

    @property
    def fees(self) -> tuple[tuple[LedgerLine.Kind, int], ...]:
        """Each fee with the kind of its payment, the entry fee first. Only the entry fee goes into the prize pool."""
        kind = LedgerLine.Kind.REENTRY if self.is_again else LedgerLine.Kind.ENTRY_FEE
        return (kind, self.entry_fee), (LedgerLine.Kind.REGISTRATION, self.registration_fee)


@dataclass(frozen=True, slots=True)
class Pot:
    """Smallest units of `currency`; without a plan of fees the plain numbers the organizer typed, of no currency.

    `amount` is the prize pool: `from_fees` and `added`, but at least what was promised (`fixed`).
    """

    currency: str
    unit: int
    entries: int
    fees: int
    from_fees: int
    added: int
    fixed: int
    shares_equal_points: bool = False

    @property
    def amount(self) -> int:
        return max(self.fixed, self.from_fees + self.added)


def plan_of(tournament: Tournament) -> FeePlan | None:
    return FeePlan.objects.filter(tournament=tournament).first()


def pot_of(tournament: Tournament) -> Pot:
    """Three queries at most, one without fees."""
    plan = plan_of(tournament)
    if plan is None:
        return _pot(tournament, None, [])
    return _pot(tournament, plan, [due.entry_fee for due in fees_due(tournament, plan).values()])


def plans_of(tournaments: Iterable[Tournament]) -> dict[int, FeePlan]:
    """The fees of several tournaments by their ids, without those that have none. One query."""
    rows = FeePlan.objects.filter(tournament__in=[tournament.pk for tournament in tournaments])
    return {plan.tournament_id: plan for plan in rows}


def pots_of(tournaments: Sequence[Tournament], plans: Mapping[int, FeePlan]) -> dict[int, Pot]:
    """The pots of several tournaments by their ids. Two queries, none where none of them has fees."""
    fees: dict[int, list[int]] = {pk: [] for pk in plans}
    if plans:
        fields = Stage.objects.filter(tournament__in=fees).values_list("field", flat=True)
        drawn = {entry for field in fields for entry in field}
        columns = ("tournament", "pk", "attempt", "status", "own_fee__entry_fee", "entered_at")
        for of, pk, attempt, status, fee, at in Entry.objects.filter(
            tournament__in=fees
        ).values_list(*columns):
            if status == Entry.Status.ACTIVE or pk in drawn:
                fees[of].append(due(plans[of], attempt, fee, None, at).entry_fee)
    return {t.pk: _pot(t, plans.get(t.pk), fees.get(t.pk, [])) for t in tournaments}


def _pot(tournament: Tournament, plan: FeePlan | None, fees: list[int]) -> Pot:
    if plan is None:
        return Pot("", 1, 0, 0, 0, 0, tournament.prize_pool)
    return Pot(
        currency=plan.currency,
        unit=plan.pay_unit,
        entries=len(fees),
        fees=sum(fees),
        from_fees=prize_pool(fees, Fraction(plan.returned)),
        added=plan.added,
        fixed=tournament.prize_pool * whole(plan.currency),
        shares_equal_points=plan.equal_points_share,
    )


def money_card(tournament: Tournament) -> list[CardLine]:
    """The public part of the money: fees and the prize pool; the pay table is on the rule card."""
    plan, pot = plan_of(tournament), pot_of(tournament)
    lines: list[CardLine] = []
    if plan is not None and plan.entry_fee:
        lines.append(CardLine(_("Entry fee"), amount_text(plan.entry_fee, plan.currency)))
    if plan is not None and plan.early_fee is not None and plan.early_until is not None:
        until = plan.early_until.astimezone(ZoneInfo(tournament.time_zone))
        label = _("Entry fee before %(time)s") % {"time": day_time_text(until)}
        lines.append(CardLine(label, amount_text(plan.early_fee, plan.currency)))
    if plan is not None and plan.registration_fee:
        fee = amount_text(plan.registration_fee, plan.currency)
        lines.append(CardLine(_("Registration fee"), fee))
    if pot.amount:
        lines.append(CardLine(_("Prize pool"), amount_text(pot.amount, pot.currency)))
    return lines


def fees_due(tournament: Tournament, plan: FeePlan) -> dict[int, Due]:
    """The fees by entry. Entries that left before the draw owe nothing, those that left after it do. Two queries."""
    drawn = drawn_entries(tournament)
    columns = (
        "pk", "attempt", "status", "own_fee__entry_fee", "own_fee__registration_fee", "entered_at"
    )  # fmt: skip
    rows = Entry.objects.filter(tournament=tournament).values_list(*columns)
    return {
        pk: due(plan, attempt, fee, registration, at)
        for pk, attempt, status, fee, registration, at in rows
        if status == Entry.Status.ACTIVE or pk in drawn
    }


def due(
    plan: FeePlan,
    attempt: int,
    fee: int | None,
    registration: int | None,
    entered_at: datetime | None = None,
) -> Due:
    """The plan's fees, unless this entry has fees of its own; a re-entry has no registration fee. Who entered early pays the
    early fee."""
    again = attempt > 1
    usual = plan.entry_fee if not again or plan.reentry_fee is None else plan.reentry_fee
    if not again and plan.early_fee is not None and is_early(plan, entered_at):
        usual = plan.early_fee
    usual_registration = 0 if again else plan.registration_fee
    return Due(
        usual if fee is None else fee,
        usual_registration if registration is None else registration,
        again,
    )


def is_early(plan: FeePlan, at: datetime | None) -> bool:
    """Does an entry of that time pay the early fee?"""
    fee, until = plan.early_fee, plan.early_until
    return at is not None and fee is not None and until is not None and at < until


def drawn_entries(tournament: Tournament) -> frozenset[int]:
    """All entries that came into a draw."""
    fields = Stage.objects.filter(tournament=tournament).values_list("field", flat=True)
    return frozenset(entry for field in fields for entry in field)


def prizes_by(
    tournament: Tournament,
    stages: Sequence[PlayedStage],
    pot: Pot | None = None,
    agreements: Sequence[Agreement] | None = None,
) -> AgreedPayout:
    """The prizes by these stages, the last first (T11.2-T11.4), and by what players agreed. `agreements` are read where they
    are not given: one or two queries, none without fees."""
    pot = pot or pot_of(tournament)
    if agreements is None:
        agreements = agreements_of([tournament.pk])[tournament.pk] if pot.currency else []
    lines = prizes_from(tournament.agreed.get("pay_table") or [])
    deep = max((line.place for line in lines if line.section == MAIN), default=0)
    equal = pot.shares_equal_points
    tables = tables_that_pay(tournament, stages, equal_points_share=equal, deep=deep)
    return agreed_payout(tables, pot.amount, lines, agreements, unit=pot.unit)


def tables_that_pay(tournament: Tournament, stages: Sequence[PlayedStage], **more: Any) -> Tables:
    """The tables by whose places prizes and pools are paid; `more` are further arguments of `final_tables`."""
    planned = 1 + len(tournament.agreed.get("later_stages") or [])
    is_finished = tournament.status == Tournament.Status.FINISHED
    return final_tables(stages, planned, is_finished=is_finished, **more)


def prizes_from(stored: Iterable[Mapping[str, Any]]) -> list[Prize]:
    """A pay table as it is stored: section, place and share in per cent."""
    return [Prize(line["section"], int(line["place"]), share_of(line["share"])) for line in stored]


def share_of(stored: float) -> Fraction:
    """Exactly the share that was typed; a twelfth to six decimals is taken as a twelfth (T11.2).

    >>> share_of(12.5), share_of(33.333333), share_of(33.3)
    (Fraction(25, 2), Fraction(100, 3), Fraction(333, 10))
    """
    typed = Fraction(str(stored))
    near = typed.limit_denominator(36)
    return near if abs(near - typed) < Fraction(1, 500_000) else typed
