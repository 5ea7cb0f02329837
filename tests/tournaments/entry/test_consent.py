"""A player with a login who is entered by somebody else plays online only after accepting."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import Player, User
from accounts.services.players import create_bot, create_walk_in
from games.models import Match
from tests.tournaments.making import NOW, director, match_of, pairing, player, tournament
from tournaments.bracket.services.start import start
from tournaments.entry.services import answers, check_in, entries, late_entries
from tournaments.models import (
    Entry,
    EntryInvitation,
    Notice,
    OrganizerBlock,
    PairingMatch,
    Tournament,
)
from tournaments.notices.services import entry_emails, notices
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.venue_change import MovePairing
from tournaments.setup.services import lifecycle
from tournaments.setup.services.where_played import set_venue_mode
from web.errors import DomainError

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def code(call: Callable[[], object]) -> str:
    with pytest.raises(DomainError) as refused:
        call()
    return refused.value.code


def boss_of(of: Tournament) -> User:
    assert of.organizer is not None
    return of.organizer


def entered_by_boss(of: Tournament, who: Player) -> Entry:
    return entries.add_walk_in(of.pk, by=of.organizer, now=NOW, player=who)


def walk_ins(of: Tournament, *names: str) -> None:
    for name in names:
        entries.add_walk_in(of.pk, by=None, now=NOW, name=name)


def invitation(who: Player) -> int:
    return EntryInvitation.objects.get(player=who).pk


def status(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).status


def over_the_board(**settings: object) -> Tournament:
    made = tournament(**settings)
    set_venue_mode(made.pk, "board", by=made.organizer)
    return Tournament.objects.get(pk=made.pk)


def test_t9_9_the_draw_leaves_an_invited_player_out_and_an_accepted_one_in() -> None:
    made, bob, carol = tournament(), player("bob"), player("carol")
    walk_ins(made, "Ants", "Bert")
    for who in (bob, carol):
        assert entered_by_boss(made, who).status == Entry.Status.INVITED
    answers.accept(invitation(carol), carol, now=NOW)
    start(made.pk, by=None, now=NOW)
    drawn = set(made.stages.get().field)
    assert made.entries.get(player=carol).pk in drawn
    assert made.entries.get(player=bob).pk not in drawn
    assert not Match.objects.filter(seats__player=bob).exists()


def test_organizers_bots_and_players_without_a_login_need_no_invitation() -> None:
    made = tournament()
    own = boss_of(made).player
    for who in (own, create_bot("Bot"), create_walk_in("Ants")):
        assert entered_by_boss(made, who).status == Entry.Status.ACTIVE
    assert not EntryInvitation.objects.exists()


def test_entering_yourself_accepts_the_invitation() -> None:
    made, bob = tournament(), player("bob")
    entry = entered_by_boss(made, bob)
    assert entries.enter(made.pk, bob, now=NOW).pk == entry.pk
    assert status(entry) == Entry.Status.ACTIVE
    assert EntryInvitation.objects.get(player=bob).answer == "accepted"


def test_an_invited_entry_takes_no_place_and_who_accepts_first_has_the_last_one() -> None:
    made, bob, carol = tournament(entry_limit=2), player("bob"), player("carol")
    walk_ins(made, "Ants")
    entered_by_boss(made, bob), entered_by_boss(made, carol)
    answers.accept(invitation(carol), carol, now=NOW)
    assert code(lambda: answers.accept(invitation(bob), bob, now=NOW)) == "tournament_full"
    assert EntryInvitation.objects.get(player=bob).answer == ""


def test_a_second_invitation_of_the_same_player_is_refused() -> None:
    made, bob = tournament(), player("bob")
    entered_by_boss(made, bob)
    assert code(lambda: entered_by_boss(made, bob)) == "already_invited"


def test_who_accepts_after_the_start_is_a_late_entry() -> None:
    made, bob = tournament(), player("bob")
    walk_ins(made, "Ants", "Bert", "Carl")
    entered_by_boss(made, bob)
    start(made.pk, by=None, now=NOW)
    answers.accept(invitation(bob), bob, now=LATER)
    assert made.entries.get(player=bob).status == Entry.Status.ACTIVE
    assert made.rulings.filter(verb="late_entry").count() == 1
    assert Match.objects.filter(seats__player=bob).exists()


def test_without_late_entry_nobody_comes_in_who_was_invited_before_the_start() -> None:
    made, bob = tournament(late_entry=False), player("bob")
    walk_ins(made, "Ants", "Bert", "Carl")
    entered_by_boss(made, bob)
    start(made.pk, by=None, now=NOW)
    assert code(lambda: answers.accept(invitation(bob), bob, now=LATER)) == "entry_closed"


def test_whom_a_director_invites_after_the_start_comes_in_by_the_directors_right() -> None:
    made, bob = tournament(late_entry=False), player("bob")
    walk_ins(made, "Ants", "Bert", "Carl")
    start(made.pk, by=None, now=NOW)
    entry = entries.add_walk_in(made.pk, by=made.organizer, now=LATER, player=bob)
    assert entry.status == Entry.Status.INVITED
    assert not Match.objects.filter(seats__player=bob).exists()
    answers.accept(invitation(bob), bob, now=LATER)
    assert Match.objects.filter(seats__player=bob).exists()


def test_nobody_else_answers_an_invitation() -> None:
    made, bob, carol = tournament(), player("bob"), player("carol")
    entered_by_boss(made, bob)
    for answer in (answers.accept, answers.decline, answers.block):
        assert (
            code(lambda answer=answer: answer(invitation(bob), carol, now=NOW)) == "no_invitation"
        )


def test_who_declined_is_not_entered_again_but_can_enter_themselves() -> None:
    made, bob = tournament(), player("bob")
    entry = entered_by_boss(made, bob)
    answers.decline(invitation(bob), bob, now=NOW)
    assert status(entry) == Entry.Status.WITHDRAWN
    assert code(lambda: entered_by_boss(made, bob)) == "invitation_declined"
    assert entries.enter(made.pk, bob, now=NOW).status == Entry.Status.ACTIVE


def test_a_block_shuts_an_organizer_out_of_every_tournament_until_it_is_lifted() -> None:
    boss, bob = director(), player("bob")
    blocked, other, third = (tournament(boss) for _n in range(3))
    first, second = entered_by_boss(blocked, bob), entered_by_boss(other, bob)
    answers.block(EntryInvitation.objects.get(entry=first).pk, bob, now=NOW)
    assert status(first) == status(second) == Entry.Status.WITHDRAWN
    assert code(lambda: entered_by_boss(third, bob)) == "cannot_be_entered"
    helper = director()
    third.directors.add(helper)
    as_helper = lambda: entries.add_walk_in(  # noqa: E731
        third.pk, by=helper, now=NOW, player=bob
    )
    assert code(as_helper) == "cannot_be_entered"
    answers.unblock(OrganizerBlock.objects.get().pk, player("eve"))
    assert code(lambda: entered_by_boss(third, bob)) == "cannot_be_entered"
    answers.unblock(OrganizerBlock.objects.get().pk, bob)
    assert entered_by_boss(third, bob).status == Entry.Status.INVITED


def test_who_left_is_asked_again_when_somebody_else_enters_them() -> None:
    made, bob = tournament(), player("bob")
    entry = entries.enter(made.pk, bob, now=NOW)
    entries.withdraw(made.pk, bob)
    assert entered_by_boss(made, bob).pk == entry.pk
    assert status(entry) == Entry.Status.INVITED


def test_whom_a_director_took_out_by_mistake_comes_back_without_being_asked() -> None:
    made, bob = tournament(), player("bob")
    entry = entries.enter(made.pk, bob, now=NOW)
    entries.remove(entry.pk, by=made.organizer)
    assert entered_by_boss(made, bob).status == Entry.Status.ACTIVE


def test_seeds_of_invited_players_are_kept() -> None:
    made, bob = tournament(draw_method="seeded"), player("bob")
    entry = entered_by_boss(made, bob)
    entries.set_seeds(made.pk, by=made.organizer, seeds={entry.pk: 1})
    answers.accept(invitation(bob), bob, now=NOW)
    entry.refresh_from_db()
    assert (entry.status, entry.seed) == (Entry.Status.ACTIVE, 1)


# over the board, and from one to the other


def test_over_the_board_anybody_is_entered_and_told_once() -> None:
    made, bob = over_the_board(), player("bob")
    entry = entered_by_boss(made, bob)
    assert entry.status == Entry.Status.ACTIVE
    walk_ins(made, "Ants")
    start(made.pk, by=None, now=NOW)
    assert pairing(made, "W1.1").slips.exists()
    assert entry_emails.send_owed(NOW) == 1
    assert notices.send_owed(NOW) == 0
    (sent,) = mail.outbox
    assert sent.subject == "Your entry: Spring Open"


def test_who_accepted_over_the_board_gets_the_emails_of_the_tournament() -> None:
    made, bob = over_the_board(), player("bob")
    entered_by_boss(made, bob)
    walk_ins(made, "Ants")
    answers.accept(invitation(bob), bob, now=NOW)
    start(made.pk, by=None, now=NOW)
    assert Notice.objects.filter(player=bob).count() == 1
    assert notices.send_owed(NOW) == 1


def test_a_pairing_moved_online_has_no_match_before_both_have_accepted() -> None:
    made, bob = over_the_board(), player("bob")
    entered_by_boss(made, bob)
    walk_ins(made, "Ants")
    start(made.pk, by=None, now=NOW)
    move = MovePairing(pairing_id=pairing(made, "W1.1").pk, on_board=False)
    rule(move, RulingRequest(by=made.organizer, now=NOW, reason=""))
    assert not PairingMatch.objects.filter(pairing__stage__tournament=made).exists()
    answers.accept(invitation(bob), bob, now=LATER)
    assert match_of(made, "W1.1").status == "joining"


def test_a_tournament_that_goes_online_before_the_start_invites_who_was_entered() -> None:
    made, bob = over_the_board(), player("bob")
    entry = entered_by_boss(made, bob)
    set_venue_mode(made.pk, "online", by=made.organizer)
    assert status(entry) == Entry.Status.INVITED
    set_venue_mode(made.pk, "board", by=made.organizer)
    assert status(entry) == Entry.Status.ACTIVE


def test_declining_over_the_board_before_the_start_withdraws_and_after_it_only_tells() -> None:
    made, bob, carol = over_the_board(), player("bob"), player("carol")
    first, other = entered_by_boss(made, bob), entered_by_boss(made, carol)
    answers.decline(invitation(bob), bob, now=NOW)
    walk_ins(made, "Ants")
    start(made.pk, by=None, now=NOW)
    answers.decline(invitation(carol), carol, now=LATER)
    assert status(first) == Entry.Status.WITHDRAWN
    assert status(other) == Entry.Status.ACTIVE


def test_the_waiting_list_leads_an_unasked_player_to_an_invitation() -> None:
    made, bob = tournament(entry_limit=2), player("bob")
    walk_ins(made, "Ants", "Bert")
    entry = check_in.join_waiting_list(made.pk, by=boss_of(made), now=NOW, player=bob)
    lifecycle.change(made.pk, by=None, entry_limit=3)
    check_in.admit_from_waiting_list(entry.pk, by=boss_of(made), now=NOW)
    assert status(entry) == Entry.Status.INVITED
    answers.accept(invitation(bob), bob, now=NOW)
    assert status(entry) == Entry.Status.ACTIVE


def test_a_re_entry_asks_nobody_who_has_played() -> None:
    made, bob = tournament(reentries=1), player("bob")
    entries.enter(made.pk, bob, now=NOW)
    walk_ins(made, "Ants", "Bert", "Carl")
    start(made.pk, by=None, now=NOW)
    assert not late_entries.may_reenter(Tournament.objects.get(pk=made.pk), bob)
    assert not EntryInvitation.objects.exists()
