# Two commands: `make run` and `make test`. Without make: python3 bootstrap.py run|test
# make release VERSION=1.2.3: docs/releasing.md
# PORT=8001 HOST=0.0.0.0 DEMO=0 NO_INSTALL=1 REQUIRE_SERVICES=all HYPOTHESIS_PROFILE=ci are passed on.
PYTHON ?= python3
export PORT HOST DEMO NO_INSTALL REQUIRE_SERVICES HYPOTHESIS_PROFILE VERSION

.PHONY: run install test test-all check messages bench release clean
.DEFAULT_GOAL := run

run install test test-all check messages bench release:
	@exec $(PYTHON) bootstrap.py $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
