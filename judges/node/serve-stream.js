// Reads a stream with another WebSocket client, in each encoding, negotiated and not: its
// frames with other decoders, its messages with the official validation.
//
//   node serve-stream.js URL COUNT DECLARED   URL is that of a mock whose Lexicon of the
//                                             stream declares the encoding
import { jsonToLex, lexicons } from "@atproto/api";
import { decode } from "@atproto/lex-cbor";
import { ErrorFrame, Frame, MessageFrame } from "@atproto/xrpc-server";
import WebSocket from "ws";

const [url, count, declared] = process.argv.slice(2);
const nsid = "com.atproto.sync.subscribeRepos";
const v0 = "xrpc.v0.cbor";
const json = "xrpc.v1.json";
const cbor = "xrpc.v1.cbor";

// unwrap returns the message in a frame of xrpc.v1, or its error.
function unwrap(frame, toLex) {
  const { $type, ...rest } = frame;
  const names = Object.keys(rest).sort().join();
  if ($type === "message" && names === "payload") return { message: toLex(rest.payload) };
  if ($type === "error" && names === "error,message") return { error: rest.error };
  throw new Error(`a frame of xrpc.v1: ${JSON.stringify(frame)}`);
}

// decoders read a WebSocket message of each encoding.
const decoders = {
  [v0]: (data) => {
    const frame = Frame.fromBytes(data);
    if (frame instanceof MessageFrame) return { message: { $type: nsid + frame.type, ...frame.body } };
    if (frame instanceof ErrorFrame) return { error: frame.code };
    throw new Error(`a frame with the op ${frame.op}`);
  },
  [json]: (data) => unwrap(JSON.parse(data.toString()), jsonToLex),
  [cbor]: (data) => unwrap(decode(data), (payload) => payload),
};

// read returns the frames of a stream, and how it was closed.
function read(query, offers, encoding) {
  return new Promise((resolve, reject) => {
    const frames = [];
    const socket = new WebSocket(`${url.replace("http", "ws")}/xrpc/${nsid}${query}`, offers);
    socket.on("message", (data, binary) => {
      try {
        if (binary === (encoding === json)) throw new Error(`${encoding}: a message that is binary: ${binary}`);
        frames.push(decoders[encoding](data));
      } catch (error) {
        reject(error);
      }
      if (frames.length >= Number(count)) socket.close(1000); // more can be under way
    });
    socket.on("close", (code) => resolve({ frames, code, echo: socket.protocol }));
    socket.on("error", reject);
  });
}

async function check(offers, encoding) {
  const { frames, echo } = await read("?cursor=1000", offers, encoding);
  if (echo !== (offers.length > 0 ? encoding : "")) throw new Error(`${offers} is answered with ${echo}`);
  const types = new Set();
  let last = 0;
  for (const { message } of frames) {
    types.add(message.$type);
    lexicons.assertValidXrpcMessage(nsid, message);
    if (message.seq !== undefined) {
      if (message.seq <= Math.max(last, 1000)) throw new Error(`seq ${message.seq} after ${last}`);
      last = message.seq;
    }
  }
  if (frames.length < Number(count) || types.size < 3) throw new Error(`${frames.length} messages of ${types.size} types`);

  const failed = await read("?x-lexsmith=error%3DFutureCursor", offers, encoding);
  if (failed.frames.length !== 1 || failed.frames[0].error !== "FutureCursor" || failed.code !== 1008) {
    throw new Error(`an error is ${JSON.stringify(failed.frames)}, closed with ${failed.code}`);
  }
  const how = offers.length > 0 ? `negotiated from ${offers.join(", ")}` : "declared";
  console.log(`${encoding} ${how}: ${frames.length} messages of ${types.size} types, seq up to ${last}, and an error frame`);
}

await check([], declared);
await check([v0], v0);
await check([json], json);
await check([cbor], cbor);
await check([cbor, json, v0], cbor);
await check(["chat", json, cbor], json);
