# `make demo` and `make test` need Python 3.11 or newer and make, nothing else.
# Settings: VENV=folder of the private environment, PYTHON=the Python to build it with; for
# `make deb`, SUITES=releases of Debian, ARCH=amd64 or arm64 (this computer's own); for
# `make nspawn`, SUITE=the release and RUNS=how often the service is started for its page; for
# `make trust`, RUNS=how often all tests are run (10 for a release); for
# `make long`, HOURS=how long everything that takes input is attacked; for `make robots`,
# GAMES=the number of games of each kind; for `make homeassistant`, HASS_PYTHON=a Python 3.13; for
# `make test`, PAGES=the tests in a browser, if not all.

VENV ?= .venv
SUITES ?= bookworm trixie
SUITE ?= bookworm
RUNS ?= 3
HOURS ?= 1
GAMES ?= 200
HASS_PYTHON ?= python3.13
bin := $(VENV)/bin
# Tests that stand together share costly fixtures: each worker starts with one half of them.
share := -n 2 --dist worksteal
# Those in a browser wait half of their time, and a file of them shares one box.
PAGES ?= tests/web/browser
pages := -n 3 --dist loadfile --no-loadscope-reorder $(PAGES)
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
help:  ## list these targets
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
test: programs lint  ## check style, types and import contracts, and run all tests
	@echo "Tests"
	@$(MAKE) --no-print-directory tests
ifdef COVERAGE
	@$(bin)/coverage combine --quiet
	@echo "Lines run by tests: $$($(bin)/coverage report --format=total) %"
endif
	@echo "All good: style, types, import contracts and tests."

.PHONY: tests
tests: programs  ## run all tests, those in a browser even if others have failed
	@tools/each "$(pytest) $(share) --ignore=tests/web/browser" "$(pytest) $(pages)"

.PHONY: quick
quick: environment  ## check style and types, and run the tests near what has changed: seconds
	@$(bin)/ruff check --quiet
	@$(bin)/ruff format --check --quiet
	@$(bin)/python tools/quick.py $(share)

.PHONY: trust
trust: programs  ## run all tests RUNS times beside eight busy processes: half an hour a run
	@tools/trust $(RUNS) $(MAKE) --no-print-directory tests

.PHONY: unit
unit: programs  ## run only the tests, without those in a browser
	@$(bin)/pytest $(share) --ignore=tests/web/browser

.PHONY: lint
lint: environment  ## check style, types and import contracts
	@echo "Style"
	@$(bin)/ruff check --quiet
	@$(bin)/ruff format --check --quiet
	@echo "Pages"
	@tools/javascript/check $(bin) build/javascript
	@echo "Types"
	@$(bin)/mypy
	@echo "Import contracts"
	@PYTHONPATH=hub $(bin)/lint-imports --no-logo

.PHONY: long
long: python  ## run thousands of random games and states, and attack for HOURS: over an hour
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest $(share) tests/long/long_*.py
	@$(bin)/pytest $(share) -m hypothesis --hypothesis-profile=long --ignore=tests/web/browser
	@PYTHONPATH=hub $(bin)/python -m tests.fuzz --hours $(HOURS)

.PHONY: adapters
adapters: python  ## run OpenSpiel's and PettingZoo's own tests on our games: a minute, 70 MB
	@python3 tools/bootstrap.py $(VENV)-adapters adapters
	@$(VENV)-adapters/bin/pytest tests/adapters/adapters_*.py

.PHONY: statistics
statistics: python  ## test the figures over many games, with DuckDB and matplotlib: seconds, 300 MB
	@python3 tools/bootstrap.py $(VENV)-statistics statistics
	@$(VENV)-statistics/bin/pytest tests/records/statistics/statistics_*.py

.PHONY: announce
announce: python  ## send results by the real Apprise, to receivers on this computer: seconds, 300 MB
	@python3 tools/bootstrap.py $(VENV)-statistics statistics
	@$(VENV)-statistics/bin/pytest tests/daemon/apprise_*.py

.PHONY: fleet
fleet: python  ## 200 boxes, brokers and a database, all killed (needs mosquitto, nats-server, postgresql): 5 minutes
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s tests/fleet/fleet_*.py

.PHONY: scale
scale: python  ## measure what a hub can take (needs mosquitto, postgresql, an idle computer): 5 minutes
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s tests/fleet/scale_*.py

.PHONY: homeassistant
homeassistant: python  ## let the real Home Assistant find a box (needs mosquitto, HASS_PYTHON): 0.6 GB
	@python3 tools/bootstrap.py $(VENV) test
	@test -x build/homeassistant/bin/hass || { $(HASS_PYTHON) -m venv build/homeassistant && \
		build/homeassistant/bin/pip install --quiet homeassistant==2025.4.4 paho-mqtt==2.1.0; }
	@HASS=$(CURDIR)/build/homeassistant/bin/hass $(bin)/pytest -s tests/homeassistant/homeassistant_*.py

.PHONY: mutants
mutants: programs  ## plant 300 small mistakes and count those that the tests find: an hour
	@rm -rf build/mutants
	@$(bin)/pytest $(share) --ignore=tests/web/browser -p tools.mutants.recorder
	@$(bin)/python -m tools.mutants

.PHONY: bench
bench: python  ## measure the times and sizes that matter on a small computer
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s --ignore=tests/bench/bench_robots.py tests/bench/bench_*.py

.PHONY: compare
compare: python  ## measure beside OpenSpiel, python-chess, luma and others: docs/compare.md; 1 GB
	@python3 -m tools.compare

