PYTHON ?= python3
GAME ?= tin-helm
ARGS ?=

# Also for the packages that pip fetches to build the wheel; newer pips read the second name.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
# A path of the caller's must not put another undercroft before the one under test.
unexport PYTHONPATH

PY := .venv/bin/python
COMPILED_PY := .venv-compiled/bin/python
PIP_INSTALL := -m pip -qq install
PARALLEL := -n auto --maxprocesses 4  # on two cores it takes two thirds of the time

# By content, not by date: a deleted file or another branch must lead to another build.
SOURCES := $(shell find src pyproject.toml setup.py constraints.txt -type f ! -path '*/__pycache__/*' -exec cksum {} + \
	| sort | cksum | tr ' ' '-')
COMPILED := .venv-compiled/.built-$(SOURCES)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play play-terminal test lint unit rules compiled unit-compiled bench soak load strength balance \
	promise playthroughs mutants system format clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/.play ## Play in the browser (ARGS="--port 8080" is passed on)
	@UNDERCROFT_COMMAND=.venv/bin/undercroft .venv/bin/undercroft serve --open $(ARGS)

play-terminal: .venv/.play ## Play Tin Helm in the terminal (or GAME=elbereth, freequest, tiny-epic-dungeons; ARGS="--seed ..." is passed on)
	@UNDERCROFT_COMMAND=.venv/bin/undercroft .venv/bin/undercroft play $(GAME) $(ARGS)

test: CLAUSES := --rules
test: system lint unit unit-compiled ## Run every check: style, types, tests interpreted and compiled, clauses

system: ## Install what the tests need from the system: a browser and PostgreSQL
	@tools/system-packages

lint: .venv/.dev ## Check style and types
	@echo "== Style"
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@echo "== Types"
	@$(PY) -m mypy --strict

unit: .venv/.dev ## Run the tests, interpreted
	@echo "== Tests, interpreted"
	@$(PY) -m pytest $(PARALLEL) $(CLAUSES) $(ARGS)

rules: .venv/.dev ## Show which clauses of the ledgers no test proves
	@echo "== Clauses"
	@$(PY) -m pytest $(PARALLEL) -m rule --rules

compiled: $(COMPILED) ## Build the compiled wheel and install it in .venv-compiled

unit-compiled: $(COMPILED) ## Run the tests, compiled, but for the web's and those of Ray, which compiling does not touch
	@if [ -e $(COMPILED) ]; then \
		echo "== Tests, compiled"; \
		$(COMPILED_PY) -m pytest $(PARALLEL) --ignore tests/web --ignore tests/lab/test_ray.py $(ARGS); \
	else \
		echo "== Tests, compiled: skipped, because the wheel is pure Python"; \
	fi

bench: .venv/.play $(COMPILED) ## Measure speed, interpreted and compiled
	@$(PY) benchmarks/bench.py --compiled $(COMPILED_PY) $(ARGS)

soak: $(COMPILED) ## Play very many games and look for trouble (ARGS="--game elbereth --bot steady")
	@$(COMPILED_PY) benchmarks/soak.py $(ARGS)

load: $(COMPILED) ## Let 200 tables play on a server for a minute (ARGS=--limit to look for the limit)
	@$(COMPILED_PY) benchmarks/load.py $(ARGS)

strength: $(COMPILED) ## Measure how strong the bots are, for docs/strength.md (ARGS=--quick for a glance)
	@$(COMPILED_PY) benchmarks/strength.py $(ARGS)

balance: $(COMPILED) ## Measure how hard Tiny Epic Dungeons is, for docs/balance.md (ARGS="--games 50" for a glance)
	@$(COMPILED_PY) benchmarks/balance.py $(ARGS)

promise: $(COMPILED) ## Learn anew what the head of a turn of Tiny Epic Dungeons promises, after a change of its cards
	@$(COMPILED_PY) tools/promise.py $(ARGS)

playthroughs: .venv/.dev ## Write the golden playthroughs anew
	@$(PY) -m tests.playthroughs $(ARGS)

mutants: .venv/.dev ## Make 200 small faults in the rules and look for those that no test notices (ARGS="--game elbereth")
	@nice -n 15 $(PY) tools/mutants.py $(ARGS)

format: .venv/.dev ## Format the code and mend what ruff can mend
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format

clean: ## Remove everything that these commands made
	rm -rf .venv .venv-compiled build dist src/*.egg-info .hypothesis .mypy_cache .mutants .pytest_cache .ruff_cache
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

define new_environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Undercroft needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -m venv $(1)
endef

# Without build isolation an editable install needs only setuptools, which makes the first game start sooner.
.venv/.play: pyproject.toml constraints.txt
	@echo "== Preparing .venv"
	$(call new_environment,.venv)
	@$(PY) $(PIP_INSTALL) setuptools
	@$(PY) $(PIP_INSTALL) --no-build-isolation -e '.[web]'
	@touch $@

.venv/.dev: .venv/.play
	@echo "== Adding the development tools to .venv"
	@$(PY) $(PIP_INSTALL) --no-build-isolation -e '.[dev,lab,cluster,web,postgres]'
	@touch $@

# A pure wheel leaves no mark, so that the next call looks for a compiler again.
$(COMPILED):
	@echo "== Building the compiled wheel"
	$(call new_environment,--clear .venv-compiled)
	@UNDERCROFT_PURE=$${UNDERCROFT_PURE:-0} $(COMPILED_PY) -m pip -qq wheel --no-deps -w .venv-compiled/wheel .
	@$(COMPILED_PY) $(PIP_INSTALL) "$$(ls .venv-compiled/wheel/*.whl)[lab,cluster,web,postgres]" pytest pytest-xdist hypothesis httpx
	@if ls .venv-compiled/wheel/*-none-any.whl >/dev/null 2>&1; then \
		echo "No C compiler with the Python headers works here, so .venv-compiled is pure Python."; \
	else \
		touch $@; \
	fi
