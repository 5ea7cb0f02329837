"""The rule card in plain words: rules, lengths, clock and draw, frozen at the start."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games import rule_texts
from games.engine.rule_card import card_sentences, unusual_options
from games.engine.rules import Rules
from tournaments.bracket.selectors.agreement import (
    SESSION,
    beside,
    clock_from,
    rules_from,
    stage_card,
)
from tournaments.bracket.selectors.prize_text import prize_lines
from tournaments.bracket.selectors.rows import CardLine
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.core import format_texts, tie_break_texts
from tournaments.core.round_names import section_name
from tournaments.formats.plans import SECTIONS
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament, Venue
from tournaments.standings.tie_breaks import usual_order

Agreed = Mapping[str, Any]


def rule_card(tournament: Tournament) -> list[CardLine]:
    """Label and sentence for every agreed term. No query."""
    agreed = tournament.agreed
    stages = _stages(tournament)
    games = agreed["options"].get("session_games")  # sessions have rules of their own kind
    played_by = {**agreed["rules"], SESSION: True} if games else agreed["rules"]
    rules = rules_from(played_by, games or agreed["lengths"][0])
    venue = venue_of(tournament)
    on_board = venue is not None and venue.where != Venue.Where.ONLINE
    lines = [
        *_stage_lines(stages),
        CardLine(pgettext("act of drawing", "Draw"), _draw(agreed)),
        *_entry(agreed),
    ]
    if tournament.names_lineups:
        lines.append(
            CardLine(
                _("Line-ups"),
                _(
                    "Captains name who plays at which board, before each match and unseen by the opponents."
                ),
            )
        )
    ties = _ties(agreed, stages, same_dice=tournament.same_dice)
    lines += [CardLine(_("Tie-breaks"), text) for text in ties]
    lines += [
        CardLine(_("Rules"), rule_texts.sentence(s))
        for s in card_sentences(rules, over_the_board=on_board)
        if s.code[:5] != "play."
    ]
    lines += [CardLine(_("Rules"), text) for text in _other_rules(agreed, stages)]
    lines += [CardLine(_("Clock"), text) for text in _clocks(agreed, stages)]
    if venue is not None and on_board:
        lines.append(CardLine(_("Mode of play"), str(Venue.Where(venue.where).label)))
    if venue is None or venue.where != Venue.Where.BOARD:
        lines.append(CardLine(_("Time to join"), _joining(agreed)))
    if tournament.same_dice:
        text = _(
            "All tables of a round roll the same dice. Each waits for the others before a roll."
        )
        lines.append(CardLine(_("Dice"), text))
    lines.append(CardLine(_("Rating"), _rating(tournament)))
    if tournament.admits_bots:
        lines.append(CardLine(_("Bots"), _("Bots may enter. Their matches are not rated.")))
    lines += [CardLine(_("Prizes"), text) for text in prize_lines(agreed.get("pay_table") or [])]
    return lines


@dataclass(frozen=True, slots=True)
class TermsSummary:
    """The terms of a tournament in a few lines: of its format with its options, its lengths, its clock, its rules, and of
    who enters and how they are drawn."""

    formats: list[str]
    lengths: list[str]
    clock: list[str]
    rules: str
    entries: str


def terms_summary(tournament: Tournament) -> TermsSummary:
    """What a person checks before they create it. No query."""
    agreed = tournament.agreed
    stages = _stages(tournament)
    lines = [*_stage_lines(stages)]
    lengths = [line.text for line in lines if line.label == _("Match length")]
    formats = [line.text for line in lines if line.label != _("Match length")]
    late = _("Late entry allowed") if tournament.late_entry else _("No late entry")
    kind = str(Tournament.EntryKind(tournament.entry_kind).label)
    rated = pgettext("tournament", "Rated") if tournament.rates_matches else _("Not rated.")
    return TermsSummary(
        formats,
        lengths,
        [*_clocks(agreed, stages)],
        _book(agreed["rules"]),
        " · ".join([kind, _draw(agreed), late, rated.rstrip(".")]),
    )


def _book(rules: Agreed) -> str:
    """The rule book with what is special about it; its name alone if some of its options are changed."""
    book = str(rules.get("preset", "tournament"))
    name = rule_texts.preset_name(book)
    if rules_from(dict(rules), 1) != rules_from(Rules.preset(book, length=1).to_json(), 1):
        return _("%(book)s, with changes") % {"book": name}
    return _("%(book)s. %(what)s") % {"book": name, "what": rule_texts.preset_help(book)}


def _rating(tournament: Tournament) -> str:
    if tournament.rates_matches:
        return _("Results change the players’ ratings.")
    return _("Not rated.")


def warnings(tournament: Tournament) -> list[str]:
    """Sentences about unusual rules (R9.4), for any of the lengths. No query."""
    agreed, stages = tournament.agreed, _stages(tournament)
    played = [
        (agreed["rules"], length) for length in sorted(_all_lengths(agreed, stages), reverse=True)
    ]
    played += [(own, length) for _where, own, length in _others("rules", agreed, stages)]
    sentences = {
        rule_texts.sentence(sentence): None
        for rules, length in played
        for sentence in unusual_options(rules_from(rules, length))
    }
    return list(sentences)


def format_name(key: str) -> str:
    """A format's name in the reader's language."""
    return format_texts.format_name(key)


def _stages(tournament: Tournament) -> list[Agreed]:
    later = tournament.agreed.get("later_stages") or []
    return [stage_card(tournament, number) for number in range(1, len(later) + 2)]


def _stage_lines(stages: list[Agreed]) -> Iterator[CardLine]:
    """The lines of each stage: its format with its options, its lengths, and who advances to it."""
    several = len(stages) > 1
    for number, stage in enumerate(stages, start=1):
        text = _format(stage)
        yield CardLine(_("Stage %(number)d") % {"number": number} if several else _("Format"), text)
        if number > 1:
            take = format_texts.take_sentence(stage["take"])
            yield CardLine(_("Qualifiers"), f"{take} {_draw_after(stage)}")
        if stage["options"].get("session_games"):
            continue  # the line of the format has the number of games
        yield CardLine(_("Match length"), _lengths(stage))
        for term in stage.get("special_terms") or []:
            if term.get("stage") in (None, number) and term.get("length"):
                yield CardLine(_("Match length"), _special(term, stage))


def _format(stage: Agreed) -> str:
    name = format_texts.format_name(stage["format"])
    return " · ".join([name, *format_texts.settings_texts(stage["format"], stage["options"])])


def _lengths(stage: Agreed) -> str:
    """For example: 7 points, the final 9; outside a knockout the last round or two may be longer."""
    final, earlier = stage["lengths"][0], stage["lengths"][1:]
    if not earlier or set(earlier) == {final}:
        return _points(final)
    text = ", ".join(str(n) for n in reversed(earlier))
    numbers = {"earlier": text, "final": final}
    if FORMATS[stage["format"]].counts == "knockout":
        return _("Earlier rounds: %(earlier)s. Final: %(final)s.") % numbers
    return _("Earlier rounds: %(earlier)s. Last round: %(final)s.") % numbers


def _special(term: Agreed, stage: Agreed) -> str:
    return f"{_place(term, stage)}: {_points(term['length'])}"


def _place(term: Agreed, stage: Agreed) -> str:
    """Where a special term applies: Consolation; Main draw, round 2 from the last."""
    section = str(term.get("section") or "main")
    beside = {"main", *SECTIONS.get(stage["format"], ())}
    name = section_name(section, beside) or format_texts.format_name(stage["format"])
    from_end = term.get("from_end")
    if from_end is None:
        return name
    if from_end == 0:
        return _("%(bracket)s, last round") % {"bracket": name}
    text = ngettext(
        "%(bracket)s, %(n)d round before the last",
        "%(bracket)s, %(n)d rounds before the last",
        from_end,
    )
    return text % {"bracket": name, "n": from_end}


def _points(length: int) -> str:
    return npgettext("score", "%(n)s point", "%(n)s points", length) % {"n": length}


def _draw(agreed: Agreed) -> str:
    if agreed["draw_method"] == Tournament.DrawMethod.SEEDED and agreed["seeded_top"]:
        return _("Top %(n)s seeded, the rest drawn at random") % {"n": agreed["seeded_top"]}
    return str(Tournament.DrawMethod(agreed["draw_method"]).label)


def _draw_after(stage: Agreed) -> str:
    if stage["draw_method"] == "standing":
        return _("The draw follows the standings of the previous stage.")
    return f"{_draw(stage)}."


def _entry(agreed: Agreed) -> Iterator[CardLine]:
    """Lines about teams and pairs, who is kept apart, and re-entries."""
    kind = agreed.get("entry_kind", Tournament.EntryKind.SINGLE)
    if kind == Tournament.EntryKind.TEAM:
        text = _(
            "Teams with a fixed order of boards. Boards per team: %(n)d. The team with "
            "the most boards wins."
        ) % {"n": agreed["boards"]}
        yield CardLine(_("Entry type"), text)
    elif kind != Tournament.EntryKind.SINGLE:
        yield CardLine(_("Entry type"), str(Tournament.EntryKind(kind).label))
    if agreed.get("apart"):
        texts = apart_texts()
        kept = " · ".join(texts[name] for name in agreed["apart"])
        yield CardLine(_("Kept apart in the draw"), kept)
    if agreed.get("reentries"):
        text = ngettext(
            "Players who lose may re-enter %(n)d time",
            "Players who lose may re-enter %(n)d times",
            agreed["reentries"],
        )
        yield CardLine(_("Re-entry"), text % {"n": agreed["reentries"]})
        if agreed.get("reentry_keeps_line"):
            kept_entry = _("After re-entry, the earlier entry stays in the consolation")
            yield CardLine(_("Re-entry"), kept_entry)
    if agreed.get("publishes"):
        yield CardLine(_("Publishing"), _("A director publishes each draw"))


def apart_texts() -> dict[str, str]:
    """What keeps two entries apart in the draw, by its name in `Tournament.apart`."""
    return {"club": _("Same club"), "country": _("Same country"), "family": _("Same family")}


def _ties(agreed: Agreed, stages: list[Agreed], *, same_dice: bool) -> Iterator[str]:
    if all(FORMATS[stage["format"]].counts == "knockout" for stage in stages):
        return
    names = tie_break_texts.labels()
    sessions = any(stage["options"].get("session_games") for stage in stages)
    order = agreed.get("tie_breaks") or usual_order(sessions=sessions, same_dice=same_dice)
    yield " · ".join(f"{place}. {names[name]}" for place, name in enumerate(order, start=1))


def _all_lengths(agreed: Agreed, stages: list[Agreed]) -> set[int]:
    special = [term.get("length") for term in agreed.get("special_terms") or []]
    return {n for stage in stages for n in stage["lengths"]} | {n for n in special if n}


def _clocks(agreed: Agreed, stages: list[Agreed]) -> Iterator[str]:
    """One sentence, or one for each length, since the reserve depends on it (T10.1); then other clocks of single places."""
    lengths = sorted(_all_lengths(agreed, stages))
    if not agreed["clock"] or len(lengths) == 1:
        yield rule_texts.clock_sentence(clock_from(agreed["clock"], lengths[0]))
    else:
        for n in lengths:
            clock = rule_texts.clock_sentence(clock_from(agreed["clock"], n))
            yield _("Matches to %(n)s: %(clock)s") % {"n": n, "clock": clock}
    for place, own, length in _others("clock", agreed, stages):
        clock_there = clock_from(own, length, beside(agreed["clock"]))
        yield f"{place}: {rule_texts.clock_sentence(clock_there)}"


def _other_rules(agreed: Agreed, stages: list[Agreed]) -> Iterator[str]:
    """The differences of rules of a single stage or round."""
    for place, own, length in _others("rules", agreed, stages):
        usual = card_sentences(rules_from(agreed["rules"], length), over_the_board=True)
        for sentence in card_sentences(rules_from(own, length), over_the_board=True):
            if sentence not in usual:
                yield f"{place}: {rule_texts.sentence(sentence)}"


def _others(
    name: str, agreed: Agreed, stages: list[Agreed]
) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Place, terms and length wherever clock or rules differ from the tournament's."""
    for number, stage in enumerate(stages, start=1):
        if stage[name] and stage[name] != agreed[name]:
            yield _("Stage %(number)d") % {"number": number}, stage[name], stage["lengths"][0]
    for term in agreed.get("special_terms") or []:
        if term.get(name):
            stage = stages[(term.get("stage") or 1) - 1]
            yield _place(term, stage), term[name], term.get("length") or stage["lengths"][0]


def _joining(agreed: Agreed) -> str:
    text = _("Players who do not join within %(minutes)s min forfeit the match.")
    return text % {"minutes": number_format(f"{agreed['join_within_s'] / 60:g}")}
