"""Versions of the forms for an entry and for a tournament's settings, field by field, so that two directors who edit at
once overwrite nothing, and the second one sees what has changed."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.utils.text import capfirst

from tournaments.bracket.selectors.form_version import FormVersion, Stale
from tournaments.models import Entry, EntryMember, Tournament

SETTINGS = (
    "name", "description", "starts_at", "time_zone", "entry_limit", "format", "options", "rules", "clock",
    "lengths", "special_terms", "later_stages", "publishes", "tie_breaks", "entry_kind", "boards", "apart",
    "late_entry", "reentries", "prize_pool", "pay_table", "draw_method", "seeded_top", "join_within_s",
    "spectator_delay_s", "delay_results", "chat",
)  # fmt: skip
SHORT = 60


def settings_version(tournament: Tournament) -> FormVersion:
    """All settings of a tournament. No query."""
    return FormVersion({name: getattr(tournament, name) for name in SETTINGS}, None)


def entry_form_version(entry: Entry, members: Iterable[EntryMember]) -> FormVersion:
    """Labels, player and status of an entry, of a team its name and members. No query but that of the members."""
    people = [f"{member.board}. {member.player.name}" for member in members]
    data = {"club": entry.club, "family": entry.family, "name": entry.name, "people": people}
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
    fields = {name: error.before.get(name) for name in now if error.before.get(name) != now[name]}
    return [
        f"{_label(of, name)}: {_short(was)} → {_short(now[name])}" for name, was in fields.items()
    ]


def _label(of: type[Model], name: str) -> str:
    names = {field.name for field in of._meta.get_fields()}
    if name not in names:
        return EntryMember._meta.verbose_name_plural.capitalize()  # type: ignore[union-attr]
    return str(capfirst(getattr(of._meta.get_field(name), "verbose_name", name)))


def _short(value: Any) -> str:
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    text = "–" if value in (None, "") else str(value)
    return text if len(text) <= SHORT else text[: SHORT - 1] + "…"
