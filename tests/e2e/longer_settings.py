"""The settings of a site that speaks a made-up language only, for tests of how much room texts have.

LONGER_TEXTS is the folder of its catalogues (tests/e2e/test_longer_texts.py writes them).
"""

import os
from pathlib import Path

from config.settings import *  # noqa: F403

LOCALE_PATHS = [Path(os.environ["LONGER_TEXTS"])]
LANGUAGES = [("eo", "Esperanto")]
LANGUAGE_CODE = "eo"
