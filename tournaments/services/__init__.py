"""Writes of the tournaments; refusals are `web.errors.DomainError` with a stable code. A folder a subject; which may ask which: import contracts.

lifecycle.create(*, organizer, name, preset="tournament", **settings) -> Tournament     (draft)
lifecycle.change(tournament_id, *, by, **settings) -> Tournament      (refused: card_frozen)
lifecycle.open_entry(tournament_id, *, by) / close_entry / cancel(tournament_id, *, by, now, reason="")
start.start(tournament_id, *, by, now) -> Tournament      (too_few_entries, tournament_running: twice is one start)
entries.enter(tournament_id, player, *, now) -> Entry     (already_entered, tournament_full, entry_closed)
entries.withdraw(tournament_id, player) -> Entry          a player leaves before the start; later: rulings.withdraw
entries.add_walk_in(tournament_id, *, by, name="", player=None, choice="", now) -> Entry     (which_player)
    both also once it runs, where there is a place: no_free_line (late_entries.py, seating.py)
    online a player with a login is invited: cannot_be_entered, invitation_declined, already_invited (consent.py)
answers.accept(invitation_id, player, *, now) -> Entry / decline / block / unblock
entries.set_labels(entry_id, *, by, club, family)         what a draw keeps apart
correcting.correct_names(entry_id, *, by, now, names)     of players without a login (names_himself, entered_elsewhere, name_taken)
late_entries.enter_again(tournament_id, player, *, by, now)       (not_lost, no_reentries_left, match_on)
teams.add_team(tournament_id, *, by, name, members, now) / enter_team(…, captain, name=, partners=) / set_members
teams.change_boards(entry_id, *, by, board, other, now, reason)   between rounds (match_on)
preview.rule(action, Order(by=, now=, reason=)) -> Ruling         rounds.Publish, PairByHand, Hold, SetTerms and the others
entries.set_seeds(tournament_id, *, by, seeds: dict[entry id, int | None])
advancement.advance(tournament_id, now) -> Advance        (idempotent)
rulings.forfeit(pairing_id, *, by, losers: list[entry id], now, reason)
rulings.withdraw / disqualify(entry_id, *, by, now, reason)
rulings.correct_result(pairing_id, *, by, winner: entry id, score, now, reason, confirm=digest, seen=mark)
    (needs_confirmation, stale_preview with the preview; stale with what changed: preview.py, selectors/desk/seen.py)
rulings.undo(ruling_id, *, by, now, reason)               (already_undone, later_ruling, nothing_to_undo)
journal.ruling(tournament, verb, *, by, now, reason)      writes inputs so that they can be undone
"""
