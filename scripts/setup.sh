#!/usr/bin/env bash
# Installs the Debian 12 packages that bitladder needs. Does nothing when none is missing.
set -euo pipefail

packages=(
  build-essential g++ cmake ninja-build clang clang-tidy clang-format
  libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev
  libeigen3-dev libboost-dev nlohmann-json3-dev libcli11-dev libfmt-dev libexpected-dev
  libxxhash-dev libisal-dev libsnappy-dev
  libleveldb-dev librocksdb-dev
  python3 python3-matplotlib python3-jsonschema
  # The report's page: WebAssembly for its sliders, a browser for its tests.
  lld-14 wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32
  chromium fonts-dejavu-core
)
# Node.js often comes from elsewhere, and then brings npm.
command -v npm >/dev/null || packages+=(nodejs npm)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: bitladder builds on Debian 12; no dpkg or apt here. It needs: ${packages[*]}" >&2
  exit 1
fi

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done

if ((${#missing[@]} == 0)); then
  exit 0
fi
if ((EUID != 0)); then
  echo "setup: missing packages: ${missing[*]}" >&2
  echo "setup: install them as root: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update --quiet
apt-get install --quiet --yes --no-install-recommends "${missing[@]}"
