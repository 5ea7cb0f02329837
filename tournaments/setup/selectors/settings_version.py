"""Versions of the forms for an entry and for a tournament's settings, field by field, so that two directors who edit at
once overwrite nothing, and the second one sees what has changed."""

from collections.abc import Iterable
from typing import Any

from django.db.models import DateTimeField, Field, Model, TimeField
from django.utils.dateparse import parse_datetime, parse_time
from django.utils.formats import date_format, time_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.form_version import FormVersion, Stale
from tournaments.core.format_texts import format_name
from tournaments.core.tie_break_texts import labels
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.setup.selectors.rule_card import apart_texts

SETTINGS = (
    "name", "description", "starts_at", "time_zone", "entry_limit", "format", "options", "rules", "clock",
    "lengths", "special_terms", "later_stages", "publishes", "tie_breaks", "entry_kind", "boards", "names_lineups", "apart",
    "late_entry", "reentries", "prize_pool", "pay_table", "draw_method", "seeded_top", "join_within_s",
    "spectator_delay_s", "delay_results", "same_dice", "chat", "rated", "admits_bots",
)  # fmt: skip
SHORT = 60


def settings_version(tournament: Tournament) -> FormVersion:
    """All settings of a tournament. No query."""
    return FormVersion({name: getattr(tournament, name) for name in SETTINGS}, None)


def entry_form_version(entry: Entry, members: Iterable[EntryMember]) -> FormVersion:
    """Labels, player and status of an entry, of a team its name and members. No query but that of the members."""
    people = [f"{member.board}. {member.player.name}" for member in members]
    data = {"club": entry.club, "family": entry.family, "name": entry.name, "people": people}
    data["rating"] = "" if entry.rating is None else f"{entry.rating:g}"
    return FormVersion({**data, "player": entry.player.name, "status": entry.status}, None)


def changed_since(mark: str, now: FormVersion, of: type[Model]) -> list[str]:
    """What others have changed since a form was made, line by line; a form without a version is not checked."""
    try:
        if mark:
            now.require(mark)
    except Stale as error:
        return changes(error, of)
    return []


def changes(error: Stale, of: type[Model]) -> list[str]:
    """What has changed since the form was made, a line for each field: `Club: Turku → Tampere`."""
    now = error.now.plain
    before = {name: error.before.get(name) for name in now}
    return [_line(of, name, was, now[name]) for name, was in before.items() if was != now[name]]


def _line(of: type[Model], name: str, was: Any, now: Any) -> str:
    field = {field.name: field for field in of._meta.concrete_fields}.get(name)
    label = str(field.verbose_name) if field else _("Members")
    if _is_nested(was) or _is_nested(now):
        return _("%(field)s: changed") % {"field": capfirst(label)}
    return f"{capfirst(label)}: {_shown(field, was)} → {_shown(field, now)}"


def _is_nested(value: Any) -> bool:
    """Is it data that is not readable in a line, such as rules or stages?"""
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, dict) for item in value)
    )


def _shown(field: "Field[Any, Any] | None", value: Any) -> str:
    if value in (None, "", []):
        return "–"
    if isinstance(value, bool):
        return pgettext("option", "Yes") if value else pgettext("option", "No")
    if isinstance(field, DateTimeField) and (moment := parse_datetime(str(value))):
        return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
    if isinstance(field, TimeField) and (moment_of_day := parse_time(str(value))):
        return time_format(moment_of_day)
    texts = _texts(field)
    values = value if isinstance(value, list) else [value]
    text = ", ".join(texts.get(str(item), str(item)) for item in values)
    return text if len(text) <= SHORT else text[: SHORT - 1] + "…"


def _texts(field: "Field[Any, Any] | None") -> dict[str, str]:
    """The labels of the field's values, by value."""
    if field is None:
        return {}
    if field.name == "format":
        return {key: format_name(key) for key in FORMATS}
    if field.name == "tie_breaks":
        return labels()
    if field.name == "apart":
        return apart_texts()
    return {str(value): str(label) for value, label in field.flatchoices}
