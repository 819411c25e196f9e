# What the examples share; to be sourced after `set -euo pipefail`, from a script in examples/NAME/.
# Sets here, root and work (a folder that is deleted at the end), and ends whatever `start` has
# started when the script ends, however it does.

here=$(cd -P "$(dirname "$0")" && pwd)
root=$(cd -P "$here/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/interlock-$(basename "$here").XXXXXX")
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

fail() {
  say "FAILED: $*" >&2
  local log
  for log in "$work"/*.log; do
    [ ! -s "$log" ] || { say "--- $(basename "$log")" && tail -n 20 "$log"; } >&2
  done
  exit 1
}

# Sets INTERLOCK_HOME, and `chosen` where the example's own flag is given, if it has one:
# read_arguments FLAG ARGUMENT...
read_arguments() {
  local flag=$1
  shift
  export INTERLOCK_HOME=$work/home
  chosen=false
  while [ $# -gt 0 ]; do
    case $1 in
      "$flag") chosen=true ;;
      --home)
        [ $# -gt 1 ] || usage "$flag"
        mkdir -p "$2"
        INTERLOCK_HOME=$(cd -P "$2" && pwd)
        shift
        ;;
      *) usage "$flag" ;;
    esac
    shift
  done
}

usage() {
  say "usage: examples/$(basename "$here")/run.sh [--home DIR]${1:+ [$1]}" >&2
  exit 2
}

# need_free WHAT-FOR PORT...
need_free() {
  local what=$1 port
  shift
  for port in "$@"; do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      say "port $port is taken: $what. Stop what listens there (perhaps another run.sh)." >&2
      exit 1
    fi
  done
}

# What programs that are started read: nothing, until this script is gone.
hold_input() {
  mkfifo "$work/hold"
  exec 9<>"$work/hold"
}

# Starts something in a process group of its own, so that Ctrl-C reaches this script alone and
# whatever it started in turn ends with it. Engines and stand-ins end with their input: not even
# `kill -9` of this script leaves one behind. Sets `pid`.
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

# Waits until a command succeeds, two minutes at the most, while what it waits for runs:
# wait_for WHAT PID COMMAND...
wait_for() {
  local what=$1 pid=$2 until=$((SECONDS + 120))
  shift 2
  until "$@" >/dev/null 2>&1; do
    kill -0 "$pid" 2>/dev/null || fail "$what ended"
    [ "$SECONDS" -lt "$until" ] || fail "$what did not come"
    pause 0.25
  done
}

stay_up() {
  local pid
  while pause 1; do
    for pid in $pids; do
      kill -0 "$pid" 2>/dev/null || fail 'one of them ended'
    done
  done
}

# All values of a field, one a line, from printed JSON.
values() {
  sed -nE "s/^.*\"$1\" *: *\"?([^\",]*)\"?,?\$/\\1/p"
}
