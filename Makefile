# The way in. Each target does all that it needs on a bare Debian 12 machine, and nothing twice.
#
#   make demo        builds a release of the compiler and runs a matrix product from Python to a checked result, without a GPU
#   make check-quick builds everything and runs the lit and unit tests: 6 minutes on two processors after the build
#   make check       the same with conformance/ on a sample of targets and schedules: 20 minutes; the last line is the total
#   make check-all   the whole, with the large enumerations, check-release, check-asan and check-fuzz: hours
#   make check-release  compiles and runs the conformance kernels with the programs that users get
#   make check-asan  builds with the address and undefined-behaviour sanitizers, and runs the lit and unit tests
#   make check-tsan  the same with the thread sanitizer
#   make check-fuzz  builds the fuzz targets with sanitizers, and runs each for FUZZ_SECONDS (300)
#   make docs        makes the documentation site, build/site/html/index.html, and checks its links
#   make build       only builds
#   make wheel       builds the wheels that users install, into build-release/dist
#   make check-wheel installs them into new environments, and tries them
#   make release-check looks after licences, bill of materials, versions, and that wheels come out the same again
#
# JOBS=N sets how many things run at once (as many as there are processors unless said). CHECK=--stop ends `make check` after
# the first suite with a failure.

JOBS ?= $(shell nproc)
BUILD := build
RELEASE := build-release
# What users get.
PROGRAMS := tileiras tileirdisasm tileiras-opt tileiras-run tileiras-interpret TileirasC TileirasCudaDriver TileirasPython TileirasPythonLaunch
VENV := .venv
DOCS_VENV := $(BUILD)/docs-venv
DOCUMENTED := tileiras tileiras-run tileiras-interpret tileirdisasm tileiras-translate tileiras-roundtrip \
	tileiras-reduce tileiras-lsp-server

# An old toolkit of the machine must not get in.
unexport CUDA_HOME CUDA_PATH CUDA_ROOT

.PHONY: demo check check-quick check-all check-release check-asan check-tsan check-fuzz docs build wheel check-wheel release-check packages
.DELETE_ON_ERROR:

demo: $(RELEASE)/build.ninja $(VENV)/.complete
	cmake --build $(RELEASE) --parallel $(JOBS) --target $(PROGRAMS)
	$(VENV)/bin/python examples/matmul.py --build-dir $(RELEASE) --output $(RELEASE)/demo

check: build $(VENV)/.complete
	@utils/check --jobs $(JOBS) $(CHECK)

check-quick: build $(VENV)/.complete
	@utils/check --jobs $(JOBS) $(CHECK) unit lit

check-all: check-release check-asan check-fuzz build $(VENV)/.complete
	@utils/check --jobs $(JOBS) --all

# What an optimiser makes of our own code: a value that is used behind its end often survives in a development build.
check-release: $(RELEASE)/build.ninja $(VENV)/.complete
	cmake --build $(RELEASE) --parallel $(JOBS)
	@utils/check --jobs $(JOBS) --build-dir $(RELEASE) --whole conformance assembly

check-asan check-tsan: check-%: $(VENV)/.complete
	cmake --preset $*
	cmake --build --preset $* --parallel $(JOBS)
	@utils/check --jobs $(JOBS) --build-dir build-$* lit unit

FUZZ_SECONDS ?= 300
check-fuzz: $(VENV)/.complete
	cmake --preset fuzz
	cmake --build --preset fuzz --parallel $(JOBS)
	$(VENV)/bin/python utils/fuzz --seconds $(FUZZ_SECONDS) --memory 4 --limit 60

# The examples on the pages are run by the tests (test/Docs), not here.
docs: $(BUILD)/build.ninja $(DOCS_VENV)/.complete
	cmake --build $(BUILD) --parallel $(JOBS) --target tileiras-docs $(DOCUMENTED)
	$(DOCS_VENV)/bin/python utils/make-docs --build-dir $(BUILD)

build: $(BUILD)/build.ninja
	cmake --build $(BUILD) --parallel $(JOBS)

wheel: packages
	utils/wheel

check-wheel:
	utils/check-wheel

release-check: $(VENV)/.complete
	$(VENV)/bin/python utils/release-check

# After the Python environment, for which part of the package is compiled.
$(BUILD)/build.ninja: $(VENV)/.complete | packages
	cmake --preset dev

$(RELEASE)/build.ninja: $(VENV)/.complete | packages
	cmake --preset release

$(VENV)/.complete: utils/requirements.lock | packages
	rm -rf $(VENV)
	python3 -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r utils/requirements.lock
	touch $@

# Apart from the tests' environment, which need not be made anew for the pages.
$(DOCS_VENV)/.complete: utils/docs-requirements.lock | $(BUILD)/build.ninja
	rm -rf $(DOCS_VENV)
	python3 -m venv $(DOCS_VENV)
	$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r utils/docs-requirements.lock
	touch $@

packages:
	@utils/install-packages
