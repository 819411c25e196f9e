# Builds dist/ when it is missing or older than the sources; sourced by ./interlock, which sets
# root, dist, next and JDK, and has jvm_flags.
#
# dist/lib      interlock.jar, whose manifest names the others in their order, and those
# dist/stamp    what the sources looked like
# dist/*.jsa    classes loaded before, for a fast start
# dist/trained  the JDK that the archives were made by

jar=$dist/lib/interlock.jar
lock=$root/target/interlock-build.lock

ensure_built() {
  local now
  now=$(stamp)
  if is_current "$now" && { is_trained || [ ! -w "$dist" ]; }; then
    return
  fi
  mkdir -p "$root/target"
  take_turn
  # Another start may have built it while this one waited.
  is_current "$now" || build "$now"
  is_trained || train
  end_turn
}

is_current() {
  first_line_is "$dist/stamp" "$1"
}

# Archives of another JDK are useless.
is_trained() {
  first_line_is "$dist/trained" "$JDK_VERSION"
}

first_line_is() {
  local line=
  [ -f "$1" ] && { IFS= read -r line <"$1" || true; }
  [ "$line" = "$2" ]
}

# One line that changes when a source, a POM or a script does: from name, size and time of each.
stamp() {
  (
    cd "$root"
    case $OSTYPE in
      linux*) listing=(-printf '%p %s %T@\n') ;;
      *) listing=(-exec stat -f '%N %z %Fm' {} +) ;;
    esac
    find interlock build pom.xml */pom.xml */src/main \
      \( -path 'it/*' -o -path 'bench/*' -o -path 'testkit/*' \) -prune -o -type f "${listing[@]}" |
      LC_ALL=C sort | cksum
  )
}

build() {
  local log=$root/target/interlock-build.log why='sources changed'
  [ -d "$dist" ] || why='first start'
  need_maven
  say "$why: building with Maven, which takes a minute or more (log: $log)"
  rm -rf "$next"
  local status=0
  # shellcheck disable=SC2086  # arguments are meant to be split
  (cd "$root" && run_maven -pl app -am package -DskipTests -Pdist -Dexec.skip -Dmdep.skip \
    "-Dinterlock.dist=$next" ${INTERLOCK_MAVEN_ARGS:-}) >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    say "the build failed (log: $log):"
    { grep -E '^\[(ERROR|WARNING)\]' "$log" || tail -n 30 "$log"; } | head -n 30 >&2
    exit 1
  fi
  printf '%s\n' "$1" >"$next/stamp"
  publish
}

# dist is whole or missing, never half; a running server keeps the files that it has open.
publish() {
  rm -rf "$root/target/dist-old"
  [ ! -d "$dist" ] || mv "$dist" "$root/target/dist-old"
  mv "$next" "$dist"
  rm -rf "$root/target/dist-old"
}

# A short run of each kind leaves an archive of what it loaded. One that fails leaves none: the
# program only starts more slowly, and is not tried again before the next build.
train() {
  say 'teaching it to start fast'
  archive_of server train || true
  archive_of client train --client || archive_of client --help || true
  printf '%s\n' "$JDK_VERSION" >"$dist/trained"
}

archive_of() {
  local kind=$1 log=$root/target/interlock-train.log limit=
  shift
  if command -v timeout >/dev/null; then
    limit='timeout 120'
  fi
  jvm_flags "$kind"
  rm -f "$dist/$kind.jsa"
  # shellcheck disable=SC2086  # the limit is meant to be split
  if $limit "$JDK/bin/java" "${flags[@]}" "-XX:ArchiveClassesAtExit=$dist/$kind.part" \
    -jar "$jar" "$@" </dev/null >"$log" 2>&1; then
    mv "$dist/$kind.part" "$dist/$kind.jsa"
  else
    rm -f "$dist/$kind.part"
    return 1
  fi
}

# One build at a time; the lock ends with its holder.
take_turn() {
  if command -v flock >/dev/null; then
    exec 9>"$lock"
    flock -n 9 && return
    say 'another start is building; waiting for it'
    flock 9
  else
    take_folder
  fi
}

end_turn() {
  if command -v flock >/dev/null; then
    exec 9>&-
  else
    rm -rf "$lock.d"
  fi
}

# Where there is no flock: a folder with the holder's process number, free again once that is gone.
take_folder() {
  local holder told=
  until mkdir "$lock.d" 2>/dev/null; do
    [ -n "$told" ] || say 'another start is building; waiting for it'
    told=yes
    sleep 1
    holder=$(cat "$lock.d/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      rm -rf "$lock.d"
    fi
  done
  trap 'rm -rf "$lock.d"' EXIT
  printf '%s\n' $$ >"$lock.d/pid"
}

say() {
  printf 'interlock: %s\n' "$*" >&2
}
