#!/usr/bin/env bash
# Runs once, as root, when Gradescope builds the image: Python, bubblewrap, and the pinned packages.
# Installs only what is missing, so it can be run again.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
here=/autograder

find_python() {
    for version in 3.14 3.13 3.12 3.11; do
        command -v "python$version" && return
    done
    return 1
}

install() {
    apt-get update -qq
    apt-get install -y -qq "$@"
}

command -v bwrap >/dev/null || install bubblewrap
# Ubuntu 24.04 has 3.12, and 22.04 has 3.11 beside its own 3.10
find_python >/dev/null || install python3.12 || install python3.11
if ! test -x "$here/venv/bin/python"; then
    python=$(find_python)
    "$python" -c "import ensurepip" 2>/dev/null || install "$(basename "$python")-venv"
    "$python" -m venv "$here/venv"
fi
"$here/venv/bin/python" -m pip install --disable-pip-version-check -r "$here/source/requirements.txt"
# solutions and the course secret are root's alone, whoever else student code may run as
chmod -R go-rwx "$here/source"
