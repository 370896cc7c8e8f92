# What to type:
#   make demo    set up, build, and see Cairn find an error in an example
#   make test    set up, check the style, run all tests
#   make suite   set up, and run this project's C cases and a share of random programs

CARGO ?= cargo

.PHONY: all build demo test suite setup setup-run clean

all: build

setup:
	@./scripts/setup.sh

setup-run:
	@./scripts/setup.sh --run-only

build: setup-run
	$(CARGO) build --release --package cairn

demo: build
	@echo '$$ cairn check examples/list.c'
	@./target/release/cairn check examples/list.c; code=$$?; \
	echo "(exit code $$code)"; test $$code -eq 1
	@echo 'This was target/release/cairn. To type just cairn: cargo install --path crates/cairn'

test: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	$(CARGO) test --workspace

suite: setup
	$(CARGO) xtask suite cases
	$(CARGO) xtask suite csmith 50

clean:
	$(CARGO) clean
