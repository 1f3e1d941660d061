// Tests the packaged extension in VS Code:  test.mjs VSIX PROGRAM
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { project } from "./project.mjs";
import { open, until } from "./workbench.mjs";

const [vsix, program] = process.argv.slice(2).map((path) => resolve(path));
const work = realpathSync(mkdtempSync(join(tmpdir(), "lexsmith-test-")));
const folder = join(work, "project");
const result = join(work, "result");
const lives = join(work, "lives");
const wrapper = join(work, "lexsmith");
project(folder, "Its 😀 name.");
writeFileSync(wrapper, `#!/bin/sh\necho start >>"${lives}"\n"${program}" "$@"\necho $? >>"${lives}"\n`);
chmodSync(wrapper, 0o755);

const report = () => (existsSync(result) ? readFileSync(result, "utf8") : "");
const workbench = await open({
  folder,
  vsix,
  settings: { "lexsmith.path": wrapper, "files.autoSave": "off" },
  tests: fileURLToPath(new URL("../dist-test/workbench.js", import.meta.url)),
  env: { LEXSMITH_RESULT: result, LEXSMITH_LIVES: lives },
});
try {
  await until(() => report().includes("done\n"), 400_000, workbench.log);
} finally {
  console.log(report().replace("done\n", "").trimEnd());
  await workbench.close();
}
// Closing the window ends the server.
await until(
  () => readFileSync(lives, "utf8").trimEnd().split("\n").length % 2 === 0,
  30_000,
  () => "a server is still running",
);
process.exitCode = report().includes("FAILED") ? 1 : 0;
rmSync(work, { recursive: true });
