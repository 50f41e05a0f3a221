#!/usr/bin/env bash
# Sets subpunct up on a fresh Debian 12: system packages, .venv, and subpunct itself.
# usage: installer/setup_debian.sh [--test]     (--test adds what the tests and the sample need)
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t runtime <installer/runtime_packages.txt
testing=(xvfb xauth ffmpeg espeak-ng)
# What pip finds without it is torch for NVIDIA cards.
cpu_index=https://download.pytorch.org/whl/cpu

say() { echo "setup: $*" >&2; }

missing() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
    done
}

install_packages() {
    local wanted sudo=()
    mapfile -t wanted < <(missing "$@")
    [ ${#wanted[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null && sudo -v; }; then
            say "not root and no sudo: skipping these packages, the window may not open without them: ${wanted[*]}"
            return 0
        fi
        sudo=(sudo)
    fi
    # One source of packages that fails may be none of those that are needed.
    "${sudo[@]}" apt-get update -q >&2 || say "going on with the packages that apt-get knows of"
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}" >&2
}

find_python() {
    local python
    for python in "${PYTHON:-}" python3 python3.11; do
        [ -n "$python" ] || continue
        if "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
            echo "$python"
            return 0
        fi
    done
    say "subpunct needs Python 3.11, and python3 is $(python3 --version 2>/dev/null || echo missing)."
    say "Install it (apt-get install python3.11 python3.11-venv) or name it: PYTHON=/path/to/python3.11 $0"
    return 1
}

has_nvidia() { [ -e /dev/nvidia0 ] || nvidia-smi -L >/dev/null 2>&1; }

# Who told pip where to look has all of it there, perhaps without a network.
has_sources() { [[ $(.venv/bin/python -m pip config list) =~ \.(no-index|(extra-)?index-url|find-links)= ]]; }

pip_install() {
    local quiet=()
    # Where somebody looks on, pip tells how far it is.
    [ -t 2 ] || quiet=(--quiet)
    .venv/bin/python -m pip install "${quiet[@]}" --disable-pip-version-check "$@" >&2
}

install_subpunct() {
    local size="0.7 GB" torch=""
    if has_sources; then
        size="0.7 GB, or 3 GB with torch for NVIDIA cards"
    elif has_nvidia; then
        size="3 GB, with torch for your NVIDIA card"
    elif [[ $(<pyproject.toml) =~ torch==[0-9.]+ ]]; then
        torch=${BASH_REMATCH[0]}
    fi
    say "fetching Python packages (about $size)"
    # By itself: that index would be asked for every package, for long where it cannot be reached.
    [ -z "$torch" ] || pip_install --no-deps --extra-index-url "$cpu_index" "$torch" || return
    pip_install -e ".$extra"
}

case "${1:-}" in
    "") packages=("${runtime[@]}"); extra="" ;;
    --test) packages=("${runtime[@]}" "${testing[@]}"); extra="[test]" ;;
    *) say "usage: $0 [--test]"; exit 2 ;;
esac

python=$(find_python)
"$python" -c 'import ensurepip' 2>/dev/null || packages+=(python3-venv)
if command -v apt-get >/dev/null; then
    install_packages "${packages[@]}"
else
    say "no apt-get here: skipping system packages"
fi
# Its Python may have gone since an earlier run, or that was interrupted before there was a pip.
.venv/bin/python -c "" 2>/dev/null || "$python" -m venv --clear .venv
.venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >&2
if ! install_subpunct; then
    say "pip could not get or install what is told above; once it can, run this again: it goes on from here"
    exit 1
fi
say "done; once in each terminal: . .venv/bin/activate, then subpunct"
