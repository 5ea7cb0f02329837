"""The forms on the page of a pairing, by verb, and the action that a posted form asks for."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.selectors.rows import PairingRow
from tournaments.models import Pairing, Slot
from tournaments.ruling.forms.reasons import ReasonForm, TimeForm
from tournaments.ruling.forms.rulings import (
    LoseForm,
    ReopenForm,
    ScoreForm,
    SeatForm,
    SetResultForm,
    VoidForm,
)
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.record_only import REPLAY
from tournaments.ruling.services.redraw_rulings import drawn_later
from tournaments.ruling.services.result_rulings import (
    ForfeitPairing,
    OnPairing,
    Reopen,
    SetResult,
    VoidResult,
)
from tournaments.ruling.services.set_score import SetScore
from tournaments.ruling.services.slot_overrides import SetSlot, SwapSlots
from tournaments.ruling.views.correction_effects import correction_effects, with_effect


class PairingForms:
    """All forms, the posted one bound. `sides` are the entries of the pairing, with their names.

    `seated`: with the form that sets a slot, which lists everybody who could have it.
    """

    def __init__(
        self, request: HttpRequest, pairing: Pairing, row: PairingRow, *, seated: bool = True
    ) -> None:
        self.request, self.pairing, self.row = request, pairing, row
        self.verb = request.POST.get("verb", "")
        self.sides = [(s.entry, s.player.name) for s in row.slots if s.entry and s.player]
        sides: dict[str, Any] = {"sides": self.sides}
        redrawable = drawn_later(pairing.stage, pairing.round.number)
        facts: dict[str, Any] = {
            "boards": pairing.stage.tournament.boards,
            "redrawable": redrawable,
        }
        effects = correction_effects(pairing, redrawable=redrawable)
        self.by_verb: dict[str, Any] = {
            "forfeit": LoseForm(self._data_for("forfeit"), prefix="f", **sides, **facts),
            "correct": SetResultForm(
                self._data_for("correct"),
                prefix="c",
                initial={**self._standing(), "effect": effects.default},
                effects=effects.choices,
                effect_draws=effects.draws,
                session=is_session(pairing.round),
                **sides,
                **facts,
            ),
            "void": VoidForm(self._data_for("void"), prefix="v", **facts),
            "reopen": ReopenForm(self._data_for("reopen"), prefix="o", **facts),
            "score": ScoreForm(
                self._data_for("score"), prefix="s", initial=self._points(), **sides
            ),
            "pause": ReasonForm(self._data_for("pause"), prefix="p"),
            "resume": ReasonForm(self._data_for("resume"), prefix="p"),
            "own_dice": ReasonForm(self._data_for("own_dice"), prefix="d"),
            "clock": TimeForm(self._data_for("clock"), prefix="t", **sides),
        }
        if seated:
            seats: dict[str, Any] = {"seats": self._seats(), "others": self._others()}
            self.by_verb["seat"] = SeatForm(self._data_for("seat"), prefix="w", **seats)

    @property
    def posted(self) -> Any:
        return self.by_verb.get(self.verb) if self.request.method == "POST" else None

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = self.posted.cleaned_data
        return data

    @property
    def title(self) -> str:
        if self.verb == "correct" and self.data.get("effect") == REPLAY:
            return _("Void and replay match")
        titles = {
            "correct": _("Correct result") if self.pairing.outcome else _("Set result"),
            "forfeit": _("Record forfeit"),
            "reopen": _("Reopen match"),
            "score": _("Set score"),
            "seat": _("Set slot"),
            "void": _("Void and replay match"),
        }
        return titles[self.verb]

    def version(self) -> FormVersion:
        """How the pairing stands now, read again."""
        return OnPairing(pairing_id=self.row.id).load().version()

    def action(self) -> DirectorAction[Any]:
        """The action that the posted form asks for."""
        data, form, pk = self.data, self.posted, self.row.id
        match self.verb:
            case "forfeit":
                losers = tuple(data["losers"])
                return ForfeitPairing(pairing_id=pk, losers=losers, **form.facts())
            case "void":
                return VoidResult(pairing_id=pk, **form.facts())
            case "reopen":
                facts = form.facts()
                facts["board"] = facts.get("board") or 1
                return Reopen(pairing_id=pk, replay_game=data["replay_game"], **facts)
            case "score":
                return SetScore(pairing_id=pk, score=form.score())
            case "seat":
                return self._seat_action(data["side"], data["who"])
        return self._set_result(data, form)

    def _set_result(self, data: dict[str, Any], form: SetResultForm) -> DirectorAction[Any]:
        effect, facts = data.get("effect") or "", form.facts()
        if effect == REPLAY:
            return VoidResult(pairing_id=self.row.id, **facts)
        winner = data["winner"]
        loser = next(entry for entry, _name in self.sides if entry != winner)
        score = {winner: data["winner_points"], loser: data["loser_points"]}
        action = SetResult(pairing_id=self.row.id, winner=winner, score=score, **facts)
        return with_effect(action, effect, draws=form.effect_draws)

    def _seat_action(self, side: int, who: str) -> DirectorAction[Any]:
        kind, *ids = who.split("-")
        if kind == "swap":
            other, other_side = map(int, ids)
            return SwapSlots(
                pairing_id=self.row.id, side=side, other_id=other, other_side=other_side
            )
        return SetSlot(pairing_id=self.row.id, side=side, entry=int(ids[0]) if ids else None)

    def _standing(self) -> dict[str, int | None]:
        """The current result; of a team match only the winner, since its points are those of its boards."""
        winner, loser = (
            next((slot for slot in self.row.slots if getattr(slot, fact)), None)
            for fact in ("is_winner", "is_loser")
        )
        if winner is None or winner.entry is None:
            return {}
        result: dict[str, int | None] = {"winner": winner.entry}
        if loser is not None and self.row.score_shown and not self.row.boards:
            result |= {"winner_points": winner.score, "loser_points": loser.score}
        return result

    def _points(self) -> dict[str, int | None]:
        """The score of the running match."""
        return {f"points_{slot.entry}": slot.score for slot in self.row.slots if slot.entry}

    def _data_for(self, verb: str) -> QueryDict | None:
        return self.request.POST if self.request.method == "POST" and self.verb == verb else None

    def _seats(self) -> list[tuple[int, str]]:
        return [
            (n, slot.player.name if slot.player else slot.source)
            for n, slot in enumerate(self.row.slots, start=1)
        ]

    def _others(self) -> list[tuple[str, Any]]:
        """The choices for a slot: slots of the round to exchange with, entries, nobody. Two queries."""
        seats = Slot.objects.filter(pairing__round=self.pairing.round_id, pairing__voided_at=None)
        seats = seats.exclude(pairing=self.pairing).exclude(entry=None)
        swaps = [
            (f"swap-{slot.pairing_id}-{slot.side}", slot.entry.title)
            for slot in seats.select_related("entry__player").order_by("pairing__number", "side")
            if slot.entry is not None
        ]
        entries = self.pairing.stage.tournament.entries.filter(status="active")
        there = [(f"entry-{e.pk}", e.title) for e in entries.select_related("player")]
        return [
            ("", "—"),
            (_("Swap with"), swaps),
            (_("Assign to slot"), [("nobody", _("No player (the opponent has a bye)")), *there]),
        ]


def require_as_seen(request: HttpRequest, forms: PairingForms) -> None:
    """Refused: stale, when the pairing has changed since the form was made. A form without a version is not checked."""
    mark = request.POST.get("seen", "")
    if mark:
        forms.version().require(mark)
