# Finds a JDK 25 without starting a JVM; sourced by the scripts at the root, for bash 3.2 and later.
#
# INTERLOCK_JAVA_HOME  a JDK 25 that must be taken
# JAVA_HOME            taken if it is one
# INTERLOCK_JDK_DIRS   where to look instead of the usual places, split by colons

# Sets JDK to the home of a JDK 25 and JDK_VERSION to its full version, or says how to get one and
# returns 2.
find_jdk() {
  local dir
  if [ -n "${INTERLOCK_JAVA_HOME:-}" ]; then
    JDK=$INTERLOCK_JAVA_HOME
    is_jdk_25 "$JDK" && return 0
    printf 'interlock: INTERLOCK_JAVA_HOME is no JDK 25: %s\n' "$JDK" >&2
    return 2
  fi
  if [ -n "${JAVA_HOME:-}" ] && is_jdk_25 "$JAVA_HOME"; then
    JDK=$JAVA_HOME
    return 0
  fi
  local IFS=:
  local dirs=${INTERLOCK_JDK_DIRS-$(usual_places)}
  for dir in $dirs; do
    look_below "$dir" && return 0
  done
  java_on_path && return 0
  tell_how_to_get_one
  return 2
}

usual_places() {
  printf '%s' "/usr/lib/jvm:/opt:/opt/java:/usr/java:/usr/local:$HOME/.sdkman/candidates/java:$HOME/.jdks"
  printf '%s' ":$HOME/.asdf/installs/java:$HOME/.local/share/mise/installs/java"
  printf '%s' ":/Library/Java/JavaVirtualMachines:$HOME/Library/Java/JavaVirtualMachines"
  printf '%s' ":/opt/homebrew/opt/openjdk@25/libexec:/usr/local/opt/openjdk@25/libexec"
}

look_below() {
  local IFS=$' \t\n' home
  for home in "$1"/* "$1"/*/Contents/Home; do
    if is_jdk_25 "$home"; then
      JDK=$home
      return 0
    fi
  done
  return 1
}

# A JDK says its version in the file `release`; without javac it is only a JRE.
is_jdk_25() {
  local line
  [ -r "$1/release" ] && [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
  JDK_VERSION=
  local found=1
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      JAVA_VERSION=\"25\" | JAVA_VERSION=\"25[.+-]*) found=0 ;;
      JAVA_RUNTIME_VERSION=*) JDK_VERSION=${line#*=} ;;
    esac
  done <"$1/release"
  return $found
}

java_on_path() {
  local java
  java=$(command -v java) || return 1
  java=$(real_path "$java")
  JDK=${java%/bin/java}
  is_jdk_25 "$JDK"
}

# The file behind a chain of symbolic links.
real_path() {
  local path=$1 link
  while [ -h "$path" ]; do
    link=$(readlink "$path")
    case $link in
      /*) path=$link ;;
      *) path=$(dirname "$path")/$link ;;
    esac
  done
  printf '%s/%s\n' "$(cd -P "$(dirname "$path")" && pwd)" "$(basename "$path")"
}

tell_how_to_get_one() {
  cat >&2 <<'END'
interlock: a JDK 25 is needed, and none was found (a JRE is not enough). Get one by
  Debian, Ubuntu   sudo apt install openjdk-25-jdk-headless
  Fedora           sudo dnf install java-25-openjdk-devel
  macOS            brew install openjdk@25
  any, by SDKMAN   sdk install java 25-tem
  any, by hand     https://adoptium.net/temurin/releases/?version=25
and if it lies in an unusual place, name it:  export INTERLOCK_JAVA_HOME=/path/to/jdk-25
END
}

# Says how to get Maven where there is none, and returns 2.
need_maven() {
  command -v mvn >/dev/null && return 0
  cat >&2 <<'END'
interlock: Maven 3.8 or newer is needed to build, and `mvn` is not on the path. Get it by
  Debian, Ubuntu   sudo apt install maven
  Fedora           sudo dnf install maven
  macOS            brew install maven
  any, by hand     https://maven.apache.org/download.cgi
END
  return 2
}

# Runs Maven itself on the JDK that was found, so that no other Java need be there. It reads no
# input: that is meant for the program.
run_maven() {
  local quiet='--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow'
  PATH=$JDK/bin:$PATH JAVA_HOME=$JDK MAVEN_OPTS="$quiet ${MAVEN_OPTS:-}" mvn -B "$@" </dev/null
}
