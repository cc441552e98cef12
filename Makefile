# `make demo` and `make test` need Python 3.11 or newer and make, nothing else. All further targets,
# with what they take, need and prove, are in labs/labs.mk: `make labs`.
# Settings: VENV=folder of the private environment, PYTHON=the Python to build it with; for
# `make test`, SLOW=1 for the slow tests too, SLOW=only for no others, PAGES=the tests in a browser,
# if not all, UNITS=options for the others, and COVERAGE=1.

VENV ?= .venv
bin := $(VENV)/bin
# Tests that stand together share costly fixtures: each worker starts with one half of them.
share := -n 2 --dist worksteal
marked := $(if $(filter only,$(SLOW)),-m slow,$(if $(SLOW),,-m 'not slow'))
# A test that hangs says where, and fails: none takes a tenth of this on two quiet processors.
limit := -o faulthandler_timeout=1200 -o faulthandler_exit_on_timeout=true
units := $(share) $(limit) $(marked) --ignore=tests/web/browser $(UNITS)
# A file of those in a browser shares one box.
PAGES ?= tests/web/browser
pages := -n 3 --dist loadfile --no-loadscope-reorder $(limit) $(marked) $(PAGES)
# With COVERAGE=1, `make test` also tells which share of the lines the tests run.
pytest := $(bin)/pytest
ifdef COVERAGE
export COVERAGE_CORE := sysmon
pytest := $(bin)/coverage run -m pytest
endif
export PYTHON
# Tests start Python hundreds of times: keep its bytecode.
unexport PYTHONDONTWRITEBYTECODE
# They sync journals thousands of times: keep temporary folders in memory where that is possible.
export PYTEST_DEBUG_TEMPROOT := $(shell test -w /dev/shm && echo /dev/shm)

.DEFAULT_GOAL := help

.PHONY: help
help:  ## list these targets; the others: make labs
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1 \2/p' $(firstword $(MAKEFILE_LIST)) \
		| awk '{printf "  make %-8s", $$2; $$1 = $$2 = ""; print}'

.PHONY: python
python:
	@command -v python3 >/dev/null || { \
		echo "There is no python3 here: sudo apt install python3-venv" >&2; exit 1; }

.PHONY: demo
demo: python  ## play on emulated hardware, in this terminal
	@python3 tools/bootstrap.py $(VENV) runtime
	@$(bin)/companion demo

.PHONY: play
play: python  ## play in the browser, on emulated hardware
	@python3 tools/bootstrap.py $(VENV) runtime
	@$(bin)/companion play

.PHONY: environment
environment: python
	@python3 tools/bootstrap.py $(VENV) test

.PHONY: programs
programs: environment
	@$(bin)/python -m tools.programs
	@tools/javascript/install $(bin) build/javascript

.PHONY: test
test: programs lint  ## check style, types and import contracts, and run the tests
	@echo "Tests"
	@$(MAKE) --no-print-directory tests
ifdef COVERAGE
	@$(bin)/coverage combine --quiet
	@echo "Lines run by tests: $$($(bin)/coverage report --format=total) %"
endif
	@echo "All good: style, types, import contracts and tests."

.PHONY: tests
# Those in a browser wait half of their time, in which the others run. All are run, whichever fail.
tests: programs
	@tools/together "$(pytest) $(units)" "$(pytest) $(pages)"

.PHONY: quick
quick: environment  ## check style and types, and run the tests near what has changed: seconds
	@$(bin)/ruff check --quiet
	@$(bin)/ruff format --check --quiet
	@$(bin)/python tools/quick.py $(share)

.PHONY: lint
lint: environment
	@echo "Style"
	@$(bin)/ruff check --quiet
	@$(bin)/ruff format --check --quiet
	@echo "Pages"
	@tools/javascript/check $(bin) build/javascript
	@echo "Types"
	@$(bin)/mypy
	@echo "Names"
	@$(bin)/python tools/double_names.py >/dev/null
	@echo "Import contracts"
	@PYTHONPATH=hub $(bin)/lint-imports --no-logo

include labs/labs.mk
