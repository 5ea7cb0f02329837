"""Checks of a tournament's stages: formats, their options, and who advances from one stage to the next."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.forecast import groups_of
from tournaments.formats.cuts import refused
from tournaments.formats.plans import GROUPED, most_entries
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament
from web.errors import DomainError

MOST_STAGES = 5
STAGE_FIELDS = {
    "format", "options", "lengths", "clock", "rules", "draw_method", "seeded_top", "take",
}  # fmt: skip
DRAWS = {"standing", "random", "seeded"}


def require_stages(tournament: Tournament) -> None:
    """Refused: unknown_format, bad_options, bad_stage, bad_take, bad_seeded_top."""
    teams = tournament.entry_kind == Tournament.EntryKind.TEAM
    _require_format(tournament.format, tournament.options, teams=teams)
    before: Mapping[str, Any] = {"format": tournament.format, "options": tournament.options}
    if not isinstance(tournament.later_stages, list):
        raise _bad("bad_stage", "later_stages must be a list.")
    if len(tournament.later_stages) >= MOST_STAGES:
        raise _bad("bad_stage", _("A tournament can have at most five stages."))
    field = tournament.entry_limit
    for stage in tournament.later_stages:
        if not isinstance(stage, dict) or not set(stage) <= STAGE_FIELDS or "format" not in stage:
            raise _bad("bad_stage", "A stage must be an object with a format and known fields.")
        _require_format(stage["format"], stage.get("options") or {}, teams=teams)
        if str(stage.get("draw_method", "standing")) not in DRAWS:
            raise _bad(
                "bad_stage", "draw_method of a later stage must be standing, random or seeded."
            )
        top = stage.get("seeded_top")
        most = most_entries(stage["format"])
        if top is not None and not (type(top) is int and 1 <= top <= most):
            text = _("The number of seeds must be from 1 to %(most)d.") % {"most": most}
            raise _bad("bad_seeded_top", text)
        field = _require_take(stage.get("take"), before, field)
        before = stage


def _require_format(format_: object, options: object, *, teams: bool) -> None:
    stage_format = FORMATS.get(format_) if isinstance(format_, str) else None
    if stage_format is None:
        raise _bad("unknown_format", "Unknown format.")
    if not isinstance(options, dict):
        raise _bad("bad_options", "options must be an object.")
    if teams and options.get("session_games"):
        raise _bad("bad_options", _("Team matches cannot be played as sessions."))
    if refused := stage_format.refused(options):
        names = ", ".join(sorted(refused))
        text = "Unknown option or value not allowed for this format: %(names)s."
        raise _bad("bad_options", text % {"names": names})


def _require_take(take: object, before: Mapping[str, Any], field: int | None) -> int | None:
    """Check who advances; returns how many at most, None if that is not known."""
    is_rule = isinstance(take, dict) and isinstance(take.get("cut"), str)
    wrong = refused(take) if is_rule and isinstance(take, dict) else "cut"
    if wrong == "n":
        raise _bad("bad_take", "The number of qualifiers must be a whole number from 1.")
    if wrong or not isinstance(take, dict):
        raise _bad("bad_take", "A later stage needs a rule for who qualifies.")
    n = take.get("n", 0)
    if FORMATS[before["format"]].counts == "knockout" and not _parts_places(take):
        text = _("After a knockout, only the best 2, 4, 8 … can qualify. Other places are shared.")
        raise _bad("bad_take", text)
    match take["cut"]:
        case "top":
            return _require_top(n, field)
        case "top_of_group":
            return _require_top_of_group(n, before, field)
    return None


def _parts_places(take: Mapping[str, Any]) -> bool:
    """Does the cut separate places of a knockout that are not shared?"""
    n = take.get("n")
    return take["cut"] == "top" and isinstance(n, int) and n >= 2 and n & (n - 1) == 0


def _require_top(n: int, field: int | None) -> int:
    if n < 2:
        raise _bad("bad_take", _("At least two must qualify."))
    if field is not None and n > field:
        text = _("Too many qualifiers: %(n)d of %(field)d.")
        raise _bad("bad_take", text % {"n": n, "field": field})
    return n


def _require_top_of_group(n: int, before: Mapping[str, Any], field: int | None) -> int | None:
    if before["format"] not in GROUPED:
        raise _bad("bad_take", _("Only a stage with groups can use “Best places in each group”."))
    if field is None:
        return None
    groups = groups_of(
        before["format"], field, tuple(sorted((before.get("options") or {}).items()))
    )
    if n > field // groups:
        text = _(
            "The groups are too small. Qualifiers per group: %(n)d. Entries: %(field)d. "
            "Groups: %(groups)d."
        )
        raise _bad("bad_take", text % {"n": n, "field": field, "groups": groups})
    return n * groups


def _bad(code: str, detail: str) -> DomainError:
    return DomainError(code, detail, status=400)
