"""A round as pairs, for pairing by hand: who has to be in it, who may, and what is to be said about it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.formats.base import Blueprint, Entry
from tournaments.formats.by_hand import Pair, Remark, check_pairs
from tournaments.formats.protocol import Position
from tournaments.models import Entry as EntryModel
from tournaments.models import Round, Slot
from web.errors import DomainError


def pairs_of(row: Round) -> list[Pair]:
    """Who meets whom in a round that stands, in order; refused while somebody is not known: not_known_yet.

    A pairing that nobody comes to is left out.
    """
    seats = Slot.objects.filter(pairing__round=row, pairing__voided_at=None)
    told: dict[int, list[int | None]] = {}
    for slot in seats.order_by("pairing__number", "pairing_id", "side"):
        if slot.state == Slot.State.PENDING:
            text = _("The players of this round are not all known yet.")
            raise DomainError("not_known_yet", text)
        told.setdefault(slot.pairing_id, []).append(slot.entry_id)
    pairs = []
    for sides in told.values():
        present = [entry for entry in sides if entry is not None]
        if present:
            pairs.append((present[0], present[1] if len(present) > 1 else None))
    return pairs


def told(
    pairs: Sequence[Pair],
    due: Collection[Entry],
    position: Position,
    scores: Mapping[Entry, int] | None = None,
) -> list[str]:
    """Everything that is to be said about these pairs, in words. One query."""
    found = check_pairs(pairs, due, position, scores=scores)
    names = _names(found)
    return [sentence(one, names) for one in found]


def require_whole(pairs: Sequence[Pair], due: Collection[Entry], position: Position) -> None:
    """Refuse a round in which somebody sits twice, is missing or does not belong: bad_pairs."""
    found = check_pairs(pairs, due, position)
    wrong = [one for one in found if one.wrong or one.code == "missing"]
    if wrong:
        raise DomainError("bad_pairs", sentence(wrong[0], _names(wrong)), status=400)


def before(position: Position, number: int) -> Position:
    """The stage as it was before this round: nothing in it or after it counts as met."""
    nodes = tuple(node for node in position.blueprint.nodes if node.round < number)
    return replace(position, blueprint=Blueprint(position.blueprint.rounds, nodes))


def sentence(one: Remark, names: Mapping[Entry, str]) -> str:
    """A remark in words."""
    called = [names.get(entry, "?") for entry in one.entries]
    words = {"one": called[0], "two": called[-1], "names": ", ".join(called)}
    texts = {
        "itself": _("%(one)s cannot meet himself."),
        "twice": _("%(one)s sits twice in this round."),
        "unknown": _("Somebody in these pairs does not play in this stage."),
        "gone": _("%(one)s has left the tournament."),
        "not_due": _("%(one)s was not due in this round."),
        "missing": _("%(one)s is missing in this round."),
        "several_byes": _("Several have a bye: %(names)s."),
        "second_bye": _("%(one)s has had a bye before."),
        "rematch": _("%(one)s and %(two)s have met before."),
        "gap": _("%(one)s and %(two)s stand apart in the table."),
        "label": _("%(one)s and %(two)s are to be kept apart."),
    }
    return texts[one.code] % words


def _names(found: Iterable[Remark]) -> dict[Entry, str]:
    about = {entry for one in found for entry in one.entries}
    rows = EntryModel.objects.filter(pk__in=about).select_related("player")
    return {row.pk: row.title for row in rows}
