"""A second attempt of a test begins with module fixtures of its own, so that nothing the first attempt did makes it fail.

pytest-rerunfailures keeps the fixtures of a module for the second attempt: it takes their finalizers off pytest's stack.
"""

import pytest
from pytest_rerunfailures import suspended_finalizers


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tear down everything below the session that the first attempt has used."""
    if getattr(item, "execution_count", 1) > 1:
        setup = item.session._setupstate
        setup.stack.update(suspended_finalizers)
        suspended_finalizers.clear()
        setup.teardown_exact(item.session)  # type: ignore[arg-type]  # any node stays with its parents
