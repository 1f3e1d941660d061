// Checks generated values with @atproto/lex-schema.
//
//   node lex-schema.js FILE
//
// The file is NDJSON as pkg/sample/ndjson_test.go describes it. Samples must be valid,
// and other values invalid. Prints how many there are, and how many of them have what
// lex-schema does not check: see lex-schema-builder.js.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { jsonToLex } from "@atproto/lex-json";
import { SchemaBuilder } from "./lex-schema-builder.js";

const [file] = process.argv.slice(2);
const maxFailures = 10; // to print

const pointer = (path) => path.map((key) => "/" + String(key).replaceAll("~", "~0").replaceAll("/", "~1")).join("");

let unchecked = []; // places of the value at hand: { feature, place }
const note = (feature, path) => unchecked.push({ feature, place: pointer(path) });

let builder;
let built; // schemas by definition and part
let failures = 0;
const fail = (reason, line) => {
  failures++;
  if (failures <= maxFailures) console.error(`${reason}: ${line.slice(0, 1000)}`);
};

const counts = { schemas: 0, samples: 0, partly: 0, invalid: 0, refused: 0 };
const features = new Map(); // places that are not checked, by feature
const refused = new Map(); // invalid values that are refused, by rule
const add = (map, key, n = 1) => map.set(key, (map.get(key) ?? 0) + n);

// check validates the value of a line.
const check = async ({ definition, part, value, rule, pointer: at }, line) => {
  const key = `${definition} ${part}`;
  if (!built.has(key)) built.set(key, await builder.build(definition, part));
  unchecked = [];
  const result = built.get(key).safeValidate(jsonToLex(value, { strict: false }));
  if (rule === undefined) {
    counts.samples++;
    if (unchecked.length > 0) counts.partly++;
    for (const { feature } of unchecked) add(features, feature);
    if (!result.success) fail(result.reason.message, line);
    return;
  }
  counts.invalid++;
  add(refused, rule, 0);
  if (unchecked.some(({ place }) => `${at}/`.startsWith(`${place}/`))) return;
  if (result.success) {
    fail(`${rule} is not noticed`, line);
    return;
  }
  counts.refused++;
  add(refused, rule);
};

for await (const line of createInterface({ input: createReadStream(file) })) {
  const entry = JSON.parse(line);
  if (!entry.schemas) {
    await check(entry, line);
    continue;
  }
  counts.schemas += entry.schemas.length;
  builder = new SchemaBuilder(entry.schemas, note);
  built = new Map();
}

for (const [rule, n] of refused) if (n === 0) fail(`${rule} is never noticed`, "no value of it is refused");
if (counts.samples === 0 || counts.refused === 0) fail("too few values", file);
console.log(`accepts ${counts.samples} samples of ${counts.schemas} schemas`);
console.log(`does not check a part of ${counts.partly} of them: ${[...features].map(([feature, n]) => `${feature} (${n})`).join(", ")}`);
console.log(`refuses ${counts.refused} of ${counts.invalid} invalid values, by ${refused.size} rules; the others are invalid in such a part`);
if (failures > 0) console.error(`${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
