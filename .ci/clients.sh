# shellcheck shell=bash disable=SC2154,SC2034 # variables of tools.sh, and for the scripts that source this
# Functions that use generated clients in other languages. Source it after tools.sh; do
# not run it.

# install_clients builds lexsmith, and judges/samples, in $work/bin.
install_clients() {
  mkdir -p "$work/bin"
  (cd "$root" && go build -o "$work/bin/lexsmith" .)
  (cd "$root/judges" && go build -o "$work/bin/samples" ./samples)
  PATH=$work/bin:$PATH
  servers=()
  trap 'kill "${servers[@]}" 2>/dev/null || true; chmod -R u+w "$work"; rm -rf "$work"' EXIT
}

# project NAME: makes a project in $project with the Lexicons of a set, and values of them in
# $values: of our own, or of the corpus. It fails if the corpus is not there.
project() {
  local lexicons=$root/judges/testdata/clients network=$shared/corpus/schemas/bluesky-social__atproto/lexicons
  case $1 in
    own) ;;
    official) lexicons=$network ;;
    *) lexicons=$shared/corpus/schemas/$1 ;;
  esac
  [ -d "$lexicons" ] || return 1
  project=$work/$1 values=$work/$1.ndjson
  mkdir "$project"
  cp -R "$lexicons" "$project/lexicons"
  if [ "$1" = own ] || [ "$1" = official ]; then
    samples "$project/lexicons" >"$values"
  else
    printf 'lexicons: [lexicons]\ninclude: ["%s"]\n' "$(cd "$network" && pwd -P)" >"$project/lexsmith.yaml"
    samples "$project/lexicons" "$network" >"$values"
  fi
}

# recipe NAME: runs a recipe of docs/export.md in $project: the commands after the comment
# <!-- recipe NAME -->.
recipe() {
  local commands
  commands=$(awk -v "start=<!-- recipe $1 -->" '$0 == start { on = 1 } on && /^```$/ { exit } on == 2 { print } on && /^```sh/ { on = 2 }' "$root/docs/export.md")
  [ -n "$commands" ] || fail "docs/export.md has no recipe $1"
  (cd "$project" && bash -euo pipefail -c "$commands") >"$work/recipe.log" 2>&1 || { tail -n 50 "$work/recipe.log" >&2; fail "the recipe $1 fails in $project"; }
}

# mock: runs "lexsmith serve" with the Lexicons of $project on a free port, and sets $url.
mock() {
  : >"$project.out"
  (cd "$project" && exec lexsmith serve --addr 127.0.0.1:0 --log off >"$project.out" 2>"$project.err") &
  servers+=($!)
  url=
  for _ in {1..600}; do
    url=$(sed -n 's/.* at \(http:[^ ]*\)$/\1/p' "$project.out")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$project.err" >&2
  fail 'serve does not start'
}

# plant: makes $planted, values of which one is not valid but claims to be.
plant() {
  planted=$work/planted.ndjson
  sed '/"rule":"value-type"/ s/"valid":false/"valid":true/' "$values" >"$planted"
  ! cmp -s "$values" "$planted" || fail 'no value has an error that can be planted'
}
