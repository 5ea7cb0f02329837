"""Agreements of a tournament on its prizes, and what its players could agree on now. Smallest units of the currency."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.prize_agreements import (
    Agreement,
    agreement_from,
    agreements_of,
)
from tournaments.bracket.selectors.prize_pot import plan_of, pot_of, prizes_from, tables_that_pay
from tournaments.core.round_names import section_name
from tournaments.models import PrizeAgreement, Tournament
from tournaments.money.selectors.paid_stages import played_stages
from tournaments.payouts.agreements import (
    GONE,
    PLACES,
    TOTAL,
    OpenPrizes,
    agreed_payout,
    open_prizes,
)

PROPOSED, AGREED, OUTDATED, ENDED = "proposed", "agreed", "outdated", "ended"
MOST_PLAYERS = 16
"""So many players can make a chop: everybody has to confirm it, and everybody is notified of it."""


@dataclass(frozen=True, slots=True)
class ShareRow:
    """An entry of an agreement. `note` is a director's who confirmed for it; `is_own`: the viewer plays for it."""

    entry: int
    name: str
    amount: int
    confirmed_at: datetime | None
    note: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """An agreement as its page shows it. `state`: proposed, agreed, outdated (it no longer fits) or ended; `why` says why it
    does not fit or why it ended. `rest` is what the winner gets on top. `proposed_by` is a user. `is_late`: it is outdated
    because a player is out, so that only a director can still confirm it."""

    id: int
    section: str
    table: str
    kind: str
    title: str
    total: int
    rest: int
    percent: int | None
    state: str
    why: str
    proposed_at: datetime
    proposed_by: int | None
    agreed_at: datetime | None
    is_late: bool
    shares: tuple[ShareRow, ...]

    @property
    def is_own(self) -> bool:
        return any(share.is_own for share in self.shares)

    @property
    def is_open(self) -> bool:
        """Can it still be confirmed, at least by a director?"""
        return self.state == PROPOSED or self.is_late

    @property
    def stands(self) -> bool:
        return self.state != ENDED


@dataclass(frozen=True, slots=True)
class DivisiblePrizes:
    """A table with players still in. `total` is what they can divide, None where a chop is not possible; `players` are ids
    and titles of those still in."""

    section: str
    table: str
    total: int | None
    players: tuple[tuple[int, str], ...]


