"""/api/v1/events/<slug>/accounts and …/ledger: the money of a whole event."""

from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Scope
from tournaments.bracket.api_base import login_of
from tournaments.core.permissions import Right, require
from tournaments.event.selectors.events import get_event
from tournaments.models import Event, LedgerLine
from tournaments.money.api.desk import FeesPaidIn, LedgerLineOut, PaymentIn, payment_of
from tournaments.money.selectors.accounts import lines_of
from tournaments.money.selectors.event_accounts import event_accounts
from tournaments.money.services import event_fees, ledger
from tournaments.payouts.currency import MOST
from web.errors import NotFound

BY_HAND: Final = (LedgerLine.Kind.EXPENSE, LedgerLine.Kind.ADDED)


class EventAccountOut(serializers.Serializer[Any]):
    """What a player owes and has paid in all tournaments of an event, in its currency."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    owes = serializers.IntegerField()
    paid = serializers.IntegerField()


class EventLineIn(PaymentIn):
    """An amount of the event as a whole: an expense, or added money."""

    kind = serializers.ChoiceField(choices=[(kind.value, kind.label) for kind in BY_HAND])
    amount = serializers.IntegerField(min_value=1, max_value=MOST)
    who = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)


class EventMoneyView(APIView):
    """A view of the money of one event, for those who may write there."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.DIRECT
    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.event = get_event(kwargs["slug"], request.user)
        require(login_of(request), self.event, Right.SCORE)


class EventAccountList(EventMoneyView):
    """Players with what they owe and have paid in all tournaments of an event."""

    @extend_schema(responses=EventAccountOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(EventAccountOut(event_accounts(self.event), many=True).data)


class EventPayments(EventMoneyView):
    """POST records that a player has paid all that they owe in the event."""

    @extend_schema(request=FeesPaidIn, responses={201: LedgerLineOut(many=True)})
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        sent = FeesPaidIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        payment = payment_of(request, data)
        lines = event_fees.take_all(self.event, player_id, expected=data["amount"], payment=payment)
        return Response(LedgerLineOut(lines, many=True).data, status=201)


class EventLedger(EventMoneyView, ListAPIView[LedgerLine]):
    """Every amount of an event and its tournaments, the latest first; POST writes one of the event as a whole."""

    serializer_class = LedgerLineOut
    filter_backends: list[Any] = []

    def get_queryset(self) -> QuerySet[LedgerLine]:
        if getattr(self, "swagger_fake_view", False):
            return LedgerLine.objects.none()
        return lines_of(self.event)

    @extend_schema(request=EventLineIn, responses={201: LedgerLineOut})
    def post(self, request: Request, slug: str) -> Response:
        require(login_of(request), self.event, Right.ORGANIZE)
        sent = EventLineIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        item = ledger.LedgerItem(kind=data["kind"], amount=data["amount"], who=data["who"])
        line = ledger.write_event_line(self.event, item, payment=payment_of(request, data))
        return Response(LedgerLineOut(line).data, status=201)


class EventLedgerReversal(EventMoneyView):
    """POST reverses a wrong line by its opposite, once. Both stay."""

    @extend_schema(request=PaymentIn, responses={201: LedgerLineOut})
    def post(self, request: Request, slug: str, line_id: int) -> Response:
        if not lines_of(self.event).filter(pk=line_id).exists():
            raise NotFound("no_such_line", _("This no longer exists. Reload the page."))
        sent = PaymentIn(data=request.data)
        sent.is_valid(raise_exception=True)
        line = ledger.reverse(line_id, payment=payment_of(request, sent.validated_data))
        return Response(LedgerLineOut(line).data, status=201)
