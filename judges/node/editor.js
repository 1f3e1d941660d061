// Checks the JSON Schemas for editors: ajv compiles them in strict mode without a word,
// and the JSON language service of VS Code completes, explains and reports with them.
//
//   node editor.js LEXICON LEXICON-DRAFT7 CONFIG
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import service from "vscode-json-languageservice";

const { getLanguageService, TextDocument } = service;
const [lexicon, draft7, config] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));

// What strict mode only logs is an error here.
const complain = (...words) => {
  throw new Error(words.join(" "));
};
const options = {
  strict: true,
  allowUnionTypes: true, // a key of YAML can have no value
  allErrors: true,
  logger: { log: complain, warn: complain, error: complain },
};
new Ajv2020(options).compile(lexicon);
new Ajv(options).compile(draft7);
new Ajv2020(options).compile(config);

let checks = 0;

// open returns what an editor knows about a text, in which | is the cursor.
async function open(schema, text) {
  const editor = getLanguageService({});
  editor.configure({ validate: true, schemas: [{ uri: "schema:///x", fileMatch: ["*"], schema }] });
  const offset = text.indexOf("|");
  const document = TextDocument.create("file:///x.json", "json", 1, text.replace("|", ""));
  const parsed = editor.parseJSONDocument(document);
  const at = document.positionAt(offset);
  checks++;
  return {
    completion: async () => (await editor.doComplete(document, at, parsed)).items.map((item) => item.label),
    hover: async () => JSON.stringify((await editor.doHover(document, at, parsed))?.contents ?? ""),
    diagnostics: async () => (await editor.doValidation(document, parsed)).map((found) => `${found.range.start.line}: ${found.message}`),
  };
}

const file = (definition) => `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": ${definition}}}`;
const property = (schema) => file(`{"type": "object", "properties": {"x": ${schema}}}`);

for (const schema of [lexicon, draft7]) {
  const offers = async (text, expected, absent = []) => {
    const labels = await (await open(schema, text)).completion();
    for (const label of expected) assert(labels.includes(label), `${text}: ${label} is not offered, only ${labels}`);
    for (const label of absent) assert(!labels.includes(label), `${text}: ${label} is offered`);
  };
  await offers("{|}", ["lexicon", "id", "defs", "description", "revision"]);
  await offers(file('{"type": |}'), ['"record"', '"query"', '"permission-set"', '"object"'], ['"params"', '"permission"']);
  await offers(file('{"type": "record", |}'), ["key", "record", "description"], ["output", "type"]);
  await offers(file('{"type": "record", "key": |}'), ['"tid"', '"literal:self"']);
  await offers(file('{"type": "query", |}'), ["parameters", "output", "errors"], ["input", "message"]);
  await offers(file('{"type": "query", "output": {|}}'), ["encoding", "schema"]);
  await offers(file('{"type": "query", "output": {"encoding": "application/json", "schema": {"type": |}}}'), ['"object"', '"ref"', '"union"'], ['"string"']);
  await offers(file('{"type": "query", "parameters": {"type": |}}'), ['"params"']);
  await offers(file('{"type": "query", "parameters": {"type": "params", "properties": {"x": {"type": |}}}}'), ['"string"', '"array"'], ['"ref"', '"blob"']);
  await offers(
    file('{"type": "query", "parameters": {"type": "params", "properties": {"x": {"type": "array", "items": {"type": |}}}}}'),
    ['"string"', '"integer"'],
    ['"ref"', '"array"'],
  );
  await offers(property('{"type": |}'), ['"string"', '"blob"', '"cid-link"', '"unknown"'], ['"record"', '"token"']);
  await offers(property('{"type": "string", |}'), ["format", "maxLength", "maxGraphemes", "knownValues"], ["minimum", "items"]);
  await offers(property('{"type": "string", "format": |}'), ['"datetime"', '"at-uri"', '"record-key"']);
  await offers(property('{"type": "union", |}'), ["refs", "closed"]);
  await offers(file('{"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", |}]}'), ["collection", "action"]);
  await offers(file('{"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "action": [|]}]}'), ['"create"', '"delete"']);

  for (const [text, expected] of [
    [property('{"type": "string", "max|Graphemes": 3}'), "as people count them"],
    [property('{"type": "array", "max|Length": 3, "items": {"type": "null"}}'), "number of elements"],
    [file('{"type": "rec|ord", "key": "tid", "record": {"type": "object", "properties": {}}}'), "What kind of schema"],
  ]) {
    const hover = await (await open(schema, text)).hover();
    assert(hover.includes(expected), `${text}: hover is ${hover}`);
  }

  for (const [text, expected] of [
    [property('{"type": "string"}'), ""],
    [property('{"type": "number"}'), "Value is not accepted"],
    [property('{"type": "string", "format": "url"}'), "Value is not accepted"],
    [property('{"type": "array"}'), 'Missing property "items"'],
    [file('{"type": "query", "input": {}}'), "input"],
  ]) {
    const found = await (await open(schema, text)).diagnostics();
    assert(expected === "" ? found.length === 0 : found.some((line) => line.includes(expected)), `${text}: ${found}`);
  }
}

// The language server for YAML uses the same service; JSON is YAML.
for (const [text, expected] of [
  ["{|}", ["profile", "lexicons", "include", "severity", "ignore", "diff", "format", "fail-on", "extra-fields"]],
  ['{"profile": |}', ['"v1"', '"atproto"']],
  ['{"severity": {|}}', ["style", "unlimited-string", "duplicate-key"]],
  ['{"severity": {"style": |}}', ['"off"', '"warning"']],
  ['{"ignore": [{"rules": [|]}]}', ['"style"', '"unlimited-string"']],
  ['{"format": {"indent": |}}', ["2", '"tab"']],
]) {
  const labels = await (await open(config, text)).completion();
  for (const label of expected) assert(labels.includes(label), `${text}: ${label} is not offered, only ${labels}`);
}
console.log(`3 schemas, ${checks} questions`);
