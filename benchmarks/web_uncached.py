"""The site without response cache and page cache for the standings API: a variant for benchmarks/web_caches.py."""

import os

os.environ["RESPONSE_CACHE"] = "0"

from config.wsgi import application
from tournaments.bracket.api_base import SharedTournamentApiView

SharedTournamentApiView.is_kept_for_visitors = False

__all__ = ["application"]
