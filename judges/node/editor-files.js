// Checks with ajv what the JSON Schemas for editors accept: every Lexicon of a folder in
// which lint finds no error of the groups input and schema; and that they refuse at least
// 85 % of the cases of lint errors that JSON Schema can express.
//
//   node editor-files.js SCHEMA REPORT RULES FOLDER CASES INEXPRESSIBLE
//
// REPORT is what "lexsmith lint --format json" says about FOLDER, and RULES what "lexsmith
// rules --format json" says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const [schemaFile, reportFile, rulesFile, folder, cases, inexpressibleFile] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const schema = read(schemaFile);
const validate = new (schema.$schema.includes("2020-12") ? Ajv2020 : Ajv)({ strict: true, allowUnionTypes: true }).compile(schema);

const groups = new Map(read(rulesFile).rules.map((rule) => [rule.code, rule.group]));
const faulty = new Set();
for (const { rule, severity, path } of read(reportFile).findings) {
  if (severity === "error" && ["input", "schema"].includes(groups.get(rule))) faulty.add(path);
}

const parse = (text) => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
};

let valid = 0;
for (const entry of readdirSync(folder, { recursive: true })) {
  const path = join(folder, entry);
  if (!path.endsWith(".json") || faulty.has(path)) continue;
  const value = parse(readFileSync(path, "utf8"));
  if (value?.lexicon === undefined) continue; // not a Lexicon
  assert(validate(value), `${path} is refused: ${JSON.stringify(validate.errors)}`);
  valid++;
}
assert(valid >= 1000, `only ${valid} valid files`);

const inexpressible = read(inexpressibleFile);
let [expressible, refused] = [0, 0];
for (const entry of readdirSync(cases)) {
  const name = entry.replace(/\.json$/, "");
  if (!name.startsWith("lint-") || name in inexpressible) continue;
  const { schemas, expect } = read(join(cases, entry));
  const values = Object.values(schemas).map((file) => (typeof file === "string" ? parse(file) : file));
  const accepted = values.every((value) => value === undefined || validate(value));
  if (expect.verdict === "fail") {
    expressible++;
    if (!accepted) refused++;
  } else {
    assert(accepted, `${name} is valid, but refused: ${JSON.stringify(validate.errors)}`);
  }
}
assert(refused >= 0.85 * expressible, `only ${refused} of ${expressible} errors are refused`);
console.log(`${valid} valid files pass, ${refused} of ${expressible} errors are refused`);
