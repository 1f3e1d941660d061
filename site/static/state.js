// The state of the playground in the address: "#s=", then the request in JSON,
// compressed, in the letters of base64 for addresses. site/playground.go writes the same.

const prefix = "#s=";

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// write returns a request as an anchor.
export async function write(request) {
  const filled = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== ""));
  const bytes = await through(new TextEncoder().encode(JSON.stringify(filled)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return prefix + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// read returns the request of an anchor; null if the anchor holds none. It throws if the
// anchor was cut off or changed.
export async function read(anchor) {
  if (!anchor.startsWith(prefix)) return null;
  const text = atob(anchor.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(text, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const request = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (!Object.values(request).every((value) => typeof value === "string")) throw new Error("not a request");
  return request;
}
