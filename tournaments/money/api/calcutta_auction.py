"""/api/v1/tournaments/<slug>/calcutta/auction: the lot on the block, bids, and what is sold."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.core.permissions import Right
from tournaments.money.api.calcutta import BIG, CalcuttaLotOut
from tournaments.money.selectors.auction import auction
from tournaments.money.services import auction as services
from tournaments.money.services.calcuttas import Bid, calcutta_of
from tournaments.payouts.currency import MOST
from web.errors import NotFound

STEPS = ("block", "bid", "sold", "pass", "undo")


class AuctionOut(serializers.Serializer[Any]):
    """The auction. `lot` is on the block; `bid` is null without a bid. `sold` has the latest first."""

    lot = CalcuttaLotOut(allow_null=True)
    bid = serializers.IntegerField(allow_null=True)
    bidder = serializers.CharField(allow_blank=True)
    bids = serializers.IntegerField(source="sheet.bids")
    pot = serializers.IntegerField(source="sheet.pot")
    sold = CalcuttaLotOut(many=True)
    coming = CalcuttaLotOut(many=True)


class AuctionStepIn(KnownFields):
    """A step with the lot that it is about. `block` auctions a lot, `bid` raises its bid, `sold` sells it to the highest bid,
    `pass` leaves it for later, `undo` takes a sale back."""

    step = serializers.ChoiceField(choices=STEPS)
    lot = serializers.IntegerField(min_value=1, max_value=BIG)
    price = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST, help_text="Of a bid"
    )
    owner = serializers.CharField(required=False, default="", allow_blank=True, max_length=80)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["step"] == "bid" and "price" not in attrs:
            raise serializers.ValidationError({"price": ["A bid needs a price."]})
        return attrs


class CalcuttaAuction(DeskApiView):
    """The auction as it is now; POST goes a step on."""

    right = Right.SCORE

    @extend_schema(responses=AuctionOut)
    def get(self, request: Request, slug: str) -> Response:
        return self._shown()

    @extend_schema(request=AuctionStepIn, responses=AuctionOut)
    def post(self, request: Request, slug: str) -> Response:
        sent = AuctionStepIn(data=request.data)
        sent.is_valid(raise_exception=True)
        self._do(sent.validated_data, login_of(request))
        return self._shown()

    def _do(self, data: dict[str, Any], by: User) -> None:
        pk, lot, now = self.tournament.pk, data["lot"], timezone.now()
        match data["step"]:
            case "block":
                services.put_on_block(pk, lot, by=by)
            case "bid":
                services.raise_bid(pk, lot, Bid(data["price"], data["owner"]), by=by)
            case "sold":
                services.knock_down(pk, lot, by=by, now=now, owner=data["owner"])
            case "pass":
                services.pass_lot(pk, lot, by=by)
            case "undo":
                services.undo_sale(pk, lot, by=by, now=now)

    def _shown(self) -> Response:
        """Refused: no_calcutta, no_lots (404)."""
        shown = auction(self.tournament, calcutta_of(self.tournament))
        if shown is None:
            raise NotFound("no_lots", "This auction has no lots yet.")
        return Response(AuctionOut(shown).data)
