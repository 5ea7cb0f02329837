"""What the forms that change an entry or a tournament's settings were made from, field by field, so that two directors
who change different things at once overwrite nothing, and who comes second sees what has changed."""

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


def seen_settings(tournament: Tournament) -> FormVersion:
    """All settings. No query."""
    return FormVersion({name: getattr(tournament, name) for name in SETTINGS}, None)


def seen_labels(entry: Entry, members: Iterable[EntryMember]) -> FormVersion:
    """Club and family, the player, of a team its name and who plays at which board. No query but that of the members."""
    people = [f"{one.board}. {one.player.name}" for one in members]
    told = {"club": entry.club, "family": entry.family, "name": entry.name, "people": people}
    return FormVersion({**told, "player": entry.player.name, "status": entry.status}, None)


def changed_since(mark: str, now: FormVersion, of: type[Model]) -> list[str]:
    """What others have changed since a form was made, line by line; a form that does not say is not asked."""
    try:
        if mark:
            now.require(mark)
    except Stale as error:
        return changes(error, of)
    return []


def changes(error: Stale, of: type[Model]) -> list[str]:
    """What has changed since the form was made, a line a field: `Club: Turku → Tampere`."""
    now = error.now.plain
    fields = {name: error.before.get(name) for name in now if error.before.get(name) != now[name]}
    return [
        f"{_label(of, name)}: {_short(was)} → {_short(now[name])}" for name, was in fields.items()
    ]


def _label(of: type[Model], name: str) -> str:
    known = {field.name for field in of._meta.get_fields()}
    if name not in known:
        return EntryMember._meta.verbose_name_plural.capitalize()  # type: ignore[union-attr]
    return str(capfirst(getattr(of._meta.get_field(name), "verbose_name", name)))


def _short(value: Any) -> str:
    if isinstance(value, list):
        value = ", ".join(str(one) for one in value)
    text = "–" if value in (None, "") else str(value)
    return text if len(text) <= SHORT else text[: SHORT - 1] + "…"
