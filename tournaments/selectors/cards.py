"""The rule card in plain words: what everybody plays by, frozen at the start (design: rules, lengths, clock, draw)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.card import RuleSentence
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
    lines += [CardLine(_("Rule"), said(s)) for s in rules.sentences() if s.code[:5] != "play."]
    lines += [CardLine(_("Clock"), _clock(agreed)), CardLine(_("Joining"), _joining(agreed))]
    return lines


def warnings(tournament: Tournament) -> list[str]:
    """What a director should know is not customary (R9.4), for any of the lengths. No query."""
    agreed = tournament.agreed
    found = {
        said(sentence): None
        for length in agreed["lengths"]
        for sentence in rules_from(agreed["rules"], length).unusual()
    }
    return list(found)


def said(sentence: RuleSentence) -> str:
    """The engine's sentence in the reader's language."""
    return _(sentence.template) % sentence.params


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
    return str(Tournament.DrawMethod(agreed["draw_method"]).label)


def _clock(agreed: dict[str, Any]) -> str:
    length = agreed["lengths"][0]
    clock = clock_from(agreed["clock"], length)
    if clock is None:
        return _("No clock")
    kinds = {
        "simple": _("%(reserve)s minutes for a match to %(n)s, %(delay)s seconds delay a turn"),
        "bronstein": _(
            "%(reserve)s minutes for a match to %(n)s, up to %(delay)s seconds given back a turn"
        ),
        "fischer": _("%(reserve)s minutes for a match to %(n)s, %(delay)s seconds added a turn"),
    }
    return kinds[clock.kind] % {
        "reserve": f"{clock.reserve_ms / 60000:g}",
        "delay": f"{clock.delay_ms / 1000:g}",
        "n": length,
    }


def _joining(agreed: dict[str, Any]) -> str:
    minutes = f"{agreed['join_within_s'] / 60:g}"
    return _("Who has not joined a match after %(minutes)s minutes loses it.") % {
        "minutes": minutes
    }
