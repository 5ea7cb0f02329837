"""What a notification says, in the active language."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from notifications import kinds
from notifications.hooks import notification_words
from notifications.models import Notification

SENTENCES: Final = {
    kinds.CHALLENGE: gettext_lazy("%(name)s challenges you."),
    kinds.ACCEPTED: gettext_lazy("%(name)s accepted your challenge."),
    kinds.DECLINED: gettext_lazy("%(name)s declined your challenge."),
    kinds.READY: gettext_lazy("Your match is ready. Opponent: %(name)s."),
    kinds.TURN: gettext_lazy("Your turn. Opponent: %(name)s."),
    kinds.FORFEIT_SOON: gettext_lazy(
        "Less than two minutes to join your match. Join now or you forfeit it. Opponent: %(name)s."
    ),
    kinds.FORFEIT: gettext_lazy("Match forfeited. Opponent: %(name)s."),
    kinds.ROUND: gettext_lazy("The next round is published."),
    kinds.LINEUP: gettext_lazy("Name the line-up of your team. Opponent: %(name)s."),
    kinds.RESULT: gettext_lazy("A score was reported for your match. Opponent: %(name)s."),
    kinds.RULING: gettext_lazy("The director made a ruling that concerns you: %(ruling)s."),
    kinds.SEAT: gettext_lazy("You have a place. You are no longer on the waiting list."),
    kinds.STARTED: gettext_lazy("%(name)s is playing a match now."),
    kinds.WEBHOOK: gettext_lazy(
        "A webhook of yours was switched off: its address accepts no messages."
    ),
}
APPOINTMENTS: Final = {
    "proposal": gettext_lazy("%(name)s suggests a time for your match."),
    "agreed": gettext_lazy("The time of your match is agreed. Opponent: %(name)s."),
    "withdrawn": gettext_lazy("%(name)s cannot play your match at the agreed time."),
    "soon": gettext_lazy("Your match starts soon. Opponent: %(name)s."),
    "deadline": gettext_lazy("Play your match before the deadline. Opponent: %(name)s."),
}
CLUBS: Final = {
    "requested": gettext_lazy("%(name)s asks to join your club."),
    "accepted": gettext_lazy("Your request was accepted. You are now a member."),
}
LADDERS: Final = {
    "challenged": gettext_lazy("%(name)s challenges you on a ladder. Accept or decline."),
    "accepted": gettext_lazy("Your ladder challenge is accepted. Opponent: %(name)s."),
    "declined": gettext_lazy("Your ladder challenge is declined. Opponent: %(name)s."),
    "withdrawn": gettext_lazy("A ladder challenge to you is withdrawn. Opponent: %(name)s."),
    "reported": gettext_lazy("Confirm the result of your ladder match. Opponent: %(name)s."),
    "disputed": gettext_lazy("The players of a ladder match report different results. Decide it."),
    "soon": gettext_lazy("A deadline of your ladder challenge ends soon. Opponent: %(name)s."),
    "won": gettext_lazy("You won your ladder match. Opponent: %(name)s."),
    "lost": gettext_lazy("You lost your ladder match. Opponent: %(name)s."),
    "forfeited": gettext_lazy(
        "A deadline was missed. The challenger takes the place. Opponent: %(name)s."
    ),
    "expired": gettext_lazy("A ladder challenge ended without a match. Opponent: %(name)s."),
    "void": gettext_lazy("A ladder challenge of yours no longer counts. Opponent: %(name)s."),
    "corrected": gettext_lazy("The result of your ladder match was corrected. Opponent: %(name)s."),
}
ENTRIES: Final = {
    "invited": gettext_lazy("You are invited to play. Accept or decline."),
    "invited_by": gettext_lazy("%(name)s invites you to play. Accept or decline."),
    "entered": gettext_lazy("You are entered in a tournament."),
    "entered_by": gettext_lazy("You are entered in a tournament. Entered by: %(name)s."),
    "declined": gettext_lazy("A teammate declined: %(name)s. Find somebody else."),
}
AGREEMENTS: Final = {
    "proposed": gettext_lazy("Players propose to divide prizes. Confirm or decline."),
    "agreed": gettext_lazy("All players have confirmed how you divide the prizes."),
    "withdrawn": gettext_lazy("A proposal to divide prizes was withdrawn or declined."),
    "ended": gettext_lazy("A director ended an agreement on prizes. It no longer counts."),
}

KIND_NAMES: Final = {
    kinds.CHALLENGE: gettext_lazy("Someone challenges me"),
    kinds.ACCEPTED: gettext_lazy("My challenge is accepted"),
    kinds.DECLINED: gettext_lazy("My challenge is declined"),
    kinds.READY: gettext_lazy("My match is ready"),
    kinds.TURN: gettext_lazy("It is my turn in a correspondence match"),
    kinds.FORFEIT_SOON: gettext_lazy("I am about to forfeit a match"),
    kinds.FORFEIT: gettext_lazy("I forfeited a match by not joining"),
    kinds.ROUND: gettext_lazy("A round is published"),
    kinds.LINEUP: gettext_lazy("I am to name the line-up of my team"),
    kinds.RESULT: gettext_lazy("A score is reported for my match"),
    kinds.RULING: gettext_lazy("A director’s ruling concerns me"),
    kinds.ANNOUNCEMENT: gettext_lazy("An organizer announces something"),
    kinds.APPOINTMENT: gettext_lazy("The time of my match is suggested, agreed or near"),
    kinds.SEAT: gettext_lazy("I get a place from the waiting list"),
    kinds.ENTRY: gettext_lazy("Someone enters me in a tournament, or a teammate declines"),
    kinds.AGREEMENT: gettext_lazy("Players propose to divide prizes with me"),
    kinds.CLUB: gettext_lazy("A club answers me, or somebody asks to join mine"),
    kinds.LADDER: gettext_lazy("A challenge of mine on a club’s ladder changes"),
    kinds.STARTED: gettext_lazy("A player I follow starts a match"),
    kinds.WEBHOOK: gettext_lazy("A webhook of mine is switched off"),
}
CHANNEL_NAMES: Final = {
    kinds.SITE: pgettext_lazy("notification channel", "On this site"),
    kinds.EMAIL: pgettext_lazy("notification channel", "Email"),
    kinds.PUSH: pgettext_lazy("notification channel", "Push"),
}


def sentence(row: Notification) -> str:
    """One or two sentences in plain text. `row.player` has been read with it."""
    values: Mapping[str, Any] = row.values
    if row.kind == kinds.ANNOUNCEMENT:
        return str(values.get("text", ""))
    texts, key = SENTENCES, row.kind
    if row.kind == kinds.APPOINTMENT:
        texts, key = APPOINTMENTS, str(values.get("what", ""))
    elif row.kind == kinds.CLUB:
        texts, key = CLUBS, str(values.get("what", ""))
    elif row.kind == kinds.LADDER:
        texts, key = LADDERS, str(values.get("what", ""))
    elif row.kind == kinds.AGREEMENT:
        texts, key = AGREEMENTS, str(values.get("what", ""))
    elif row.kind == kinds.ENTRY:
        texts, key = ENTRIES, str(values.get("what", ""))
    text = texts.get(key)
    if text is None:
        return detail(row) or _("Something happened in a match or tournament of yours.")
    return str(text) % {"name": person(row), "ruling": _word(row)}


def detail(row: Notification) -> str:
    """The tournament, or that it is a friendly match; empty where neither is known."""
    title = str(row.values.get("title", ""))
    return title or (_("Friendly match") if row.values.get("friendly") else "")


def person(row: Notification) -> str:
    """The team that it is about, else the player by the name they have now."""
    team = str(row.values.get("team", ""))
    return team or (row.player.name if row.player is not None else _("Former player"))


def _word(row: Notification) -> str:
    words = notification_words.functions().get(row.kind)
    return words(row.values) if words is not None else ""
