PYTHON ?= python3
GAME ?= tin-helm
ARGS ?=

export PIP_CONSTRAINT := constraints.txt
# A path of the caller's must not put another undercroft before the one under test.
unexport PYTHONPATH
# Without bytecode every process would translate every test and module anew, which takes a third of the time.
unexport PYTHONDONTWRITEBYTECODE

# Tests write many files and wait for the disk, so these are in memory where there is room for them.
MEMORY := $(shell [ -w /dev/shm ] && [ "$$(df -Pm /dev/shm | awk 'NR == 2 {print $$4}')" -ge 2000 ] && echo /dev/shm)
ifneq ($(MEMORY),)
export PYTEST_DEBUG_TEMPROOT ?= $(MEMORY)
endif

PYTHONS ?= python3.12 python3.13 python3.14
PY := .venv/bin/python
COMPILED_PY := .venv-compiled/bin/python
PIP_INSTALL := -m pip -qq install
DEVELOPMENT := .[dev,lab,cluster,web,postgres]
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# What is slow to start is shared, and what takes long begins first.
SPREAD := --maxprocesses 6 --dist loadgroup --no-loadscope-reorder
# One process more than there are cores, as browsers and servers keep their test waiting; a sample has none.
PARALLEL := -n $(shell echo $$(( $(CORES) + 1 ))) $(SPREAD)
PARALLEL_SAMPLE := -n $(CORES) $(SPREAD)

# By content, not by date: a deleted file or another branch must lead to another build.
SOURCES := $(shell find src pyproject.toml setup.py constraints.txt -type f ! -path '*/__pycache__/*' -exec cksum {} + \
	| sort | cksum | tr ' ' '-')
COMPILED := .venv-compiled/.built-$(SOURCES)
WHEEL := .venv-compiled/.wheel-$(SOURCES)

.DEFAULT_GOAL := help
.PHONY: help play play-terminal test test-long test-pythons all-tests lint unit sample rules compiled unit-compiled bench \
	soak load strength balance promise playthroughs mutants system format clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/.play ## Play in the browser (ARGS="--port 8080" is passed on)
	@UNDERCROFT_COMMAND=.venv/bin/undercroft .venv/bin/undercroft serve --open $(ARGS)

play-terminal: .venv/.play ## Play Tin Helm in the terminal (or GAME=elbereth, freequest, tiny-epic-dungeons; ARGS="--seed ..." is passed on)
	@UNDERCROFT_COMMAND=.venv/bin/undercroft .venv/bin/undercroft play $(GAME) $(ARGS)

test: system ## Run every check: style, types, clauses, a sample of the tests interpreted and all of them compiled
	@$(MAKE) --no-print-directory -j3 all-tests

# All of it at once, so that no core waits. What the sample says is shown when it is done: two rows of dots would mix.
all-tests: CLAUSES := --rules
all-tests: AT_ONCE := > .venv/.sample 2>&1; passed=$$?; cat .venv/.sample; exit $$passed
# Beside the rest one process is enough on two cores; each more would have to read all tests, too.
all-tests: PARALLEL_SAMPLE := $(if $(filter 1 2,$(CORES)),,$(PARALLEL_SAMPLE))
all-tests: lint sample unit-compiled

test-long: system lint $(COMPILED) ## Try the laws ten times as often, all of it in both builds, then soak and mutants (hours)
	@echo "== Tests at length, interpreted"
	@$(PY) -m pytest $(PARALLEL) --long --rules $(ARGS)
	@if [ -e $(COMPILED) ]; then \
		echo "== Tests at length, compiled"; \
		$(COMPILED_PY) -m pytest $(PARALLEL) --long $(ARGS); \
	fi
	@$(MAKE) --no-print-directory soak mutants

