"""/api/v1/formats: formats, their options and tie-breaks with names and descriptions. The same for everybody."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.core import format_texts, tie_break_texts
from tournaments.formats.plans import available, most_entries
from tournaments.formats.protocol import Choice, Option
from tournaments.formats.registry import FORMATS
from web.etag import ConditionalGet


class ValueOut(serializers.Serializer[object]):
    """A value of an option."""

    value = serializers.JSONField()
    name = serializers.CharField()


class OptionOut(serializers.Serializer[object]):
    """An option: one of `values`, or a whole number from `low` to `high`; null where `optional`."""

    option = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    default = serializers.JSONField(allow_null=True)
    values = ValueOut(many=True)
    low = serializers.IntegerField(allow_null=True)
    high = serializers.IntegerField(allow_null=True)
    optional = serializers.BooleanField()


class FormatOut(serializers.Serializer[object]):
    """A format of a stage; `counts` is knockout, points or lives."""

    format = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    counts = serializers.CharField()
    most_entries = serializers.IntegerField()
    options = OptionOut(many=True)


class WayOut(serializers.Serializer[object]):
    """A way to hold a tournament as organizers call it: what to send for it."""

    way = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    format = serializers.CharField()
    options = serializers.DictField()
    later_stages = serializers.ListField(child=serializers.DictField())


class TieBreakOut(serializers.Serializer[object]):
    """A tie-break for tables of points."""

    tie_break = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()


class FormatsOut(serializers.Serializer[object]):
    """Everything there is to choose from."""

    formats = FormatOut(many=True)
    ways = WayOut(many=True)
    tie_breaks = TieBreakOut(many=True)


class FormatList(ConditionalGet, APIView):
    """Formats, the ways to hold a tournament made of them, and tie-breaks."""

    permission_classes = [AllowAny]

    @extend_schema(responses=FormatsOut)
    def get(self, request: Request) -> Response:
        choices = {"formats": _formats(), "ways": _ways(), "tie_breaks": _tie_breaks()}
        return Response(FormatsOut(choices).data)


def _formats() -> list[dict[str, Any]]:
    return [
        {
            "format": key,
            "name": format_texts.format_name(key),
            "description": format_texts.format_help(key),
            "counts": format_.counts,
            "most_entries": most_entries(key),
            "options": [_option(key, name, option) for name, option in format_.options.items()],
        }
        for key, format_ in FORMATS.items()
    ]


def _option(key: str, name: str, option: Option) -> dict[str, Any]:
    is_choice = isinstance(option, Choice)
    values = option.values if isinstance(option, Choice) else ()
    return {
        "option": name,
        "name": format_texts.option_name(key, name),
        "description": format_texts.option_help(key, name),
        "default": option.default,
        "values": [
            {"value": value, "name": format_texts.value_name(key, name, value)} for value in values
        ],
        "low": None if is_choice else getattr(option, "low", None),
        "high": None if is_choice else getattr(option, "high", None),
        "optional": bool(getattr(option, "optional", False)),
    }


def _ways() -> list[dict[str, Any]]:
    return [
        {
            "way": key,
            "name": format_texts.plan_name(key),
            "description": format_texts.plan_help(key),
            "format": plan.format,
            "options": dict(plan.options),
            "later_stages": [
                {
                    "format": stage.format,
                    "options": dict(stage.options),
                    "take": dict(stage.take),
                    "draw_method": stage.draw_method,
                }
                for stage in plan.later
            ],
        }
        for key, plan in available().items()
    ]


def _tie_breaks() -> list[dict[str, str]]:
    descriptions = tie_break_texts.descriptions()
    return [
        {"tie_break": key, "name": name, "description": descriptions[key]}
        for key, name in tie_break_texts.labels().items()
    ]
