# Writes the module that main.rs calls from the values and calls of judges/samples: it knows
# the names that typify and progenitor give to types and methods.
#
#     jq -rs --slurpfile client CLIENT.json -f uses.jq VALUES

def words: [scan("[A-Z0-9]+(?![a-z])|[A-Z]?[a-z][a-z0-9]*") | ascii_downcase];
def pascal: [words[] | (.[:1] | ascii_upcase) + .[1:]] | add;
def snake: words | join("_");

# The arguments of a method: its parameters in the order of their names, and its body.
def arguments:
  ([.parameters[]?.name] | sort | map("call.get(\"\(.)\")?"))
  + if .requestBody == null then []
    elif .requestBody.content | has("application/json") then ["call.input()?"]
    else ["BYTES"] end
  | join(", ");

([.[].schema | select(.)] | unique) as $schemas
| [$client[0].paths[][]] as $methods
| "use crate::{Again, BYTES, Call, Done, again, copied, done};",
  ($methods[] | .operationId as $method | .parameters[]? | select(.schema.enum) | "copied!(\("\($method).\(.name)" | pascal));"),
  (["types", "client::types"][] as $crate
    | "\npub fn \($crate | split(":")[0])(schema: &str) -> Option<Again> {\n    Some(match schema {",
      ($schemas[] | "        \"\(.)\" => again::<\($crate)::\(pascal)>,"),
      "        _ => return None,\n    })\n}"),
  "\npub async fn call(client: &client::Client, call: &Call) -> Done {\n    match call.method.as_str() {",
  ($methods[] | "        \"\(.operationId)\" => done(client.\(.operationId | snake)(\(arguments)).await),"),
  "        _ => Err(\"no such method\".into()),\n    }\n}"
