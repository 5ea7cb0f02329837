"""App registration: receivers, and hooks of the apps below."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from accounts.account_hooks import account_deletions, data_exporters, player_renames
        from accounts.rating_chips import rating_figures
        from games.match_figures import match_figures
        from ratings import receivers  # noqa: F401  # they register themselves
        from ratings.selectors.lists import list_tournaments
        from tournaments.desk.page_parts import event_links, seeding_links
        from tournaments.event.page_parts import event_page_parts
        from tournaments.exchange.hooks import member_numbers
        from tournaments.players.page_parts import player_page_parts
        from tournaments.public.page_parts import tournament_page_parts

        player_renames.add("ratings.services.sweep.owe_recompute")
        player_renames.add("ratings.services.external_people.keep_newest")
        account_deletions.add("ratings.services.external_people.forget_user")
        rating_figures.add("ratings.selectors.current.figures")
        match_figures.add("ratings.selectors.current.match_figures")
        event_links.add("ratings.desk_parts.event_list", key="ratings")
        event_page_parts.add("ratings.page_parts.event_list", key="ratings")
        seeding_links.add("ratings.desk_parts.seeding", key="ratings")
        member_numbers.add("ratings.selectors.external.member_numbers_in", key="ratings")
        list_tournaments.add("ratings.selectors.lists.of_events", key="ratings")
        player_page_parts.add("ratings.page_parts.parts", key="ratings")
        tournament_page_parts.add("ratings.page_parts.field_line", key="ratings")
        data_exporters.add("ratings.selectors.personal_data.ratings_of_user", key="ratings")
