"""How much there is to win, and who gets it: a tournament's own prizes from its fees, its added money and its tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, FeePlan, Stage, Tournament
from tournaments.money.currency import whole, written
from tournaments.money.pots import prize_pool
from tournaments.money.prizes import Payout, Prize, Tables, payout
from tournaments.selectors.shapes import CardLine


@dataclass(frozen=True, slots=True)
class Due:
    """What one entry has to pay for playing; `is_again` for a re-entry."""

    entry_fee: int
    registration_fee: int
    is_again: bool


@dataclass(frozen=True, slots=True)
class Pot:
    """Smallest units of `currency`; without a plan of fees the plain numbers the organizer typed, of no currency.

    `amount` is what is played for: `from_fees` and `added`, but at least what was promised (`fixed`).
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
        return Pot("", 1, 0, 0, 0, 0, tournament.prize_pool)
    fees = [due.entry_fee for due in fees_due(tournament, plan).values()]
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
    """What everybody may know of the money: fees and the prize pool; the pay table is on the rule card."""
    plan, pot = plan_of(tournament), pot_of(tournament)
    lines: list[CardLine] = []
    if plan is not None and plan.entry_fee:
        lines.append(CardLine(_("Entry fee"), written(plan.entry_fee, plan.currency)))
    if plan is not None and plan.registration_fee:
        fee = written(plan.registration_fee, plan.currency)
        lines.append(CardLine(_("Registration fee"), fee))
    if pot.amount:
        lines.append(CardLine(_("Prize pool"), written(pot.amount, pot.currency)))
    return lines


def fees_due(tournament: Tournament, plan: FeePlan) -> dict[int, Due]:
    """By entry. Whoever left before the draw owes nothing, whoever left after it does. Two queries."""
    drawn = drawn_entries(tournament)
    columns = (
        "pk", "attempt", "status", "own_fee__entry_fee", "own_fee__registration_fee"
    )  # fmt: skip
    rows = Entry.objects.filter(tournament=tournament).values_list(*columns)
    return {
        pk: due(plan, attempt, fee, registration)
        for pk, attempt, status, fee, registration in rows
        if status == Entry.Status.ACTIVE or pk in drawn
    }


def due(plan: FeePlan, attempt: int, fee: int | None, registration: int | None) -> Due:
    """The plan's fees, unless this entry has fees of its own; nobody registers for a re-entry."""
    again = attempt > 1
    usual = plan.entry_fee if not again or plan.reentry_fee is None else plan.reentry_fee
    usual_registration = 0 if again else plan.registration_fee
    return Due(
        usual if fee is None else fee,
        usual_registration if registration is None else registration,
        again,
    )


def drawn_entries(tournament: Tournament) -> frozenset[int]:
    """Everybody who came into a draw."""
    fields = Stage.objects.filter(tournament=tournament).values_list("field", flat=True)
    return frozenset(entry for field in fields for entry in field)


def prizes_by(tournament: Tournament, tables: Tables, pot: Pot | None = None) -> Payout:
    """Who has won how much by these tables of the last stage (T11.2-T11.4)."""
    pot = pot or pot_of(tournament)
    lines = prizes_from(tournament.agreed.get("pay_table") or [])
    equal = pot.shares_equal_points and _counts_points(tournament)
    return payout(tables, pot.amount, lines, unit=pot.unit, equal_points_share=equal)


def prizes_from(stored: Iterable[Mapping[str, Any]]) -> list[Prize]:
    """A pay table as it is stored: section, place and share in per cent."""
    return [Prize(line["section"], int(line["place"]), share_of(line["share"])) for line in stored]


def share_of(stored: float) -> Fraction:
    """Exactly what was typed; what is a twelfth of the pot to six decimals is meant as one (T11.2).

    >>> share_of(12.5), share_of(33.333333), share_of(33.3)
    (Fraction(25, 2), Fraction(100, 3), Fraction(333, 10))
    """
    typed = Fraction(str(stored))
    near = typed.limit_denominator(36)
    return near if abs(near - typed) < Fraction(1, 500_000) else typed


def _counts_points(tournament: Tournament) -> bool:
    last = Stage.objects.filter(tournament=tournament).order_by("-number").first()
    return last is not None and FORMATS[last.format].counts == "points"
