# shellcheck shell=bash
# Functions that the scripts in this folder share. Source it; do not run it.
# Go tools are pinned and installed in .ci/bin, which git ignores.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools="$root/.ci/bin"
mkdir -p "$tools"

# The conformance files that tests read when they exist: see CONTRIBUTING.md.
# shellcheck disable=SC2034 # for the scripts that source this one
shared=${LEXSMITH_SHARED:-$root/../shared}

# Inside a hook, git sets these for the hook's repository.
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE GIT_PREFIX

step() { printf '\n== %s\n' "$1"; }

passed=0 skipped=0
ok() { printf 'ok       %s\n' "$1"; passed=$((passed + 1)); }
skip() { printf 'skipped  %s\n' "$1"; skipped=$((skipped + 1)); }
fail() { printf 'FAILED   %s\n' "$1" >&2; exit 1; }

# summary NAME [TEXT] prints the last line of a script; the text says what was compared.
summary() { printf '%s: %d checks passed, %d skipped%s\n' "$1" "$passed" "$skipped" "${2:+: $2}"; }

# counted WHAT TEXT prints the sum of the numbers before an expression in a text.
counted() { { grep -oE "[0-9]+ $1" <<<"$2" || true; } | awk '{ n += $1 } END { print n + 0 }'; }

# expect STATUS COMMAND... runs a command that must exit with that status, and
# leaves its output, both streams, in $output.
expect() {
  local status=0
  output=$("${@:2}" 2>&1) || status=$?
  [ "$status" = "$1" ] && return
  printf '%s\n' "$output" >&2
  fail "status $status, want $1: ${*:2}"
}

# says TEXT requires that the output of the last expect contains a text.
says() {
  case $output in
    *"$1"*) ;;
    *) printf '%s\n' "$output" >&2; fail "the output does not contain \"$1\"" ;;
  esac
}

# retry COMMAND... tries a command that needs the network up to three times. If it fails, so
# does the script, or the subshell.
retry() { "$@" || { sleep 5 && "$@"; } || { sleep 20 && "$@"; } || exit; }

# modules prints the folders of the Go modules in this repository.
modules() { (cd "$root" && git ls-files --cached --others --exclude-standard go.mod '*/go.mod' | xargs -n1 dirname); }

# install NAME PACKAGE@VERSION installs this version of a Go tool, once.
install() {
  local stamp="$tools/.$1-${2##*@}"
  [ -e "$stamp" ] && return
  (cd / && GOBIN="$tools" GOFLAGS=-mod=mod retry go install "$2" && touch "$stamp")
}

# build_lexsmith FOLDER builds lexsmith in a folder. Scripts that run after or beside each
# other link it once.
build_lexsmith() {
  (
    flock 9
    cd "$root" && go build -o "$tools/lexsmith" . && cp "$tools/lexsmith" "$1"
  ) 9>"$tools/lexsmith.lock"
}

# npm_ci installs the npm packages that this folder pins. npm waits forever for a connection
# that says nothing.
npm_ci() { retry timeout --foreground -k 10 400 npm ci --ignore-scripts --no-audit --no-fund --silent; }

# install_packages FOLDER installs the npm packages that a folder pins, once, also when
# several scripts ask for them at the same time.
install_packages() {
  (
    flock 9
    cmp -s "$1/package-lock.json" "$1/node_modules/.installed" && exit
    cd "$1" || exit
    npm_ci
    cp package-lock.json node_modules/.installed
  ) 9<"$1/package.json"
}

# install_node sets $node to the folder of the Node scripts, whose packages are there
# then, pinned.
install_node() {
  node=$root/judges/node
  install_packages "$node"
}

# install_python NAME sets $python to the Python of a virtual environment with the packages
# that judges/python/NAME.txt pins, with their hashes, once.
install_python() {
  local list="$root/judges/python/$1.txt" folder="$tools/python-$1"
  (
    flock 9
    cmp -s "$list" "$folder/.installed" && exit
    rm -rf "$folder"
    python3 -m venv "$folder" || { debian pip3 python3-venv && python3 -m venv "$folder"; } || exit
    retry "$folder/bin/pip" install --quiet --require-hashes --only-binary :all: -r "$list"
    cp "$list" "$folder/.installed"
  ) 9>"$folder.lock"
  # shellcheck disable=SC2034 # for the scripts that source this one
  python=$folder/bin/python
}

