// Runs the workbench of VS Code: its server, which is in the npm package code-server, and a page of Chromium.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";

const require = createRequire(new URL("../workbench/package.json", import.meta.url));
const vscode = join(dirname(require.resolve("code-server/package.json")), "lib", "vscode");
const main = join(vscode, "out", "server-main.js");

// What the package of code-server installs with a script is next to it here, pinned. The page asks for it in the folder
// of VS Code.
const modules = join(vscode, "node_modules");
if (!existsSync(modules)) symlinkSync(join("..", "..", "..", "..", "node_modules"), modules);

/**
 * open opens a folder in VS Code with a packaged extension.
 *
 *   folder    what is opened
 *   vsix      the extension
 *   settings  of the user
 *   tests     a module to run in the extension host, optional
 *   env       variables of the extension host
 */
export async function open({ folder, vsix, settings = {}, tests, env = {} }) {
  const work = mkdtempSync(join(tmpdir(), "lexsmith-vscode-"));
  const folders = ["--server-data-dir", join(work, "data"), "--extensions-dir", join(work, "extensions")];
  const machine = join(work, "data", "data", "Machine");
  mkdirSync(machine, { recursive: true });
  writeFileSync(join(machine, "settings.json"), JSON.stringify(settings));
  execFileSync(process.execPath, [main, ...folders, "--install-extension", vsix], { stdio: "pipe" });

  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      main,
      ...folders,
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--without-connection-token",
      "--accept-server-license-terms",
      "--disable-telemetry",
      "--disable-workspace-trust",
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } },
  );
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (log += text));
  await until(
    () => log.includes("Extension host agent listening"),
    30_000,
    () => log,
  );

  const url = new URL(`http://127.0.0.1:${port}/`);
  url.searchParams.set("folder", folder);
  if (tests) {
    const remote = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
    // Tests belong to an extension under development; the packaged one is installed.
    const none = join(work, "none");
    mkdirSync(none);
    writeFileSync(
      join(none, "package.json"),
      JSON.stringify({ name: "none", publisher: "none", version: "0.0.0", engines: { vscode: "*" } }),
    );
    url.searchParams.set(
      "payload",
      JSON.stringify([
        ["extensionDevelopmentPath", remote(none)],
        ["extensionTestsPath", remote(tests)],
      ]),
    );
  }
  const page = await browse(url.href, join(work, "profile"));
  return {
    page,
    log: () => log,
    async close() {
      await page.close();
      server.kill();
      await new Promise((resolve) => (server.exitCode === null ? server.once("exit", resolve) : resolve()));
      rmSync(work, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** until waits for a condition. */
export async function until(condition, timeout, explain = () => "") {
  for (const end = Date.now() + timeout; !(await condition()); await sleep(50)) {
    if (Date.now() > end) throw new Error(`timeout\n${explain()}`);
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** browse opens a page in Chromium, which is controlled with the DevTools Protocol over a pipe. */
async function browse(url, profile) {
  const chromium = process.env.CHROMIUM ?? "chromium";
  const browser = spawn(
    chromium,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--hide-scrollbars",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const [, , , input, output] = browser.stdio;
  const waiting = new Map();
  let id = 0;
  let text = "";
  output.setEncoding("utf8").on("data", (chunk) => {
    const messages = (text + chunk).split("\0");
    text = messages.pop();
    for (const message of messages.map((m) => JSON.parse(m))) {
      const [resolve, reject] = waiting.get(message.id) ?? [];
      waiting.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message));
      else resolve?.(message.result);
    }
  });
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, [resolve, reject]);
      input.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const page = (method, params) => send(method, params, sessionId);
  await page("Emulation.setDeviceMetricsOverride", { width: 860, height: 460, deviceScaleFactor: 2, mobile: false });
  await page("Page.navigate", { url });
  return {
    send: page,
    /** evaluate returns the value of an expression in the page. */
    async evaluate(expression) {
      return (await page("Runtime.evaluate", { expression, returnByValue: true })).result.value;
    },
    async close() {
      const ended = new Promise((resolve) => browser.once("exit", resolve));
      await send("Browser.close");
      await ended;
    },
  };
}
