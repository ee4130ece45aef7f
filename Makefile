PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help run test check bench docs package-check

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1\t/'

run: $(INSTALLED)  ## Start the web application on this machine
	$(BIN)/hintwise serve

# More at once than CI has cores: many tests wait for a browser, a server or another process.
test: $(INSTALLED)  ## Run all tests
	$(BIN)/pytest -n 3

check: $(INSTALLED)  ## Lint, check formatting and types, run the fast tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -m "not slow"

docs: $(INSTALLED)  ## Build the documentation site in build/site; whatever is amiss fails
	$(BIN)/python docs/site/build.py build/site

package-check: $(INSTALLED)  ## Build the distributions; install and try every extra alone, and all lower bounds
	$(BIN)/python -m tests.packaging.check

bench: $(INSTALLED)  ## Run the benchmarks
	$(BIN)/hintwise bench

# The stamp is older than pyproject.toml whenever a dependency may have changed.
$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "hintwise needs Python 3.11 or later; '$(PYTHON)' is missing or older. Try: make PYTHON=python3.11 …" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
