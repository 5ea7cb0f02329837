"""The page that judges a single position. Its address carries the position, so that it can be shared."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_safe

from accounts.requests import me
from analysis.engine import is_available
from analysis.position_answers import SIDES, answer_of, facts_of
from analysis.position_reading import LONGEST_MATCH, GamePosition, read_position
from analysis.position_verdict import amount, signed
from analysis.selectors import match_in_play
from analysis.services.positions import in_play_sentence, position_of
from analysis.texts import REASONS
from games.board_arrows import BoardArrow, arrows_of
from games.board_svg import picture
from games.engine.errors import RulesError
from games.engine.legal import Play
from games.engine.notation import format_play, parse_play
from games.engine.seats import Seat
from games.views.table_context import account, colours_label
from web.errors import DomainError

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
LARGEST_CUBE = 6
"""The largest cube to choose, as a power of two; an ID may have a larger one."""


class PositionForm(forms.Form):
    """One field; what was typed stays in it beside the error. After `is_valid` the position is there."""

    position: GamePosition

    xgid = forms.CharField(
        label=gettext_lazy("XGID or GNU Backgammon ID"),
        required=False,
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocomplete": "off", "class": "mono"}),
        help_text=gettext_lazy("Before the roll you see the cube decision, after it the best plays."),
    )  # fmt: skip

    def clean_xgid(self) -> str:
        text: str = self.cleaned_data["xgid"]
        try:
            self.position = position_of(text)
        except DomainError as error:
            raise forms.ValidationError(error.detail, code=error.code) from error
        return text


@login_required
@require_safe
def position(request: HttpRequest) -> HttpResponse:
    """The form, the board to set a position up on, and with `?xgid=` what the engine says; 422 for a text that is not a position.

    `?play=` is the play that was made there, as the review gives it. A text that is no legal play changes nothing. Players of
    a match in progress get neither board nor engine.
    """
    user = me(request)
    is_asked = "xgid" in request.GET
    form = PositionForm(request.GET) if is_asked else PositionForm()
    playing = match_in_play(user)
    context: dict[str, Any] = {"form": form, "playing": playing}
    status = 200
    if playing is not None:
        context["refusal"] = in_play_sentence()
        status = 409 if is_asked else 200
    elif not is_asked:
        context["refusal"] = "" if is_available() else REASONS["no_engine"]
    elif not form.is_valid():
        status = 422
    else:
        context |= shown(form.position)
        try:
            answer = answer_of(form.position, user, timezone.now())
            played = _played(form.position, request.GET.get("play", ""))
            context |= {
                "answer": _answer(answer, played),
                "arrows": _arrows(form.position, answer, played),
                "plays": _compared(form.position, answer, played),
            }
        except DomainError as error:
            context["refusal"], status = error.detail, error.status
    if playing is None:
        context = {**shown(read_position(START)), "is_typed": "facts" in context, **context}
        context["editor"] = _editor(request, context)
    page = render(request, "analysis/position.html", context, status=status)
    page["Cache-Control"] = "private, no-cache"
    return page


def shown(position: GamePosition, names: tuple[str, str] | None = None) -> dict[str, Any]:
    """The board of a position with its two players, the one at the top first; so are `names`."""
    top, bottom = names or player_names()
    sides = [_side(position, "B", top), _side(position, "A", bottom)]
    return {
        "facts": facts_of(position),
        "sides": sides,
        "picture": picture(board_view(position)),
        "label": colours_label(bottom, top),
        "rules": _rules(position),
    }


def player_names() -> tuple[str, str]:
    """What the players at the top and at the bottom are called where there are no names."""
    return pgettext("player", "Top"), pgettext("player", "Bottom")


def board_view(position: GamePosition) -> dict[str, Any]:
    """The position as games.board_svg draws it."""
    xgid, off = position.xgid, position.xgid.board.off
    owner = {0: None, 1: "A", -1: "B"}[xgid.owner]
    is_offered = position.is_doubled
    return {
        "board": xgid.board.points,
        "off": {"A": off[0], "B": off[1]},
        "cube": {
            "value": xgid.cube,
            "owner": owner,
            "offered": 2 * xgid.cube if is_offered else None,
            "in_use": xgid.length != 1,
        },
        "crawford": "now" if position.crawford else "",
        "dice": position.dice,
        "turn": position.on_roll,
        "to_act": position.decides if is_offered else None,
    }


def _side(position: GamePosition, seat: Seat, name: str) -> dict[str, Any]:
    i = "AB".index(seat)
    xgid = position.xgid
    return {
        "seat": seat,
        "name": name,
        "side": SIDES[seat],
        "score": (xgid.score_bottom, xgid.score_top)[i],
        "away": position.away[i] if position.away else None,
        "pips": position.pips[i],
        "off": xgid.board.off[i],
        "decides": position.decides == seat,
    }


def _rules(position: GamePosition) -> list[str]:
    """What the score and the rules are, in a few words."""
    length = position.xgid.length
    to_points = ngettext("Match to %(n)s point", "Match to %(n)s points", length) % {"n": length}
    facts = [to_points if length else _("Money session")]
    if position.crawford:
        facts.append(_("Crawford game"))
    if position.jacoby:
        facts.append(_("Jacoby rule"))
    if position.beavers:
        facts.append(pgettext("rule", "Beavers"))
    return facts


def _played(position: GamePosition, text: str) -> Play | None:
    """The legal play that the text describes."""
    if position.dice is None or not text:
        return None
    try:
        return parse_play(text, position.board, position.dice)
    except RulesError:
        return None


def _arrows(
    position: GamePosition, answer: dict[str, Any], played: Play | None
) -> list[BoardArrow]:
    """Of the best play and of the one that was made, the best on top."""
    view, seat = board_view(position), position.on_roll
    return [
        arrow
        for kind, play in _compared(position, answer, played)
        for arrow in arrows_of(
            kind, [(move.source, move.target) for move in play.moves], view, seat
        )
    ]


def _compared(
    position: GamePosition, answer: dict[str, Any], played: Play | None
) -> list[tuple[str, Play]]:
    """The best play last, after the one that was made where it is another one; none before a roll."""
    if not answer["candidates"]:
        return []
    best = _played(position, answer["candidates"][0]["play"])
    made = [("played", played)] if played and not _is_same(best, played) else []
    return [*made, *([("best", best)] if best else [])]


def _editor(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What js/position needs, and the choices of its fields. `judged` is the position that the answer is about."""
    top, bottom = player_names()
    is_judged = "answer" in context
    return {
        "data": {
            "start": START,
            "judged": context["facts"]["xgid"] if is_judged else None,
            "plays": [(kind, format_play(play.moves)) for kind, play in context.get("plays", [])],
            "names": {"A": bottom, "B": top},
            "account": account(request),
        },
        "rolls": [f"{high}{low}" for high in range(6, 0, -1) for low in range(high, 0, -1)],
        "lengths": range(1, LONGEST_MATCH + 1),
        "cubes": [1 << power for power in range(LARGEST_CUBE + 1)],
        "is_open": not is_judged,
    }


