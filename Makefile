# Everything that is done with this checkout. The virtual environment makes itself.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help run test test-quick check fuzz openspiel bench bench-services proto clean
.DEFAULT_GOAL := help

help:  ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(VENV)/run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[services]'
	@touch $@

$(VENV)/dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/run

$(VENV)/bench: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

run: $(VENV)/run  ## the whole platform on this machine; prints its address, Ctrl-C stops it
	@$(BIN)/redscience up

# Side by side on as many cores as there are, with one platform and one Chromium each; more than four gain little.
PYTEST := $(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=worksteal

test: $(VENV)/dev  ## every test, browser tests included; some with TESTS='tests/unit tests/contract'
	@$(BIN)/python -m redscience.engine.warm
	$(PYTEST) --durations=10 $(TESTS)

test-quick: $(VENV)/dev  ## what a change needs in a minute: unit and contract tests, without the slow ones
	@$(BIN)/python -m redscience.engine.warm
	$(PYTEST) -m 'not slow' tests/unit tests/contract

check: $(VENV)/dev  ## style, types, import arrows, generated code against the protos
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	PATH="$(CURDIR)/$(BIN):$$PATH" sh proto/generate.sh --check

fuzz: $(VENV)/dev  ## a million inputs made to break the readers; fewer with N=…, again with SEED=… ONLY=…
	PYTHONPATH=tests NUMBA_BOUNDSCHECK=1 $(BIN)/python -W error -m fuzz $(if $(N),--inputs $(N)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

openspiel: $(VENV)/bench  ## 10,000 games each step by step beside OpenSpiel's; fewer with N=…, some with GAMES=…, again with SEED=… ONLY=…
	PYTHONPATH=tests $(BIN)/python -W error -m openspiel $(GAMES) $(if $(N),--games $(N)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

bench: $(VENV)/bench  ## the engine beside OpenSpiel, as ratios
	$(BIN)/python -m benchmarks.playouts
	$(BIN)/python -m benchmarks.single_moves

bench-services: $(VENV)/dev  ## many matches at once, beside bare SQLite and bare gRPC
	$(BIN)/python -m benchmarks.services

proto: $(VENV)/dev  ## generated code from proto/
	PATH="$(CURDIR)/$(BIN):$$PATH" sh proto/generate.sh

clean:  ## removes what was made here
	rm -rf $(VENV) .state build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