# A name may be one of pyenv's that runs nothing; the Python behind it is then looked for where pyenv keeps it.
test-pythons: ## Run the sample with other Pythons that are here (PYTHONS="python3.13 /opt/python3.14/bin/python3")
	@tested=; for name in $(PYTHONS); do \
		for python in "$$name" "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/*/bin/"$$name"; do \
			version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) && break; \
		done; \
		[ "$$version" ] || { echo "== $$name: not here"; continue; }; \
		echo "== A sample of the tests, interpreted by Python $$version"; \
		other=.venv-python/$$version; \
		"$$python" -m venv $$other && $$other/bin/python $(PIP_INSTALL) setuptools && \
		$$other/bin/python $(PIP_INSTALL) --no-build-isolation -e '$(DEVELOPMENT)' && \
		$$other/bin/python -m pytest $(PARALLEL_SAMPLE) --sample $(ARGS) || exit 1; \
		tested=yes; \
	done; \
	[ "$$tested" ] || { echo "None of $(PYTHONS) runs here, so nothing was tested."; exit 1; }

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
	@$(PY) -m pytest $(PARALLEL) $(ARGS)

# Several processes would each translate all tests, were it not done before.
sample: .venv/.dev ## Run a sample of the tests, interpreted: what is quick, laws with few tries, few screens
	@echo "== A sample of the tests, interpreted"
	@$(if $(PARALLEL_SAMPLE),[ -d tests/__pycache__ ] || $(PY) -m pytest -qq --collect-only >/dev/null || true)
	@$(PY) -m pytest $(PARALLEL_SAMPLE) --sample $(ARGS) $(AT_ONCE)

rules: .venv/.dev ## Show which clauses of the ledgers no test proves
	@echo "== Clauses"
	@$(PY) -m pytest $(PARALLEL) -m rule --rules

compiled: $(COMPILED) ## Build the compiled wheel and install it in .venv-compiled

unit-compiled: $(COMPILED) ## Run the tests, compiled; all of them interpreted if there is no C compiler
	@if [ -e $(COMPILED) ]; then \
		echo "== Tests, compiled"; \
		$(COMPILED_PY) -m pytest $(PARALLEL) $(CLAUSES) $(ARGS); \
	else \
		echo "== Tests, interpreted, because the wheel is pure Python"; \
		$(PY) -m pytest $(PARALLEL) $(CLAUSES) $(ARGS); \
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
	rm -rf .venv .venv-compiled .venv-python build dist src/*.egg-info .hypothesis .mypy_cache .mutants .pytest_cache .ruff_cache
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

# Most of these packages are never imported, so none is compiled to bytecode before it is needed.
.venv/.dev: pyproject.toml constraints.txt
	@echo "== Preparing .venv with the development tools"
	$(call new_environment,.venv)
	@$(PY) $(PIP_INSTALL) setuptools
	@$(PY) $(PIP_INSTALL) --no-compile --no-build-isolation -e '$(DEVELOPMENT)'
	@touch .venv/.play $@

# The constraints hold also for the packages that pip fetches to build with; newer pips read a name of its own for that,
# and refuse it where nothing is fetched.
$(WHEEL):
	@echo "== Building the compiled wheel"
	$(call new_environment,--clear .venv-compiled)
	@UNDERCROFT_PURE=$${UNDERCROFT_PURE:-0} PIP_BUILD_CONSTRAINT=constraints.txt $(COMPILED_PY) -m pip -qq wheel --no-deps -w .venv-compiled/wheel .
	@touch $@

# All but the game itself is taken from .venv, where it is already. A pure wheel leaves no mark, so that the next call
# looks for a compiler again.
$(COMPILED): $(WHEEL) .venv/.dev
	@$(COMPILED_PY) $(PIP_INSTALL) --no-deps "$$(ls .venv-compiled/wheel/*.whl)"
	@$(PY) -c 'import site; print(site.getsitepackages()[0])' \
		> "$$($(COMPILED_PY) -c 'import site; print(site.getsitepackages()[0])')/development.pth"
	@if ls .venv-compiled/wheel/*-none-any.whl >/dev/null 2>&1; then \
		rm $(WHEEL); \
		echo "No C compiler with the Python headers works here, so .venv-compiled is pure Python."; \
	else \
		touch $@; \
	fi
