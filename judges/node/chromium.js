// Starts Chromium, and drives it by the DevTools protocol.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";

// browse starts Chromium, which reaches this machine alone, and calls test with a tab. What
// test throws, exceptions in the page and what it logs are printed, and set the exit
// status. Log entries for which expected returns true are left out.
export async function browse(chromium, test, expected = () => false) {
  const profile = mkdtempSync(join(tmpdir(), "lexsmith-page-"));
  const browser = spawn(chromium, [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", `--user-data-dir=${profile}`,
    "--remote-debugging-port=0", "--window-size=1200,900", "about:blank",
  ], { stdio: "ignore" });
  const problems = [];
  let tab;
  try {
    tab = await connect(profile, problems, expected);
    await test(tab);
  } catch (error) {
    problems.push(error.stack);
  } finally {
    tab?.close();
    browser.kill();
    await new Promise((resolve) => browser.once("exit", resolve));
    await until("the end of all processes", () => removed(profile)); // some of them write for a moment
  }
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length ? 1 : 0;
}

// removed removes a folder, and reports whether that was possible.
function removed(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

// connect returns a new tab: send sends a command, run evaluates an expression, check
// notes a problem unless ok.
async function connect(profile, problems, expected) {
  const port = await until("the browser", () => {
    const file = join(profile, "DevToolsActivePort");
    return existsSync(file) && readFileSync(file, "utf8").split("\n")[0];
  });
  const tab = await (await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" })).json();
  const socket = new WebSocket(tab.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const waiting = new Map();
  socket.on("message", (text) => {
    const message = JSON.parse(text);
    if (message.id) waiting.get(message.id)(message);
    const entry = message.params?.entry ?? message.params;
    if (message.method === "Runtime.exceptionThrown") problems.push(`exception: ${entry.exceptionDetails.exception?.description}`);
    if (message.method === "Runtime.consoleAPICalled" && !expected(entry)) problems.push(`console: ${JSON.stringify(entry.args)}`);
    if (message.method === "Log.entryAdded" && !expected(entry)) problems.push(`log: ${entry.text} ${entry.url}`);
  });
  let id = 0;
  const send = async (method, params = {}) => {
    const own = ++id;
    const answer = await new Promise((resolve) => {
      waiting.set(own, resolve);
      socket.send(JSON.stringify({ id: own, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  const run = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
  const check = (ok, what) => {
    if (!ok) problems.push(what);
  };
  for (const domain of ["Page", "Runtime", "Log"]) await send(`${domain}.enable`);
  return { send, run, check, close: () => socket.close() };
}

// until waits for check to return something true, and returns it.
export async function until(what, check) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    const value = await check();
    if (value) return value;
  }
  throw new Error(`${what}: timed out`);
}