.PHONY: robots
robots: python  ## measure how often the robot beats random play: hours; GAMES=30 for fewer games
	@python3 tools/bootstrap.py $(VENV) test
	@GAMES=$(GAMES) $(bin)/pytest -s tests/bench/bench_robots.py

.PHONY: slow
slow: python  ## measure what people wait for on a tenth of a processor, as root: ten minutes
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s tests/slow/slow_*.py

.PHONY: screens
screens: python  ## put pictures of all screens and pages on sheets: build/screens.png, build/web.png
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python tools/contact_sheet.py tests/display/screens build/screens.png
	@$(bin)/python tools/contact_sheet.py tests/display/screens docs/pictures/glance.png "*/en/glance.png"
	@PICTURES=keep $(bin)/pytest $(share) tests/web/browser/*_views.py
	@$(bin)/python tools/web_sheet.py build/web build/web.png
	@$(bin)/python -m tests.web.browser.pages_sheet docs/pictures/pages.png

.PHONY: hardware
hardware: python  ## check that case and parts fit, and draw them and the wiring: three minutes
	@python3 tools/bootstrap.py $(VENV)-hardware hardware
	@$(VENV)-hardware/bin/python -m tools.case
	@$(VENV)-hardware/bin/python -m tools.hardware --draw
	@$(VENV)-hardware/bin/pytest tests/hardware/case_*.py

.PHONY: pcb
pcb: python  ## make and check the table board in a root with KiCad 9: minutes the first time, 1.3 GB
	@tools/pcb

.PHONY: deb
deb: python  ## build the Debian packages in clean roots (needs mmdebstrap; without root also uidmap)
	@python3 tools/bootstrap.py $(VENV) test
	@for suite in $(SUITES); do tools/deb $(bin) $$suite $(ARCH) || exit; done

.PHONY: audit
audit: python  ## ask a service in the network for known holes in the locked dependencies
	@python3 tools/bootstrap.py $(VENV) test
	@python3 tools/bootstrap.py build/audit audit
	@$(bin)/python -m tools.audit

.PHONY: release
release: python  ## build wheel, source archive, Debian packages, parts lists and checksums into dist/
	@python3 tools/bootstrap.py $(VENV) test
	@python3 tools/bootstrap.py build/audit audit
	@$(bin)/python tools/release.py

.PHONY: nspawn
nspawn: programs  ## install and run the Debian package under systemd in a container, as root
	@package=$$(tools/package $(bin) $(SUITE)) && \
		SUITE=$(SUITE) RUNS=$(RUNS) PACKAGE=$$package \
		$(bin)/pytest -s tests/nspawn/nspawn_*.py

.PHONY: upgrade
upgrade: python  ## go on with games of each release; upgrade a box from Bookworm to Trixie, as root
	@python3 tools/bootstrap.py $(VENV) test
	@old=$$(tools/package $(bin) bookworm) && new=$$(tools/package $(bin) trixie) && \
		OLD=$$old NEW=$$new $(bin)/pytest -s tests/nspawn/upgrade_*.py

.PHONY: vm
vm: python  ## run the Debian package on a kernel with GPIO and I2C, as root: minutes the first time
	@python3 tools/bootstrap.py $(VENV) test
	@package=$$(tools/package $(bin) bookworm) && kernel=$$(tests/vm/kernel build/vm) && \
		image=$$(tests/vm/image build/vm $$package tests/vm/guest) && \
		VM_KERNEL=$$kernel VM_IMAGE=$$image $(bin)/pytest -s tests/vm/vm_*.py

.PHONY: powercut
powercut: python  ## pull the plug during a game, 50 times, as root (needs qemu-system-x86)
	@python3 tools/bootstrap.py $(VENV) test
	@package=$$(tools/package $(bin) bookworm) && \
		image=$$(tests/vm/image build/powercut $$package tests/powercut/guest \
			linux-image-cloud-amd64 initramfs-tools) && \
		POWERCUT_IMAGE=$$image $(bin)/pytest -s tests/powercut/cut_*.py

.PHONY: image
image: python  ## build the image of a card for a Pi, as root; SIGN_KEY and SIGN_CERTIFICATE: docs/card.md
	@python3 tools/bootstrap.py $(VENV) test
	@tools/image/build $(bin)

.PHONY: card
card: python  ## boot that image in a virtual computer, as root (needs qemu-system-arm): an hour
	@python3 tools/bootstrap.py $(VENV) test
	@PYTEST_DEBUG_TEMPROOT= $(bin)/pytest -s tests/image/image_*.py  # gigabytes, not for the memory

.PHONY: emulate
emulate: python  ## play each game with the arm64 package under qemu-user, as root
	@python3 tools/bootstrap.py $(VENV) test
	@tools/emulate $(bin)

.PHONY: repo
repo: python  ## lay out an apt repository in build/repo, signed with SIGN_WITH, and test that apt likes it
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -q tests/repository/repository_*.py
	@tools/repository build/repo $$(find build/deb -maxdepth 2 -name '*.deb')

.PHONY: text
text: python  ## compile the message catalogues
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python -m tools.build_backend

.PHONY: language
language: python  ## scaffold the language LANG (such as fr), or say what its translations lack
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python -m tools.language $(LANG)

.PHONY: lock
lock: python  ## resolve the newest versions that fit pyproject.toml into requirements/
	@python3 tools/bootstrap.py $(VENV) test
	@tools/lock $(bin)

.PHONY: clean
clean:  ## remove the private environment, caches and build products
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
