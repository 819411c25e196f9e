#!/usr/bin/env bash
# The gate refuses, with real encoders: a folder is indexed by the quantised MiniLM that comes with
# Interlock; then the full MiniLM, served from a loopback socket, is made the only route. It looks
# right (its worst probe has cosine 0.97), and is refused: it gets the gate's probes and nothing else.
# Everything happens in a home of its own, which is deleted at the end (--home DIR: is kept).
set -euo pipefail

. "$(dirname "$0")/../common.sh"

classpath=$root/target/refused/classpath

interlock() {
  "$root/interlock" "$@"
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
  start server "$root/interlock" up --port 0 "$@"
  server=$pid
  wait_for 'the server' "$server" server_answers
}

server_answers() {
  [ -s "$INTERLOCK_HOME/server-url" ] && curl -sf "$(cat "$INTERLOCK_HOME/server-url")/readyz"
}

stop_server() {
  kill "$server"
  wait "$server" 2>/dev/null || true
}

has_job() {
  interlock jobs --json | grep -q '"id"'
}

start_engine() {
  start engine "$JDK/bin/java" --enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow -XX:+UseSerialGC -Xmx512m -cp "$(cat "$classpath")" \
    dev.interlock.it.refused.FullMiniLmEngine "$INTERLOCK_HOME/unpacked"
  wait_for 'the engine' "$pid" engine_answers
  url=$(cat "$work/engine.out")
}

engine_answers() {
  [ -s "$work/engine.out" ] && curl -sf "$(sed 's:/v1$::' "$work/engine.out")/count"
}

engine_count() {
  curl -sf "${url%/v1}/count"
}

write_settings() {
  cat >"$INTERLOCK_HOME/interlock.yaml" <<END
hosts:
  lab: {url: "$url"}
routes:
  full: {host: lab, model: all-minilm-l6-v2, maxTokens: 510}
roles:
  code-embedding: {routes: [full]}
  text-embedding: {routes: [full]}
END
}

# An engine that was too slow to be measured is measured again.
judged() {
  interlock gate --json >"$work/gate.json" && [ "$(values verdict <"$work/gate.json" | wc -l)" -ge 2 ] &&
    ! values verdict <"$work/gate.json" | grep -qE 'unproven|probe_failed'
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

read_arguments '' "$@"
find_jdk
hold_input
engine_classpath
mkdir -p "$INTERLOCK_HOME"
interlock --version

say '1. The quantised MiniLM indexes a small folder'
start_server --index "$here/notes"
wait_for 'the job' "$server" has_job
interlock jobs wait --timeout 300 2>"$work/job.log" || fail 'the job did not complete'
grep -v WARNING "$work/job.log" | tail -n 1
stop_server

say '2. The full MiniLM becomes the only route'
start_engine
write_settings
start_server
wait_for 'the verdict' "$server" judged
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
