"""The rule card in plain words: what everybody plays by, frozen at the start (design: rules, lengths, clock, draw)."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rule_texts
from tournaments.models import Tournament
from tournaments.selectors.agreement import clock_from, rules_from
from tournaments.selectors.shapes import CardLine


def rule_card(tournament: Tournament) -> list[CardLine]:
    """Label and sentence for everything agreed. No query."""
    agreed = tournament.agreed
    rules = rules_from(agreed["rules"], agreed["lengths"][0])
    lines = [
        CardLine(_("Format"), _format(agreed)),
        CardLine(_("Match length"), _lengths(agreed["lengths"])),
        CardLine(_("Draw"), _draw(agreed)),
    ]
    lines += [
        CardLine(_("Rules"), rule_texts.sentence(s))
        for s in rules.sentences(over_the_board=True)
        if s.code[:5] != "play."
    ]
    lines += [CardLine(_("Clock"), text) for text in _clocks(agreed)]
    lines.append(CardLine(_("Joining"), _joining(agreed)))
    return lines


def warnings(tournament: Tournament) -> list[str]:
    """What a director should know is not customary (R9.4), for any of the lengths. No query."""
    agreed = tournament.agreed
    found = {
        rule_texts.sentence(sentence): None
        for length in agreed["lengths"]
        for sentence in rules_from(agreed["rules"], length).unusual()
    }
    return list(found)


def format_name(key: str) -> str:
    """A format's name in the reader's language."""
    names = {"single_elimination": _("Single elimination")}
    return names.get(key, key)


def _format(agreed: dict[str, Any]) -> str:
    name = format_name(agreed["format"])
    if agreed["options"].get("third_place"):
        return _("%(format)s, with a match for third place") % {"format": name}
    return name


def _lengths(lengths: list[int]) -> str:
    final, earlier = lengths[0], lengths[1:]
    if not earlier or set(earlier) == {final}:
        return ngettext("%(n)s point", "%(n)s points", final) % {"n": final}
    text = ", ".join(str(n) for n in reversed(earlier))
    return _("%(earlier)s points, the final %(final)s") % {"earlier": text, "final": final}


def _draw(agreed: dict[str, Any]) -> str:
    if agreed["draw_method"] == Tournament.DrawMethod.SEEDED and agreed["seeded_top"]:
        return _("The first %(n)s seeded, the rest drawn at random") % {"n": agreed["seeded_top"]}
    return capfirst(str(Tournament.DrawMethod(agreed["draw_method"]).label))


def _clocks(agreed: dict[str, Any]) -> list[str]:
    """One sentence, or one for each length: the reserve scales with it (T10.1)."""
    lengths = sorted(set(agreed["lengths"]))
    if not agreed["clock"] or len(lengths) == 1:
        return [rule_texts.clock_sentence(clock_from(agreed["clock"], lengths[0]))]
    return [
        _("Matches to %(n)s: %(clock)s")
        % {"n": n, "clock": rule_texts.clock_sentence(clock_from(agreed["clock"], n))}
        for n in lengths
    ]


def _joining(agreed: dict[str, Any]) -> str:
    minutes = f"{agreed['join_within_s'] / 60:g}"
    return _("Who has not joined a match after %(minutes)s minutes loses it.") % {
        "minutes": minutes
    }
