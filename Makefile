# The front door of Scree. `make` alone lists what it can do.
# Needs bash, make and (on Debian) apt; `make demo` and `make test` install the rest.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.ONESHELL:

PRESET ?= release
BUILD  := build/$(PRESET)
SCREE  := $(BUILD)/apps/scree/scree
JOBS   ?= $(shell tools/jobs)
PREFIX ?= /usr/local

# make demo SCENE=scenes/other.toml DEMO_SET="duration='2 s'"
SCENE    ?= scenes/hourglass.toml
DEMO_OUT ?= runs/demo
DEMO_SET ?= duration='0.8 s'
# make view RUN=runs/other, or the name of a scene
RUN      ?= $(DEMO_OUT)

# All sources that clang-format looks after.
FORMAT       ?= $(firstword $(wildcard /usr/bin/clang-format-14) clang-format)
FORMAT_FILES  = $(shell find src apps python tests bench examples \( -name '*.hpp' -o -name '*.cpp' \) 2>/dev/null)

# The build knows nvcc: there is a target for the library of graphics cards.
HAS_CARD = grep -qs '^SCREE_NVCC:FILEPATH=/' $(BUILD)/CMakeCache.txt

.PHONY: help demo card aarch64 python test bench fuzz docs check-docs format check-format check clean install deb gallery view viewer check-viewer
.PHONY: packages-ci packages-build packages-test packages-bench packages-deb packages-format packages-python configure scree tests

help: ## this list
	@echo "Scree: granular matter by the discrete element method"
	echo
	awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
	echo
	echo "  make demo SCENE=scenes/NAME.toml DEMO_SET=\"duration='2 s'\"   another scene, other values"
	echo "  make bench BENCH=NAME                                       one benchmark"
	echo "  make gallery CASE=packing_wide                              one experiment; tools/gallery --list names them"
	echo "  make test PRESET=asan                                       presets: dev release asan tsan"

demo: scree ## install what is needed, build, run the hourglass; names the picture and the table
	@tools/demo $(SCREE) $(SCENE) $(DEMO_OUT) $(DEMO_SET)

python: packages-python ## build the Python module; says how to use it
	@cmake --preset $(PRESET) -DSCREE_PYTHON=ON
	cmake --build $(BUILD) --target scree_python --parallel $(JOBS)
	python=$$(sed -n 's/^Python_EXECUTABLE:[A-Z]*=//p' $(BUILD)/CMakeCache.txt)
	echo "PYTHONPATH=$(CURDIR)/$(BUILD)/python $$python -c 'import scree; help(scree)'"
	echo "or: $$python -m pip install . (docs/howto/python.md)"

test: tests ## install what is needed, build and run all tests
	@ctest --preset $(PRESET) --parallel $(JOBS)

bench: packages-bench scree ## benchmarks against the peers; results in build/bench/NAME.json
	@tools/bench $(SCREE) $(BENCH)

fuzz: packages-ci ## the readers against libFuzzer, a minute each: make fuzz SECONDS_EACH=600 FUZZ=scene
	@tools/fuzz --seconds $(or $(SECONDS_EACH),60) $(FUZZ)

docs: scree python packages-test ## write docs/reference/ from the program, scenes into the README
	@tools/reference_docs $(SCREE) docs/reference
	tools/law_pictures $(SCREE) docs/images/laws
	tools/with_module $(BUILD) tools/python_reference docs/reference/python.md
	python3 tools/show_files.py README.md

check-docs: scree python packages-test ## the committed docs/reference/ is what the program says; links work
	@tools/reference_docs --check $(SCREE) docs/reference
	tools/with_module $(BUILD) tools/python_reference --check docs/reference/python.md
	python3 tools/check_links.py .

card: packages-build configure ## build libscree_cuda.so, the library of graphics cards, beside the program (needs nvcc)
	@if $(HAS_CARD); then
	  cmake --build $(BUILD) --target card
	else
	  echo "make card needs nvcc, the compiler of NVIDIA's toolkit (CUDA 12 or newer): in PATH, in /usr/local/cuda, or CUDA_PATH" >&2
	  exit 1
	fi

