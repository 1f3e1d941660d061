// Runs lexsmith, compiled to WebAssembly, away from the page, so that typing never waits
// for it. A message is a request in JSON. Messages back are {"progress": "what it does"}
// and at last the answer, in JSON; see site/play/doc.go.
importScripts("wasm_exec.js");

// The program is compressed by us: not every host compresses WebAssembly.
async function start() {
  const answer = await fetch("lexsmith.wasm.gzip");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const code = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(new Response(code, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  go.run(instance); // never returns: from now on there is the function lexsmith
}

const started = start();
started.catch((error) => postMessage(JSON.stringify({ error: `lexsmith cannot be loaded: ${error.message}` })));
onmessage = async ({ data }) => {
  await started;
  let answer; // there is none, or an exception, after the program has stopped
  try {
    answer = lexsmith(data, (step) => postMessage(JSON.stringify({ progress: step })));
  } catch {}
  postMessage(answer ?? JSON.stringify({ error: "lexsmith has stopped: reload the page to go on" }));
};
