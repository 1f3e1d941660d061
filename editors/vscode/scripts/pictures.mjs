// Compares the texts of the pictures of README.md with those in VS Code, or takes the pictures again:
//
//   pictures.mjs VSIX PROGRAM [update]
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { save, stale, textsIn } from "../../../judges/node/picture.js";
import { project } from "./project.mjs";
import { open, until } from "./workbench.mjs";

const [vsix, program] = process.argv.slice(2, 4).map((path) => resolve(path));
const update = process.argv[4] === "update";
const work = realpathSync(mkdtempSync(join(tmpdir(), "lexsmith-pictures-")));
const folder = join(work, "maps");
const scenes = join(work, "scenes");
mkdirSync(scenes);
project(folder, "What it is called.");
mkdirSync(join(folder, ".vscode"));
const settings = {
  "breadcrumbs.enabled": false,
  "editor.fontSize": 13,
  "editor.minimap.enabled": false,
  "editor.scrollBeyondLastLine": false,
  "files.autoSave": "off",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.editor.editorActionsLocation": "hidden",
  "workbench.startupEditor": "none",
};
writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));

const workbench = await open({
  folder,
  vsix,
  settings: { "lexsmith.path": program },
  tests: fileURLToPath(new URL("../dist-test/pictures.js", import.meta.url)),
  env: { LEXSMITH_SCENES: scenes },
});
for (const name of ["breaking", "hover", "completion"]) {
  await until(() => existsSync(join(scenes, name)), 60_000, workbench.log);
  const clip = await workbench.page.evaluate(`
    (({ x, y, width, height }) => ({ x, y, width, height, scale: 1 }))(document.querySelector(".editor-group-container").getBoundingClientRect())`);
  const file = fileURLToPath(new URL(`../images/${name}.png`, import.meta.url));
  if (update) {
    const { data } = await workbench.page.send("Page.captureScreenshot", { clip });
    save(file, Buffer.from(data, "base64"), await workbench.page.evaluate(textsIn(clip)));
  } else {
    for (const line of stale(file, await workbench.page.evaluate(textsIn()))) {
      console.error(`${name}.png shows what VS Code does not show today: ${line}`);
      process.exitCode = 1;
    }
  }
  rmSync(join(scenes, name));
}
await workbench.close();
rmSync(work, { recursive: true });
