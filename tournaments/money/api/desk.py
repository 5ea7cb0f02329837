"""/api/v1/tournaments/<slug>/fees, …/accounts, …/ledger and …/payouts: money as the desk records it.

Amounts are whole numbers of the currency's smallest unit.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.selectors import login_name
from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.core.permissions import Right, require
from tournaments.models import Entry, FeePlan, LedgerLine, Tournament
from tournaments.money.selectors.accounts import accounts, lines_of
from tournaments.money.selectors.payouts import payout_sheet
from tournaments.money.services import fees, ledger
from tournaments.payouts.currency import MOST
from web.errors import DomainError, NotFound

Kind, Method = LedgerLine.Kind, LedgerLine.Method
BIG = 2**53
BY_HAND: Final = (
    Kind.ENTRY_FEE, Kind.REENTRY, Kind.REGISTRATION, Kind.REFUND, Kind.EXPENSE, Kind.ADDED,
)  # fmt: skip
"""What is written to the ledger line by line; prizes are paid out, and pools and auctions have addresses of their own."""


def _amount(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(**{"min_value": 0, "max_value": MOST, **more})


class FeePlanOut(serializers.ModelSerializer[FeePlan]):
    """What a tournament costs, and how much of it comes back as prizes."""

    class Meta:
        model = FeePlan
        fields = [
            "currency", "entry_fee", "registration_fee", "reentry_fee", "early_fee", "early_until",
            "reduced_fee", "reduced_for", "returned", "added", "pay_unit", "equal_points_share",
            "agreements",
        ]  # fmt: skip


class FeePlanIn(KnownFields):
    """Fields to change. Fields left out stay as they are."""

    currency = serializers.CharField(required=False, min_length=3, max_length=3)
    entry_fee = _amount(required=False)
    registration_fee = _amount(required=False)
    reentry_fee = _amount(required=False, allow_null=True)
    early_fee = _amount(required=False, allow_null=True)
    early_until = serializers.DateTimeField(required=False, allow_null=True)
    reduced_fee = _amount(required=False, allow_null=True)
    reduced_for = serializers.CharField(required=False, allow_blank=True, max_length=120)
    returned = serializers.DecimalField(
        required=False, max_digits=5, decimal_places=2, min_value=0, max_value=100,
        help_text="Percent of the entry fees that come back as prizes",
    )  # fmt: skip
    added = _amount(required=False)
    pay_unit = _amount(required=False, min_value=1, help_text="Prizes are multiples of it")
    equal_points_share = serializers.BooleanField(required=False)
    agreements = serializers.BooleanField(
        required=False, help_text="Players may agree how to divide open prizes"
    )


class AccountOut(serializers.Serializer[object]):
    """What an entry owes and has paid. `owes` below 0: it gets something back."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    owes = serializers.IntegerField()


class PaymentIn(KnownFields):
    """A payment. `key` is a text of your own: the same key records it once. For another payment it is refused: key_reused."""

    key = serializers.CharField(min_length=8, max_length=40)
    method = serializers.ChoiceField(
        choices=Method.choices, required=False, default=Method.CASH.value
    )
    note = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class FeesPaidIn(PaymentIn):
    """An entry pays all that it owes. `amount` is what it owed when you looked; refused if that has changed."""

    amount = _amount(min_value=1)


class LedgerLineIn(PaymentIn):
    """A line of the ledger. Its kind says whether the money comes in or goes out. A fee needs `entry`, all else `who`."""

    kind = serializers.ChoiceField(choices=[(kind.value, kind.label) for kind in BY_HAND])
    amount = _amount(min_value=1)
    entry = serializers.IntegerField(required=False, min_value=1, max_value=BIG)
    who = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)


class PaidOutIn(PaymentIn):
    """Pay what is still open of a line of the payout sheet. `amount` is what was open when you looked."""

    line = serializers.CharField(max_length=80, help_text="The `key` of the line")
    amount = serializers.IntegerField(min_value=-MOST, max_value=MOST)


class LedgerLineOut(serializers.ModelSerializer[LedgerLine]):
    """A line that was written. It is never changed; another one may reverse it. Money that went out is below 0."""

    reversed_by = serializers.SerializerMethodField(help_text="The line that reverses it")
    by = serializers.SerializerMethodField(help_text="The name at the table of who wrote it")

    class Meta:
        model = LedgerLine
        fields = [
            "id", "at", "by", "kind", "amount", "currency", "method", "entry", "who", "note",
            "reverses", "reversed_by",
        ]  # fmt: skip

    def get_by(self, line: LedgerLine) -> str:
        return login_name(line.by)

    def get_reversed_by(self, line: LedgerLine) -> int | None:
        reversal = getattr(line, "reversed_by", None)
        return None if reversal is None else reversal.pk


