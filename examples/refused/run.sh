#!/usr/bin/env bash
# The gate refuses, with real encoders: a folder is indexed by the quantised MiniLM that comes with
# Interlock; then the full MiniLM, served from a loopback socket, is made the only route. It looks
# right (its worst probe has cosine 0.97), and is refused: it gets the gate's probes and nothing else.
# Everything happens in a home of its own, which is deleted at the end.
set -euo pipefail

here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -P "$here/../.." && pwd)
classpath=$root/target/refused/classpath
work=$(mktemp -d "${TMPDIR:-/tmp}/interlock-refused.XXXXXX")
home=$work/home
server=
engine=

. "$root/build/jdk.sh"

clean_up() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$engine" ] || kill "$engine" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() {
  printf '%s\n' "$*"
}

fail() {
  say "FAILED: $*" >&2
  for log in "$work"/*.log; do
    [ ! -s "$log" ] || { say "--- $(basename "$log")" && tail -n 20 "$log"; } >&2
  done
  exit 1
}

# Waits until a command succeeds, two minutes at the most.
wait_for() {
  local what=$1 tries=240
  shift
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "$what did not come"
    sleep 0.5
  done
}

interlock() {
  "$root/interlock" "$@" --home "$home"
}

# The engine is a test class, so its class path comes from Maven, and is kept for the next time.
engine_classpath() {
  if [ -s "$classpath" ] && [ -z "$(changed_sources)" ]; then
    return
  fi
  say 'compiling the engine with Maven (once, a minute or more)'
  need_maven
  mkdir -p "$(dirname "$classpath")"
  # shellcheck disable=SC2086  # arguments are meant to be split
  (cd "$root" && run_maven -q -pl it -am test-compile dependency:build-classpath -DskipTests \
    -Dexec.skip -Dmdep.outputFile="$classpath.next" -Dmdep.includeScope=test \
    ${INTERLOCK_MAVEN_ARGS:-}) >"$work/maven.log" 2>&1 || fail 'the engine does not compile'
  printf '%s:%s:%s' "$root/it/target/test-classes" "$root/it/target/classes" \
    "$(cat "$classpath.next")" >"$classpath"
}

changed_sources() {
  find "$root"/pom.xml "$root"/*/pom.xml "$root"/{core,wire,encoder}/src/main \
    "$root/it/src/test/java/dev/interlock/it/refused" -type f -newer "$classpath" -print -quit
}

start_server() {
  "$root/interlock" up --home "$home" --port 0 "$@" >>"$work/server.log" 2>&1 &
  server=$!
  wait_for 'the server' server_answers
}

server_answers() {
  kill -0 "$server" 2>/dev/null || fail 'the server ended'
  [ -s "$home/server-url" ] && curl -sf "$(cat "$home/server-url")/readyz"
}

stop_server() {
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
}

has_job() {
  interlock jobs --json | grep -q '"id"'
}

start_engine() {
  "$JDK/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -XX:+UseSerialGC -Xmx512m -cp "$(cat "$classpath")" \
    dev.interlock.it.refused.FullMiniLmEngine "$home/unpacked" \
    >"$work/engine.url" 2>"$work/engine.log" &
  engine=$!
  wait_for 'the engine' engine_answers
}

engine_answers() {
  kill -0 "$engine" 2>/dev/null || fail 'the engine ended'
  [ -s "$work/engine.url" ] && engine_count
}

engine_count() {
  local url
  url=$(cat "$work/engine.url")
  curl -sf "${url%/v1}/count"
}

write_settings() {
  cat >"$home/interlock.yaml" <<END
hosts:
  lab: {url: "$(cat "$work/engine.url")"}
routes:
  full: {host: lab, model: all-minilm-l6-v2, maxTokens: 510}
roles:
  code-embedding: {routes: [full]}
  text-embedding: {routes: [full]}
END
}

judged() {
  interlock gate --json >"$work/gate.json" && [ "$(values verdict <"$work/gate.json" | wc -l)" -ge 2 ] &&
    ! values verdict <"$work/gate.json" | grep -q unproven
}

# All values of a field, one a line, from printed JSON.
values() {
  sed -nE "s/^.*\"$1\" *: *\"?([^\",]*)\"?,?\$/\\1/p"
}

# A cosine in ten-thousandths, so that bash can compare it.
ten_thousandths() {
  local digits=${1#*.}
  [ "${1%%.*}" = 0 ] || fail "no cosine below 1: $1"
  digits=$(printf '%-4s' "$digits" | tr ' ' 0)
  printf '%d' "$((10#${digits:0:4}))"
}

check_matrix() {
  local verdict cosine served
  for verdict in $(values verdict <"$work/gate.json"); do
    [ "$verdict" = refused ] || fail "the verdict is $verdict"
  done
  for cosine in $(values minCosine <"$work/gate.json"); do
    local figure
    figure=$(ten_thousandths "$cosine")
    [ "$figure" -gt 9400 ] && [ "$figure" -lt 9850 ] || fail "the smallest cosine is $cosine"
  done
  [ "$(values minCosine <"$work/gate.json" | wc -l)" -ge 2 ] || fail 'a row has no cosine'
  for served in $(values textsServed <"$work/gate.json"); do
    [ "$served" = 0 ] || fail "the refused route served $served texts"
  done
}

check_search() {
  local status=0
  interlock search 'when does the ferry leave' >"$work/search.out" 2>"$work/search.err" || status=$?
  [ "$status" = 1 ] || fail "search ended with $status: $(cat "$work/search.out" "$work/search.err")"
  grep -q 'refused' "$work/search.err" || fail "search gives no reason: $(cat "$work/search.err")"
}

find_jdk
engine_classpath
mkdir -p "$home"

say '1. The quantised MiniLM indexes a small folder'
start_server --index "$here/notes"
wait_for 'the job' has_job
interlock jobs wait --timeout 300 2>"$work/job.log" || fail 'the job did not complete'
grep -v WARNING "$work/job.log" | tail -n 1
stop_server

say '2. The full MiniLM becomes the only route'
start_engine
write_settings
start_server
wait_for 'the verdict' judged
check_matrix
interlock gate

say
say '3. A search is refused, and says why'
check_search
grep -v WARNING "$work/search.err"

say
say '4. What the engine itself has counted'
engine_count
say
engine_count | grep -q '"beyondProbes":0}' || fail 'a text that is no probe reached the engine'
say
say "refused: smallest cosine $(values minCosine <"$work/gate.json" | sort | head -n 1) (floor 0.99)," \
  "texts served 0, texts beyond the probes 0"
