"""/api/v1/tournaments/<slug>/agreements: chops and saves, for the players concerned and the directors.

Amounts are whole numbers of the currency's smallest unit.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.serializers import KnownFields
from accounts.token_authentication import require_scope
from tournaments.bracket.api_base import TournamentApiView, login_of
from tournaments.bracket.selectors.viewer import entries_of
from tournaments.core.permissions import may_direct
from tournaments.models import PrizeAgreement
from tournaments.money.selectors.agreements import (
    AGREED,
    ENDED,
    OUTDATED,
    PROPOSED,
    AgreementRow,
    PrizeTables,
    agreement_rows,
)
from tournaments.money.services import agreements
from tournaments.payouts.currency import MOST
from web.errors import NotAllowed, NotFound

BIG = 2**53
STATES = (PROPOSED, AGREED, OUTDATED, ENDED)


class AgreementShareOut(serializers.Serializer[Any]):
    """An entry of an agreement; `amount` is 0 in a save."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    amount = serializers.IntegerField()
    confirmed_at = serializers.DateTimeField(allow_null=True)


class AgreementOut(serializers.Serializer[Any]):
    """An agreement. `total` is what it divides, `rest` what the winner gets on top, `percent` that of a save. One that is
    `outdated` does not count; `why` says why."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PrizeAgreement.Kind.choices)
    section = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    why = serializers.CharField(allow_blank=True)
    total = serializers.IntegerField()
    rest = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
    proposed_at = serializers.DateTimeField()
    agreed_at = serializers.DateTimeField(allow_null=True)
    shares = AgreementShareOut(many=True)


class AgreedAmountIn(KnownFields):
    """What one entry gets."""

    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    amount = serializers.IntegerField(min_value=0, max_value=MOST)


class AgreementIn(KnownFields):
    """A proposal. `given` needs `amounts` of all entries still in, `rest` needs `each`, `save` needs `entries` and `percent`."""

    kind = serializers.ChoiceField(choices=PrizeAgreement.Kind.choices)
    section = serializers.CharField(required=False, default="main", max_length=16)
    amounts = AgreedAmountIn(many=True, required=False)
    each = serializers.IntegerField(required=False, default=0, min_value=0, max_value=MOST)
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG), required=False, max_length=2
    )
    percent = serializers.IntegerField(required=False, min_value=1, max_value=100)


class AgreementConfirmationIn(KnownFields):
    """`note`: of a director who confirms for a player, how they know that the player agrees."""

    entry = serializers.IntegerField(min_value=1, max_value=BIG)
    note = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class AgreementEndIn(KnownFields):
    """`reason`: needed to end what all have confirmed."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class AgreementApiView(TournamentApiView):
    """For the players of a tournament and its directors. What only a director may do needs a token to direct."""

    permission_classes = [IsAuthenticated]
    token_scope = Scope.PLAY

    def version(self, request: Request) -> object | None:
        return None

    def rows(self, request: Request) -> list[AgreementRow]:
        """The agreements that this user may see. Refused: not_concerned."""
        user = login_of(request)
        own, directs = entries_of(user, self.tournament), may_direct(user, self.tournament)
        if not own and not directs:
            text = _("Only players of this tournament and its directors see agreements on prizes.")
            raise NotAllowed("not_concerned", text)
        return agreement_rows(PrizeTables(self.tournament), own, all_of_them=directs)

    def answer(self, request: Request, pk: int, status: int = 200) -> Response:
        """One agreement as it is now."""
        self.tournament.refresh_from_db(fields=["version"])
        row = next(row for row in self.rows(request) if row.id == pk)
        return Response(AgreementOut(row).data, status=status)

    def own(self, request: Request) -> frozenset[int]:
        """The entries of this user."""
        return entries_of(login_of(request), self.tournament)

    def require_here(self, pk: int) -> None:
        """Refused: no_such_agreement (404)."""
        if not PrizeAgreement.objects.filter(tournament=self.tournament, pk=pk).exists():
            raise NotFound("no_such_agreement", _("This no longer exists. Reload the page."))


class AgreementList(AgreementApiView):
    """The agreements on prizes: all for directors, one's own for players. POST proposes one."""

    @extend_schema(responses=AgreementOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(AgreementOut(self.rows(request), many=True).data)

    @extend_schema(request=AgreementIn, responses={201: AgreementOut})
    def post(self, request: Request, slug: str) -> Response:
        self.rows(request)
        sent = AgreementIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        terms = agreements.AgreementTerms(
            kind=data["kind"],
            section=data["section"],
            amounts={row["entry"]: row["amount"] for row in data.get("amounts", [])},
            each=data["each"],
            percent=data.get("percent"),
            two=tuple(data.get("entries", ())),
        )
        with transaction.atomic():
            made = agreements.propose(
                self.tournament.pk, terms, by=login_of(request), now=timezone.now()
            )
            if not made.shares.filter(entry__in=self.own(request)).exists():
                require_scope(request.auth, Scope.DIRECT)
        return self.answer(request, made.pk, 201)


class AgreementConfirmation(AgreementApiView):
    """POST confirms an agreement for an entry."""

    @extend_schema(request=AgreementConfirmationIn, responses=AgreementOut)
    def post(self, request: Request, slug: str, agreement_id: int) -> Response:
        self.require_here(agreement_id)
        sent = AgreementConfirmationIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        if data["entry"] not in self.own(request):
            require_scope(request.auth, Scope.DIRECT)
        agreements.confirm(
            agreement_id, data["entry"], by=login_of(request), now=timezone.now(), note=data["note"]
        )
        return self.answer(request, agreement_id)


class AgreementEnd(AgreementApiView):
    """POST withdraws a proposal, or ends an agreement; only a director ends what all have confirmed."""

    @extend_schema(request=AgreementEndIn, responses=AgreementOut)
    def post(self, request: Request, slug: str, agreement_id: int) -> Response:
        self.require_here(agreement_id)
        sent = AgreementEndIn(data=request.data)
        sent.is_valid(raise_exception=True)
        with transaction.atomic():
            ended = agreements.end(
                agreement_id,
                by=login_of(request),
                now=timezone.now(),
                reason=sent.validated_data["reason"],
            )
            is_own = ended.shares.filter(entry__in=self.own(request)).exists()
            if ended.agreed_at is not None or not is_own:
                require_scope(request.auth, Scope.DIRECT)
        return self.answer(request, agreement_id)
