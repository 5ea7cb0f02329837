"""A preview in words: the changes grouped by kind, each group with its count in its heading."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.bracket.selectors.names import titles_of
from tournaments.core.round_names import section_name
from tournaments.models import Pairing, PrizeAgreement, Tournament
from tournaments.ruling.selectors.round_settings_text import settings_text
from tournaments.ruling.selectors.rulings import places_of, result_text
from tournaments.ruling.selectors.slip_scores import slip_scores
from tournaments.ruling.selectors.snapshot_diff import ON, OVER, WAITS, Preview, SnapshotChange
from tournaments.ruling.selectors.stage_snapshots import Key
from web.bidi import isolate

SHOWN = 8  # lines of a group that are open at once


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A change: what it is about, the state before and the state after."""

    about: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PreviewGroup:
    """Lines of one kind. `danger`: matches or settings are lost."""

    title: str
    lines: tuple[PreviewLine, ...]
    rest: tuple[PreviewLine, ...]
    danger: bool = False


@dataclass(frozen=True, slots=True)
class OutdatedDraw:
    """A stage, by its number, or a bracket of it that keeps its players although others would be drawn now."""

    number: int
    section: str = ""

    @classmethod
    def of(cls, key: Key) -> "OutdatedDraw":
        """From the key of a change of the kind `kept`."""
        number, *section = key
        return cls(int(number), "".join(map(str, section)))

    @property
    def name(self) -> str:
        """The bracket's name; empty for a whole stage."""
        return section_name(self.section) if self.section else ""


@dataclass(frozen=True, slots=True)
class PreviewText:
    """The whole preview; `number` of changes is shown on the button."""

    groups: tuple[PreviewGroup, ...]
    number: int
    digest: str
    outdated: tuple[OutdatedDraw, ...] = ()


def describe_preview(tournament: Tournament, preview: Preview) -> PreviewText:
    """Four queries, five where slips change."""
    groups = tuple(PreviewWriter(tournament, preview).groups())
    number = sum(len(group.lines) + len(group.rest) for group in groups)
    number -= len(preview.of("word_kept"))
    outdated = tuple(OutdatedDraw.of(change.key) for change in preview.of("kept"))
    return PreviewText(groups, number, preview.digest, outdated)