class PayoutLineOut(serializers.Serializer[object]):
    """What somebody is due. `open` below 0: they got too much."""

    key = serializers.CharField()
    kind = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True)
    who = serializers.CharField()
    place_from = serializers.IntegerField(allow_null=True)
    place_to = serializers.IntegerField(allow_null=True)
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField()


class FeePlanDetail(DeskApiView):
    """What the tournament costs; the organizer changes it with PATCH. Without fees all amounts are 0."""

    right = Right.SCORE

    @extend_schema(responses=FeePlanOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(FeePlanOut(_plan(self.tournament)).data)

    @extend_schema(request=FeePlanIn, responses=FeePlanOut)
    def patch(self, request: Request, slug: str) -> Response:
        require(request.user, self.tournament, Right.ORGANIZE)
        sent = FeePlanIn(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data)
        if FeePlan.objects.filter(tournament=self.tournament).first() is None:
            values = {"currency": _plan(self.tournament).currency} | values
        plan = fees.set_plan(self.tournament.pk, by=login_of(request), **values)
        return Response(FeePlanOut(plan).data)


class AccountList(DeskApiView):
    """What every entry owes and has paid."""

    right = Right.SCORE

    @extend_schema(responses=AccountOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(AccountOut(accounts(self.tournament), many=True).data)


class EntryPayments(DeskApiView):
    """POST records that an entry has paid all that it owes."""

    right = Right.SCORE

    @extend_schema(request=FeesPaidIn, responses={201: LedgerLineOut(many=True)})
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        sent = FeesPaidIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        lines = ledger.take_fees(
            self.tournament.pk, entry_id, expected=data["amount"], payment=payment_of(request, data)
        )
        return Response(LedgerLineOut(lines, many=True).data, status=201)


class LedgerList(DeskApiView, ListAPIView[LedgerLine]):
    """Every amount, the latest first; POST writes a line."""

    right = Right.SCORE
    serializer_class = LedgerLineOut
    filter_backends: list[Any] = []

    def get_queryset(self) -> Any:
        return lines_of(self.tournament)

    @extend_schema(request=LedgerLineIn, responses={201: LedgerLineOut})
    def post(self, request: Request, slug: str) -> Response:
        sent = LedgerLineIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        item = ledger.LedgerItem(
            kind=data["kind"],
            amount=data["amount"],
            who=data["who"],
            entry=_entry_of(self.tournament, data),
        )
        line = ledger.write_line(self.tournament.pk, item, payment=payment_of(request, data))
        return Response(LedgerLineOut(line).data, status=201)


class LedgerReversal(DeskApiView):
    """POST reverses a wrong line by its opposite, once. Both stay."""

    right = Right.ORGANIZE

    @extend_schema(request=PaymentIn, responses={201: LedgerLineOut})
    def post(self, request: Request, slug: str, line_id: int) -> Response:
        if not self.tournament.ledger_lines.filter(pk=line_id).exists():
            raise NotFound("no_such_line", _("This no longer exists. Reload the page."))
        sent = PaymentIn(data=request.data)
        sent.is_valid(raise_exception=True)
        line = ledger.reverse(line_id, payment=payment_of(request, sent.validated_data))
        return Response(LedgerLineOut(line).data, status=201)


class PayoutList(DeskApiView):
    """Who is due what; POST records that a line is paid."""

    right = Right.SCORE

    @extend_schema(responses=PayoutLineOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(PayoutLineOut(payout_sheet(self.tournament).lines, many=True).data)

    @extend_schema(request=PaidOutIn, responses={201: LedgerLineOut})
    def post(self, request: Request, slug: str) -> Response:
        require(request.user, self.tournament, Right.ORGANIZE)
        sent = PaidOutIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        line = ledger.pay_out(
            self.tournament.pk,
            data["line"],
            expected=data["amount"],
            payment=payment_of(request, data),
        )
        return Response(LedgerLineOut(line).data, status=201)


def _plan(tournament: Tournament) -> FeePlan:
    """The plan, or one without fees in the currency of the event."""
    currency = tournament.event.currency if tournament.event else "EUR"
    return plan_of(tournament) or FeePlan(tournament=tournament, currency=currency)


def payment_of(request: Request, data: Mapping[str, Any]) -> ledger.Payment:
    return ledger.Payment(
        by=login_of(request),
        now=timezone.now(),
        key=f"api.{login_of(request).pk}.{data['key']}"[:60],
        method=data["method"],
        note=data["note"],
    )


def _entry_of(tournament: Tournament, data: Mapping[str, Any]) -> Entry | None:
    """The entry of a fee. Refused: entry_needed, no_such_entry."""
    if "entry" not in data:
        if data["kind"] in (*LedgerLine.FOR_PLAYING, Kind.REFUND):
            raise DomainError("entry_needed", "A fee or a refund needs its entry.", status=400)
        return None
    entry = tournament.entries.select_related("player").filter(pk=data["entry"]).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return entry
