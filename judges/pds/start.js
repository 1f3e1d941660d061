// Starts a PLC directory and a PDS on loopback, and makes an account for each handle
// in the arguments. Prints one line of JSON with the URLs and, for each account, its
// DID, its password, and an app password. Runs until standard input ends.
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import * as pds from "@atproto/pds";
import plc from "@did-plc/server";

const hex = (bytes) => crypto.randomBytes(bytes).toString("hex");

// freePort returns a port that was free a moment ago.
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "lexsmith-pds-"));
process.stdin.resume().on("end", () => {
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

const plcPort = await freePort();
await plc.PlcServer.create({ db: plc.Database.mock(), port: plcPort }).start();

const env = {
  devMode: true,
  port: await freePort(),
  hostname: "localhost",
  serviceHandleDomains: [".test"],
  jwtSecret: hex(16),
  adminPassword: hex(8),
  inviteRequired: false,
  disableSsrfProtection: true,
  dataDirectory: path.join(folder, "data"),
  blobstoreDiskLocation: path.join(folder, "blobs"),
  didPlcUrl: `http://localhost:${plcPort}`,
  plcRotationKeyK256PrivateKeyHex: hex(32),
  logEnabled: false,
};
fs.mkdirSync(env.dataDirectory);
fs.mkdirSync(env.blobstoreDiskLocation);
await (await pds.PDS.create(pds.envToCfg(env), pds.envToSecrets(env))).start();
const url = `http://localhost:${env.port}`;

// call calls a procedure of the PDS.
async function call(method, input, token) {
  const answer = await fetch(`${url}/xrpc/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  });
  const output = await answer.json();
  if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(output)}`);
  return output;
}

const accounts = {};
for (const handle of process.argv.slice(2)) {
  const main = hex(8);
  const { did, accessJwt } = await call("com.atproto.server.createAccount", {
    email: `${handle}@example.com`,
    handle,
    password: main,
  });
  const { password } = await call("com.atproto.server.createAppPassword", { name: "lexsmith" }, accessJwt);
  accounts[handle] = { did, main, password };
}
console.log(JSON.stringify({ plc: env.didPlcUrl, pds: url, accounts }));
