"""How a pairing was made, in words, from the notes that its format left as plain data. It must not judge them again."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.tie_break_texts import shown
from tournaments.formats.requests import MUST_NOT_MEET

Notes = Mapping[str, Any]
Names = Mapping[int, str]


def scores_before(notes: Notes, counts: str) -> tuple[str, ...]:
    """The scores of both before the round, side 1 first; of a bye only one score. Empty without notes."""
    records = notes.get("records") or ([notes["record"]] if "record" in notes else [])
    if records:
        return tuple(f"{won}–{lost}" for won, lost in records)
    scores = notes.get("scores") or ([notes["score"]] if "score" in notes else [])
    return tuple(score_text(score, counts) for score in scores)


def sentences(
    notes: Notes, counts: str, sides: Sequence[str], names: Names, *, for_directors: bool = False
) -> list[str]:
    """Why these two met, or why this entry had the bye; empty without notes. Only directors read who must not meet."""
    drawbacks = _drawbacks(notes, for_directors=for_directors)
    if "bye" in notes:
        return _bye(notes, counts, sides[0], names)
    if "records" in notes:
        return [_records(notes, counts, sides), *drawbacks]
    if "scores" not in notes:
        return []
    if notes.get("wished"):
        return [_("The director paired these two on request."), *drawbacks]
    return [_level(notes, counts, sides), *_ahead(notes, sides), *drawbacks]


def order_sentence(method: object) -> str:
    """The rule by which every round is paired, as a sentence; empty where the method has no order."""
    orders = {
        "fold": _("Within each score, the top half plays the bottom half."),
        "random": _("Within each score, pairings are random."),
        "monrad": _("Within each score, neighbours play each other."),
    }
    if method not in orders:
        return ""
    first = _("Where possible, players meet opponents with the same score and never meet twice.")
    return f"{first} {orders[str(method)]}"


def mentioned(notes: Notes) -> Iterable[int]:
    """Entries that the sentences name besides the two of the pairing."""
    return [entry for entry, _why in notes.get("passed_over", ())]


def score_text(score: int, counts: str) -> str:
    """A score of a format: Swiss scores are noted in half points, lives as they are."""
    return str(score) if counts == "lives" else shown(_whole(Fraction(score, 2)))


def _whole(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _level(notes: Notes, counts: str, sides: Sequence[str]) -> str:
    scores = scores_before(notes, counts)
    words = {"one": sides[0], "two": sides[-1], "first": scores[0], "second": scores[-1]}
    if notes["scores"][0] != notes["scores"][-1]:
        if counts == "lives":
            return _("Paired on different lives. %(one)s: %(first)s, %(two)s: %(second)s.") % words
        return _("Paired on different points. %(one)s: %(first)s, %(two)s: %(second)s.") % words
    if counts == "lives":
        level = _("Both have the same number of lives (%(first)s).") % words
    else:
        level = _("Both have the same number of points (%(first)s).") % words
    return f"{level} {_distance(notes)}"


def _ahead(notes: Notes, sides: Sequence[str]) -> list[str]:
    """Points that were added in an accelerated round, for its pairing only."""
    added = notes.get("ahead")
    if not added:
        return []
    first, second = (score_text(points, "points") for points in added)
    words = {"one": sides[0], "two": sides[-1], "first": first, "second": second}
    return [_("Accelerated round. Points added: %(one)s %(first)s, %(two)s %(second)s.") % words]


def _records(notes: Notes, counts: str, sides: Sequence[str]) -> str:
    """Two of a continuous Swiss: their wins and losses when they were paired."""
    first, second = scores_before(notes, counts)
    words = {"one": sides[0], "two": sides[-1], "first": first, "second": second}
    return _("Both players were free. %(one)s: %(first)s, %(two)s: %(second)s.") % words


def _distance(notes: Notes) -> str:
    """How far the opponent is from the one that the order of pairing asks for."""
    steps = notes.get("fold", 0)
    if not steps:
        return _("This is the first-choice opponent in the pairing order.")
    return ngettext(
        "%(steps)s place from the first-choice opponent in the pairing order.",
        "%(steps)s places from the first-choice opponent in the pairing order.",
        steps,
    ) % {"steps": steps}


def _drawbacks(notes: Notes, *, for_directors: bool) -> list[str]:
    texts = []
    if notes.get("rematch"):
        texts.append(
            _("This is a rematch.")
            if notes.get("wished")
            else _("Rematch: without it, two other players would have to meet again.")
        )
    labels = [str(label) for label in notes.get("labels") or ()]
    forbidden = [label for label in labels if label.partition(":")[0] == MUST_NOT_MEET]
    if forbidden and for_directors:
        texts.append(_("These two must not meet, but no other pairing was possible."))
    if len(labels) > len(forbidden):
        kept = ", ".join(label.partition(":")[2] for label in labels if label not in forbidden)
        texts.append(_("Could not be kept apart: %(label)s.") % {"label": kept})
    return texts


def _bye(notes: Notes, counts: str, name: str, names: Names) -> list[str]:
    if "record" in notes:
        return [_("%(name)s: no opponent was left.") % {"name": name}]
    words = {"name": name, "score": scores_before(notes, counts)[0], "byes": notes["byes"]}
    if counts == "lives":
        first = _("%(name)s (lives: %(score)s) gets the bye: fewest byes, then fewest lives.")
    else:
        first = _("%(name)s (points: %(score)s) gets the bye: fewest byes, then fewest points.")
    return [first % words, *(_passed(entry, why, names) for entry, why in notes["passed_over"])]


def _passed(entry: int, why: str, names: Names) -> str:
    name = {"name": names.get(entry, "?")}
    if why == "had_bye":
        return _("%(name)s: lower in the standings, but with more byes.") % name
    return _("%(name)s: lower in the standings, but this bye would force a rematch.") % name
