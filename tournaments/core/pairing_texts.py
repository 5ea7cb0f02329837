"""How a pairing was made, in words, from the notes that its format left as plain data. It must not judge them anew."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.tie_break_texts import shown

Notes = Mapping[str, Any]
Names = Mapping[int, str]


def scores_before(notes: Notes, counts: str) -> tuple[str, ...]:
    """The scores of both before the round, side 1 first; of a bye only one score. Empty without notes."""
    records = notes.get("records") or ([notes["record"]] if "record" in notes else [])
    if records:
        return tuple(f"{won}–{lost}" for won, lost in records)
    scores = notes.get("scores") or ([notes["score"]] if "score" in notes else [])
    return tuple(_score(score, counts) for score in scores)


def sentences(notes: Notes, counts: str, sides: Sequence[str], names: Names) -> list[str]:
    """Why these two met, or why this entry had the bye; empty without notes."""
    if "bye" in notes:
        return _bye(notes, counts, sides[0], names)
    if "records" in notes:
        return [_records(notes, counts, sides), *_drawbacks(notes)]
    if "scores" not in notes:
        return []
    return [_level(notes, counts, sides), *_drawbacks(notes)]


def order_sentence(method: object) -> str:
    """The rule by which every round is paired, as a sentence; empty where the method has no order."""
    orders = {
        "fold": _("Among those who are level the top half meets the bottom half."),
        "random": _("Among those who are level the lot decides."),
        "monrad": _("Among those who are level neighbours meet."),
    }
    if method not in orders:
        return ""
    first = _("Equal meets equal, nobody meets anybody twice, as far as both can be had.")
    return f"{first} {orders[str(method)]}"


def mentioned(notes: Notes) -> Iterable[int]:
    """Entries that the sentences name besides the two of the pairing."""
    return [entry for entry, _why in notes.get("passed_over", ())]


def _score(score: int, counts: str) -> str:
    """Swiss scores are noted in half points, lives as they are."""
    return str(score) if counts == "lives" else shown(_whole(Fraction(score, 2)))


def _whole(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _level(notes: Notes, counts: str, sides: Sequence[str]) -> str:
    scores = scores_before(notes, counts)
    words = {"one": sides[0], "two": sides[-1], "first": scores[0], "second": scores[-1]}
    if notes["scores"][0] != notes["scores"][-1]:
        if counts == "lives":
            return _("Paired across lives: %(one)s had %(first)s, %(two)s %(second)s.") % words
        return _("Paired across points: %(one)s had %(first)s, %(two)s %(second)s.") % words
    if counts == "lives":
        level = _("Both had equal lives: %(first)s.") % words
    else:
        level = _("Both had equal points: %(first)s.") % words
    return f"{level} {_distance(notes)}"


def _records(notes: Notes, counts: str, sides: Sequence[str]) -> str:
    """Two of a continuous Swiss: their wins and losses when they were paired."""
    first, second = scores_before(notes, counts)
    words = {"one": sides[0], "two": sides[-1], "first": first, "second": second}
    return _("Both were ready: %(one)s with %(first)s, %(two)s with %(second)s.") % words


def _distance(notes: Notes) -> str:
    """How far the opponent is from the one that the order of pairing asks for."""
    steps = notes.get("fold", 0)
    if not steps:
        return _("This is the opponent whom the order of pairing asks for.")
    return ngettext(
        "%(steps)s place from the opponent whom the order of pairing asks for.",
        "%(steps)s places from the opponent whom the order of pairing asks for.",
        steps,
    ) % {"steps": steps}


def _drawbacks(notes: Notes) -> list[str]:
    texts = []
    if notes.get("rematch"):
        texts.append(
            _("They have met before: without this somebody else would have to meet again.")
        )
    if notes.get("labels"):
        kept = ", ".join(label.partition(":")[2] for label in notes["labels"])
        texts.append(_("Both are of %(label)s: it could not be avoided.") % {"label": kept})
    return texts


def _bye(notes: Notes, counts: str, name: str, names: Names) -> list[str]:
    if "record" in notes:
        return [_("Nobody was left to play against %(name)s.") % {"name": name}]
    words = {"name": name, "score": scores_before(notes, counts)[0], "byes": notes["byes"]}
    if counts == "lives":
        first = _("The bye is for who has had fewest, with the fewest lives: %(name)s, %(score)s.")
    else:
        first = _("The bye is for who has had fewest, with the fewest points: %(name)s, %(score)s.")
    return [first % words, *(_passed(entry, why, names) for entry, why in notes["passed_over"])]


def _passed(entry: int, why: str, names: Names) -> str:
    name = {"name": names.get(entry, "?")}
    if why == "had_bye":
        return _("%(name)s stands lower and has had more byes.") % name
    return _("%(name)s stands lower; without %(name)s somebody would have to meet again.") % name
