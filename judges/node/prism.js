// Mocks an OpenAPI document with Prism, and calls each query with the examples of its
// parameters. Each answer must have the status 200. Those in JSON are printed as cases for
// "lexsmith validate --cases".
//
//   node prism.js DOCUMENT
import { readFileSync } from "node:fs";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

const [file] = process.argv.slice(2);
const { paths } = JSON.parse(readFileSync(file, "utf8"));
const server = createServer(await getHttpOperationsFromSpec(file), {
  cors: false,
  // "lexsmith validate" validates the answers; Prism takes seconds for each.
  config: { validateRequest: true, validateResponse: false, checkSecurity: true, errors: false, isProxy: false, mock: { dynamic: false } },
  components: { logger: createLogger("prism", { level: "silent" }) },
});
const base = await server.listen(0, "127.0.0.1");
const problems = [];
let calls = 0;
for (const [path, { get }] of Object.entries(paths)) if (get) await call(base + path, get);
await server.close();
for (const problem of problems) console.error(problem);
console.error(`${calls} queries`);
process.exitCode = problems.length || calls === 0 ? 1 : 0;

// call calls a query. A list repeats the name of its parameter.
async function call(url, operation) {
  const query = new URLSearchParams();
  for (const { name, example } of operation.parameters ?? []) {
    if (example !== undefined) for (const value of [example].flat()) query.append(name, value);
  }
  const response = await fetch(`${url}?${query}`);
  const text = await response.text();
  calls++;
  if (response.status !== 200) problems.push(`${url}?${query}: ${response.status} ${text.slice(0, 500)}`);
  else if (/^application\/json *(;|$)/.test(response.headers.get("content-type"))) {
    console.log(`{"ref": "${operation.operationId}", "part": "output", "valid": true, "value": ${text}}`);
  }
}