aarch64: scree ## build for 64-bit ARM by cross compiler and compare the bits of all scenes under qemu with x86 (long)
	@tools/install_packages aarch64
	tools/aarch64 sysroot
	tools/aarch64 build
	tools/aarch64 compare $(SCREE)

gallery: scree ## published experiments once more: what has no data yet runs, then pages (docs/gallery); CASE=NAME for one
	@tools/gallery $(SCREE) $(CASE)

viewer: ## build the page of `scree view` (needs node and npm; installs Debian's where there are none)
	@tools/viewer build

view: scree viewer ## build the page and open a run or a scene in the browser: make view RUN=runs/demo
	@tools/open_view $(SCREE) $(RUN)

check-viewer: scree viewer ## the page in a headless browser (needs chromium)
	@SCREE=$(CURDIR)/$(SCREE) tools/viewer test

format: packages-format ## format all C++ files
	@$(FORMAT) -i $(FORMAT_FILES)

check-format: packages-format ## fail when a C++ file is not formatted
	@$(FORMAT) --dry-run --Werror $(FORMAT_FILES)
	echo "format: $(words $(FORMAT_FILES)) files are fine"

check: packages-test ## modules include only what docs/architecture.md allows; no sin() of the C library; links in docs work
	@python3 tools/check_includes.py .
	python3 tools/check_public_headers.py .
	python3 tools/check_simd.py .
	python3 tools/check_math.py .
	python3 tools/check_links.py .

install: scree ## install program and library to PREFIX (default /usr/local; DESTDIR is respected)
	@cmake --build $(BUILD) --target libscree --parallel $(JOBS)
	cmake --install $(BUILD) --prefix $(PREFIX)

deb: scree python viewer packages-deb ## Debian packages in build/package/: scree, python3-scree, and scree-cuda where nvcc is
	@cpack --config $(BUILD)/CPackConfig.cmake -G DEB -B build/package
	cpack --config $(BUILD)/CPackConfig.cmake -G DEB -B build/package -D CPACK_PACKAGE_NAME=python3-scree \
	  -D CPACK_INSTALL_CMAKE_PROJECTS="$(CURDIR)/$(BUILD);scree;python;/" -D CPACK_DEBIAN_PACKAGE_SECTION=python \
	  -D CPACK_DEBIAN_PACKAGE_DEPENDS="python3 (>= 3.11), python3 (<< 3.12), python3-numpy, scree"
	if $(HAS_CARD); then
	  cmake --build $(BUILD) --target card
	  version=$$(sed -n 's/^set(CPACK_PACKAGE_VERSION "\(.*\)")/\1/p' $(BUILD)/CPackConfig.cmake)
	  cpack --config $(BUILD)/CPackConfig.cmake -G DEB -B build/package -D CPACK_PACKAGE_NAME=scree-cuda \
	    -D CPACK_INSTALL_CMAKE_PROJECTS="$(CURDIR)/$(BUILD);scree;card;/" \
	    -D CPACK_DEBIAN_PACKAGE_DEPENDS="scree (= $$version)"
	fi
	ls build/package/*.deb

clean: ## remove build/ (the compiler cache stays)
	@rm -rf build

# ---- steps of the above -----------------------------------------------------------------------

packages-ci packages-build packages-bench packages-deb packages-format packages-python: packages-%:
	@tools/install_packages build $(filter-out build,$*)
# The module is tested with the rest.
packages-test:
	@tools/install_packages build test python

# Without tests at first: `make demo` must not need the test packages.
$(BUILD)/build.ninja: | packages-build
	@cmake --preset $(PRESET) -DSCREE_TESTS=OFF

configure: $(BUILD)/build.ninja

scree: packages-build configure
	@cmake --build $(BUILD) --target scree --parallel $(JOBS)

tests: packages-test
	@cmake --preset $(PRESET) -DSCREE_TESTS=ON
	cmake --build $(BUILD) --parallel $(JOBS)
