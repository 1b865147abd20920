#!/usr/bin/env bash
# Runs gleaner from sources in a folder that cannot be written: run-source.sh FOLDER [ARGUMENT...]. `nix run` does so,
# since the sandbox of a build has no network: npm installs when the app first starts, into the user's cache, in a
# folder with the name of the source, which Nix derives from its content.
set -euo pipefail
source=$1
shift
cache=${XDG_CACHE_HOME:-$HOME/.cache}/gleaner
folder=$cache/$(basename "$source")
if [ ! -e "$folder" ]; then
  mkdir -p "$cache"
  fresh=$(mktemp -d "$cache/new-XXXXXX")
  cp -R "$source/." "$fresh"
  chmod -R u+w "$fresh"
  # No install script is run: npm's own Node does not start on NixOS. The binaries of the bundler are optional packages.
  (cd "$fresh" && npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
  # Another start may have made the same in the meantime.
  mv -T "$fresh" "$folder" 2>/dev/null || rm -rf "$fresh"
fi
if [ $# = 0 ]; then set -- serve; fi
exec node "$folder/scripts/start.mjs" "$@"
