// Calls a service with the official client, whose own checks are on.
//
//   node serve-client.js schemas FOLDER   writes the Lexicons of the client to a folder
//   node serve-client.js call URL         calls every method of a mock of these
//   node serve-client.js errors URL       has every declared error answered
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as api from "@atproto/api";

const [task, target] = process.argv.slice(2);

// The client checks no answer that refers to a record: "Unexpected lexicon type: record".
const unable = ["com.atproto.lexicon.resolveLexicon"];

const fail = (...words) => {
  console.error(...words);
  process.exitCode = 1;
};

if (task === "schemas") {
  for (const schema of api.schemas) {
    const path = join(target, ...schema.id.split(".")) + ".json";
    mkdirSync(dirname(path), { recursive: true });
    // The client has its references as URIs.
    writeFileSync(path, JSON.stringify(schema).replaceAll('"lex:', '"'));
  }
  console.log(`${api.schemas.length} Lexicons`);
} else {
  const methods = await (await fetch(`${target}/methods.json`)).json();
  const agent = new api.Agent({ service: target });
  await (task === "call" ? callAll : errorAll)(agent, methods);
}

// generated returns the function of the client for a method: agent.app.bsky.….
function generated(agent, nsid) {
  const names = nsid.split(".");
  const owner = names.slice(0, -1).reduce((o, name) => o?.[name], agent);
  const method = owner?.[names.at(-1)];
  return typeof method === "function" ? method.bind(owner) : undefined;
}

// value reads a parameter as the client wants it.
function value(param, text) {
  const one = (text) => (param.type === "integer" ? Number(text) : param.type === "boolean" ? text === "true" : text);
  return param.array ? text.split("\n").filter(Boolean).map(one) : one(text);
}

// call calls a method with the samples of the mock.
async function call(agent, method, headers) {
  const invoke = generated(agent, method.nsid);
  if (!invoke) return undefined;
  const params = {};
  for (const param of method.params ?? []) {
    if (param.required) params[param.name] = value(param, param.sample ?? "");
  }
  if (method.type === "query") return invoke(params, { headers });
  let data;
  if (method.input) {
    data = method.input.sample ? api.jsonToLex(JSON.parse(method.input.sample)) : new Uint8Array([1, 2, 3]);
  }
  return invoke(data, { headers, qp: params, encoding: method.input?.type });
}

async function callAll(agent, methods) {
  let called = 0;
  for (const method of methods) {
    if (method.type === "subscription" || unable.includes(method.nsid)) continue;
    try {
      const answer = await call(agent, method);
      if (answer === undefined) continue;
      if (!answer.success) throw new Error("no success");
      called++;
    } catch (error) {
      fail(`${method.nsid}: ${error}`);
    }
  }
  if (called < 50) fail(`only ${called} methods were called`);
  console.log(`${called} methods answer, as the client checks them`);
}

async function errorAll(agent, methods) {
  let known = 0;
  for (const method of methods) {
    for (const { name } of method.type === "subscription" ? [] : (method.errors ?? [])) {
      try {
        if ((await call(agent, method, { "x-lexsmith": `error=${name}` })) !== undefined) fail(`${method.nsid}: no error ${name}`);
      } catch (error) {
        const own = name.endsWith("Error") ? name : `${name}Error`;
        if (error.constructor.name !== own || error.error !== name || error.status !== 400) {
          fail(`${method.nsid}: ${error.constructor.name} with the name ${error.error} and the status ${error.status}, expected ${own}`);
        } else {
          known++;
        }
      }
    }
  }
  if (known < 20) fail(`only ${known} errors were answered`);
  console.log(`${known} declared errors are the client's own types`);
}
