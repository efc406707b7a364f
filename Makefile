# The house's commands. `make run` and `make test` work as the very first command on a bare machine:
# they need python3 (3.11 or newer, with venv) and bring the rest. `make help` lists all.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PORT ?= 8000
ARGS ?=
BIN := .venv/bin
STAMPS := .venv/.stamps
export PATH := $(CURDIR)/.venv/node/bin:$(CURDIR)/$(BIN):$(PATH)
export VIRTUAL_ENV := $(CURDIR)/.venv
export UV_PYTHON_DOWNLOADS := never
export NPM_CONFIG_UPDATE_NOTIFIER := false

PARTS := $(wildcard libs/* services/*)
PYPROJECTS := $(wildcard libs/*/pyproject.toml services/*/pyproject.toml)
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' 2>/dev/null)
UV_INSTALL := $(BIN)/uv pip install --quiet
# Each part editable, exactly as locked: its dependencies came from requirements/, its build backend too.
INSTALL_PARTS := $(UV_INSTALL) --no-deps --no-build-isolation $(PARTS:%=--editable ./%)

.PHONY: help setup run test test-long test-all check format generate up down bench lock web

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: $(STAMPS)/dev web ## make .venv with everything, and the web client

run: $(STAMPS)/run web ## start the house on this machine, without Docker: make run PORT=8000 ARGS="--data DIR"
	@exec $(BIN)/dicearena up --port $(PORT) $(ARGS)

test: setup ## all tests that need no Docker (at most 10 minutes)
	tools/test.sh quick $(ARGS)

test-long: setup ## the full-length variants and the failure tests
	tools/test.sh long $(ARGS)

test-all: setup ## both
	tools/test.sh all $(ARGS)

check: setup ## style, types, import arrows, house laws, generated files, web client
	tools/check.sh

format: $(STAMPS)/dev ## put the Python code in order
	$(BIN)/ruff check --fix --quiet . && $(BIN)/ruff format --quiet .

generate: $(STAMPS)/dev $(if $(wildcard web/node_modules/.stamp),,web/node_modules/.stamp) ## write generated/, web/src/contracts.ts and nats.conf anew
	$(BIN)/python tools/generate.py && $(BIN)/python -m dicearena_bus.natsconf

up: ## start the house with docker compose
	docker compose up --build --detach --wait

down: ## stop what `make up` started; data stays
	docker compose down

bench: $(STAMPS)/run web ## measure the house on this machine: make bench ARGS="--quick --json"
	$(BIN)/dicearena bench $(ARGS)

lock: $(STAMPS)/uv ## write requirements/ anew from the pyproject files
	tools/lock.sh

web: web/dist/index.html ## build the web client into web/dist

# The environment. Stamps lie in .venv, so that removing it starts over.

$(STAMPS)/uv: requirements/uv.txt
	@tools/venv.sh $(PYTHON)
	@mkdir -p $(@D) && touch $@

$(STAMPS)/run: $(STAMPS)/uv requirements/run.txt $(PYPROJECTS)
	@echo "installing the house (hash-pinned) ..."
	@$(UV_INSTALL) --require-hashes -r requirements/run.txt
	@$(INSTALL_PARTS)
	@touch $@

$(STAMPS)/dev: $(STAMPS)/uv requirements/dev.txt $(PYPROJECTS)
	@echo "installing the house and its tools (hash-pinned) ..."
	@$(UV_INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL_PARTS)
	@touch $(STAMPS)/run $@

# The web client.

$(STAMPS)/node: $(STAMPS)/uv requirements/node.txt tools/node.sh
	@tools/node.sh
	@touch $@

web/node_modules/.stamp: $(STAMPS)/node web/package.json web/package-lock.json
	@echo "installing the web client's packages ..."
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.stamp $(WEB_SOURCES)
	@echo "building the web client ..."
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@
