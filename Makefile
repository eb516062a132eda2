# Every target does all of its own set-up: the virtual environment, pinned packages, missing Debian packages.
# `make help` lists the targets.

PYTHON ?= python3
BIN := .venv/bin
COMPILED := .venv/compiled
EXTRAS := postgres,s3,serve,redis,browser,ocr,mend,cluster,eval,dev
DATA ?= ../shared/data
# What reads pages that need a browser, scans, PostScript and old Word files: without it fewer are read, and figures of accuracy fall.
READERS := chromium=chromium gs=ghostscript tesseract=tesseract-ocr antiword=antiword catdoc=catdoc \
	'/usr/share/tesseract-ocr/*/tessdata/spa.traineddata=tesseract-ocr-spa' '/usr/share/tesseract-ocr/*/tessdata/rus.traineddata=tesseract-ocr-rus'

.DEFAULT_GOAL := help
.PHONY: help install demo test quick newest coverage lint bench eval world sbom clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

install: $(COMPILED)  ## the virtual environment with every extra, in .venv

$(BIN)/harvestman: pyproject.toml constraints.txt requirements.lock hatch_build.py
	@tools/make-venv $(PYTHON) .venv '$(EXTRAS)'
	@touch $@

# What is compiled is compiled anew where its source has changed: a second, or some seconds for each changed module.
$(COMPILED): $(BIN)/harvestman tools/compile_sources.py $(shell find src -name '*.py' -o -name '*.c')
	@$(BIN)/python tools/compile_sources.py >/dev/null
	@touch $@

demo: $(COMPILED)  ## harvest the sample world, search it, show it, hand it on; SERVE=1 opens its pages
	@SERVE=$(SERVE) $(BIN)/python tools/demo.py

test: $(COMPILED)  ## all tests, with real servers that they start themselves
	@tools/need-debian initdb=postgresql redis-server=redis-server wget=wget curl=curl $(READERS)
# A file is run by one process, so that what its tests share is made once. (xdist 3.8 cannot see its groups under pytest 9.2.)
	@$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

quick: $(COMPILED)  ## unit tests without servers, browsers and whole programs: under two minutes
	@$(BIN)/pytest -n auto -m 'not server'

newest: $(BIN)/harvestman  ## the quick tests on the newest Python of this machine, in .venv-newest
	@tools/newest-python $(BIN)/python .venv-newest '$(EXTRAS)'

coverage: $(BIN)/harvestman  ## which lines the quick tests run, room by room
	@$(BIN)/python tools/compile_sources.py --remove && rm -f $(COMPILED)  # lines of compiled code are not counted
	@$(BIN)/pytest -n auto -m 'not server' --ignore tests/test_compiled_modules.py --cov=harvestman --cov-report=term:skip-covered

lint: $(BIN)/harvestman  ## style, types and the walls between the rooms
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(COMPILED)  ## every claim of speed, as ratios against peers in the same run
	@tools/need-debian redis-server=redis-server
	@for script in $$(ls bench/*.py | grep -vE '/(processor_time|results|loopback|before_after)[.]'); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

eval: $(COMPILED)  ## accuracy on the real data in DATA, against eval/floors.json
	@tools/need-debian $(READERS)
	@$(BIN)/python eval/judge.py $(DATA)

world: $(COMPILED)  ## serve the sample world until Ctrl-C, to look at it in a browser
	@cd tests && ../$(BIN)/python -m world --port 40800

sbom: $(BIN)/harvestman  ## what is installed with Harvestman, as CycloneDX, in sbom.json
	@$(PYTHON) -m venv .venv-sbom
	@.venv-sbom/bin/pip install --quiet --disable-pip-version-check cyclonedx-bom
	@.venv-sbom/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible -o sbom.json $(BIN)/python

clean:  ## remove everything that was built
	@rm -rf .venv .venv-newest .venv-sbom sbom.json .coverage build dist demo .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
