"""The chat of a match: say, mute, report, hide, settle; and what is left of it when an account goes.

Nothing here touches a match's log or its lock: chat never stands in the way of a move. Listeners get it
by the signal `aside_changed`, after the commit.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.services.guests import require_account
from accounts.services.players import ensure_player
from accounts.staff_access import act_as_staff
from games.chat_envelope import LineRequest
from games.errors import NoSuchMatch
from games.match_officials import looks_after
from games.models import ChatLine, ChatReport, Match, Mute
from games.models.chat import LONGEST_LINE
from games.selectors.chat import ChatPass, chat_pass, has_chat, is_open, shown
from games.signals import aside_changed
from web.errors import DomainError, NotAllowed, NotFound

logger = logging.getLogger(__name__)

MOST_LINES, WITHIN = 5, timedelta(seconds=10)
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class PostedLine:
    """The line as stored, and whether it was stored before."""

    line: ChatLine
    repeated: bool


def say(match_id: UUID, user: User, request: LineRequest, now: datetime) -> PostedLine:
    """Put one line into the writer's own room. The same key again gives the same line."""
    match = Match.objects.defer("state").filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch()
    require_account(user)
    mine = chat_pass(user, match_id)
    _require_writer(match, user, mine, now)
    if request.room is not None and request.room != mine.own_room:
        raise NotAllowed("not_your_room", _("Players and spectators have separate chats."))
    author = ensure_player(user)
    if author.is_house_bot:
        raise NotAllowed("bots_are_silent", _("Bots cannot chat."))
    if before := _posted_before(match_id, author, request):
        return before
    try:
        with transaction.atomic():
            _require_calm(author, now)
            made = ChatLine.objects.create(
                match_id=match_id,
                room=mine.own_room,
                author=author,
                text=request.text,
                phrase=request.phrase,
                at=now,
                key=request.key,
            )
            _notify(match_id)
    except IntegrityError:
        again = _posted_before(match_id, author, request)
        if again is None:
            raise
        return again
    return PostedLine(shown().get(pk=made.pk), repeated=False)


def _require_writer(match: Match, user: User, mine: ChatPass, now: datetime) -> None:
    if user.is_suspended or not user.is_active:
        raise NotAllowed("suspended", _("Your account is suspended."))
    if not has_chat(match):
        raise NotAllowed("chat_off", _("This match has no chat."))
    if not mine.may_write:
        raise NotAllowed("may_not_write", _("You cannot write in this chat."))
    if not is_open(match, now):
        raise DomainError(
            "chat_closed", _("The chat is closed. It closes one hour after the match.")
        )


def _posted_before(match_id: UUID, author: Player, request: LineRequest) -> PostedLine | None:
    old = ChatLine.objects.filter(match_id=match_id, author=author, key=request.key).first()
    if old is None:
        return None
    if (old.text, old.phrase) != (request.text, request.phrase):
        raise DomainError("key_reused", "This key was used for another message.")
    return PostedLine(shown().filter(pk=old.pk).first() or old, repeated=True)


def _require_calm(author: Player, now: datetime) -> None:
    """Five lines in ten seconds, at all tables together and whichever process took them.

    The lines of an author are counted one after the other, or lines sent at once would all pass.
    """
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=author.pk)
    lately = ChatLine.objects.filter(author=author, at__gt=now - WITHIN)
    if lately[:MOST_LINES].count() >= MOST_LINES:
        raise DomainError("too_many_lines", _("Too many messages. Wait a few seconds."), 429)


def mute(user: User, player: Player) -> None:
    """Read nothing more of this player, at any table; twice is once."""
    if player.user_id == user.pk:
        raise DomainError("yourself", _("You cannot mute yourself."))
    Mute.objects.get_or_create(user=user, player=player)


def unmute(user: User, player: Player) -> None:
    Mute.objects.filter(user=user, player=player).delete()


