// Builds the extension into dist; with the argument "test" also the tests, into dist-test.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
const { metafile } = await build({
  ...options,
  entryPoints: ["src/extension.ts"],
  outdir: "dist",
  minify: true,
  metafile: true,
});
writeFileSync("dist/licenses.txt", licenses(Object.keys(metafile.inputs)));
copyFileSync("../../docs/lexsmith.schema.json", "dist/lexsmith.schema.json");

if (process.argv[2] === "test") {
  rmSync("dist-test", { recursive: true, force: true });
  await build({
    ...options,
    entryPoints: ["test/find.test.ts", "test/workbench.ts", "test/pictures.ts"],
    outdir: "dist-test",
  });
}

/** licenses returns the licenses of the packages that files belong to. */
function licenses(files) {
  const folders = files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (!file) throw new Error(`${folder} has no license`);
      return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
