"""The settings of a tournament from a template: of the tournament itself, its venue and its deadlines."""

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
class TemplateSettings:
    """Settings from a template; `fields` are arguments of `lifecycle.create`."""

    fields: Mapping[str, Any]
    template: TournamentTemplate
    where: Where

    def attach(self, made: Tournament, event: Event, order: int) -> None:
        """Put a new draft into its event, and set its venue and deadlines. The version stays: nobody has seen the draft."""
        made.event, made.event_order = event, order
        made.save(update_fields=["event", "event_order", "division"])
        if self.where != Venue.Where.ONLINE:
            Venue.objects.create(tournament=made, where=self.where)
        if self.template.round_days is not None:
            Timing.objects.create(tournament=made, round_days=self.template.round_days)


def template_settings(template: TournamentTemplate, plan: str, where: Where) -> TemplateSettings:
    """The usual settings, and the usual pay table for a full field (T11.2)."""
    chosen = PLANS[plan]
    first = FORMATS[chosen.format]
    places = min(template.places, most_entries(chosen.format))
    options = {**chosen.options, **template.options}
    formats = (chosen.format, *(stage.format for stage in chosen.later))
    invalid = first.refused(options)
    fields = {
        "format": chosen.format,
        "options": {name: value for name, value in options.items() if name not in invalid},
        "lengths": list(template.lengths),
        "clock": None if template.clock is None else dict(template.clock),
        "entry_limit": places,
        "entry_kind": template.entry_kind,
        "late_entry": template.late_entry,
        "publishes": template.publishes or waits_for_director(where, formats),
        "special_terms": _special(template, first.sections),
        "later_stages": _later(chosen),
        "pay_table": _prizes(places, first.sections, template.entry_kind),
        **template.settings,
    }
    if template.round_days is not None:
        fields["join_within_s"] = DEADLINE_JOIN_S
    return TemplateSettings(fields, template, where)


def waits_for_director(where: str, formats: Iterable[str]) -> bool:
    """Does a director publish each draw by default? Over the board, before each new round: slips are corrected and
    players leave after the last result."""
    return where != Venue.Where.ONLINE and draws_rounds(formats)


def _special(template: TournamentTemplate, sections: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {"stage": 1, "section": section, "length": length}
        for section, length in template.sections.items()
        if section in sections
    ]


def _later(plan: Plan) -> list[dict[str, Any]]:
    return [
        {
            "format": stage.format,
            "options": dict(stage.options),
            "take": dict(stage.take),
            "draw_method": stage.draw_method,
        }
        for stage in plan.later
    ]


def _prizes(places: int, sections: tuple[str, ...], kind: str) -> list[dict[str, Any]]:
    """The pay table as Tournament.pay_table stores it."""
    prizes = usual(places, frozenset({MAIN, *sections}), teams=kind == "team")
    return [
        {"section": prize.section, "place": prize.place, "share": _number(prize.share)}
        for prize in prizes
    ]


def _number(share: Any) -> int | float:
    value = float(share)
    return int(value) if value.is_integer() else round(value, 6)
