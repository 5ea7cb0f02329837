"""Writes of the tournaments; refusals are `accounts.errors.DomainError` with a stable code.

lifecycle.create(*, organizer, name, preset="tournament", **settings) -> Tournament     (draft)
lifecycle.change(tournament_id, *, by, **settings) -> Tournament      (refused: card_frozen)
lifecycle.open_entry(tournament_id, *, by) / close_entry / cancel(tournament_id, *, by, now, reason="")
start.start(tournament_id, *, by, now) -> Tournament      (too_few_entries, not_open; twice is one start)
entries.enter(tournament_id, player, *, now) -> Entry     (already_entered, tournament_full, entry_closed)
entries.withdraw(tournament_id, player, *, now) -> Entry  a player leaves before the start; later: rulings.withdraw
entries.add_walk_in(tournament_id, *, by, name, country="", player=None, now) -> Entry
entries.set_seeds(tournament_id, *, by, seeds: dict[entry id, int | None])
advancement.advance(tournament_id, now) -> Advance        (idempotent)
rulings.forfeit(pairing_id, *, by, losers: list[entry id], now, reason)
rulings.withdraw / disqualify(entry_id, *, by, now, reason)
rulings.correct_result(pairing_id, *, by, winner: entry id, score, now, reason, confirm=False)
    (needs_confirmation while dependent matches would be voided)
"""
