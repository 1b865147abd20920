#!/usr/bin/env bash
# Checks the files for operators with the tools that read them, if installed: systemd's for the unit, Prometheus' own
# for its configuration, its rules and a response of /v1/metrics, Docker Compose for its files. Missing tools are
# listed, and their checks are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
# The Node of the packages, which reads TypeScript.
export PATH="$PWD/node_modules/.bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if command -v systemd-analyze >/dev/null; then
  systemd-analyze verify scripts/operate/gleaner.service
  systemd-analyze security --offline=true --threshold=25 scripts/operate/gleaner.service | tail -1
else
  echo "systemd-analyze is not here: gleaner.service was NOT checked"
fi

promtool=$(command -v promtool || true)
# Debian's package has the whole server, which need not be installed for that.
if [ -z "$promtool" ] && command -v apt-get dpkg-deb >/dev/null && (cd "$folder" && apt-get download -qq prometheus) 2>/dev/null; then
  dpkg-deb -x "$folder"/prometheus_*.deb "$folder/prometheus"
  promtool=$folder/prometheus/usr/bin/promtool
fi
if [ -n "$promtool" ]; then
  "$promtool" check config --syntax-only scripts/operate/prometheus.yaml
  "$promtool" check rules scripts/operate/alerts.yaml
  node scripts/operate/metrics-answer.ts >"$folder/metrics"
  "$promtool" check metrics <"$folder/metrics"
  echo "$(grep -c '^# TYPE' "$folder/metrics") metrics pass promtool"
else
  echo "promtool is not here: the files for Prometheus were NOT checked"
fi

# Each set of files as it is started. `config` needs no daemon.
compose_check() {
  POSTGRES_PASSWORD=x GRAFANA_PASSWORD=x "${compose[@]}" "$@" config -q
}
compose=()
if docker compose version >/dev/null 2>&1; then compose=(docker compose); elif command -v docker-compose >/dev/null; then compose=(docker-compose); fi
if [ ${#compose[@]} -gt 0 ]; then
  mkdir -p "$folder/container/secrets" && touch "$folder/container/secrets/keys"
  for file in scripts/container/*.yaml; do
    # Version 1, which Debian has, does not know a project's name in the file.
    sed '/^name:/d' "$file" >"$folder/container/$(basename "$file")"
  done
  cp scripts/container/seccomp.json "$folder/container"
  cd "$folder/container"
  compose_check -f alone.yaml
  compose_check -f two-nodes.yaml
  compose_check -f alone.yaml -f observed.yaml
  compose_check -f alone.yaml -f browser.yaml
  echo "four sets of compose files pass ${compose[*]}"
  cd - >/dev/null
else
  echo "neither docker compose nor docker-compose is here: the compose files were NOT checked by it"
fi
