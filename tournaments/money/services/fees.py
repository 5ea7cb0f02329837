"""What a tournament costs, who pays another fee, and its side pools. Organizers set fees; the desk puts entries into pools."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import Entry, EntryFee, FeePlan, SidePool, SidePoolEntry, Tournament
from tournaments.money.services.ledger import Payment
from tournaments.payouts.currency import MOST, is_currency
from tournaments.payouts.pools import missing
from tournaments.setup.services.settings_checks import require_prizes
from web.errors import DomainError, NotFound

PLAN = tuple(
    field.name for field in FeePlan._meta.concrete_fields if field.name not in {"id", "tournament"}
)
POOL = ("name", "fee", "returned", "section", "pay_table", "requires")


@transaction.atomic
def set_plan(tournament_id: int, *, by: Viewer | None, **values: Any) -> FeePlan:
    """Refused: currency_fixed once there are lines in another currency; bad_currency, bad_amount, bad_share,
    early_needs_both, reduced_for_whom."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    plan = FeePlan.objects.filter(tournament=tournament).first() or FeePlan(tournament=tournament)
    before = plan.currency
    _assign(plan, values, PLAN)
    if not is_currency(plan.currency):
        text = _("Enter a currency code of three letters, such as EUR.")
        raise DomainError("bad_currency", text, status=400)
    if plan.currency != before and tournament.ledger_lines.exists():
        text = _("The currency cannot change once payments are recorded.")
        raise DomainError("currency_fixed", text)
    fees = (
        plan.entry_fee, plan.early_fee, plan.reduced_fee, plan.reentry_fee, plan.registration_fee
    )  # fmt: skip
    _require_amounts(*fees, plan.added)
    if (plan.early_fee is None) != (plan.early_until is None):
        text = _("Early entry needs a fee and a time.")
        raise DomainError("early_needs_both", text, status=400)
    plan.reduced_for = " ".join(plan.reduced_for.split())[:120]
    if plan.reduced_fee is not None and not plan.reduced_for:
        text = _("Say who pays the reduced fee.")
        raise DomainError("reduced_for_whom", text, status=400)
    if not 1 <= plan.pay_unit <= MOST:
        raise DomainError("bad_amount", _("Enter a rounding unit above 0."), status=400)
    _require_share(plan.returned)
    plan.save()
    save_changed(tournament)
    return plan


@transaction.atomic
def set_own_fee(
    entry_id: int, *, by: Viewer | None, entry_fee: int, registration_fee: int, note: str = ""
) -> EntryFee:
    """One entry pays other fees: a guest, a junior, the winner of a satellite."""
    entry = _entry(entry_id)
    tournament = locked(entry.tournament_id)
    require(by, tournament, Right.ORGANIZE)
    _require_amounts(entry_fee, registration_fee)
    fees = {"entry_fee": entry_fee, "registration_fee": registration_fee, "note": note[:200]}
    own_fee, _made = EntryFee.objects.update_or_create(entry=entry, defaults=fees)
    save_changed(tournament)
    return own_fee


@transaction.atomic
def set_usual_fee(entry_id: int, *, by: Viewer | None) -> None:
    """The entry pays the usual fees again."""
    entry = _entry(entry_id)
    tournament = locked(entry.tournament_id)
    require(by, tournament, Right.ORGANIZE)
    EntryFee.objects.filter(entry=entry).delete()
    save_changed(tournament)


