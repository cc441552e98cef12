# All targets beyond those of `make help`. After `##`: how long it takes on two processors | what it
# needs besides Python and make | what it proves or makes. `make labs` prints them, and
# `python3 tools/labs.py --write` puts them into labs/README.md.
# Settings: for `make deb`, SUITES=releases of Debian, ARCH=amd64 or arm64 (this computer's own);
# SUITE=the release for `make nspawn`; RUNS=how often it starts the service for its page, and how
# often `make trust` runs all tests (10 for a release); HOURS=how long `make fuzz` attacks;
# GAMES=the games of each kind for `make robots`; HASS_PYTHON=a Python 3.13 for Home Assistant.

SUITES ?= bookworm trixie
SUITE ?= bookworm
RUNS ?= 3
HOURS ?= 1
GAMES ?= 200
HASS_PYTHON ?= python3.13

.PHONY: labs
labs: python
	@python3 tools/labs.py

### Times and sizes

.PHONY: bench
bench: python  ## 15 minutes | gcc | what a start, a press, a page and idling cost on a small computer
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s labs/bench

.PHONY: slow
slow: python  ## 10 minutes | root | what people wait for on a tenth of a processor
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s labs/slow

.PHONY: scale
scale: python  ## 5 minutes | mosquitto, postgresql, an idle computer | how many boxes a hub can take
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s labs/scale

.PHONY: compare
compare: python  ## 15 minutes | a network, 1 GB | where OpenSpiel, python-chess, luma and others are better
	@python3 -m labs.compare

.PHONY: robots
robots: python  ## hours; GAMES=30 for fewer | nothing | how often the robot beats random play
	@python3 tools/bootstrap.py $(VENV) test
	@GAMES=$(GAMES) $(bin)/pytest -s labs/robots

### Long runs

.PHONY: thorough
thorough:  ## 10 minutes | nothing | `make test` with the slow tests: more games, more kills, each page in each state
	@$(MAKE) --no-print-directory test SLOW=1

.PHONY: long
long: python  ## over an hour | nothing | thousands of random games and states break no rule; then fuzz
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest $(share) labs/long
	@$(bin)/pytest $(share) -m hypothesis --hypothesis-profile=long --ignore=tests/web/browser
	@$(MAKE) --no-print-directory fuzz

.PHONY: matrices
matrices: python  ## 10 minutes | nothing | each text in each language at each level fits, and other whole matrices of which `make thorough` takes samples
	@python3 tools/bootstrap.py $(VENV) test
	@MATRICES=whole $(bin)/pytest $(share) -m "matrix or hypothesis" --ignore=tests/web/browser

.PHONY: fuzz
fuzz: python  ## HOURS=1 | nothing | everything that takes input accepts or rejects corrupted samples without crashing
	@python3 tools/bootstrap.py $(VENV) test
	@PYTHONPATH=hub $(bin)/python -m labs.fuzz --hours $(HOURS)

.PHONY: mutants
mutants: programs  ## an hour | nothing | the tests find small mistakes that are planted
	@rm -rf build/mutants
	@$(bin)/pytest $(share) --ignore=tests/web/browser -p labs.mutants.recorder
	@$(bin)/python -m labs.mutants

.PHONY: trust
trust: programs  ## half an hour for each of RUNS | nothing | all tests pass beside eight busy processes
	@tools/trust $(RUNS) $(MAKE) --no-print-directory tests SLOW=1

### Other programs

.PHONY: adapters
adapters: python  ## a minute | 70 MB | OpenSpiel and PettingZoo take our games, by their own tests
	@python3 tools/bootstrap.py $(VENV)-adapters adapters
	@$(VENV)-adapters/bin/pytest labs/adapters

.PHONY: statistics
statistics: python  ## seconds | 300 MB | DuckDB and matplotlib show the right figures over many games
	@python3 tools/bootstrap.py $(VENV)-statistics statistics
	@$(VENV)-statistics/bin/pytest labs/statistics

.PHONY: announce
announce: python  ## seconds | 300 MB | the real Apprise brings results to receivers on this computer
	@python3 tools/bootstrap.py $(VENV)-statistics statistics
	@$(VENV)-statistics/bin/pytest labs/announce

.PHONY: fleet
fleet: python  ## 5 minutes | mosquitto, nats-server, postgresql | 200 boxes, brokers and a database, all killed, lose nothing
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s labs/fleet

.PHONY: bluetooth
bluetooth: python  ## 4 minutes | dbus-daemon, python3-dbusmock | buttons are heard through BlueZ's interfaces on a real D-Bus, and how fast
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -s labs/bluetooth

.PHONY: homeassistant
homeassistant: python  ## 10 minutes | mosquitto, HASS_PYTHON, 0.6 GB | the real Home Assistant finds a box
	@python3 tools/bootstrap.py $(VENV) test
	@test -x build/homeassistant/bin/hass || { $(HASS_PYTHON) -m venv build/homeassistant && \
		build/homeassistant/bin/pip install --quiet homeassistant==2025.4.4 paho-mqtt==2.1.0; }
	@HASS=$(CURDIR)/build/homeassistant/bin/hass $(bin)/pytest -s labs/homeassistant

### From a container to a card

.PHONY: nspawn
nspawn: programs  ## 2 minutes, the first time 4 | root, systemd-container, mmdebstrap | the Debian package under systemd does what the documents say
	@package=$$(tools/package $(bin) $(SUITE)) && \
		SUITE=$(SUITE) RUNS=$(RUNS) PACKAGE=$$package $(bin)/pytest -s labs/nspawn

