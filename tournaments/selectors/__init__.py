"""Reads of the tournaments; each function states its number of queries, and templates ask for nothing more. A folder a subject.

lists.visible(viewer) -> QuerySet[Tournament]   drafts only for those who direct them; annotated with counts
lists.tournament_rows(viewer, *, status=None) -> list[TournamentRow]
lists.get_tournament(slug, viewer) -> Tournament (NotFound)
bracket.bracket_view(tournament, viewer) -> tuple[RoundRow, ...]
entries.entry_rows(tournament, viewer) -> list[EntryRow]
standings.standing_rows(tournament) -> tuple[StandingRow, ...]
home.home_view(viewer) -> HomeView
players.player_view(player, viewer, now) -> PlayerView
cards.rule_card(tournament) -> list[CardLine]; cards.warnings(tournament) -> list[str]
rulings.ruling_rows(tournament) -> list[RulingRow]
"""
