// A service of another make that sends wrong frames, to be found by a proxy.
//
//   node serve-faults.js serve         prints its URL, and serves until it is stopped
//   node serve-faults.js read URL      reads each stream of it through a proxy
//   node serve-faults.js check FILE    compares the findings with what was planted
import { readFileSync } from "node:fs";
import { encode } from "@atproto/lex-cbor";
import WebSocket, { WebSocketServer } from "ws";

const [task, target] = process.argv.slice(2);
const nsid = "com.atproto.sync.subscribeRepos";
const time = "2026-08-01T12:00:00.000Z";
const identity = { $type: `${nsid}#identity`, seq: 1, did: "did:web:example.com", time };
const { $type, ...untyped } = identity;

// The faults of messages and errors, and the rule and pointer of each within a message. A
// stream sends a right message, a wrong one, and a wrong error.
const faults = [
  { message: { ...identity, seq: "one" }, rule: "value-type", pointer: "/seq" },
  { message: { $type, seq: 1, time }, rule: "missing-required", pointer: "" },
  { message: { ...identity, did: "example.com" }, rule: "format", pointer: "/did" },
  { message: untyped, rule: "type-missing", pointer: "", only: "xrpc.v1" },
  { error: {}, rule: "missing-required", pointer: "" },
  { error: { error: 404 }, rule: "value-type", pointer: "/error" },
  { error: { error: "FutureCursor", message: [] }, rule: "value-type", pointer: "/message" },
  { error: { error: "FutureCurse" }, rule: "unknown-error", pointer: "/error" },
];

const encoders = {
  "xrpc.v0.cbor": ({ message, error }) =>
    message
      ? Buffer.concat([encode({ op: 1, ...(message.$type && { t: message.$type.slice(nsid.length) }) }), encode(without(message))])
      : Buffer.concat([encode({ op: -1 }), encode(error)]),
  "xrpc.v1.json": (content) => JSON.stringify(frame(content)),
  "xrpc.v1.cbor": (content) => Buffer.from(encode(frame(content))),
};
const encodings = Object.keys(encoders);
const without = ({ $type, ...rest }) => rest;
const frame = ({ message, error }) => (message ? { $type: "message", payload: message } : { $type: "error", ...error });

if (task === "serve") {
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    handleProtocols: (offers) => encodings.find((name) => offers.has(name)) ?? false,
  });
  server.on("connection", (socket, request) => {
    const encode = encoders[socket.protocol];
    socket.send(encode({ message: identity }));
    socket.send(encode(faults[Number(new URL(request.url, "ws://a").searchParams.get("cursor"))]));
    socket.close(1000);
  });
  server.on("listening", () => console.log(`serving faults at http://127.0.0.1:${server.address().port}`));
} else if (task === "read") {
  for (const encoding of encodings) {
    for (const i of faults.keys()) {
      const socket = new WebSocket(`${target.replace("http", "ws")}/xrpc/${nsid}?cursor=${i}`, ["chat", encoding]);
      let messages = 0;
      socket.on("message", () => messages++);
      await new Promise((resolve, reject) => socket.on("close", resolve).on("error", reject));
      if (messages !== 2 || socket.protocol !== encoding) throw new Error(`${messages} messages in ${socket.protocol}`);
    }
  }
  console.log(`${encodings.length * faults.length} streams with a fault each`);
} else {
  const want = encodings.flatMap((encoding) =>
    faults
      .filter(({ only }) => !only || encoding.startsWith(only))
      .map(({ message, rule, pointer }) => {
        const place = message && encoding.startsWith("xrpc.v1") ? `/payload${pointer}` : pointer;
        return `${message ? "message" : "error"} ${rule} ${place}`;
      }),
  );
  const got = readFileSync(target, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ part, rule, pointer }) => `${part} ${rule} ${pointer ?? ""}`);
  if (got.join("\n") !== want.join("\n")) throw new Error(`found\n${got.join("\n")}\nwant\n${want.join("\n")}`);
  console.log(`${got.length} faults are found, in messages and errors of each encoding`);
}
