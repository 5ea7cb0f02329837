"""/api/v1/tournaments/<slug>/side-pools: side pools, and which entries are in them."""

from collections.abc import Iterable
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, require
from tournaments.models import SidePool
from tournaments.money.forms import SECTIONS
from tournaments.money.selectors.pool_sheets import PoolRow, pool_rows
from tournaments.money.services import fees
from tournaments.money.services.ledger import Payment
from tournaments.payouts.currency import MOST
from web.errors import DomainError, NotFound

BIG: Final = 2**53
MAIN: Final = "main"
MOST_SHARES: Final = 64


class SidePoolOut(serializers.Serializer[Any]):
    """A side pool. Its fee and pot are in the smallest unit of the currency."""

    id = serializers.IntegerField(source="pool.pk")
    name = serializers.CharField(source="pool.name")
    fee = serializers.IntegerField(source="pool.fee")
    returned = serializers.DecimalField(source="pool.returned", max_digits=5, decimal_places=2)
    section = serializers.CharField(source="pool.section", help_text="The standings used")
    shares = serializers.SerializerMethodField(
        help_text="Percentages of the pot, of the best-placed entry first"
    )
    requires = serializers.IntegerField(
        source="pool.requires_id", allow_null=True, help_text="The side pool that it requires"
    )
    pot = serializers.IntegerField()
    entries = serializers.SerializerMethodField(help_text="The entries in the pool")

    def get_shares(self, row: PoolRow) -> list[float]:
        return [line["share"] for line in row.pool.pay_table]

    def get_entries(self, row: PoolRow) -> list[int]:
        return [member.entry for member in row.members if member.inside]


class SidePoolIn(KnownFields):
    """A side pool."""

    name = serializers.CharField(max_length=60)
    fee = serializers.IntegerField(min_value=0, max_value=MOST)
    returned = serializers.DecimalField(
        required=False, max_digits=5, decimal_places=2, min_value=0, max_value=100,
        help_text="Percent of the fees that come back as prizes",
    )  # fmt: skip
    section = serializers.ChoiceField(
        required=False, choices=SECTIONS, help_text="The standings used; main if left out"
    )
    shares = serializers.ListField(
        child=serializers.DecimalField(max_digits=9, decimal_places=6, min_value=0, max_value=100),
        min_length=1,
        max_length=MOST_SHARES,
        help_text="Percentages of the pot, of the best-placed entry first",
    )
    requires = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=BIG,
        help_text="Entries must be in this side pool, too",
    )  # fmt: skip


class SidePoolView(DeskApiView):
    """A view that answers with side pools as they are now."""

    right = Right.SCORE

    def values_sent(self, request: Request, pool: SidePool | None) -> dict[str, Any]:
        """Arguments of `save_pool`, for a new pool or a change of this one. Refused: no_such_pool, no_fees."""
        sent = SidePoolIn(data=request.data, partial=pool is not None)
        sent.is_valid(raise_exception=True)
        if plan_of(self.tournament) is None:
            raise DomainError("no_fees", _("Set the fees and currency first."))
        values = dict(sent.validated_data)
        if "requires" in values:
            pk = values["requires"]
            values["requires"] = None if pk is None else fees.pool_of(self.tournament, pk)
        if values.keys() & {"section", "shares"}:
            section = values.get("section", MAIN if pool is None else pool.section)
            lines = [] if pool is None else [line["share"] for line in pool.pay_table]
            shares = values.pop("shares", lines)
            values |= {"section": section, "pay_table": _pay_table(section, shares)}
        return values

    def shown(self, pool_id: int) -> dict[str, Any]:
        row = next((row for row in pool_rows(self.tournament) if row.pool.pk == pool_id), None)
        if row is None:
            raise NotFound("no_such_pool", _("This no longer exists. Reload the page."))
        return dict(SidePoolOut(row).data)


class SidePoolList(SidePoolView):
    """Side pools with their entries; POST adds a side pool."""

    @extend_schema(responses=SidePoolOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(SidePoolOut(pool_rows(self.tournament), many=True).data)

    @extend_schema(request=SidePoolIn, responses={201: SidePoolOut})
    def post(self, request: Request, slug: str) -> Response:
        require(request.user, self.tournament, Right.ORGANIZE)
        values = self.values_sent(request, None)
        pool = fees.save_pool(self.tournament.pk, by=login_of(request), **values)
        return Response(self.shown(pool.pk), status=201)


class SidePoolDetail(SidePoolView):
    """One side pool; PATCH changes it; DELETE removes it while nobody is in it."""

    @extend_schema(operation_id="tournaments_side_pools_retrieve", responses=SidePoolOut)
    def get(self, request: Request, slug: str, pool_id: int) -> Response:
        return Response(self.shown(pool_id))

    @extend_schema(request=SidePoolIn(partial=True), responses=SidePoolOut)
    def patch(self, request: Request, slug: str, pool_id: int) -> Response:
        require(request.user, self.tournament, Right.ORGANIZE)
        with transaction.atomic():
            pool = fees.pool_of(locked(self.tournament.pk), pool_id)
            values = self.values_sent(request, pool)
            fees.save_pool(self.tournament.pk, by=login_of(request), pool_id=pool_id, **values)
        return Response(self.shown(pool_id))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pool_id: int) -> Response:
        fees.drop_pool(self.tournament.pk, pool_id, by=login_of(request))
        return Response(status=204)


class SidePoolEntryDetail(DeskApiView):
    """PUT adds an entry to a side pool, which then owes its fee; DELETE removes the entry."""

    right = Right.SCORE

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, slug: str, pool_id: int, entry_id: int) -> Response:
        payment = Payment(by=login_of(request), now=timezone.now(), key="")
        fees.join_pool(self.tournament.pk, pool_id, entry_id, payment=payment)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pool_id: int, entry_id: int) -> Response:
        fees.leave_pool(self.tournament.pk, pool_id, entry_id, by=login_of(request))
        return Response(status=204)


def _pay_table(section: str, shares: Iterable[Any]) -> list[dict[str, Any]]:
    """The lines as they are stored: whole shares as whole numbers."""
    return [
        {
            "section": section,
            "place": place,
            "share": int(share) if share == int(share) else float(share),
        }
        for place, share in enumerate(shares, start=1)
    ]
