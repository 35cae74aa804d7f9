.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint fmt bench load soak engines audit vendor texts clean

PYTHON ?= python3
SOAK ?= 10000
# Dozens of processes that tests and benches start would each compile all of Companion anew.
export PYTHONDONTWRITEBYTECODE :=
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt
# Node.js is the machine's own, or the one that scripts/npm has put into .venv.
NODE := PATH="$$PATH:$(CURDIR)/$(BIN)"
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard companion/translations/*/LC_MESSAGES/*.po))

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: .venv/.run $(CATALOGUES) ## Serve Companion to this computer and the phones on its network
	@$(BIN)/companion serve

test: lint $(CATALOGUES) ## Lint, then run every test (the browser's too)
	@scripts/servers
	@browser=$$(scripts/browser) && CHROMIUM="$$browser" $(BIN)/python -m pytest -n 4 --dist worksteal

lint: .venv/.dev node_modules/.installed ## Check style and types, of Python and of JavaScript
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --strict companion
	@$(NODE) node_modules/.bin/biome lint --error-on-warnings --log-level=error
	@$(NODE) node_modules/.bin/tsc --project .

fmt: .venv/.dev ## Put imports and layout in order, and lower what the ratchet allows
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python -m tests.test_ratchet

bench: .venv/.run $(CATALOGUES) ## Measure pages, writes, streams, start-up and play, beside what is aimed at (needs quiet)
	@$(BIN)/python -m bench

load: .venv/.dev .venv/load/.installed $(CATALOGUES) ## Let thousands of tables play at once, on one process and on two (LOAD="500 2000 --on one")
	@scripts/servers
	@$(BIN)/python -m bench.load $(LOAD)

soak: .venv/.dev $(CATALOGUES) ## Run for long what is random: SOAK deals of every kind, series of bots, evenings, hostile requests, pages in every look
	@$(BIN)/python -m tests.games.soak $(SOAK)
	@LONG=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/ledger/test_random_evenings.py tests/ledger/test_evenings_on_screens.py tests/ledger/test_figures_random.py \
	  tests/ledger/test_backup_beside_writers.py tests/ledger/test_processes.py tests/ledger/test_relics.py tests/ledger/test_bringing.py \
	  tests/views/test_garbage.py tests/views/test_hostile.py tests/views/test_table_honesty.py tests/test_stopping.py tests/hard tests/hosted tests/games tests/jokrummy tests/mojo tests/skyjo
	@browser=$$(scripts/browser) && CHROMIUM="$$browser" LONG=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/browser/test_accessible.py \
	  tests/browser/test_accessible_history.py tests/browser/test_accessible_phones.py tests/browser/test_every_game.py \
	  tests/browser/test_table.py tests/browser/test_table_access.py tests/browser/test_table_teaches.py tests/browser/test_ways_out.py \
	  tests/browser/test_workers.py

engines: .venv/.run .venv/engines/.installed $(CATALOGUES) ## Play a short evening in Firefox and in WebKit, Safari's engine (ENGINES=WebKit for one)
	@scripts/engines
	@xvfb-run -a .venv/engines/bin/python -m tests.engines --python $(BIN)/python $(ENGINES)

audit: .venv/.dev .venv/audit/.installed ## List licences and versions of all that is shipped, and ask for known faults
	@$(BIN)/python -m scripts.audit

vendor: node_modules/.installed ## Refresh static/vendor from npm (after a change in package.json)
	@$(NODE) node scripts/vendor.mjs

texts: .venv/.run ## Collect the texts to translate, and bring each language's catalogue to what is there
	@mkdir -p companion/translations
	@$(BIN)/pybabel --quiet extract -F babel.cfg -k N_ -k NN_:1,2 -k NC_:1c,2 -k spoken -k spoken_number:1,2 \
	  --add-comments=i18n: --strip-comments --no-location --omit-header --no-wrap \
	  --project=companion --version=0.3.0 -o companion/translations/messages.pot .
	@for po in companion/translations/*/LC_MESSAGES/messages.po; do \
	  language=$$(basename $$(dirname $$(dirname $$po))); \
	  $(BIN)/pybabel --quiet update -i companion/translations/messages.pot -o $$po -l $$language --no-fuzzy-matching \
	    --ignore-obsolete --no-wrap --ignore-pot-creation-date; \
	done

clean: ## Remove what make made; matches and settings in instance/ stay
	@rm -rf .venv node_modules dist build test-results .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find bench companion scripts tests -name __pycache__ -prune -exec rm -rf {} +
	@find companion -name '*.mo' -delete

# The stamps are younger than what they were made from; another pin installs again.
.venv/.run: pyproject.toml hatch_build.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Companion needs Python 3.11 or newer: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Installing Companion into .venv ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) -e .
	@touch $@

.venv/.dev: .venv/.run
	@echo "Installing the tools for tests into .venv ..."
	@$(PIP) -e '.[dev]'
	@touch $@

# The load tool brings many packages of its own.
.venv/load/.installed: constraints.txt | .venv/.run
	@echo "Installing the load tool into .venv/load ..."
	@test -x .venv/load/bin/python || $(PYTHON) -m venv .venv/load
	@.venv/load/bin/pip install -qq --disable-pip-version-check -c constraints.txt locust==2.47.0
	@touch $@

# The Playwright that Firefox needs is older than that of the tests.
.venv/engines/.installed: tests/engines/requirements.txt | .venv/.run
	@echo "Installing the drivers of other browsers into .venv/engines ..."
	@test -x .venv/engines/bin/python || $(PYTHON) -m venv .venv/engines
	@.venv/engines/bin/pip install -qq --disable-pip-version-check -r tests/engines/requirements.txt
	@touch $@

.venv/audit/.installed: constraints.txt | .venv/.run
	@echo "Installing pip-audit into .venv/audit ..."
	@test -x .venv/audit/bin/python || $(PYTHON) -m venv .venv/audit
	@.venv/audit/bin/pip install -qq --disable-pip-version-check -c constraints.txt pip-audit==2.10.1
	@touch $@

node_modules/.installed: package.json scripts/npm | .venv/.run
	@echo "Installing the tools for JavaScript into node_modules ..."
	@scripts/npm install --ignore-scripts --no-package-lock --no-audit --no-fund --silent
	@touch $@

%.mo: %.po | .venv/.run
	@$(BIN)/pybabel --quiet compile -i $< -o $@ -l $(notdir $(patsubst %/,%,$(dir $(patsubst %/,%,$(dir $<)))))
