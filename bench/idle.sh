#!/usr/bin/env bash
# CPU until the packaged server is ready, and its memory with an idle index. Linux only.
#
#   bench/idle.sh [--quick] [--commit ID] [--out FILE]
set -euo pipefail
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

factor=1 commit=unknown out=
while [ $# -gt 0 ]; do
  case $1 in
    --quick) factor=2 ;;
    --commit) commit=$2 && shift ;;
    --out) out=$2 && shift ;;
    *) printf 'idle: %s is not understood\n' "$1" >&2 && exit 2 ;;
  esac
  shift
done

work=$(mktemp -d)
server=
finish() {
  stop
  rm -rf "$work"
}
trap finish EXIT
export INTERLOCK_HOME=$work/home
interlock=$root/interlock
hertz=$(getconf CLK_TCK)

fail() {
  printf 'idle: %s\n' "$1" >&2
  cat "$work/up.log" >&2
  exit 1
}

# Starts the server; sets `server` to its process, which the launcher becomes, and `ready` to the
# CPU that it took until /readyz said 200.
start() {
  rm -f "$INTERLOCK_HOME/server-url"
  "$interlock" up --port 0 >"$work/up.log" 2>&1 &
  server=$!
  until curl -fs -o "$work/ready" "$(cat "$INTERLOCK_HOME/server-url" 2>/dev/null)/readyz"; do
    kill -0 "$server" 2>/dev/null || fail 'the server ended'
    sleep 0.05
  done
  ready=$(seconds "$(ticks)")
}

stop() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server"; } || true
  server=
}

# CPU of the server so far, all its threads, user and system. Its name may hold blanks.
ticks() {
  local stat
  stat=$(cat "/proc/$server/stat")
  set -- ${stat##*) }
  printf '%d' $((${12} + ${13}))
}

seconds() {
  awk -v t="$1" -v hz="$hertz" 'BEGIN { printf "%.2f", t / hz }'
}

# Waits until every route is admitted and the server has used next to nothing for ten seconds.
settle() {
  local before now quiet=0
  until admitted; do sleep 0.5; done
  before=$(ticks)
  while [ "$quiet" -lt 10 ]; do
    sleep 1
    now=$(ticks)
    if [ $((now - before)) -le 3 ]; then quiet=$((quiet + 1)); else quiet=0; fi
    before=$now
  done
}

admitted() {
  curl -fs "$(cat "$INTERLOCK_HOME/server-url")/api/v1/gate" >"$work/gate" || fail 'no gate'
  [ "$(grep -o '"verdict"' "$work/gate" | wc -l)" -gt 0 ] &&
    [ "$(grep -o '"verdict" *: *"admitted"' "$work/gate" | wc -l)" -eq \
      "$(grep -o '"verdict"' "$work/gate" | wc -l)" ]
}

kilobytes() {
  awk -v key="$1:" '$1 == key { print $2 }' "/proc/$server/status"
}

# Whether the first is at most the second, times 2 in a hurry.
within() {
  awk -v value="$1" -v limit="$2" -v factor="$factor" 'BEGIN { exit !(value <= limit * factor) }'
}

"$interlock" --version >"$work/version"
start
first=$ready
"$interlock" index "$root/core/src/main/java/dev/interlock/core/gate" >"$work/index" 2>&1 || true
"$interlock" jobs wait --timeout 300 >"$work/wait" 2>&1 || fail 'the job did not complete'
chunks=$("$interlock" jobs --json | awk -F: '/"stored"/ { gsub(/[ ,]/, "", $2); print $2; exit }')
stop
start
again=$ready
settle
resident=$(awk -v kb="$(kilobytes VmRSS)" 'BEGIN { printf "%.1f", kb / 1024 }')
peak=$(awk -v kb="$(kilobytes VmHWM)" 'BEGIN { printf "%.1f", kb / 1024 }')
total=$(seconds "$(ticks)")

missed=
within "$first" 3.5 && within "$again" 3.5 || missed=" ready"
within "$resident" 350 || missed="$missed resident"

printf 'idle\n'
printf '  %-52s %12s  at most 3.5\n' 'CPU s to ready, first start' "$first"
printf '  %-52s %12s  at most 3.5\n' 'CPU s to ready, with an index' "$again"
printf '  %-52s %12s  at most 350\n' 'resident, idle, MB' "$resident"
printf '  %-52s %12s\n' 'resident at the most, MB' "$peak"
printf '  %-52s %12s\n' 'CPU s until idle, gate included' "$total"
printf '  %-52s %12s\n' 'chunks in the index' "$chunks"

if [ -n "$out" ]; then
  mkdir -p "$(dirname "$out")"
  cat >"$out" <<JSON
{
  "bench" : "idle",
  "commit" : "$commit",
  "at" : "$(date -u +%Y-%m-%dT%H:%M:%SZ)",
  "quick" : $([ "$factor" = 2 ] && printf true || printf false),
  "machine" : {
    "cpu" : "$(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo)",
    "processors" : $(nproc),
    "loadAverage" : $(cut -d' ' -f1 /proc/loadavg),
    "os" : "$(uname -s) $(uname -m)"
  },
  "figures" : {
    "chunks in the index" : ${chunks:-0},
    "resident at the most, MB" : $peak,
    "CPU s until idle, gate included" : $total
  },
  "bars" : [
    { "name" : "CPU s to ready, first start", "value" : $first, "atMost" : 3.5 },
    { "name" : "CPU s to ready, with an index", "value" : $again, "atMost" : 3.5 },
    { "name" : "resident, idle, MB", "value" : $resident, "atMost" : 350 }
  ]
}
JSON
fi
[ -z "$missed" ] || { printf 'idle: missed:%s\n' "$missed" && exit 1; }
