// Compiles all schemas of an export with ajv in strict mode.
//
//   node ajv.js bundle FILE            JSON Schema, one document
//   node ajv.js files FOLDER           JSON Schema, one document for each Lexicon
//   node ajv.js draft7-bundle FILE     the same in draft 7
//   node ajv.js draft7-files FOLDER
//   node ajv.js openapi FILE           OpenAPI 3.1, whose schemas are of 2020-12
//   node ajv.js asyncapi FILE          AsyncAPI, whose schemas are of draft 7
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const [form, path] = process.argv.slice(2);

// What strict mode only logs is an error here.
const complain = (...words) => {
  throw new Error(words.join(" "));
};
const options = { strict: true, allErrors: true, logger: { log: complain, warn: complain, error: complain } };

const ajv = form === "asyncapi" || form.startsWith("draft7") ? new Ajv(options) : new Ajv2020(options);
ajv.addVocabulary(["x-lexicon"]);
if (form === "openapi") {
  addFormats(ajv); // int64
  const formats = "at-identifier at-uri cid datetime did handle language nsid record-key tid";
  for (const name of formats.split(" ")) ajv.addFormat(name, true);
  ajv.addVocabulary(["discriminator"]);
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const pointer = (name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
const refs = [];
if (form.endsWith("bundle") || form.endsWith("files")) {
  const files = form.endsWith("bundle") ? [path] : readdirSync(path).map((name) => join(path, name));
  for (const file of files) {
    const schema = read(file);
    ajv.addSchema(schema, basename(file));
    refs.push(basename(file));
    const definitions = form.startsWith("draft7") ? "definitions" : "$defs";
    for (const name in schema[definitions]) refs.push(`${basename(file)}#/${definitions}/${pointer(name)}`);
  }
} else {
  // The document is not a schema, only its components are.
  const { components } = read(path);
  for (const name in components.schemas) ajv.validateSchema(components.schemas[name], true);
  ajv.addSchema({ components }, "document", undefined, false);
  ajv.addVocabulary(["components"]);
  for (const name in components.schemas) refs.push(`document#/components/schemas/${pointer(name)}`);
}
if (refs.length === 0) throw new Error(`${path} has no schemas`);
for (const $ref of refs) ajv.compile({ $ref });
console.log(`${refs.length} schemas`);
