"""GET /api/v1/matches/<match>/dice: the certificate of a match's dice, for programs (docs/dice.md)."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.errors import NoSuchMatch
from games.records.certificate_file import to_json
from games.selectors.certificates import certificate
from games.serializers import RefusalOut
from web.etag import ConditionalGet


class NonceOut(serializers.Serializer[Any]):
    """A seat's part of the dice."""

    status = serializers.ChoiceField(
        choices=["none", "awaited", "given", "wrong", "missing"],
        help_text="Only a nonce that matches its seal goes into the dice",
    )
    hash = serializers.CharField(allow_null=True, help_text="SHA-256 of the nonce")
    hash_seq = serializers.IntegerField(allow_null=True)
    hash_at = serializers.DateTimeField(allow_null=True)
    shown = serializers.CharField(allow_null=True, allow_blank=True)
    shown_seq = serializers.IntegerField(allow_null=True)
    shown_at = serializers.DateTimeField(allow_null=True)
    used = serializers.CharField(allow_blank=True, help_text="The nonce used for the dice")


class RollOut(serializers.Serializer[Any]):
    """One roll as the log has it."""

    n = serializers.IntegerField(help_text="Counts through the whole match, from 1")
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    game = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["opening", "roll"])
    seat = serializers.CharField(
        allow_blank=True, help_text="Empty for an opening roll: the first die is A’s"
    )
    dice = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    number = serializers.IntegerField(
        required=False, help_text="Where dice are shared: counts within the game, from 1"
    )


class EpochOut(serializers.Serializer[Any]):
    """One seed's life: its commitment, the players' parts, its rolls, and the seed once it is shown."""

    epoch = serializers.IntegerField()
    commitment = serializers.CharField()
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    seed = serializers.CharField(
        allow_null=True, help_text="64 hexadecimal digits; null until the match ends"
    )
    revealed_at = serializers.DateTimeField(allow_null=True)
    nonces = inline_serializer("EpochNonces", {"A": NonceOut(), "B": NonceOut()})
    shared = inline_serializer(
        "SharedDice",
        {
            "id": serializers.UUIDField(),
            "label": serializers.CharField(),
            "mix": serializers.CharField(
                allow_blank=True, help_text="The hash of the nonces; empty before the first roll"
            ),
            "nonces": serializers.ListField(
                child=serializers.ListField(child=serializers.CharField(allow_blank=True)),
                help_text="Of all boards: [match, nonce of A, nonce of B]",
            ),
        },
        allow_null=True,
        help_text="The dice that several matches roll from; null where the match has its own",
    )
    throws = RollOut(many=True)


class CertificateOut(serializers.Serializer[Any]):
    """Everything needed to check the dice of a match."""

    format = serializers.CharField(help_text="barpoint-certificate-1")
    match = serializers.UUIDField()
    title = serializers.CharField(allow_blank=True)
    players = inline_serializer(
        "CertificatePlayers",
        {
            "A": serializers.CharField(allow_blank=True),
            "B": serializers.CharField(allow_blank=True),
        },
    )
    imported = serializers.BooleanField(
        help_text="The match was imported: its dice cannot be checked"
    )
    void = serializers.BooleanField()
    over = serializers.BooleanField(help_text="Every seed is shown")
    throws = serializers.IntegerField()
    epochs = EpochOut(many=True)


class CertificateView(ConditionalGet, APIView):
    """The dice of one match: promises, nonces and rolls; the seeds once it has ended."""

    permission_classes = [AllowAny]

    @extend_schema(responses={200: CertificateOut, 404: RefusalOut})
    def get(self, request: Request, match_id: UUID) -> Response:
        shown = certificate(request.user, match_id, timezone.now())
        if shown is None:
            raise NoSuchMatch()
        return Response(to_json(shown))
