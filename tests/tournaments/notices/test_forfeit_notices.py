"""A player who did not join in time is told by a card and an email: what happened, who gets the win, what comes next."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Player, User
from games.models import Match
from games.services import timeouts
from games.services.play import act
from games.services.submissions import Submission
from tests.tournaments.making import NOW, match_of, player, started, tournament, win
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Notice, Tournament
from tournaments.notices.selectors.forfeits import ForfeitCard, forfeit_cards
from tournaments.notices.services import forfeit_notices, notices

pytestmark = pytest.mark.django_db
LATE = NOW + timedelta(minutes=11)


def played_by(*names: str, **settings: object) -> tuple[Tournament, list[Player]]:
    made, people = tournament(**settings), [player(name) for name in names]
    for item in people:
        entries.enter(made.pk, item, now=NOW)
    return start(made.pk, by=None, now=NOW, draw_seed="5e" * 32), people


def nobody_joins(made: Tournament, *ready: Player) -> None:
    """The time to join ends; only these have pressed ready."""
    for item in ready:
        match = Match.objects.get(seats__player=item, finished_at=None)
        seat = match.seats.get(player=item).seat
        fields = {"nonce_hash": None}
        act(Submission(match.pk, seat, "ready", fields, NOW, user_id=item.user_id), NOW)
    timeouts.settle_due_waits(LATE)
    advancement.advance(made.pk, LATE)


def card_of(player: Player) -> ForfeitCard:
    assert player.user is not None
    (card,) = forfeit_cards(player.user)
    return card


def test_the_card_says_what_happened_and_who_advances() -> None:
    made, (alice, *others) = played_by("alice", "bob", "carol", "dave")
    first = Match.objects.get(seats__player=alice)
    against = first.seats.exclude(player=alice).get().player
    Match.objects.exclude(pk=first.pk).update(next_at=None)
    nobody_joins(made, against)
    card = card_of(alice)
    assert card.opponent == against.name
    assert card.why == "The time to join ran out after 10 minutes."
    assert card.win == f"{against.name} advances."
    assert card.coming == "You have no more matches in this tournament."
    assert not any(forfeit_cards(other.user) for other in others)  # type: ignore[arg-type]


def test_where_both_are_missing_nobody_gets_the_win() -> None:
    made, (alice, bob) = played_by("alice", "bob")
    nobody_joins(made)
    for item in (alice, bob):
        assert card_of(item).win == "Neither player joined in time, so neither gets the win."


def test_a_player_with_matches_left_reads_which_is_next() -> None:
    made, (alice, _bob, _carol) = played_by(
        "alice", "bob", "carol", format="round_robin", join_within_s=60
    )
    first = Match.objects.filter(seats__player=alice).order_by("created_at", "pk").first()
    assert first is not None
    Match.objects.filter(finished_at=None).exclude(pk=first.pk).update(next_at=None)
    nobody_joins(made)
    card = card_of(alice)
    assert card.why == "The time to join ran out after 60 seconds."
    assert card.coming.startswith("You are still in. Next: Round ")
    assert card.next_match is None or Match.objects.filter(pk=card.next_match, finished_at=None)


def test_the_email_is_sent_once_and_says_the_same() -> None:
    made, (_alice, bob) = played_by("alice", "bob")
    notices.send_owed(NOW)
    mail.outbox.clear()
    nobody_joins(made, bob)
    advancement.advance(made.pk, LATE)
    assert notices.send_owed(LATE) == 1
    assert notices.send_owed(LATE + timedelta(hours=1)) == 0
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"]
    assert sent.subject == "Match forfeited"
    assert "Spring Open: you forfeit your match. Opponent: bob." in sent.body
    assert "The time to join ran out after 10 minutes." in sent.body
    assert f"/tournaments/{made.slug}/" in sent.body


def test_a_forfeit_that_a_result_has_replaced_shows_no_card() -> None:
    made, (alice, bob) = played_by("alice", "bob")
    nobody_joins(made, bob)
    match_of(made, "W1.1").tournament_results.update(revoked_at=LATE)
    assert not forfeit_cards(alice.user)  # type: ignore[arg-type]
    assert notices.send_owed(LATE) == 0 or not any("forfeited" in m.subject for m in mail.outbox)


def test_only_its_player_dismisses_a_card(client: Client) -> None:
    made, (alice, bob) = played_by("alice", "bob")
    nobody_joins(made, bob)
    number = card_of(alice).notice
    forfeit_notices.dismiss(bob.user, number, LATE)  # type: ignore[arg-type]
    assert card_of(alice).notice == number
    client.force_login(alice.user)  # type: ignore[arg-type]
    assert client.post(f"/waiting/{number}/dismiss/").status_code == 302
    assert not forfeit_cards(alice.user)  # type: ignore[arg-type]


def test_nobody_is_told_of_a_match_that_was_conceded() -> None:
    made = started(2)
    assert isinstance(made.organizer, User)
    match = match_of(made, "W1.1")
    loser = match.seats.first()
    assert loser is not None
    win(made, "W1.1", match.seats.exclude(pk=loser.pk).get().player.name)
    assert not Notice.objects.filter(kind="forfeit").exists()
