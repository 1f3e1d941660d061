// Builds the extension into dist; with the argument "test" also the tests, into dist-test.
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const options = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  logLevel: "warning",
};

rmSync("dist", { recursive: true, force: true });
await build({ ...options, entryPoints: ["src/extension.ts"], outdir: "dist", minify: true, legalComments: "linked" });
copyFileSync("../../docs/lexsmith.schema.json", "dist/lexsmith.schema.json");

if (process.argv[2] === "test") {
  rmSync("dist-test", { recursive: true, force: true });
  await build({
    ...options,
    entryPoints: ["test/find.test.ts", "test/workbench.ts", "test/pictures.ts"],
    outdir: "dist-test",
  });
}
