// Drives Chromium by the DevTools protocol.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import { save, stale, textsIn } from "./picture.js";

// drive runs a test in a new tab of a browser that reaches this machine alone. It returns
// what is wrong: what the test reports to tab.check or throws, exceptions in the page, and
// entries in its console and its log unless expected returns true for them.
export async function drive(chromium, test, expected = () => false) {
  const profile = mkdtempSync(join(tmpdir(), "lexsmith-page-"));
  const browser = spawn(chromium, [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", `--user-data-dir=${profile}`,
    "--remote-debugging-port=0", "--window-size=1200,900", "about:blank",
  ], { stdio: "ignore" });
  const tab = new Tab(expected);
  try {
    await tab.connect(profile);
    await test(tab);
  } catch (error) {
    tab.problems.push(error.stack);
  } finally {
    tab.socket?.close();
    browser.kill();
    await new Promise((resolve) => browser.once("exit", resolve));
    await until("removing the profile", () => removed(profile));
  }
  return tab.problems;
}

// removed removes a folder; it is false while processes of the browser still write there.
function removed(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

// report prints problems; the status of the process is 1 if there are any.
export function report(problems) {
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}

// until waits for a value that is not false, for at most three minutes.
export async function until(what, check) {
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    const value = await check();
    if (value) return value;
    await sleep(50);
  }
  throw new Error(`${what}: timed out`);
}

class Tab {
  constructor(expected) {
    this.problems = [];
    this.expected = expected;
    this.id = 0;
    this.waiting = new Map();
    this.listeners = new Map();
  }

  // on calls a function with the parameters of each event of a method.
  on(method, listener) {
    this.listeners.set(method, listener);
  }

  async connect(profile) {
    const port = await until("the browser", () => {
      const file = join(profile, "DevToolsActivePort");
      return existsSync(file) && readFileSync(file, "utf8").split("\n")[0];
    });
    const target = await (await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" })).json();
    this.socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => this.socket.on("open", resolve).on("error", reject));
    this.socket.on("message", (text) => this.receive(JSON.parse(text)));
    for (const domain of ["Page", "Runtime", "Log"]) await this.send(`${domain}.enable`);
  }

  receive(message) {
    if (message.id) this.waiting.get(message.id)(message);
    this.listeners.get(message.method)?.(message.params);
    const entry = message.params?.entry ?? message.params;
    if (message.method === "Runtime.exceptionThrown") this.problems.push(`exception: ${entry.exceptionDetails.exception?.description}`);
    if (message.method === "Runtime.consoleAPICalled" && !this.expected(entry)) this.problems.push(`console: ${JSON.stringify(entry.args)}`);
    if (message.method === "Log.entryAdded" && !this.expected(entry)) this.problems.push(`log: ${entry.text} ${entry.url}`);
  }

  // send sends a command of the protocol and returns its answer.
  async send(method, params = {}) {
    const id = ++this.id;
    const answer = await new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    this.waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  check(ok, what) {
    if (!ok) this.problems.push(what);
  }

  // open navigates to a page; ready is an expression that is true when it is there.
  async open(url, ready = "document.readyState === 'complete'") {
    await this.send("Page.navigate", { url });
    await until(url, () => this.run(`location.href.split('#')[0] === ${JSON.stringify(url.split("#")[0])} && (${ready})`));
  }

  // run returns the value of an expression in the page.
  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }

  // key presses a key; its modifiers are 1 for Alt, 2 for Ctrl, 8 for Shift.
  async key(name, modifiers = 0) {
    const text = name.length === 1 ? name : name === "Enter" ? "\r" : undefined;
    const code = { Enter: 13, Tab: 9, ArrowDown: 40, ArrowRight: 39, F8: 119 }[name] ?? 0;
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text, windowsVirtualKeyCode: code, modifiers });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key: name, windowsVirtualKeyCode: code, modifiers });
  }

  async type(text) {
    for (const c of text) await this.key(c);
  }

  // focus says where the focus is.
  focus() {
    return this.run("document.activeElement.id || document.activeElement.textContent");
  }

  async scheme(name) {
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: name }] });
  }

  // size sets the size of the window; up to 600 pixels it is that of a phone.
  async size(width, height, deviceScaleFactor = 1) {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: width <= 600 });
  }

  async screenshot(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  // picture checks that the page shows the texts beside a picture of it. With update it
  // takes the picture and its texts again.
  async picture(file, update) {
    if (update) {
      const { data } = await this.send("Page.captureScreenshot", { format: "png" });
      const lines = await this.run(textsIn(await this.run("({ x: 0, y: 0, width: innerWidth, height: innerHeight })")));
      return save(file, Buffer.from(data, "base64"), lines);
    }
    const old = stale(file, await this.run(textsIn()));
    this.check(!old.length, `${file} shows what the page does not say today: ${old.join(" / ")}`);
  }

  // colors checks that the page is light or dark, as the scheme says.
  async colors(scheme) {
    const [back, text] = await this.run("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]");
    const brightness = (color) => color.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
    this.check(brightness(back) > brightness(text) === (scheme === "light"), `${scheme}: ${text} on ${back}`);
  }
}
