#!/bin/sh
# Installs what Cairn needs besides Rust: Clang 15 or newer, a C compiler, the C library's headers (for -m32, too), Z3, csmith.
# Does nothing, quickly, when all of it is there. `setup.sh --run-only` asks only for what building and running Cairn needs.
set -eu

run_only=${1:-}
# As in Cargo.toml.
RUST_MINOR=89

say() { printf '%s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

clang_major() { "$1" --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p' | head -n 1; }

# The first Clang that is new enough, in the order in which Cairn looks.
find_clang() {
    for name in "${CAIRN_CLANG:-clang}" clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15; do
        have "$name" || continue
        major=$(clang_major "$name")
        [ "${major:-0}" -ge 15 ] && { printf '%s\n' "$name"; return 0; }
    done
    return 1
}

compiles() { # flags…
    printf '#include <stdio.h>\n#include <math.h>\nint main(void) { return 0; }\n' |
        "$(find_clang)" -x c "$@" -o /dev/null - >/dev/null 2>&1
}

has_csmith() { have csmith && { [ -n "${CSMITH_INCLUDE:-}" ] || find /usr/include /usr/local/include -name csmith.h 2>/dev/null | grep -q .; }; }

missing() {
    have cc || echo cc
    find_clang >/dev/null || { echo clang; return; }
    compiles || echo libc
    compiles -m32 || echo libc32
    compiles -lz3 || echo z3
    [ -n "$run_only" ] || has_csmith || echo csmith
}

# Cargo says little when it is missing or too old, so it is looked at first; it is never installed from here.
check_rust() {
    if ! have "${CARGO:-cargo}"; then
        say "setup: there is no Rust. Install it for yourself, without root, and start again: https://rustup.rs"
        exit 1
    fi
    minor=$("${CARGO:-cargo}" --version | sed -n 's/^cargo 1\.\([0-9]*\).*/\1/p')
    if [ -n "$minor" ] && [ "$minor" -lt "$RUST_MINOR" ]; then
        say "setup: Rust 1.$minor is too old, 1.$RUST_MINOR or newer is needed: rustup update (or https://rustup.rs)"
        exit 1
    fi
}

check_rust
wanted=$(missing)
[ -z "$wanted" ] && exit 0
say "setup: missing: $(echo $wanted)"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; elif have sudo; then sudo "$@"; else
        say "setup: root is needed for: $*"; return 1
    fi
}

# The newest Clang that the package lists of Debian or Ubuntu offer, those first that Cairn is tested with most.
debian_clang() {
    for major in 19 20 18 17 16 15 21 22; do
        apt-cache show "clang-$major" >/dev/null 2>&1 && { echo "clang-$major"; return; }
    done
    echo clang
}

debian_install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }

# What is needed first; then what only some programs and tests need, each by itself, so that one that is not to be had (or
# stands in conflict with what is installed, as gcc-multilib with cross compilers does) does not keep the others away.
install_on_debian() {
    [ "$(id -u)" -eq 0 ] || have sudo || {
        say "setup: neither root nor sudo here; ask for: apt-get install gcc libc6-dev libz3-dev $(debian_clang) gcc-multilib"
        return 1
    }
    as_root apt-get update -qq || say "setup: the package lists could not be renewed; going on with those that are here"
    packages="libc6-dev libz3-dev"
    have cc || packages="$packages gcc"
    find_clang >/dev/null || packages="$packages $(debian_clang)"
    # shellcheck disable=SC2086
    debian_install $packages || return 1
    if [ "$(dpkg --print-architecture)" = amd64 ] && ! compiles -m32; then
        debian_install libc6-dev-i386 gcc-multilib || true
    fi
    [ -n "$run_only" ] || has_csmith || debian_install csmith libcsmith-dev || true
}

install_packages() {
    if have apt-get; then
        install_on_debian
    elif have dnf; then
        as_root dnf install -y gcc clang glibc-devel glibc-devel.i686 libgcc.i686 z3-devel
    elif have pacman; then
        as_root pacman -S --needed --noconfirm gcc clang glibc lib32-glibc lib32-gcc-libs z3
    elif have zypper; then
        as_root zypper --non-interactive install gcc clang glibc-devel glibc-devel-32bit gcc-32bit z3-devel
    elif have apk; then
        as_root apk add clang musl-dev gcc z3-dev
    elif have brew; then
        brew install llvm z3
        say "setup: brew keeps its Clang apart: export CAIRN_CLANG=\"$(brew --prefix llvm)/bin/clang\""
    else
        return 1
    fi
}

by_hand() {
    say "setup: please install by hand, and start again:"
    say "  - a C compiler named cc, with which Rust links (Debian: gcc)"
    say "  - Clang 15 or newer (https://releases.llvm.org), or set CAIRN_CLANG to it"
    say "  - the headers of the C library, also for 32-bit programs (Debian: libc6-dev libc6-dev-i386 gcc-multilib)"
    say "  - the library Z3, 4.8 or newer (Debian: libz3-dev), or build with the cargo feature cairn-logic/bundled"
    [ -n "$run_only" ] || say "  - for the tests: csmith with its headers (Debian: csmith libcsmith-dev)"
    exit 1
}

install_packages || say "setup: the package manager could not install everything"

still=$(missing)
needed=
for part in $still; do
    case $part in
        csmith) say "setup: csmith is not there: tests with random programs will not run" ;;
        libc32) say "setup: the 32-bit C library is not there: programs for ILP32 will not compile if they include its headers" ;;
        *) needed="$needed $part" ;;
    esac
done
if [ -n "$needed" ]; then
    say "setup: still missing:$needed"
    by_hand
fi
