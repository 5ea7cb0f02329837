"""A round as pairs, for pairing by hand: who has to be in it, who may, and remarks on it."""

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
    """The pairs of a round that stands, in order; refused while a player is not known: not_known_yet.

    A pairing without entries is left out.
    """
    slots = Slot.objects.filter(pairing__round=row, pairing__voided_at=None)
    by_pairing: dict[int, list[int | None]] = {}
    for slot in slots.order_by("pairing__number", "pairing_id", "side"):
        if slot.state == Slot.State.PENDING:
            text = _("Not all players of this round are known yet.")
            raise DomainError("not_known_yet", text)
        by_pairing.setdefault(slot.pairing_id, []).append(slot.entry_id)
    pairs = []
    for sides in by_pairing.values():
        present = [entry for entry in sides if entry is not None]
        if present:
            pairs.append((present[0], present[1] if len(present) > 1 else None))
    return pairs


def remark_sentences(
    pairs: Sequence[Pair],
    due: Collection[Entry],
    position: Position,
    scores: Mapping[Entry, int] | None = None,
) -> list[str]:
    """All remarks on these pairs, in words. One query."""
    remarks = check_pairs(pairs, due, position, scores=scores)
    names = _names(remarks)
    return [sentence(remark, names) for remark in remarks]


def require_whole(pairs: Sequence[Pair], due: Collection[Entry], position: Position) -> None:
    """Refuse a round in which somebody is paired twice, is missing or does not belong: bad_pairs."""
    remarks = check_pairs(pairs, due, position)
    wrong = [remark for remark in remarks if remark.wrong or remark.code == "missing"]
    if wrong:
        raise DomainError("bad_pairs", sentence(wrong[0], _names(wrong)), status=400)


def before(position: Position, number: int) -> Position:
    """The stage as it was before this round: nothing in it or after it counts as met."""
    nodes = tuple(node for node in position.blueprint.nodes if node.round < number)
    return replace(position, blueprint=Blueprint(position.blueprint.rounds, nodes))


def sentence(remark: Remark, names: Mapping[Entry, str]) -> str:
    """A remark in words."""
    called = [names.get(entry, "?") for entry in remark.entries]
    words = {"one": called[0], "two": called[-1], "names": ", ".join(called)}
    texts = {
        "itself": _("%(one)s is on both sides of a pairing."),
        "twice": _("%(one)s is paired more than once in this round."),
        "unknown": _("A player in these pairings is not in this stage."),
        "gone": _("Not in the tournament any more: %(one)s."),
        "not_due": _("%(one)s should not play in this round."),
        "missing": _("%(one)s is missing from this round."),
        "several_byes": _("More than one bye: %(names)s."),
        "second_bye": _("%(one)s already has a bye from an earlier round."),
        "rematch": _("Rematch: %(one)s – %(two)s."),
        "gap": _("Different scores: %(one)s – %(two)s."),
        "label": _("Should be kept apart: %(one)s – %(two)s."),
    }
    return texts[remark.code] % words


def _names(remarks: Iterable[Remark]) -> dict[Entry, str]:
    about = {entry for remark in remarks for entry in remark.entries}
    rows = EntryModel.objects.filter(pk__in=about).select_related("player")
    return {row.pk: row.title for row in rows}
