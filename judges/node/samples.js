// Checks samples of records with the official validator.
//
//   node samples.js records       prints the NSIDs of the records that the client knows
//   node samples.js check FILE    checks an NDJSON file of records
import { readFileSync } from "node:fs";
import { jsonToLex, lexicons, schemas } from "@atproto/api";

const [task, file] = process.argv.slice(2);

if (task === "records") {
  for (const { id, defs } of schemas) if (defs.main?.type === "record") console.log(id);
} else {
  const types = new Set();
  let records = 0;
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const record = jsonToLex(JSON.parse(line));
    try {
      lexicons.assertValidRecord(record.$type, record);
    } catch (error) {
      console.error(`${error.message}: ${line}`);
      process.exitCode = 1;
    }
    types.add(record.$type);
    records++;
  }
  if (records === 0) throw new Error("no records");
  console.log(`${records} samples of ${types.size} records`);
}
