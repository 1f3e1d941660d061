// Drives the page of a mock in Chromium by the DevTools protocol: a call, a stream, the
// keyboard, light and dark.
//
//   node serve-page.js CHROMIUM URL FOLDER   screenshots go to the folder
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";

const [chromium, url, folder] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "lexsmith-page-"));
const browser = spawn(chromium, [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", `--user-data-dir=${profile}`, "--remote-debugging-port=0", "--window-size=1200,900", "about:blank",
], { stdio: "ignore" });
const problems = [];
let socket;

try {
  await test(await connect());
} catch (error) {
  problems.push(error.stack);
} finally {
  socket?.close();
  browser.kill();
  await new Promise((resolve) => browser.once("exit", resolve));
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;

// connect returns a function that sends a command to a new tab.
async function connect() {
  const port = await until("the browser", () => {
    const file = join(profile, "DevToolsActivePort");
    return existsSync(file) && readFileSync(file, "utf8").split("\n")[0];
  });
  const tab = await (await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" })).json();
  socket = new WebSocket(tab.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const waiting = new Map();
  socket.on("message", (text) => {
    const message = JSON.parse(text);
    if (message.id) waiting.get(message.id)(message);
    const entry = message.params?.entry ?? message.params;
    if (message.method === "Runtime.exceptionThrown") problems.push(`exception: ${entry.exceptionDetails.exception?.description}`);
    if (message.method === "Runtime.consoleAPICalled") problems.push(`console: ${JSON.stringify(entry.args)}`);
    if (message.method === "Log.entryAdded" && !expected(entry)) problems.push(`log: ${entry.text} ${entry.url}`);
  });
  let id = 0;
  return async (method, params = {}) => {
    const own = ++id;
    const answer = await new Promise((resolve) => {
      waiting.set(own, resolve);
      socket.send(JSON.stringify({ id: own, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
}

// The browser notes an error answer that the test itself asks for.
function expected(entry) {
  return entry.source === "network" && /x-lexsmith=error/.test(entry.url);
}

async function until(what, check) {
  for (let i = 0; i < 200; i++) {
    const value = await check();
    if (value) return value;
    await sleep(50);
  }
  throw new Error(`${what}: timed out`);
}

async function test(send) {
  const run = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
  const key = async (name, options = {}) => {
    const text = name.length === 1 ? name : name === "Enter" ? "\r" : undefined;
    const code = { Enter: 13, Tab: 9, ArrowDown: 40 }[name] ?? 0;
    await send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text, windowsVirtualKeyCode: code, ...options });
    await send("Input.dispatchKeyEvent", { type: "keyUp", key: name, windowsVirtualKeyCode: code, ...options });
  };
  const typed = async (text) => {
    for (const c of text) await key(c);
  };
  const focus = () => run("document.activeElement.id || document.activeElement.textContent");
  const check = (ok, what) => {
    if (!ok) problems.push(what);
  };

  await send("Page.enable");
  await send("Runtime.enable");
  await send("Log.enable");
  await send("Page.navigate", { url });
  await until("the list of methods", () => run("document.querySelectorAll('nav a').length >= 8"));

  // By the keyboard alone: find a method, open it, send it.
  await key("/");
  check((await focus()) === "filter", `"/" focuses ${await focus()}`);
  await typed("com.example.gallery.listPictures");
  await until("the filter", () => run("document.querySelectorAll('nav a').length === 1"));
  await key("ArrowDown");
  await key("Enter");
  await until("the method", () => run("document.querySelector('h2')?.textContent === 'com.example.gallery.listPictures'"));
  await until("the focus", async () => (await focus()) === "main");
  await key("Tab");
  check((await focus()) === "param0", `Tab goes to ${await focus()}`);
  await key("Enter", { modifiers: 2 });
  await until("the answer", () => run("document.querySelector('#result .status')?.textContent === '200'"));
  const answer = await run("document.querySelector('#result pre').textContent");
  check(JSON.parse(answer).pictures.length > 0, `the answer is ${answer}`);
  check(await run("document.querySelector('#result').textContent.includes('matches its Lexicon')"), "the answer is not checked");
  check(await run("document.querySelector('#result').getAttribute('aria-live') === 'polite'"), "the answer is not announced");

  // An error, by its name.
  await run("document.querySelector('#control-error').value = document.querySelector('#control-error').options[1].value");
  await run("document.querySelector('#send').click()");
  await until("the error", () => run("document.querySelector('#result .status')?.textContent === '400'"));

  // A procedure with its sample.
  await run("location.hash = 'com.example.gallery.putPicture'");
  await until("the input", () => run("document.querySelector('#body')?.value.length >= 8"));
  await run("document.querySelector('#send').click()");
  await until("its answer", () => run("document.querySelector('#result .status')?.textContent === '200'"));

  // A stream.
  await run("location.hash = 'com.example.gallery.events.watch'");
  await until("the subscription", () => run("document.querySelector('#stop') !== null"));
  await run("document.querySelector('#send').click()");
  await until("messages", () => run("document.querySelectorAll('ol.messages li').length >= 3"));
  for (const scheme of ["light", "dark"]) {
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    const { data } = await send("Page.captureScreenshot", { format: "png" });
    writeFileSync(join(folder, `page-${scheme}.png`), Buffer.from(data, "base64"));
    const [back, text] = await run("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]");
    const brightness = (color) => color.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
    check(brightness(back) > brightness(text) === (scheme === "light"), `${scheme}: ${text} on ${back}`);
  }
  await run("document.querySelector('#stop').click()");
  await until("the end of the stream", () => run("document.querySelector('#result .status').textContent.startsWith('closed')"));

  // The button overrides the system.
  const before = await run("getComputedStyle(document.body).backgroundColor");
  await run("document.querySelector('#theme').click()");
  check((await run("getComputedStyle(document.body).backgroundColor")) !== before, "the button changes no color");

  // Every field has a label.
  const unlabeled = await run("[...document.querySelectorAll('input, select, textarea')].filter(e => !e.labels?.length && !e.ariaLabel).length");
  check(unlabeled === 0, `${unlabeled} fields without a label`);
  console.log("a call, an error, a procedure, a stream; keyboard, light and dark");
}