def readable_line(line_id: int, user: User) -> ChatLine:
    """A line that this user may read now; to anybody else there is none."""
    line = shown().select_related("match").filter(pk=line_id).first()
    if line is not None:
        reader = chat_pass(user, line.match_id)
        rooms = reader.rooms(is_over=line.match.is_over)
        if has_chat(line.match) and line.room in rooms:
            if reader.is_steward and line.room != reader.own_room:
                act_as_staff(user)  # others do not read that room
            return line
    raise NotFound("no_such_line", _("This no longer exists. Reload the page."))


def report(line: ChatLine, user: User, reason: str, now: datetime) -> ChatReport:
    """Ask the staff to look at it; the first report of a reader stands."""
    if line.author is not None and line.author.user_id == user.pk:
        raise DomainError("yourself", _("You cannot report your own message."))
    reason = " ".join(reason.replace("\x00", "").split())[:LONGEST_LINE]
    chat_report, made = ChatReport.objects.get_or_create(
        line=line, reporter=user, defaults={"reason": reason, "at": now}
    )
    if made:
        logger.warning("chat line %s of match %s is reported", line.pk, line.match_id)
    return chat_report


def hide_line(line_id: int, by: User, now: datetime) -> None:
    """Take a line away, from everybody. For those who look after the match and do not play in it."""
    line = ChatLine.objects.filter(pk=line_id).first()
    plays = line is not None and chat_pass(by, line.match_id).seat is not None
    if line is None or plays or not looks_after(by, line.match_id):
        raise NotAllowed("not_a_steward", _("Only directors and staff can remove messages."))
    act_as_staff(by)
    hide([line], by, now)


@transaction.atomic
def hide(lines: Iterable[ChatLine], by: User, now: datetime) -> None:
    """Take these lines away; hiding twice keeps the first moment."""
    for line in lines:
        if ChatLine.objects.filter(pk=line.pk, hidden_at=None).update(hidden_at=now):
            logger.info("user %s hid chat line %s of match %s", by.pk, line.pk, line.match_id)
            _notify(line.match_id)


@transaction.atomic
def settle(reports: Iterable[ChatReport], by: User, now: datetime, *, hiding: bool) -> int:
    """The staff have looked; `hiding` takes the lines away, else they stay. Returns how many were open."""
    chosen = [chat_report for chat_report in reports if chat_report.settled_at is None]
    if hiding:
        hide([chat_report.line for chat_report in chosen], by, now)
    asked = ChatReport.objects.filter(settled_at=None)
    if hiding:  # what others reported of the same line is answered as well
        asked = asked.filter(line__in={chat_report.line_id for chat_report in chosen})
    else:
        asked = asked.filter(pk__in=[chat_report.pk for chat_report in chosen])
    return asked.update(settled_at=now, settled_by=by)


def switch_chat(match_ids: Iterable[UUID], *, on: bool) -> int:
    """Chat on or off at these tables, those that are over left as they are; returns how many changed."""
    ids, changed = list(match_ids), 0
    for start in range(0, len(ids), AT_ONCE):
        with transaction.atomic():
            open_matches = Match.objects.filter(pk__in=ids[start : start + AT_ONCE])
            rows = open_matches.filter(finished_at=None).select_for_update().order_by("pk")
            other = [row for row in rows.only("id", "context") if row.context.get("chat") != on]
            for row in other:
                row.context = {**row.context, "chat": on}
                _notify(row.pk)
            Match.objects.bulk_update(other, ["context"], batch_size=AT_ONCE)
        changed += len(other)
    return changed


def forget(user: User) -> None:
    """A user's words go with their account: lines lose their text and are taken away; mutes and reports go too."""
    mine = ChatLine.objects.filter(author__user=user)
    tables = set(mine.filter(hidden_at=None).values_list("match_id", flat=True))
    mine.update(text="", phrase="", hidden_at=timezone.now())
    for match_id in tables:
        _notify(match_id)


def _notify(match_id: UUID) -> None:
    """After the commit; a listener that fails harms nobody else."""
    send = partial(aside_changed.send_robust, sender=ChatLine, match_id=match_id)
    transaction.on_commit(send, robust=True)
