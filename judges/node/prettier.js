// Checks that prettier leaves formatted files alone.
//
//   prettier.js FOLDER OPTIONS   OPTIONS is a JSON object of prettier's options
//
// Prints how many files there are. The status is 1 when prettier would change one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as prettier from "prettier";

const [folder, options] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".json"));
if (files.length === 0) throw new Error(`${folder} has no files`);
let changed = 0;
for (const name of files) {
  const text = readFileSync(join(folder, name), "utf8");
  if ((await prettier.format(text, { parser: "json", ...JSON.parse(options) })) !== text) {
    console.log(`prettier would change ${name}`);
    changed++;
  }
}
console.log(`${files.length} files`);
process.exitCode = changed > 0 ? 1 : 0;
