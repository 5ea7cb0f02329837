"""Where the apps above plug into analyses; analysis itself knows none of them."""

from collections.abc import Callable
from uuid import UUID

from web.hooks import Hook

after_analysis: Hook[Callable[[UUID], None]] = Hook("after_analysis")
"""Each is called with the match, by the worker that judged it, once the result is stored. A failure is logged, and ends nothing."""
