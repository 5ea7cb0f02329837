"""From two states of a login to the events between them, and the events as they are sent. No query."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from games.models import MatchKind, MatchStatus
from games.selectors.login_state import LoginState, OpeningFacts, OwnMatch, OwnMatchFacts

STATE, RESET = "state", "reset"
CHALLENGE, MATCH_READY, MATCH_BEGUN = "challenge", "match_ready", "match_begun"
TURN, RESULT, UNREAD = "turn", "result", "unread"
ANSWERS = {"declined": "declined", "withdrawn": "withdrawn", "not_joined": "expired"}
"""By the reason why a challenge was called off: how it stands."""


class LoginEvent(NamedTuple):
    """Something that happened to a match; `challenge` is how a challenge stands. Of a match that is `gone` the end is told."""

    name: str
    own: OwnMatch
    challenge: str = ""
    gone: bool = False


def differences(before: LoginState, after: LoginState) -> list[LoginEvent]:
    """What happened to the matches, the ends first, then each match in the order in which they were made."""
    events = [
        LoginEvent(RESULT, own, gone=True)
        for match, own in before.matches.items()
        if match not in after.matches
    ]
    for match, own in after.matches.items():
        old = before.matches.get(match)
        events.extend(_appeared(own) if old is None else _changed(old, own))
    return events


def _appeared(own: OwnMatch) -> Iterator[LoginEvent]:
    if own.is_challenge:
        yield LoginEvent(CHALLENGE, own, "sent" if own.is_challenger else "received")
    elif own.status == MatchStatus.JOINING:
        yield LoginEvent(MATCH_READY, own)
    else:
        yield LoginEvent(MATCH_BEGUN, own)
    if own.your_turn:
        yield LoginEvent(TURN, own)


def _changed(old: OwnMatch, own: OwnMatch) -> Iterator[LoginEvent]:
    if own.is_challenge and own.ready[1] and not old.ready[1]:
        if own.is_challenger:
            yield LoginEvent(CHALLENGE, own, "accepted")
        else:
            yield LoginEvent(MATCH_READY, own)
    if old.status == MatchStatus.JOINING != own.status:
        yield LoginEvent(MATCH_BEGUN, own)
    if own.your_turn and (not old.your_turn or own.seq != old.seq):
        yield LoginEvent(TURN, own)


def written(event: LoginEvent, facts: OwnMatchFacts) -> tuple[str, dict[str, Any]] | None:
    """The name and the data as they are sent; None of a match that is gone and yet not over, which is told of again."""
    if not event.gone:
        data = match_row(event.own, facts)
        return event.name, ({"state": event.challenge} | data if event.challenge else data)
    end = facts.ends.get(event.own.match)
    if end is None:
        return None
    answer = ANSWERS.get(facts.called_off.get(end.pk, ""), "")
    if event.own.is_challenge and answer:
        return CHALLENGE, {"state": answer} | match_row(event.own, facts)
    return RESULT, result_row(end.pk, event.own.seat, facts)


def state_data(state: LoginState, opening: OpeningFacts) -> dict[str, Any]:
    """What a stream begins with."""
    facts = opening.facts
    return {
        "player": opening.player,
        "matches": [match_row(own, facts) for own in state.matches.values()],
        "results": [result_row(match, seat, facts) for match, seat in opening.results],
        "unread": state.unread,
    }


def match_row(own: OwnMatch, facts: OwnMatchFacts) -> dict[str, Any]:
    """A match that is not over."""
    return {
        "id": str(own.match),
        "kind": own.kind,
        "title": own.title,
        "length": own.length,
        "status": own.status,
        "paused": own.paused,
        "seat": own.seat,
        "seq": own.seq,
        "your_turn": own.your_turn,
        "you_ready": own.ready[0],
        "opponent_ready": own.ready[1],
        "is_challenger": own.is_challenger if own.kind == MatchKind.FRIENDLY else None,
        "opponents": _opponents(own.match, own.seat, facts),
    }


def result_row(match: UUID, seat: str, facts: OwnMatchFacts) -> dict[str, Any]:
    """A match that is over."""
    end = facts.ends[match]
    return {
        "id": str(match),
        "kind": end.kind,
        "title": end.context.get("title", ""),
        "status": end.status,
        "seat": seat,
        "winner": end.winner,
        "reason": end.reason,
        "score": {"A": end.score_a, "B": end.score_b},
        "finished_at": end.finished_at,
        "opponents": _opponents(match, seat, facts),
    }


def _opponents(match: UUID, seat: str, facts: OwnMatchFacts) -> list[dict[str, Any]]:
    seats: Mapping[str, list[dict[str, Any]]] = facts.players.get(match, {})
    return seats.get("B" if seat == "A" else "A", [])
