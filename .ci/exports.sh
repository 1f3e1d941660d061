# shellcheck shell=bash disable=SC2154 # variables of tools.sh, and of the script that sources this
# Functions that check exports with the tools that people use them with. Source it after
# tools.sh; do not run it. The tools are pinned in judges/node.

# install_exports installs the tools, builds lexsmith in $work and lists the versions.
install_exports() {
  export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
  install_node
  PATH=$node/node_modules/.bin:$PATH
  build_lexsmith "$work"
  local tool
  for tool in "$@"; do
    ok "$tool $(node -p "require('$node/node_modules/$tool/package.json').version")"
  done
}

# The checks. Each takes a file and fails if there is anything to complain about.
redocly_lint() { redocly lint --config "$node/redocly$2.yaml" --format json --max-problems 100000 "$1"; }
spectral_lint() { spectral lint --ruleset "$node/spectral$2.yaml" --fail-severity hint "$1"; }
compile() { node "$node/ajv.js" "$@"; }
parse() { node "$node/asyncapi.js" "$1"; }
strict() {
  tsc --noEmit --strict --skipLibCheck false --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable "$@"
}

# The code generators. Each makes FOLDER/api of a document and lists the files
# that must compile in $generated.
openapi_typescript() {
  openapi-typescript "$1" --default-non-nullable=false --output "$2/api.d.ts" && generated=("$2/api.d.ts")
}
hey_api() {
  openapi-ts --input "$1" --output "$2/sdk" --silent && echo 'export * from "./sdk";' >"$2/api.ts" && generated=("$2/api.ts" "$2/sdk/sdk.gen.ts")
}
orval_fetch() { orval --input "$1" --output "$2/api.ts" --client fetch && generated=("$2/api.ts"); }
schema_typescript() { json2ts --input "$1" --output "$2/api.d.ts" --unreachableDefinitions && generated=("$2/api.d.ts"); }

# generate GENERATOR DOCUMENT FOLDER: generates code and compiles it.
generate() {
  mkdir -p "$3"
  "$1" "$2" "$3" && strict "${generated[@]}"
}

# use GENERATOR DOCUMENT FOLDER NAMES FILE...: generates code and compiles files of
# judges/node/usage that use it, under the names that NAMES gives.
use() {
  mkdir -p "$3"
  cp "$node/usage/$4.ts" "$3/names.ts"
  local files=()
  for file in "${@:5}"; do
    cp "$node/usage/$file.ts" "$3"
    files+=("$3/$(basename "$file").ts")
  done
  "$1" "$2" "$3" && strict "${generated[@]}" "${files[@]}"
}

# export_ TARGET FILE FLAG...: exports the Lexicons in $lexicons, and counts the exports.
export_() {
  "$work/lexsmith" export "$1" --quiet --output "$exports/$2" "${@:3}" "$lexicons" >/dev/null
  exported=$((exported + 1))
}
exported=0

# unnumbered FILE: fails if a type of a TypeScript file has a number as its end.
unnumbered() {
  ! grep -nE '^(export )?(type|interface|enum) [A-Za-z_]+[0-9]+ ' "$1"
}

# check NAME FORM...: exports the Lexicons in $lexicons in all ways, into $exports,
# and checks each. The linters of OpenAPI check these forms.
check() {
  local name=$1 form style
  for style in sound codegen; do
    for form in bundle files; do
      local flags=(--style "$style")
      [ $form = bundle ] || flags+=(--layout files)
      export_ jsonschema "$style-$form.json" "${flags[@]}"
      expect 0 compile $form "$exports/$style-$form.json"
      ok "$name: ajv, JSON Schema, $style, $form: $output"
      export_ jsonschema "$style-$form-draft7.json" --draft 7 "${flags[@]}"
      expect 0 compile draft7-$form "$exports/$style-$form-draft7.json"
      ok "$name: ajv, JSON Schema draft 7, $style, $form: $output"
    done
    export_ openapi "$style-3.1.json" --style $style
    expect 0 compile openapi "$exports/$style-3.1.json"
    ok "$name: ajv, OpenAPI 3.1, $style: $output"
  done
  for form in bundle files; do
    local flags=(--data-model)
    [ $form = bundle ] || flags+=(--layout files)
    export_ jsonschema "$form-data-model.json" "${flags[@]}"
    expect 0 compile $form "$exports/$form-data-model.json"
    ok "$name: ajv, JSON Schema, data model, $form: $output"
  done

  export_ openapi sound-3.0.json --openapi 3.0
  export_ openapi 3.1.yaml --yaml --security bearer --server https://gallery.test --license CC0-1.0
  export_ openapi pruned.json --prune
  for form in "${@:2}"; do
    local whole=-whole
    [ "$form" != pruned.json ] || whole=''
    expect 0 redocly_lint "$exports/$form" "$whole"
    says '"errors": 0'
    says '"warnings": 0'
    ok "$name: redocly, OpenAPI, $form"
    expect 0 spectral_lint "$exports/$form" "$whole"
    says 'No results with a severity of'
    ok "$name: spectral, OpenAPI, $form"
  done

  export_ asyncapi asyncapi.json
  expect 0 compile asyncapi "$exports/asyncapi.json"
  ok "$name: ajv, AsyncAPI: $output"
  expect 0 parse "$exports/asyncapi.json"
  ok "$name: asyncapi-parser, AsyncAPI: $output"
}
