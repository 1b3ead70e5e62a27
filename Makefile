# Every target does its own set-up: it needs Python 3.11 or newer, and nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Packages of the system need root, who needs no sudo.
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: setup generate check test test-services lint bench golden matrix lost fuzz installed interop docs clean

setup: $(STAMP)

$(STAMP): requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(STAMP)

generate: $(STAMP)
	$(BIN)/pactwright generate

check: $(STAMP)
	$(BIN)/pactwright check
	$(BIN)/pactwright generate --check

test: $(STAMP)
	$(BIN)/python -m pytest -n 2 --dist loadscope
	for package in generated/*/; do $(BIN)/python -m pytest -q -n 2 -p no:cacheprovider $$package/tests || exit 1; done

# What only some tests need, from Debian: a real Redis.
test-services:
	command -v redis-server > /dev/null || ( $(SUDO) apt-get update -q && $(SUDO) apt-get install -q -y --no-install-recommends redis-server )

# Each package alone: installed into an empty environment without pactwright, its own tests against what is installed.
installed:
	printf '%s\n' generated/*/ | xargs -P 2 -I % sh -ec ' \
	  room=.venv-$$(basename %); $(PYTHON) -m venv --clear $$room; cp -r % $$room/package; \
	  $$room/bin/python -m pip install --quiet --disable-pip-version-check "$$room/package[test]"; \
	  rm -r $$room/package/src; $$room/bin/python -m pytest -q -p no:cacheprovider $$room/package/tests'

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# What the GitHub issues server answers to every fault; writes docs/faults.md.
matrix: $(STAMP)
	$(BIN)/python -m tests.matrix

# What an agent of the GitHub comments server reads when an answer is lost; writes docs/lost-answers.md.
lost: $(STAMP)
	$(BIN)/python -m tests.lost

# Ten thousand random answers; `make test` tries some of them.
fuzz: $(STAMP)
	$(BIN)/python -m tests.fuzz --answers 10000

golden: $(STAMP)
	$(BIN)/python -m pytest tests --update-golden

# Foreign clients: the only target that also needs npm.
interop: $(STAMP)
	npm ci --prefix interop --no-progress
	$(BIN)/python interop/inspector.py

docs: $(STAMP)
	$(BIN)/python -m pactwright.check.manual > docs/rules.md
	$(BIN)/python -m pactwright.spec.manual > docs/language.md
	$(BIN)/python -m pactwright.spec.editor > generator/pactwright/contract.schema.json

clean:
	rm -rf $(VENV) .venv-* .pactwright .mypy_cache .pytest_cache .ruff_cache
