#!/bin/sh
# usage: system_packages.sh PROGRAM PACKAGE WHAT_IT_IS_FOR
# Installs a Debian package if its program is missing and apt may be used; otherwise says what to install.
set -eu
program=$1 package=$2 purpose=$3
command -v "$program" >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing $package with apt-get ..."
    if apt-get update -qq && apt-get install -y -qq "$package" >/dev/null; then exit 0; fi
fi
echo "note: $program is missing, which is needed $purpose; install it with: sudo apt-get install $package"