def _is_same(play: Play | None, other: Play) -> bool:
    return play is not None and play.board == other.board


def _answer(answer: dict[str, Any], played: Play | None) -> dict[str, Any]:
    """The answer with its numbers as texts of the language; the play that was made is marked."""
    made = None if played is None else format_play(played.moves)
    labels = {
        "no_double": _("No double"),
        "double_take": _("Double, take"),
        "double_drop": _("Double, drop"),
    }
    chances = answer["chances"]
    return answer | {
        "equity": signed(answer["equity"]),
        "candidates": [
            row
            | {
                "equity": signed(row["equity"]),
                "loss": signed(-row["loss"]) if i else "",
                "played": made is not None and row["play"] == made,
                "win": percent(row["win"]),
                "gammon": percent(row["gammon"]),
            }
            for i, row in enumerate(answer["candidates"])
        ],
        "cube": [
            row
            | {
                "label": labels[row["action"]],
                "equity": signed(row["equity"]),
                "loss": amount(row["loss"]) if row["loss"] else "",
            }
            for row in answer["cube"]
        ],
        "chances": chances and {name: percent(share) for name, share in chances.items()},
        "has_played": made is not None,
        "lose": chances and percent(1 - chances["win"]),
    }


def percent(share: float) -> str:
    """A chance with one decimal, without the sign of per cent."""
    return number_format(round(100 * share, 1), 1)
