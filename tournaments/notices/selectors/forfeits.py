"""Cards about matches that a player lost by not joining: who gets the win, and how the tournament goes on for the player."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.bracket.selectors import seated_matches
from tournaments.core.round_names import placed_round_name
from tournaments.models import Entry, Notice, Pairing, PairingMatch, Result, Slot, Stage, Tournament

AT_MOST = 5
FORFEITS = (Result.Kind.FORFEIT, Result.Kind.DOUBLE_FORFEIT)


@dataclass(frozen=True, slots=True)
class ForfeitCard:
    """`why` says what the player missed, `win` who gets the win, `coming` what the tournament still has for them."""

    notice: int
    match: UUID
    tournament: str
    slug: str
    where: str
    opponent: str
    at: datetime
    why: str
    win: str
    coming: str
    next_match: UUID | None


def forfeit_cards(user: User) -> list[ForfeitCard]:
    """The newest that are not dismissed. One query where there is none, a few more for each card."""
    shown = Notice.objects.filter(player__user=user, kind=Notice.FORFEIT, dismissed_at=None)
    return [forfeit_of(notice) for notice in stands(shown).order_by("-pk")[:AT_MOST]]


def stands(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Those whose forfeit counts: no director has taken it back."""
    counts = Result.objects.filter(
        match=OuterRef("pairing_match__match"),
        source=Result.Source.MATCH,
        kind__in=FORFEITS,
        superseded_by=None,
        revoked_at=None,
    )
    return notices.filter(Exists(counts)).select_related(
        "pairing_match__match",
        "pairing_match__pairing__stage__tournament",
        "pairing_match__entry_a__player",
        "pairing_match__entry_b__player",
    )


def forfeit_of(notice: Notice) -> ForfeitCard:
    """One card. A handful of queries."""
    on: PairingMatch = notice.pairing_match  # type: ignore[assignment]  # this kind always has one
    seat = on.match.seats.filter(player=notice.player_id).values_list("seat", flat=True).first()
    mine, other = (on.entry_a, on.entry_b) if seat == "A" else (on.entry_b, on.entry_a)
    tournament = on.pairing.stage.tournament
    coming, next_match = _coming(tournament, on.pairing, mine)
    return ForfeitCard(
        notice=notice.pk,
        match=on.match_id,
        tournament=tournament.name,
        slug=tournament.slug,
        where=seated_matches.subtitle(on.match.context),
        opponent=other.title,
        at=on.match.finished_at or notice.created_at,
        why=_why(on),
        win=_win(on, other),
        coming=coming,
        next_match=next_match,
    )


def _both(on: PairingMatch) -> bool:
    return on.match.reason == Result.Kind.DOUBLE_FORFEIT


def _why(on: PairingMatch) -> str:
    seconds = int(on.match.context.get("join_s") or 0)
    if not seconds:
        return _("The time to join ran out.")
    if seconds < 120:
        words = ngettext(
            "The time to join ran out after %(n)d second.",
            "The time to join ran out after %(n)d seconds.",
            seconds,
        )
        return words % {"n": seconds}
    minutes = seconds // 60
    words = ngettext(
        "The time to join ran out after %(n)d minute.",
        "The time to join ran out after %(n)d minutes.",
        minutes,
    )
    return words % {"n": minutes}


def _win(on: PairingMatch, other: Entry) -> str:
    if _both(on):
        return _("Neither player joined in time, so neither gets the win.")
    onward = Slot.objects.filter(source_pairing=on.pairing_id, source_kind=Slot.Source.WINNER)
    if onward.exists():
        return _("%(name)s advances.") % {"name": other.title}
    return _("%(name)s wins the match.") % {"name": other.title}


def _coming(tournament: Tournament, missed: Pairing, mine: Entry) -> tuple[str, UUID | None]:
    """What the player has still to play, in one sentence, and the match that waits for them."""
    if tournament.status != Tournament.Status.RUNNING:
        return _("The tournament is over."), None
    if mine.status != Entry.Status.ACTIVE:
        return _("You are no longer in this tournament."), None
    slot = _next_slot(tournament, mine)
    if slot is not None:
        return _next(slot, mine)
    if missed.stage.grow_after is not None:
        return _("You are still in. Your next match is in the next round."), None
    waiting = Stage.objects.filter(tournament=tournament, number__gt=missed.stage.number)
    if waiting.filter(rounds=None).exists():
        return _("The next stage is not drawn yet. The draw will show whether you advance."), None
    return _("You have no more matches in this tournament."), None


def _next_slot(tournament: Tournament, mine: Entry) -> Slot | None:
    open_slots = Slot.objects.filter(
        entry=mine,
        pairing__stage__tournament=tournament,
        pairing__decided_at=None,
        pairing__voided_at=None,
    )
    return open_slots.select_related("pairing__round").order_by("pairing__round__number").first()


def _next(slot: Slot, mine: Entry) -> tuple[str, UUID | None]:
    facing = Slot.objects.filter(pairing=slot.pairing_id).exclude(pk=slot.pk)
    other = facing.exclude(entry=None).select_related("entry__player").first()
    row = slot.pairing.round
    sections = tuple(row.stage.rounds.values_list("section", flat=True).distinct())
    values = {"round": placed_round_name(row.name_key, row.section, sections, None)}
    if other is None or other.entry is None:
        return _("You are still in. Next: %(round)s. Opponent not known yet.") % values, None
    values["name"] = other.entry.title
    text = _("You are still in. Next: %(round)s. Opponent: %(name)s.") % values
    on = PairingMatch.objects.filter(
        pairing=slot.pairing_id, voided_at=None, match__finished_at=None
    )
    on = on.filter(match__seats__player=mine.player_id)
    return text, on.values_list("match_id", flat=True).first()