class PrizeTables:
    """The prizes of a tournament as agreements see them. Ten queries at most."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.plan, self.pot = plan_of(tournament), pot_of(tournament)
        self.pay_table = prizes_from(tournament.agreed.get("pay_table") or [])
        equal = self.pot.shares_equal_points
        stages = played_stages(tournament)
        self.tables = tables_that_pay(tournament, stages, equal_points_share=equal)

    @property
    def is_open(self) -> bool:
        """May players agree here, and are there prizes in money?"""
        allowed = self.plan is not None and self.plan.agreements
        return allowed and bool(self.pay_table) and self.pot.amount > 0

    @cached_property
    def titles(self) -> dict[int, str]:
        return titles_of(self.tournament)

    def table_name(self, section: str) -> str:
        return section_name(section, set(self.tables))

    def prizes(self, section: str) -> OpenPrizes | None:
        """What the players still in this table can divide; None where they cannot."""
        rows = self.tables.get(section, ())
        prizes = open_prizes(rows, section, self.pot.amount, self.pay_table, unit=self.pot.unit)
        return prizes if prizes is not None and prizes.total > 0 else None

    def playing(self, section: str) -> tuple[int, ...]:
        """Who is still in this table."""
        return tuple(row.entry for row in self.tables.get(section, ()) if row.status == "playing")

    def misfits(self, rows: Sequence[PrizeAgreement]) -> dict[int, str]:
        """Why agreements do not fit, by their ids: those that count together, each proposal by itself."""
        standing = agreements_of([self.tournament.pk])[self.tournament.pk]
        misfits = dict(self._payout_misfits(standing))
        for row in rows:
            if row.agreed_at is None and row.ended_at is None:
                misfits |= self._payout_misfits([agreement_from(row)])
        return misfits

    def misfit(self, row: PrizeAgreement) -> str:
        """Why a proposal does not fit; empty if it does."""
        return self._payout_misfits([agreement_from(row)]).get(row.pk, "")

    def is_late(self, row: PrizeAgreement) -> bool:
        """Is the tournament over, or a player of this proposal out? Then players cannot confirm it any more."""
        entries = {share.entry_id for share in row.shares.all()}
        runs = self.tournament.status == Tournament.Status.RUNNING
        return not runs or not entries <= set(self.playing(row.section))

    def divisible(self, taken: Collection[str]) -> list[DivisiblePrizes]:
        """The tables with prizes in which at least two players are still in. `taken` have a chop already."""
        if not self.is_open or self.tournament.status != Tournament.Status.RUNNING:
            return []
        paid = dict.fromkeys(line.section for line in self.pay_table)
        listed = []
        for section in paid:
            players, prizes = self.playing(section), self.prizes(section)
            if len(players) < 2:
                continue
            is_possible = section not in taken and len(players) <= MOST_PLAYERS
            total = prizes.total if prizes is not None and is_possible else None
            named = tuple((pk, self.titles.get(pk, "–")) for pk in players)
            listed.append(DivisiblePrizes(section, self.table_name(section), total, named))
        return listed

    def _payout_misfits(self, agreements: Sequence[Agreement]) -> Mapping[int, str]:
        pot = self.pot
        prizes = agreed_payout(self.tables, pot.amount, self.pay_table, agreements, unit=pot.unit)
        return prizes.misfits


def offers_agreements(tournament: Tournament) -> bool:
    """May the players of a running tournament agree how to divide prizes? One query at most."""
    if tournament.status != Tournament.Status.RUNNING or not tournament.agreed.get("pay_table"):
        return False
    plan = plan_of(tournament)
    return plan is not None and plan.agreements


def agreement_rows(
    prizes: PrizeTables, own: Collection[int], *, all_of_them: bool
) -> list[AgreementRow]:
    """The agreements of a tournament, the latest first: all, or those of the entries `own`. Four queries."""
    stored = PrizeAgreement.objects.filter(tournament=prizes.tournament)
    rows = list(stored.prefetch_related("shares"))
    misfits = prizes.misfits(rows)
    listed = [_row(prizes, row, own, misfits.get(row.pk, "")) for row in rows]
    return [row for row in listed if all_of_them or row.is_own]


def _row(
    prizes: PrizeTables, row: PrizeAgreement, own: Collection[int], misfit: str
) -> AgreementRow:
    shares = tuple(
        ShareRow(
            share.entry_id, prizes.titles.get(share.entry_id, "–"), share.amount,
            share.confirmed_at, share.note, share.entry_id in own,
        )
        for share in row.shares.all()
    )  # fmt: skip
    is_late = False
    if row.ended_at is not None:
        state, why = ENDED, row.reason
    elif misfit:
        state, why = OUTDATED, misfit_text(misfit)
    elif is_late := row.agreed_at is None and prizes.is_late(row):
        state, why = OUTDATED, late_text()
    else:
        state, why = (AGREED if row.agreed_at else PROPOSED), ""
    rest = row.total - sum(share.amount for share in shares)
    return AgreementRow(
        id=row.pk,
        section=row.section,
        table=prizes.table_name(row.section),
        kind=row.kind,
        title=row.get_kind_display(),
        total=row.total,
        rest=rest if row.kind == row.Kind.REST else 0,
        percent=row.percent,
        state=state,
        why=why,
        proposed_at=row.proposed_at,
        proposed_by=row.proposed_by_id,
        agreed_at=row.agreed_at,
        is_late=is_late,
        shares=shares,
    )


def late_text() -> str:
    """Why players cannot confirm a proposal any more."""
    return _(
        "One of these players is out, or the tournament is over. Only a director can still confirm "
        "this proposal."
    )


def misfit_text(misfit: str) -> str:
    """Why an agreement no longer fits, as a sentence."""
    texts = {
        PLACES: _("Other players have, or may still get, the places that it divides."),
        TOTAL: _("The prizes that it divides have changed."),
        GONE: _("A player of it is no longer in the standings."),
    }
    return texts[misfit]