# install_java NAME sets $jars to a folder with the Maven packages that
# judges/java/NAME.xml, a POM, names with their versions, and all they need, once.
install_java() {
  local pom="$root/judges/java/$1.xml"
  jars=$tools/java-$1
  command -v java >/dev/null || debian java default-jdk-headless || fail 'Java is not installed, and cannot be installed'
  command -v mvn >/dev/null || debian mvn maven || fail 'Maven is not installed, and cannot be installed'
  (
    flock 9
    cmp -s "$pom" "$jars/.installed" && exit
    rm -rf "$jars"
    retry mvn --quiet --batch-mode -Dstyle.color=never --file "$pom" dependency:copy-dependencies "-DoutputDirectory=$jars"
    cp "$pom" "$jars/.installed"
  ) 9>"$tools/java.lock" # all use one cache of Maven
}

# install_rust sets $rust to a folder with the programs of judges/rust, whose crates are
# pinned. Cargo keeps what it has built.
install_rust() {
  command -v cargo >/dev/null || fail 'Rust is not installed: see https://rustup.rs'
  retry cargo build --quiet --locked --manifest-path "$root/judges/rust/Cargo.toml" --target-dir "$tools/rust"
  # shellcheck disable=SC2034 # for the scripts that source this one
  rust=$tools/rust/debug
}

# locked CRATE prints the version of a crate that judges/rust uses.
locked() { grep -A1 "^name = \"$1\"$" "$root/judges/rust/Cargo.lock" | sed -n 's/^version = "\(.*\)"$/\1/p'; }

# package_vscode VERSION FILE makes the extension for VS Code. The same files give the
# same bytes.
package_vscode() {
  install_packages "$root/editors/vscode"
  (cd "$root/editors/vscode" && SOURCE_DATE_EPOCH=0 node_modules/.bin/vsce package "$1" --no-git-tag-version --no-update-package-json --out "$2")
}

# release_once makes dist/ with .ci/release if it is not there, also when several scripts ask
# for it at the same time.
release_once() {
  (
    flock 9
    [ -d "$root/dist" ] || "$root/.ci/release"
  ) 9>"$tools/release.lock"
}

install_goreleaser() {
  install goreleaser github.com/goreleaser/goreleaser/v2@v2.16.0
  install cyclonedx-gomod github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0
}

# debian PROGRAM [PACKAGE] installs a missing program from Debian's packages if we
# are root. It fails if the program does not exist afterwards.
debian() {
  command -v "$1" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    (
      flock 9 # another script may be installing something
      retry apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${2:-$1}"
    ) 9<"$root/.ci/tools.sh" >/dev/null 2>&1 || true
  fi
  command -v "$1" >/dev/null
}

# install_chromium sets $browser to Chromium, or Chrome.
install_chromium() {
  browser=$(command -v chromium || command -v google-chrome || true)
  [ -n "$browser" ] && return
  debian chromium || fail 'Chromium is not installed, and cannot be installed'
  browser=$(command -v chromium)
}

# scratch sets $work to a new folder that is removed when the script exits, as the mocks
# are ended that it starts.
scratch() {
  work=$(mktemp -d)
  servers=()
  trap 'kill "${servers[@]}" 2>/dev/null || true; chmod -R u+w "$work"; rm -rf "$work"' EXIT
}

# serve_mock NAME FOLDER ARGUMENT...: runs "lexsmith serve" in a folder, on a free port, and sets
# $url, and $server to its process. What it prints is in $work/NAME.out and $work/NAME.err.
# The program lexsmith must be in PATH.
serve_mock() {
  : >"$work/$1.out" # it is read before the server writes to it
  (cd "$2" && exec lexsmith serve --addr 127.0.0.1:0 --log off "${@:3}" >"$work/$1.out" 2>"$work/$1.err") &
  server=$!
  servers+=("$server")
  for _ in {1..600}; do
    url=$(sed -n 's/.* at \(http:[^ ]*\)$/\1/p' "$work/$1.out")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$work/$1.err" >&2
  fail "serve does not start: $1"
}

# commit FOLDER MESSAGE commits everything in a repository, always with the same
# author and time.
commit() {
  git -C "$1" add -A
  GIT_AUTHOR_DATE=2026-01-02T03:04:05Z GIT_COMMITTER_DATE=2026-01-02T03:04:05Z \
    git -C "$1" -c user.name=test -c user.email=test@example.com -c commit.gpgsign=false commit -q -m "$2"
}

# snapshot FOLDER TAG makes a repository with one tagged commit: the files of this
# checkout as they are now, except those that git ignores.
snapshot() {
  git init -q -b main "$1"
  git --git-dir="$1/.git" --work-tree="$root" add -A
  git -C "$1" checkout-index -q -a
  commit "$1" snapshot
  git -C "$1" tag "$2"
}
