"""/api/v1/tournaments/<slug>/calcutta: the auction of the players, with its lots, bids and payments. It only records."""

from decimal import Decimal
from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.core.permissions import Right
from tournaments.money.api.desk import LedgerLineOut, PaymentIn, payment_of
from tournaments.money.selectors.pool_sheets import LotRow, calcutta_sheet
from tournaments.money.services import calcuttas
from tournaments.money.services.calcuttas import calcutta_of
from tournaments.payouts.currency import MOST

BIG: Final = 2**53
MOST_IN_LOT: Final = 200
REMOVED: Final = 204


class LotEntryOut(serializers.Serializer[Any]):
    """An entry of a lot, and how much of themselves the player bought back, in percent."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    bought_back = serializers.IntegerField()


class CalcuttaLotOut(serializers.Serializer[Any]):
    """A lot. `price` is null while it is not sold; `paid` of the price was paid."""

    id = serializers.IntegerField(source="lot.pk")
    number = serializers.IntegerField(source="lot.number")
    name = serializers.CharField(source="lot.name")
    price = serializers.IntegerField(source="lot.price", allow_null=True)
    owner = serializers.CharField(source="lot.owner")
    paid = serializers.IntegerField()
    entries = serializers.SerializerMethodField()

    @extend_schema_field(LotEntryOut(many=True))
    def get_entries(self, row: LotRow) -> list[dict[str, Any]]:
        return [
            {"entry": entry, "name": name, "bought_back": share}
            for entry, name, share in row.entries
        ]


class CalcuttaOut(serializers.Serializer[Any]):
    """The auction with its lots. Amounts are in the smallest unit of the currency."""

    pay_table = serializers.ListField(source="calcutta.pay_table", child=serializers.DictField())
    returned = serializers.DecimalField(source="calcutta.returned", max_digits=5, decimal_places=2)
    buy_back = serializers.IntegerField(source="calcutta.buy_back")
    bids = serializers.IntegerField(help_text="All prices together")
    pot = serializers.IntegerField(help_text="What is paid back")
    lots = CalcuttaLotOut(many=True)


class CalcuttaIn(KnownFields):
    """The terms of an auction."""

    pay_table = serializers.ListField(
        child=serializers.DictField(),
        max_length=200,
        help_text='Lines {"section", "place", "share"}; a share is a percentage of the pot',
    )
    returned = serializers.DecimalField(
        required=False,
        default=Decimal(100),
        max_digits=5,
        decimal_places=2,
        min_value=0,
        max_value=100,
    )
    buy_back = serializers.IntegerField(
        required=False, default=50, min_value=0, max_value=100, help_text="The maximum, in percent"
    )


class CalcuttaLotIn(KnownFields):
    """A lot of these entries. Without entries, each entry that is in no lot gets a lot of its own."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG),
        required=False,
        min_length=1,
        max_length=MOST_IN_LOT,
    )
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=80)


class BidIn(KnownFields):
    """The highest bid for a lot, and who made it."""

    price = serializers.IntegerField(min_value=1, max_value=MOST)
    owner = serializers.CharField(max_length=80)


class BuyBackIn(KnownFields):
    """How much of themselves a player bought back, in percent."""

    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    share = serializers.IntegerField(min_value=0, max_value=100)


class BuyBacksIn(KnownFields):
    """What the players of a lot bought back."""

    shares = serializers.ListField(child=BuyBackIn(), max_length=MOST_IN_LOT)


class CalcuttaView(DeskApiView):
    """A view that answers with the auction as it is now."""

    right = Right.SCORE

    def shown(self, status: int = 200) -> Response:
        """Refused: no_calcutta (404)."""
        sheet = calcutta_sheet(self.tournament, calcutta_of(self.tournament))
        return Response(CalcuttaOut(sheet).data, status=status)


class CalcuttaDetail(CalcuttaView):
    """The auction of the players; PUT holds one with these terms, or changes its terms."""

    @extend_schema(responses=CalcuttaOut)
    def get(self, request: Request, slug: str) -> Response:
        return self.shown()

    @extend_schema(request=CalcuttaIn, responses=CalcuttaOut)
    def put(self, request: Request, slug: str) -> Response:
        sent = CalcuttaIn(data=request.data)
        sent.is_valid(raise_exception=True)
        calcuttas.set_up(self.tournament.pk, by=login_of(request), **sent.validated_data)
        return self.shown()


class CalcuttaLots(CalcuttaView):
    """POST adds a lot, or one for each entry that is in no lot."""

    @extend_schema(request=CalcuttaLotIn, responses={201: CalcuttaOut})
    def post(self, request: Request, slug: str) -> Response:
        sent = CalcuttaLotIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by = sent.validated_data, login_of(request)
        if "entries" in data:
            calcuttas.add_lot(self.tournament.pk, by=by, entries=data["entries"], name=data["name"])
        else:
            calcuttas.add_each(self.tournament.pk, by=by)
        return self.shown(201)


class CalcuttaLotDetail(CalcuttaView):
    """DELETE removes a lot that is not sold."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, lot_id: int) -> Response:
        calcuttas.drop_lot(self.tournament.pk, lot_id, by=login_of(request))
        return Response(status=REMOVED)


class CalcuttaSale(CalcuttaView):
    """PUT sells a lot to the highest bid; DELETE undoes the sale."""

    @extend_schema(request=BidIn, responses=CalcuttaOut)
    def put(self, request: Request, slug: str, lot_id: int) -> Response:
        sent = BidIn(data=request.data)
        sent.is_valid(raise_exception=True)
        bid = calcuttas.Bid(**sent.validated_data)
        calcuttas.sell(self.tournament.pk, lot_id, bid, by=login_of(request), now=timezone.now())
        return self.shown()

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, lot_id: int) -> Response:
        calcuttas.sell(self.tournament.pk, lot_id, None, by=login_of(request), now=timezone.now())
        return Response(status=REMOVED)


class CalcuttaBuyBacks(CalcuttaView):
    """PUT writes down what the players of a lot bought back."""

    @extend_schema(request=BuyBacksIn, responses=CalcuttaOut)
    def put(self, request: Request, slug: str, lot_id: int) -> Response:
        sent = BuyBacksIn(data=request.data)
        sent.is_valid(raise_exception=True)
        shares = {row["entry"]: row["share"] for row in sent.validated_data["shares"]}
        calcuttas.buy_back(self.tournament.pk, lot_id, shares, by=login_of(request))
        return self.shown()


class CalcuttaPayments(CalcuttaView):
    """POST records that the rest of a bid is paid."""

    @extend_schema(request=PaymentIn, responses={201: LedgerLineOut})
    def post(self, request: Request, slug: str, lot_id: int) -> Response:
        sent = PaymentIn(data=request.data)
        sent.is_valid(raise_exception=True)
        payment = payment_of(request, sent.validated_data)
        line = calcuttas.take_bid(self.tournament.pk, lot_id, payment=payment)
        return Response(LedgerLineOut(line).data, status=201)
