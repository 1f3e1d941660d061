// Prints for each value in a file of judges/python/values.py whether the schema that it names
// accepts it, as ajv sees it.
//
//   node verdicts.js BUNDLE VALUES
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const [bundle, values] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(bundle, "utf8"));
const ajv = schema.$defs ? new Ajv2020({ strict: true }) : new Ajv({ strict: true });
ajv.addVocabulary(["x-lexicon"]);
ajv.addSchema(schema, "bundle");
const definitions = schema.$defs ? "$defs" : "definitions";

const validators = new Map();
for await (const line of createInterface({ input: createReadStream(values) })) {
  const { name, value } = JSON.parse(line);
  if (!validators.has(name)) validators.set(name, ajv.compile({ $ref: `bundle#/${definitions}/${name}` }));
  console.log(validators.get(name)(value));
}
