"""What a template of a tournament means in settings: of the tournament itself, of where and by when it is played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.formats.base import MAIN
from tournaments.formats.event_templates import TournamentTemplate, Where
from tournaments.formats.plans import PLANS, Plan, most_entries
from tournaments.formats.registry import FORMATS, draws_rounds
from tournaments.models import Event, Timing, Tournament, Venue
from tournaments.payouts.tables import usual

DEADLINE_JOIN_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class LaidOut:
    """`fields` are arguments of `lifecycle.create`."""

    fields: Mapping[str, Any]
    template: TournamentTemplate
    where: Where

    def attach(self, made: Tournament, event: Event, order: int) -> None:
        """Put a new draft into its event, and say where it is played and by when. No version is needed: nobody saw it."""
        made.event, made.event_order = event, order
        made.save(update_fields=["event", "event_order", "division"])
        if self.where != Venue.Where.ONLINE:
            Venue.objects.create(tournament=made, where=self.where)
        if self.template.round_days is not None:
            Timing.objects.create(tournament=made, round_days=self.template.round_days)


def laid_out(template: TournamentTemplate, plan: str, where: Where) -> LaidOut:
    """The usual settings, and the usual pay table for a full field (T11.2)."""
    way = PLANS[plan]
    first = FORMATS[way.format]
    places = min(template.places, most_entries(way.format))
    options = {**way.options, **template.options}
    formats = (way.format, *(stage.format for stage in way.later))
    wrong = first.refused(options)
    fields = {
        "format": way.format,
        "options": {name: value for name, value in options.items() if name not in wrong},
        "lengths": list(template.lengths),
        "clock": None if template.clock is None else dict(template.clock),
        "entry_limit": places,
        "entry_kind": template.entry_kind,
        "late_entry": template.late_entry,
        "publishes": template.publishes or waits_for_director(where, formats),
        "special_terms": _special(template, first.sections),
        "later_stages": _later(way),
        "pay_table": _prizes(places, first.sections, template.entry_kind),
        **template.settings,
    }
    if template.round_days is not None:
        fields["join_within_s"] = DEADLINE_JOIN_S
    return LaidOut(fields, template, where)


def waits_for_director(where: str, formats: Iterable[str]) -> bool:
    """Does a director publish each draw, if nobody says otherwise? Over the board, before each new round: slips are
    corrected and players leave after the last result."""
    return where != Venue.Where.ONLINE and draws_rounds(formats)


def _special(template: TournamentTemplate, sections: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {"stage": 1, "section": section, "length": length}
        for section, length in template.sections.items()
        if section in sections
    ]


def _later(way: Plan) -> list[dict[str, Any]]:
    return [
        {
            "format": stage.format,
            "options": dict(stage.options),
            "take": dict(stage.take),
            "draw_method": stage.draw_method,
        }
        for stage in way.later
    ]


def _prizes(places: int, sections: tuple[str, ...], kind: str) -> list[dict[str, Any]]:
    """As Tournament.pay_table keeps it."""
    found = usual(places, frozenset({MAIN, *sections}), teams=kind == "team")
    return [
        {"section": one.section, "place": one.place, "share": _number(one.share)} for one in found
    ]


def _number(share: Any) -> int | float:
    value = float(share)
    return int(value) if value.is_integer() else round(value, 6)
