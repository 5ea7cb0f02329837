"""/api/v1/tournaments/<slug>/draw and …/stages/<number>/next: a draw before it is published. Another one can be shown, and
two players swapped; publishing takes the mark of the draw that was seen."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.serializers import KnownFields
from tournaments.bracket.api_base import DeskApiView, login_of
from tournaments.bracket.selectors.draw_preview import DrawPreview, draw_preview
from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.next_draw import NextDraw, next_draw, occupant
from tournaments.bracket.services.draw_previews import (
    begin_preview,
    show_draw,
    swap_entries,
    undo_swap,
)
from tournaments.bracket.services.next_draws import (
    require_due,
    show_next_draw,
    swap_in_next_draw,
    undo_next_swap,
)
from tournaments.core.permissions import require_status
from tournaments.formats.base import Node, Vacancy
from tournaments.formats.protocol import Growth, Position
from tournaments.models import Stage, Tournament
from tournaments.ruling.selectors.rulings import ruling_rows, rulings_of
from tournaments.ruling.serializers import BIG, MOST_PAIRS, RulingOut
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.rounds import PublishRound
from web.errors import DomainError, NotFound

Status = Tournament.Status


class DrawnSlotOut(serializers.Serializer[object]):
    """One side of a pairing that is not published yet."""

    state = serializers.ChoiceField(choices=["pending", "bye", "entry"])
    entry = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)


class DrawnPairingOut(serializers.Serializer[object]):
    """A pairing that is not published yet. `round` counts within the stage."""

    key = serializers.CharField()
    round = serializers.IntegerField()
    slots = DrawnSlotOut(many=True)


class DrawOut(serializers.Serializer[object]):
    """A draw that is not published yet. `mark` changes with everything that is shown; send it to publish this very draw."""

    mark = serializers.CharField()
    number = serializers.IntegerField(help_text="Which of the draws is shown, from 1")
    shown = serializers.IntegerField(help_text="How many were looked at so far")
    code = serializers.CharField(help_text="A short name of the draw's seed")
    swaps = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Entries that were swapped in it, two by two",
    )
    pairings = DrawnPairingOut(many=True)


class DrawIn(KnownFields):
    """What to do with the draw that is shown; nothing shows it as it is, and makes the first one."""

    number = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=1000,
        help_text="Show the draw of this number: one from before, or the next one",
    )
    swap = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=BIG),
        required=False,
        min_length=2,
        max_length=2,
        help_text="Two entries that exchange their places",
    )
    undo_swap = serializers.BooleanField(
        required=False, default=False, help_text="Take the last swap back"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wanted = attrs.keys() & {"number", "swap"}
        if len(wanted) + attrs["undo_swap"] > 1:
            raise serializers.ValidationError("Give one of number, swap and undo_swap.")
        return attrs


class PublishIn(KnownFields):
    """Publish the next part of a stage: the draw of this mark, or a round of these pairs."""

    draw = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=64,
        help_text="The `mark` of the draw that was seen; refused (draw_changed) if it is another now",
    )
    pairs = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=BIG, allow_null=True),
            min_length=2,
            max_length=2,
        ),
        required=False,
        min_length=1,
        max_length=MOST_PAIRS,
        help_text="Entries two by two, instead of the proposed pairings; null beside an entry is a bye",
    )
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class FirstDraw(DeskApiView):
    """The draw before the start. GET shows it; POST makes it, shows another one, or swaps two entries."""

    @extend_schema(responses=DrawOut)
    def get(self, request: Request, slug: str) -> Response:
        require_status(self.tournament, Status.DRAFT, Status.OPEN)
        preview = draw_preview(self.tournament)
        if preview is None:
            raise DomainError("no_preview", _("Open the preview of the draw first."))
        return Response(DrawOut(_first(self.tournament, preview)).data)

    @extend_schema(request=DrawIn, responses=DrawOut)
    def post(self, request: Request, slug: str) -> Response:
        sent = DrawIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, pk, by = sent.validated_data, self.tournament.pk, login_of(request)
        self.tournament.draw_preview = begin_preview(pk, by=by).to_json()
        if "number" in data:
            kept = show_draw(pk, by=by, number=data["number"])
        elif "swap" in data:
            kept = swap_entries(pk, by=by, first=data["swap"][0], second=data["swap"][1])
        elif data["undo_swap"]:
            kept = undo_swap(pk, by=by)
        else:
            return self.get(request, slug)
        self.tournament.draw_preview = kept.to_json()
        return self.get(request, slug)


class NextDrawOfStage(DeskApiView):
    """The next part of a stage, where a director publishes each draw. POST shows another draw, or swaps two entries."""

    @extend_schema(responses=DrawOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        stage = stage_of(self.tournament, number)
        require_due(stage)
        return Response(DrawOut(_next(self.tournament, next_draw(stage))).data)

    @extend_schema(request=DrawIn, responses=DrawOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        stage = stage_of(self.tournament, number)
        sent = DrawIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data, by = sent.validated_data, login_of(request)
        if "number" in data:
            show_next_draw(stage.pk, by=by, number=data["number"])
        elif "swap" in data:
            swap_in_next_draw(stage.pk, by=by, first=data["swap"][0], second=data["swap"][1])
        elif data["undo_swap"]:
            undo_next_swap(stage.pk, by=by)
        return self.get(request, slug, number)


class PublishNextDraw(DeskApiView):
    """Publish the next part of a stage: the next round, or a bracket."""

    @extend_schema(request=PublishIn, responses={201: RulingOut})
    def post(self, request: Request, slug: str, number: int) -> Response:
        stage = stage_of(self.tournament, number)
        sent = PublishIn(data=request.data)
        sent.is_valid(raise_exception=True)
        data = sent.validated_data
        pairs = data.get("pairs")
        action = PublishRound(
            stage_id=stage.pk,
            pairs=None if pairs is None else tuple((a, b) for a, b in pairs),
            draw=data["draw"],
        )
        ruling = rule(action, RulingRequest(login_of(request), timezone.now(), data["reason"]))
        rows = ruling_rows(self.tournament, rulings_of(self.tournament).filter(pk=ruling.pk))
        return Response(RulingOut(rows[0]).data, status=201)


def stage_of(tournament: Tournament, number: int) -> Stage:
    """The stage of this number. Refused: no_such_stage."""
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
    stage.tournament = tournament
    return stage


def _first(tournament: Tournament, preview: DrawPreview) -> dict[str, Any]:
    names = {pk: entry.title for pk, entry in preview.entries.items()}
    kept = preview.kept
    return {
        "mark": preview.mark,
        "number": kept.number,
        "shown": kept.last,
        "code": preview.code,
        "swaps": kept.own_swaps,
        "pairings": list(_pairings(preview.growth, preview.position, names)),
    }


def _next(tournament: Tournament, draw: NextDraw) -> dict[str, Any]:
    growth, position = draw.proposal.growth, draw.proposal.position
    return {
        "mark": draw.mark,
        "number": draw.kept.number,
        "shown": draw.kept.last,
        "code": draw.code,
        "swaps": draw.kept.own_swaps,
        "pairings": list(_pairings(growth, position, titles_of(tournament))),
    }


def _pairings(
    growth: Growth, position: Position, names: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    nodes: Iterable[Node] = growth.blueprint.nodes
    for node in nodes:
        slots = [_slot(occupant(source, position), names) for source in node.sources]
        yield {"key": node.key, "round": node.round, "slots": slots}


def _slot(seated: Any, names: Mapping[int, str]) -> dict[str, Any]:
    if isinstance(seated, int):
        return {"state": "entry", "entry": seated, "name": names.get(seated, "")}
    return {"state": "bye" if seated is Vacancy.BYE else "pending", "entry": None, "name": ""}
