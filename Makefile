# Two commands: `make run` and `make test`. Without make: python3 bootstrap.py run|test
# PORT=8001 HOST=0.0.0.0 DEMO=0 NO_INSTALL=1 REQUIRE_SERVICES=all HYPOTHESIS_PROFILE=ci are passed on.
PYTHON ?= python3
export PORT HOST DEMO NO_INSTALL REQUIRE_SERVICES HYPOTHESIS_PROFILE

.PHONY: run test test-all check messages bench clean
.DEFAULT_GOAL := run

run test test-all check messages bench:
	@exec $(PYTHON) bootstrap.py $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