@transaction.atomic
def save_pool(
    tournament_id: int, *, by: Viewer | None, pool_id: int | None = None, **values: Any
) -> SidePool:
    """Makes a side pool, or changes one. Refused: bad_pay_table, name_taken, fee_fixed, circle."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    pool = SidePool(tournament=tournament) if pool_id is None else pool_of(tournament, pool_id)
    fee = pool.fee
    _assign(pool, values, POOL)
    _require_amounts(pool.fee)
    _require_share(pool.returned)
    require_prizes(pool.pay_table)
    pool.name = " ".join(pool.name.split())[:60]
    if not pool.name:
        raise DomainError("name_needed", _("Enter a name for the side pool."), status=400)
    if tournament.side_pools.filter(name__iexact=pool.name).exclude(pk=pool.pk).exists():
        raise DomainError(
            "name_taken", _("Another side pool has this name. Choose a different one.")
        )
    if pool.pk and fee != pool.fee and pool.ledger_lines.exists():
        raise DomainError("fee_fixed", _("The fee cannot change once payments are recorded."))
    needed, seen = pool.requires, {pool.pk}
    while needed is not None:
        if needed.pk in seen or needed.tournament_id != tournament.pk:
            raise DomainError(
                "circle",
                _("A side pool cannot require itself, directly or through another pool."),
                status=400,
            )
        seen.add(needed.pk)
        needed = needed.requires
    pool.save()
    save_changed(tournament)
    return pool


@transaction.atomic
def drop_pool(tournament_id: int, pool_id: int, *, by: Viewer | None) -> None:
    """Refused: pool_in_use while somebody is in it, paid for it, or another pool needs it."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    pool = pool_of(tournament, pool_id)
    if pool.seats.exists() or pool.ledger_lines.exists() or pool.required_by.exists():
        text = _("This side pool is in use and cannot be removed.")
        raise DomainError("pool_in_use", text)
    pool.delete()
    save_changed(tournament)


@transaction.atomic
def join_pool(
    tournament_id: int, pool_id: int, entry_id: int, *, payment: Payment
) -> SidePoolEntry:
    """Puts an entry into a side pool; safe twice. Refused: pool_needed, entry_left."""
    tournament = locked(tournament_id)
    require(payment.by, tournament, Right.SCORE)
    pool = pool_of(tournament, pool_id)
    entry = tournament.entries.filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    if not entry.is_active:
        raise DomainError("entry_left", _("Only active players can join a side pool."))
    inside = SidePoolEntry.objects.filter(entry=entry).values_list("pool_id", flat=True)
    wanted = dict(tournament.side_pools.values_list("pk", "requires_id"))
    needed = missing(wanted, set(inside), pool.pk)
    if needed is not None:
        name = pool_of(tournament, needed).name
        text = _("Join %(name)s first. This pool is for its members.") % {"name": name}
        raise DomainError("pool_needed", text)
    by = payment.by if isinstance(payment.by, User) else None
    member, _made = SidePoolEntry.objects.get_or_create(
        pool=pool, entry=entry, defaults={"by": by, "at": payment.now}
    )
    return member


@transaction.atomic
def leave_pool(tournament_id: int, pool_id: int, entry_id: int, *, by: Viewer | None) -> None:
    """Out of a side pool again; what was paid for it shows as owed back. Refused: pool_needed by another it is in."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    pool = pool_of(tournament, pool_id)
    dependent = SidePoolEntry.objects.filter(pool__requires=pool, entry=entry_id)
    other = dependent.select_related("pool").first()
    if other is not None:
        text = _("Leave %(name)s first. Its members must be in this pool.") % {
            "name": other.pool.name
        }
        raise DomainError("pool_needed", text)
    SidePoolEntry.objects.filter(pool=pool, entry=entry_id).delete()


def pool_of(tournament: Tournament, pool_id: int) -> SidePool:
    pool = tournament.side_pools.filter(pk=pool_id).first()
    if pool is None:
        raise NotFound("no_such_pool", _("This no longer exists. Reload the page."))
    return pool


def _entry(entry_id: int) -> Entry:
    entry = Entry.objects.filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return entry


def _assign(row: FeePlan | SidePool, values: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    if unknown := values.keys() - set(allowed):
        raise TypeError(f"unknown: {sorted(unknown)}")
    for name, value in values.items():
        setattr(row, name, value)


def _require_amounts(*amounts: int | None) -> None:
    if any(amount is not None and not 0 <= amount <= MOST for amount in amounts):
        raise DomainError("bad_amount", _("Enter an amount of 0 or more."), status=400)


def _require_share(share: Any) -> None:
    if not 0 <= share <= 100:
        raise DomainError("bad_share", _("Enter a percentage from 0 to 100."), status=400)
