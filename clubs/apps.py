"""App registration: hooks of the apps below."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = "Clubs"

    def ready(self) -> None:
        from accounts.account_hooks import account_deletions, data_exporters, player_merges
        from ratings.hooks import club_players, leader_clubs
        from ratings.selectors.lists import list_tournaments
        from tournaments.event.page_parts import event_head_lines
        from tournaments.players.page_parts import player_belonging_parts
        from tournaments.public.page_parts import search_groups, tournament_page_parts

        data_exporters.add("clubs.selectors.personal.export_memberships", key="clubs")
        account_deletions.add("clubs.services.leaving.forget")
        player_merges.add("clubs.services.leaving.prepare_merge")
        leader_clubs.add("clubs.selectors.leaderboard.choices", key="clubs")
        club_players.add("clubs.selectors.leaderboard.players_of", key="clubs")
        list_tournaments.add("clubs.selectors.rating_list.of_clubs", key="clubs")
        player_belonging_parts.add("clubs.page_parts.parts", key="clubs")
        tournament_page_parts.add("clubs.page_parts.tournament_line", key="clubs")
        event_head_lines.add("clubs.page_parts.event_line", key="clubs")
        search_groups.add("clubs.selectors.clubs.search_hits", key="clubs")
