"""App registration: the part of the review page."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"
    verbose_name = "Analysis"

    def ready(self) -> None:
        from games.review_parts import review_parts

        review_parts.add("analysis.parts.analysis_part", key="analysis")