class PreviewWriter:
    """Looks up names and writes the groups, losses first."""

    def __init__(self, tournament: Tournament, preview: Preview) -> None:
        self.tournament, self.preview = tournament, preview
        self.entries = titles_of(tournament)
        self.names = places_of(tournament)
        wanted = {key for change in preview.changes for key in change.key if isinstance(key, int)}
        pairings = Pairing.objects.filter(stage__tournament=tournament, pk__in=wanted)
        self.pairings = {pairing.pk: self.names.pairing(pairing) for pairing in pairings}
        slips = {m.key[0] for m in preview.changes if m.key[2:] == ("slip",)}
        self.slips = slip_scores(slips)
        self.status = dict(Tournament.Status.choices)

    def groups(self) -> Iterable[PreviewGroup]:
        """The groups that have lines."""
        n = self._group
        yield from n("aside", ON, self._match, _in_play, danger=True)
        yield from n("aside", OVER, self._match, _played, danger=True)
        yield from n("aside", WAITS, self._match, _not_begun)
        yield from n("reopened", None, self._match, _goes_on)
        yield from n("ended", None, self._match, _ends)
        yield from n("back", None, self._match, _back)
        yield from n("pairing", None, self._result, _results)
        yield from n("slot", None, self._slot, _seats)
        yield from n("made", None, self._made, _made)
        yield from n("round_aside", None, self._round, _rounds)
        yield from n("word_lost", None, self._settings, _settings_lost, danger=True)
        yield from n("word_kept", None, self._settings, _settings_kept)
        yield from n("place", None, self._place, _places)
        yield from n("prize", None, self._prize, _prizes)
        yield from n("agreement", None, self._agreement, _agreements, danger=True)
        yield from n(
            "champion", None, self._champion, lambda _n: _("The tournament winner changes")
        )
        yield from n("status", None, self._status, lambda _n: _("The tournament status changes"))

    def _group(
        self,
        kind: str,
        state: str | None,
        line: Callable[[SnapshotChange], PreviewLine],
        title: Callable[[int], str],
        *,
        danger: bool = False,
    ) -> Iterable[PreviewGroup]:
        moves = [m for m in self.preview.of(kind) if state is None or m.state == state]
        if kind == "place":  # rows that are added or removed without a place are not shown
            moves = [m for m in moves if _place(m.before) != _place(m.after)]
        lines = tuple(line(change) for change in moves)
        if lines:
            yield PreviewGroup(title(len(lines)), lines[:SHOWN], lines[SHOWN:], danger)

    def _entry(self, pk: Any) -> str:
        return isolate(self.entries.get(pk, "–"))

    def _two(self, pair: Any) -> str:
        return " – ".join(self._entry(pk) for pk in pair)

    def _match(self, change: SnapshotChange) -> PreviewLine:
        """The place, and the two names with the score between them."""
        first, second = map(self._entry, change.before)
        slip = self.slips.get(int(change.key[0])) if change.key[2:] == ("slip",) else None
        points = change.shown if slip is None else slip.score
        score = f"{points[0]} – {points[1]}" if any(points) else "–"
        where = self.pairings.get(int(change.key[1]), "")
        if slip is not None and slip.table is not None:
            table = pgettext("furniture", "Table %(n)s") % {"n": slip.table}
            where = f"{where} · {table}" if where else table
        return PreviewLine(where, f"{first} {score} {second}")

    def _made(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine(self.pairings.get(int(change.key[1]), ""), "", self._two(change.after))

    def _result(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine(self.pairings[int(change.key[0])], *(map(self._standing, _both(change))))

    def _standing(self, decision: Any) -> str:
        outcome, winner, loser, advanced = decision
        result = {"outcome": outcome, "winner": winner, "loser": loser, "advanced": advanced}
        return result_text(result, self.entries)

    def _slot(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine(self.pairings[int(change.key[0])], *(map(self._seated, _both(change))))

    def _seated(self, slot: Any) -> str:
        state, entry = slot
        if entry is not None:
            return self._entry(entry)
        return _("Bye") if state == "bye" else _("Not known yet")

    def _round(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine(self.names.full_round(self.names.rounds[int(change.key[0])]))

    def _settings(self, change: SnapshotChange) -> PreviewLine:
        text, about = settings_text(change.before, self.tournament), self._round(change).about
        if change.kind == "word_lost":
            return PreviewLine(about, text)
        return PreviewLine(about, "", text)

    def _place(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine(self._entry(change.key[2]), *(map(_place, _both(change))))

    def _prize(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine(
            self._entry(change.key[0]), str(change.before or 0), str(change.after or 0)
        )

    def _agreement(self, change: SnapshotChange) -> PreviewLine:
        row = PrizeAgreement.objects.get(pk=change.key[0])
        no_longer = pgettext("prizes", "No longer fits")
        return PreviewLine(
            row.get_kind_display(),
            no_longer if change.before else pgettext("agreement", "Fits"),
            no_longer if change.after else pgettext("agreement", "Fits"),
        )

    def _champion(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine("", *(map(self._entry, _both(change))))

    def _status(self, change: SnapshotChange) -> PreviewLine:
        return PreviewLine("", str(self.status[change.before]), str(self.status[change.after]))


def _both(change: SnapshotChange) -> tuple[Any, Any]:
    return change.before, change.after


def _place(places: Any) -> str:
    if not places or places[0] is None:
        return "–"
    first, last = places
    return str(first) if first == last else f"{first}–{last}"


def _in_play(n: int) -> str:
    return ngettext(
        "%(n)d match in progress becomes void (kept in the record)",
        "%(n)d matches in progress become void (kept in the record)",
        n,
    ) % {"n": n}


def _played(n: int) -> str:
    return ngettext(
        "%(n)d played match no longer counts (kept in the record)",
        "%(n)d played matches no longer count (kept in the record)",
        n,
    ) % {"n": n}


def _not_begun(n: int) -> str:
    return ngettext(
        "%(n)d match not yet started is withdrawn",
        "%(n)d matches not yet started are withdrawn",
        n,
    ) % {"n": n}


def _goes_on(n: int) -> str:
    return ngettext(
        "%(n)d match resumes where it stopped", "%(n)d matches resume where they stopped", n
    ) % {"n": n}


def _ends(n: int) -> str:
    return ngettext("%(n)d match ends now", "%(n)d matches end now", n) % {"n": n}


def _back(n: int) -> str:
    return ngettext(
        "%(n)d match is restored",
        "%(n)d matches are restored",
        n,
    ) % {"n": n}


def _made(n: int) -> str:
    return ngettext("%(n)d new match", "%(n)d new matches", n) % {"n": n}


def _results(n: int) -> str:
    return ngettext("%(n)d result changes", "%(n)d results change", n) % {"n": n}


def _seats(n: int) -> str:
    return ngettext("%(n)d slot in the draw changes", "%(n)d slots in the draw change", n) % {
        "n": n
    }


def _rounds(n: int) -> str:
    return ngettext("%(n)d round becomes void", "%(n)d rounds become void", n) % {"n": n}


def _settings_lost(n: int) -> str:
    return ngettext(
        "Settings of %(n)d round are lost",
        "Settings of %(n)d rounds are lost",
        n,
    ) % {"n": n}


def _settings_kept(n: int) -> str:
    return ngettext(
        "Settings of %(n)d round carry over to the new draw",
        "Settings of %(n)d rounds carry over to the new draw",
        n,
    ) % {"n": n}


def _places(n: int) -> str:
    return ngettext("%(n)d place changes", "%(n)d places change", n) % {"n": n}


def _prizes(n: int) -> str:
    return ngettext("%(n)d prize changes", "%(n)d prizes change", n) % {"n": n}


def _agreements(n: int) -> str:
    return ngettext(
        "%(n)d agreement on prizes is affected", "%(n)d agreements on prizes are affected", n
    ) % {"n": n}
