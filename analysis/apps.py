"""App registration: the part of the review page, match files that others analysed, the training in the data download, and the bots that the engine plays."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"
    verbose_name = "Analysis"

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from games.match_readers import match_readers
        from games.review_parts import review_parts
        from games.services.bots import bot_engines, bot_kinds

        data_exporters.add("analysis.training_cards.export_training", key="training")
        match_readers.add("analysis.services.file_imports.read_match", key="analysis")
        review_parts.add("analysis.parts.analysis_part", key="analysis")
        bot_engines.add("analysis.services.house_bots.decide", key="analysis")
        bot_kinds.add("analysis.services.house_bots.kinds", key="analysis")
