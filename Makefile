# Everything that is done with this checkout. The virtual environment makes itself.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OLDEST := $(VENV)-oldest

# "cpython-312" and the like, or nothing where PYTHON cannot be used. What is installed is marked by files that have it in
# their names, so that with another PYTHON the environment is made anew.
TAG := $(shell $(PYTHON) -c 'import sys; print(sys.implementation.cache_tag if sys.version_info >= (3, 11) else "")' 2>/dev/null)
RUN := $(VENV)/run-$(TAG)
DEV := $(VENV)/dev-$(TAG)
BENCH := $(VENV)/bench-$(TAG)
DEPLOY := $(VENV)-deploy

.PHONY: help run kernels test test-quick test-hosted test-oldest check check-deploy fuzz judges openspiel soak soak-batch drill acceptance looks texts bench strength bench-services bench-growth bench-size bench-tournament proto dist clean
.DEFAULT_GOAL := help

help:  ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

# Runs a module as `python -m` does, but Ctrl-C ends it without a traceback.
MODULE := -c 'import runpy, sys; del sys.argv[0]; \
	sys.excepthook = lambda kind, *rest: kind is KeyboardInterrupt or sys.__excepthook__(kind, *rest); \
	runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)'

# $(call environment,FOLDER): an environment in this folder, empty if the one there is of another PYTHON.
define environment
$(if $(TAG),,$(error redscience needs Python 3.11 or newer; $(PYTHON) is $(or $(shell command -v $(PYTHON) >/dev/null && $(PYTHON) --version 2>&1),missing). Install one and name it, for example: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12))
$(PYTHON) $(MODULE) venv $(if $(wildcard $(1)/*-$(TAG)),,--clear )$(1)
endef

$(RUN): pyproject.toml
	@echo "Installing redscience into $(VENV) (once; about a minute)"
	@$(call environment,$(VENV))
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[services]'
	@touch $@

$(DEV): pyproject.toml
	@$(call environment,$(VENV))
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(RUN)

node_modules/.installed: package.json .npmrc
	@command -v npm >/dev/null || { echo 'make check needs Node.js 18 or newer, with npm: apt-get install nodejs npm'; exit 1; }
	npm install --silent --prefer-offline
	@touch $@

$(BENCH): $(DEV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

$(OLDEST)/dev-$(TAG): pyproject.toml
	@$(call environment,$(OLDEST))
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.13,<1'
	$(OLDEST)/bin/uv pip install --quiet --python $(OLDEST)/bin/python --resolution lowest-direct --editable '.[dev]'
	@touch $@

run: $(RUN)  ## the whole platform on this machine; prints its address, Ctrl-C stops it; elsewhere with PORT=… STATE=…
	@$(BIN)/redscience up $(if $(PORT),--port "$(PORT)") $(if $(STATE),--state "$(STATE)")

# Side by side, with one platform and one Chromium each: one more than there are cores, since tests that kill and wait
# leave theirs idle. More than five gain little.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min((os.cpu_count() or 1) + 1, 5))' 2>/dev/null)
PYTEST := -m pytest --numprocesses=$(WORKERS) --dist=worksteal

kernels: $(DEV)
	@$(BIN)/python -m redscience.warm --search

test: kernels  ## every test, browser tests included; some with TESTS='tests/unit tests/contract'
	$(BIN)/python $(PYTEST) --durations=10 $(TESTS)

test-quick: $(DEV)  ## what a change needs in a minute: unit and contract tests, without the slow ones
	@$(BIN)/python -m redscience.warm --search
	$(BIN)/python $(PYTEST) -m 'not slow' tests/unit tests/contract

test-hosted: $(DEV)  ## the tests of services, kills included, with PostgreSQL for a database; some with TESTS=…
	@$(BIN)/python -m redscience.warm
	REDSCIENCE_TEST_DATABASE=postgresql $(BIN)/python $(PYTEST) --durations=10 \
		$(or $(TESTS),tests/integration tests/contract $(addprefix tests/e2e/test_,kills.py sealed_kills.py faults.py soak.py))

test-oldest: $(OLDEST)/dev-$(TAG)  ## unit and contract tests with the oldest versions that pyproject.toml allows
	@$(OLDEST)/bin/python -m redscience.warm --search
	$(OLDEST)/bin/python $(PYTEST) tests/unit tests/contract

check: $(DEV) node_modules/.installed  ## style, types, import arrows, generated code against the protos, texts against their translations
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	PATH="$(CURDIR)/$(BIN):$$PATH" sh proto/generate.sh --check
	$(BIN)/python -m pytest --quiet tests/unit/test_gateway_texts.py -k catalogues_are_complete
	npm run --silent check

fuzz: $(DEV)  ## a million inputs made to break the readers; fewer with N=…, again with SEED=… ONLY=…
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m redscience.warm --search >/dev/null
	PYTHONPATH=tests:tests/registered NUMBA_BOUNDSCHECK=1 $(BIN)/python -W error -m fuzz $(if $(N),--inputs $(N)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

judges: kernels  ## every family beside its second implementation, and its kernels with every index checked; longer with N=…
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m redscience.warm --search >/dev/null
	$(BIN)/python $(PYTEST) $(addprefix tests/unit/test_,$(addsuffix _reference.py,engine stratego four_bases rainbow) \
		$(addsuffix _properties.py,engine stratego four_bases rainbow) engine_random_games.py agents.py) -k agree_ --timeout=7200 --walks $(or $(N),200)

openspiel: $(BENCH)  ## 10,000 games each step by step beside OpenSpiel's; fewer with N=…, some with GAMES=…, again with SEED=… ONLY=…
	PYTHONPATH=tests $(BIN)/python -W error -m openspiel $(GAMES) $(if $(N),--games $(N)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

soak: $(DEV)  ## people and bots play while processes are killed, 200 times; fewer with KILLS=…, again with SEED=…, on PostgreSQL with DATABASE=postgresql
	@$(BIN)/python -m redscience.warm
	PYTHONPATH=tests $(BIN)/python -m soak $(if $(KILLS),--kills $(KILLS)) $(if $(SEED),--seed $(SEED)) $(if $(DATABASE),--database $(DATABASE))

soak-batch: $(DEV)  ## tournaments while what plays them is killed, 100 times; fewer with KILLS=…, again with SEED=…
	@$(BIN)/python -m redscience.warm --search
	PYTHONPATH=tests $(BIN)/python -m soak --tournaments --kills $(or $(KILLS),100) $(if $(SEED),--seed $(SEED)) $(if $(DATABASE),--database $(DATABASE))

drill: $(DEV) $(DEPLOY)/installed-$(TAG)  ## the rendered manifests as processes, while people play, things die and all is replaced; otherwise with OVERLAY=large, SEED=…
	@$(BIN)/python -m redscience.warm --search
	PYTHONPATH=tests $(BIN)/python -m drill --overlay $(or $(OVERLAY),small) $(if $(SEED),--seed $(SEED)) $(DEPLOY)/bin/kubectl

acceptance: $(DEV)  ## every game made in the Factory and played to its end in the browser; renews docs/making.md
	@$(BIN)/python -m redscience.warm
	$(BIN)/python $(PYTEST) tests/browser/test_making.py --every-game docs/making.md

looks: $(DEV)  ## renews the pictures of pages and boards in docs/looks, with which the tests compare
	@$(BIN)/python -m redscience.warm
	$(BIN)/python -m pytest tests/browser/test_looks.py tests/browser/test_workshop.py::test_moves_are_chosen_by_their_pictures --renew-looks

texts: $(DEV)  ## brings the catalogues of other languages up to date with what the pages say
	$(BIN)/python -m services.gateway.messages

bench: $(BENCH)  ## the engine beside OpenSpiel, as ratios
	$(BIN)/python -m benchmarks.playouts
	$(BIN)/python -m benchmarks.single_moves

strength: $(BENCH)  ## how strong the standard player is, in paired matches; which with ARGS='connect_four --against mcts'
	PYTHONPATH=tests $(BIN)/python -m benchmarks.strength $(or $(ARGS),connect_four --against mcts --simulations 1000)

bench-services: $(DEV)  ## the platform under load, beside bare gRPC, bare commits and boardgame.io; otherwise with ARGS=…
	$(BIN)/python -m benchmarks.services $(ARGS)

bench-growth: $(DEV)  ## what a move costs as matches, their turns and stored turns grow; otherwise with ARGS=…
	$(BIN)/python -m benchmarks.growth $(ARGS)

bench-tournament: $(DEV)  ## pace, memory, size and waits as a tournament of a million games grows; otherwise with ARGS='--games N --minutes N'
	@$(BIN)/python -m redscience.warm --search
	$(BIN)/python -m benchmarks.long_tournament $(ARGS)

bench-size: $(DEV)  ## each hot query on PostgreSQL among a million players and ten million turns; fails where one reads more than it may; otherwise with ARGS=…
	PYTHONPATH=tests $(BIN)/python -m benchmarks.size $(ARGS)

proto: $(DEV)  ## generated code from proto/
	PATH="$(CURDIR)/$(BIN):$$PATH" sh proto/generate.sh

dist: $(DEV)  ## wheel and source distribution, into dist/
	rm -rf dist redscience.egg-info
	$(BIN)/python -m build --no-isolation

$(DEPLOY)/installed-$(TAG): deploy/requirements.txt
	@$(call environment,$(DEPLOY))
	$(DEPLOY)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

check-deploy: $(DEV) $(DEPLOY)/installed-$(TAG)  ## the manifests: rendered, valid, hardened, in step with the code; finds over fifty mistakes
	PYTHONPATH=tests $(BIN)/python -m manifests --faults $(DEPLOY)/bin

clean:  ## removes what was made here
	rm -rf $(VENV) $(OLDEST) $(DEPLOY) node_modules .state build dist redscience.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
