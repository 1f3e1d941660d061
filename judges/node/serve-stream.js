// Reads a stream with another WebSocket client, and its frames with the official
// decoder and the official validation of messages.
//
//   node serve-stream.js URL COUNT   URL is that of a mock
import { lexicons } from "@atproto/api";
import { ErrorFrame, Frame, MessageFrame } from "@atproto/xrpc-server";
import WebSocket from "ws";

const [url, count] = process.argv.slice(2);
const nsid = "com.atproto.sync.subscribeRepos";

// read returns the frames of a stream, and how it was closed.
function read(query) {
  return new Promise((resolve, reject) => {
    const frames = [];
    const socket = new WebSocket(`${url.replace("http", "ws")}/xrpc/${nsid}${query}`);
    socket.on("message", (data, binary) => {
      if (!binary) reject(new Error("a text message"));
      frames.push(Frame.fromBytes(data));
      if (frames.length >= Number(count)) socket.close(1000); // more can be under way
    });
    socket.on("close", (code) => resolve({ frames, code }));
    socket.on("error", reject);
  });
}

const { frames } = await read("?cursor=1000");
const types = new Set();
let last = 0;
for (const frame of frames) {
  if (!(frame instanceof MessageFrame)) throw new Error(`a frame with the op ${frame.op}`);
  types.add(frame.type);
  lexicons.assertValidXrpcMessage(nsid, { $type: nsid + frame.type, ...frame.body });
  if (frame.body.seq !== undefined) {
    if (frame.body.seq <= Math.max(last, 1000)) throw new Error(`seq ${frame.body.seq} after ${last}`);
    last = frame.body.seq;
  }
}
if (frames.length < Number(count) || types.size < 3) throw new Error(`${frames.length} messages of ${types.size} types`);

const failed = await read("?x-lexsmith=error%3DFutureCursor");
const frame = failed.frames[0];
if (!(frame instanceof ErrorFrame) || frame.code !== "FutureCursor" || failed.code !== 1008) {
  throw new Error(`an error is ${JSON.stringify(frame)}, closed with ${failed.code}`);
}
console.log(`${frames.length} messages of ${types.size} types, seq up to ${last}, and an error frame`);