.PHONY: upgrade
upgrade: python  ## 5 minutes | as nspawn, a network | games of each release go on, and so does a box from Bookworm to Trixie
	@python3 tools/bootstrap.py $(VENV) test
	@old=$$(tools/package $(bin) bookworm) && new=$$(tools/package $(bin) trixie) && \
		OLD=$$old NEW=$$new $(bin)/pytest -s labs/upgrade

.PHONY: vm
vm: python  ## 9 minutes, the first time 40 | root, gcc make flex bison bc xz-utils e2fsprogs mmdebstrap | the package on a Linux kernel with GPIO, I2C and a serial reader
	@python3 tools/bootstrap.py $(VENV) test
	@package=$$(tools/package $(bin) bookworm) && kernel=$$(labs/vm/kernel build/vm) && \
		image=$$(labs/vm/image build/vm $$package labs/vm/guest) && \
		VM_KERNEL=$$kernel VM_IMAGE=$$image $(bin)/pytest -s labs/vm

.PHONY: powercut
powercut: python  ## 8 minutes, the first time more | root, qemu-system-x86 e2fsprogs mmdebstrap | a plug pulled 50 times during a game loses nothing that was acknowledged
	@python3 tools/bootstrap.py $(VENV) test
	@package=$$(tools/package $(bin) bookworm) && \
		image=$$(labs/vm/image build/powercut $$package labs/powercut/guest \
			linux-image-cloud-amd64 initramfs-tools) && \
		POWERCUT_IMAGE=$$image $(bin)/pytest -s labs/powercut

.PHONY: image
image: python  ## 20 minutes | root, mmdebstrap, qemu-user-static, dosfstools, mtools | makes the card of a Pi; SIGN_KEY, SIGN_CERTIFICATE: docs/card.md
	@python3 tools/bootstrap.py $(VENV) test
	@tools/image/build $(bin)

.PHONY: card
card: python  ## an hour | root, qemu-system-arm, make image | that card boots, updates itself, and survives cuts
	@python3 tools/bootstrap.py $(VENV) test
	@PYTEST_DEBUG_TEMPROOT= $(bin)/pytest -s labs/card  # gigabytes, not for the memory

.PHONY: emulate
emulate: python  ## minutes | root, qemu-user-static, the arm64 package | each game can be played with the package for a Pi
	@python3 tools/bootstrap.py $(VENV) test
	@tools/emulate $(bin)

### Hardware

.PHONY: hardware
hardware: python  ## 3 minutes | a network | case and parts fit; draws them and the wiring
	@python3 tools/bootstrap.py $(VENV)-hardware hardware
	@$(VENV)-hardware/bin/python -m tools.case
	@$(VENV)-hardware/bin/python -m tools.hardware --draw
	@$(VENV)-hardware/bin/pytest labs/hardware

.PHONY: pcb
pcb: python  ## minutes, the first time more | root or uidmap, 1.3 GB | KiCad 9 makes the table board and finds no mistake in it
	@tools/pcb

### Releases and upkeep

.PHONY: unit
unit: programs  ## 2 minutes | nothing | runs the tests without those in a browser
	@$(bin)/pytest $(share) --ignore=tests/web/browser

.PHONY: screens
screens: python  ## minutes | nothing | puts all screens and pages on sheets: build/screens.png, build/web.png
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python tools/contact_sheet.py tests/display/screens build/screens.png
	@$(bin)/python tools/contact_sheet.py tests/display/screens docs/pictures/glance.png "*/en/glance.png"
	@PICTURES=keep $(bin)/pytest $(share) tests/web/browser/*_views.py
	@$(bin)/python tools/web_sheet.py build/web build/web.png
	@$(bin)/python -m tests.web.browser.pages_sheet docs/pictures/pages.png

.PHONY: languages
languages: python  ## 3 minutes | nothing | draws panels and phones in all languages on sheets: build/languages
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python -m labs.languages build/languages

.PHONY: text
text: python  ## seconds | nothing | compiles the message catalogues
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python -m tools.build_backend

.PHONY: language
language: python  ## seconds | nothing | scaffolds the language LANG, or says what its translations lack
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/python -m tools.language $(LANG)

.PHONY: lock
lock: python  ## minutes | a network | resolves the newest versions that fit pyproject.toml into requirements/
	@python3 tools/bootstrap.py $(VENV) test
	@tools/lock $(bin)

.PHONY: audit
audit: python  ## seconds | a network | asks a service for known vulnerabilities of the locked dependencies
	@python3 tools/bootstrap.py $(VENV) test
	@python3 tools/bootstrap.py build/audit audit
	@$(bin)/python -m tools.audit

.PHONY: deb
deb: python  ## minutes | mmdebstrap, root or uidmap | builds the Debian packages in clean roots
	@python3 tools/bootstrap.py $(VENV) test
	@for suite in $(SUITES); do tools/deb $(bin) $$suite $(ARCH) || exit; done

.PHONY: repo
repo: python  ## seconds | make deb, apt | lays out an apt repository in build/repo, signed with SIGN_WITH, that apt accepts
	@python3 tools/bootstrap.py $(VENV) test
	@$(bin)/pytest -q labs/repo
	@tools/repository build/repo $$(find build/deb -maxdepth 2 -name '*.deb')

.PHONY: release
release: python  ## an hour | as deb, a network | puts wheel, source, packages, parts lists and checksums into dist/
	@python3 tools/bootstrap.py $(VENV) test
	@python3 tools/bootstrap.py build/audit audit
	@$(bin)/python tools/release.py

.PHONY: clean
clean:  ## seconds | nothing | removes the private environment, caches and build products
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
