#!/usr/bin/env bash
# Effect's diagnostics over src/, installed separately into scripts/check on first use.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -x scripts/check/node_modules/.bin/effect-tsgo ] || npm install --silent --no-audit --no-fund --no-package-lock --prefix scripts/check
exec scripts/check/node_modules/.bin/effect-tsgo diagnostics --project tsconfig.build.json --strict
