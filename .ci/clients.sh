# shellcheck shell=bash disable=SC2154,SC2034 # variables of tools.sh, and for the scripts that source this
# Functions that use generated clients in other languages. Source it after tools.sh; do
# not run it.

# install_clients builds lexsmith, and judges/samples, in $work/bin.
install_clients() {
  mkdir -p "$work/bin"
  build_lexsmith "$work/bin"
  (cd "$root/judges" && go build -o "$work/bin/samples" ./samples)
  PATH=$work/bin:$PATH
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

# title FILE: tells a field of the official Lexicons, or of a set that was made from them, and a
# definition apart, as docs/export.md says, where a document has them.
title() {
  jq '(.definitions // .components.schemas) |= with_entries(select(.key | endswith(".embed.record_view")).value.properties.record.title = "record of a view")' \
    "$1" >"$work/titled"
  cp "$work/titled" "$1"
}

# compared TEXT: a check that passed. total says how many values and methods the texts name.
compared() {
  ok "$1"
  all_values=$((all_values + $(counted 'valid values' "$1")))
  all_methods=$((all_methods + $(counted 'methods called' "$1")))
}
total() { echo "$all_values valid values decoded and encoded again, $all_methods methods called"; }
all_values=0 all_methods=0

# plant: makes $planted, values of which one is not valid but claims to be.
plant() {
  planted=$work/planted.ndjson
  sed '/"rule":"value-type"/ s/"valid":false/"valid":true/' "$values" >"$planted"
  ! cmp -s "$values" "$planted" || fail 'no value has an error that can be planted'
}
