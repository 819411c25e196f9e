#!/usr/bin/env bash
# A real engine behind Interlock: llama.cpp's own server with a small chat model on 18081 and with
# all-MiniLM-L6-v2 on 18082 (by it/engines/install.sh: a minute and 245 MB, once; needs Python 3.10),
# and a server on 7070 with interlock.yaml beside this file. Stays up until Ctrl-C, then stops all
# that it has started.
#
#   examples/engines/run.sh              start, say what to try, stay up
#   examples/engines/run.sh --home DIR   with a home that is kept (default: one that is deleted)
#   examples/engines/run.sh --check      try it all, and end
set -euo pipefail

. "$(dirname "$0")/../common.sh"

# Runs something to its end, likewise.
run() {
  local name=$1
  start "$@"
  wait "$pid" || fail "$name ended with $?"
  pids=${pids% "$pid"}
}

start_engine() {
  local name=$1 port=$2 model=$3
  shift 3
  start "$name" "$engines/venv/bin/python" "$root/it/engines/serve.py" "$port" \
    "$engines/models/$model" ui=false "$@"
  wait_for "the engine on $port" "$pid" curl -sf "http://127.0.0.1:$port/health"
}

start_server() {
  start server "$root/interlock" server --config "$here/interlock.yaml"
  wait_for 'the server on 7070' "$pid" curl -sf http://127.0.0.1:7070/readyz
  wait_for 'the table of code' "$pid" built
}

built() {
  "$root/interlock" gate --json | values verdict | grep -q admitted
}

question='{"model":"local-coder","stream":true,"max_tokens":24,"messages":[{"role":"user","content":"What is a ferry?"}]}'

what_to_try() {
  cat <<END

The chat engine is on 18081, the embedding engine on 18082, Interlock on 7070. In another terminal:

  cd $root
  export INTERLOCK_HOME=$INTERLOCK_HOME

  # May the second engine, with the same model, share the table? No, and this text proves it:
  ./interlock gate --against code http://127.0.0.1:18082/v1

  # A streamed chat: requested, served and decision stand in the headers
  curl -iN localhost:7070/v1/chat/completions -d '$question'

  # Who may be asked for what, as text or as a picture
  ./interlock routes
  ./interlock routes --format svg >map.svg

  # Who asked for what, who served, how it ended
  ./interlock ledger --last 5
  ./interlock tail

Ctrl-C stops all three.
END
}

# --check

check_gate() {
  local status=0 probe
  "$root/interlock" gate --against code http://127.0.0.1:18082/v1 --json >"$work/gate.json" ||
    status=$?
  [ "$status" = 1 ] || fail "gate --against ended with $status: $(cat "$work/gate.json")"
  [ "$(values verdict <"$work/gate.json" | head -n 1)" = refused ] || fail 'it is not refused'
  probe=$(values worstProbe <"$work/gate.json")
  case $probe in
    long-word-blob | script-korean) ;;
    *) fail "the worst probe is $probe" ;;
  esac
  case $(values minCosine <"$work/gate.json") in
    0.[0-4]* | -0.*) ;;
    *) fail "the smallest cosine is $(values minCosine <"$work/gate.json")" ;;
  esac
  [ "$(values rule <"$work/gate.json" | grep -c .)" -gt 3 ] || fail 'the rules are not told'
  say "refused: probe $probe, smallest cosine $(values minCosine <"$work/gate.json")"
}

check_chat() {
  curl -siN localhost:7070/v1/chat/completions -d "$question" | tr -d '\r' >"$work/chat.txt"
  local line
  for line in 'HTTP/1.1 200' 'x-interlock-requested: local-coder' 'x-interlock-served-by: smol' \
    'x-interlock-served-model: smollm2' 'x-interlock-decision: primary' 'data: [DONE]'; do
    grep -qiF "$line" "$work/chat.txt" || fail "the chat has no '$line': $(cat "$work/chat.txt")"
  done
  say "streamed: $(grep -c '^data: {' "$work/chat.txt") events, served by smollm2 for local-coder"
}

check_routes() {
  "$root/interlock" routes >"$work/routes.txt" || fail 'there is no map'
  grep -q local-coder "$work/routes.txt" && grep -q smol "$work/routes.txt" ||
    fail "the map misses the chat: $(cat "$work/routes.txt")"
  "$root/interlock" routes --format svg | grep -q '</svg>' || fail 'the map is no picture'
  say 'mapped: local-coder to smol'
}

check_ledger() {
  "$root/interlock" ledger --last 5 --json >"$work/ledger.json" || fail 'the ledger does not answer'
  grep -q 'local-coder' "$work/ledger.json" || fail "no row of the chat: $(cat "$work/ledger.json")"
  grep -q 'answered' "$work/ledger.json" || fail 'no row of an answer'
  say "in the ledger: $(grep -c '"kind"' "$work/ledger.json") rows"
}

read_arguments --check "$@"
need_free '18081 and 18082 are needed for the engines, 7070 for the server' 18081 18082 7070
find_jdk
hold_input

say 'getting the engine, if it is not there yet (a minute, once)'
run install "$root/it/engines/install.sh"
engines=$(cat "$work/install.out")
say 'starting the engines'
start_engine chat 18081 SmolLM2-135M-Instruct.Q4_1.gguf n_ctx=4096 n_parallel=2 model_alias=smollm2
start_engine embeddings 18082 all-MiniLM-L6-v2-f16.gguf embedding=1 n_ctx=512 n_batch=512 \
  n_ubatch=512 model_alias=all-minilm-l6-v2
say 'starting Interlock (the first start builds it, which takes a minute or more)'
run build "$root/interlock" --version
start_server

if $chosen; then
  check_gate
  check_chat
  check_routes
  check_ledger
else
  what_to_try
  stay_up
fi
