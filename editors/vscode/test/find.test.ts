import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { find, NotFound, type Places } from "../src/find";

const suffix = process.platform === "win32" ? ".exe" : "";
let work: string;
let places: Places;

before(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "lexsmith-find-")));
});
after(() => rmSync(work, { recursive: true }));
beforeEach(() => {
  rmSync(work, { recursive: true });
  mkdirSync(work);
  places = {
    setting: "",
    path: ["bin", "more"].map((name) => join(work, name)).join(delimiter),
    folders: [join(work, "one"), join(work, "two")],
    trusted: true,
  };
});

/** make writes a file. */
function make(name: string, mode = 0o755): string {
  const path = join(work, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, name.endsWith(".json") ? "{}" : "");
  chmodSync(path, mode);
  return path;
}

const platform = `@lexsmith/${process.platform}-${process.arch}/bin/lexsmith${suffix}`;

/** install makes the npm packages as npm and yarn do, next to each other. */
function install(folder: string): string {
  make(`${folder}/node_modules/lexsmith/package.json`, 0o644);
  return make(`${folder}/node_modules/${platform}`);
}

test("the setting, then the PATH, then the npm package of the workspace", () => {
  assert.throws(() => find(places), NotFound);
  const second = install("two");
  assert.equal(find(places), second);
  const first = install("one");
  assert.equal(find(places), first);
  const late = make(`more/lexsmith${suffix}`);
  assert.equal(find(places), late);
  const early = make(`bin/lexsmith${suffix}`);
  assert.equal(find(places), early);
  places.setting = make(`own/smith${suffix}`);
  assert.equal(find(places), places.setting);
});

test("a setting that is not a program is an error, whatever else there is", () => {
  make(`bin/lexsmith${suffix}`);
  mkdirSync(join(work, "folder"));
  for (const setting of ["missing", "./missing", join(work, "missing"), join(work, "folder"), "~/missing-lexsmith"]) {
    assert.throws(() => find({ ...places, setting }), { message: new RegExp("lexsmith.path.*is not a program") });
  }
});

test("a setting can be a name on the PATH, or a path in the first folder or the home folder", () => {
  const smith = make(`more/smith${suffix}`);
  assert.equal(find({ ...places, setting: "smith" }), smith);
  const built = make(`one/build/lexsmith${suffix}`);
  assert.equal(find({ ...places, setting: "build/lexsmith" }), built);
  assert.throws(() => find({ ...places, setting: "build/lexsmith", folders: [] }), NotFound);
  assert.equal(find({ ...places, setting: `~/${relative(homedir(), smith)}` }), smith);
});

test("the packages of pnpm, where the one of the platform is next to the real one", () => {
  const store = "one/node_modules/.pnpm/lexsmith@1.0.0/node_modules";
  make(`${store}/lexsmith/package.json`, 0o644);
  const program = make(`${store}/${platform}`);
  symlinkSync(join(work, store, "lexsmith"), join(work, "one/node_modules/lexsmith"), "junction");
  assert.equal(find(places), program);
});

test("a package of the folder above is found, as Node does", () => {
  const program = install("one");
  assert.equal(find({ ...places, folders: [join(work, "one", "packages", "schemas")] }), program);
});

test("a folder that is not trusted does not say what runs", () => {
  install("one");
  assert.throws(() => find({ ...places, trusted: false }), {
    message: "The program lexsmith was not found on the PATH.",
  });
  const program = make(`bin/lexsmith${suffix}`);
  assert.equal(find({ ...places, trusted: false }), program);
});

test(
  "on the PATH, folders, files without permission and relative folders do not count",
  { skip: suffix !== "" },
  () => {
    mkdirSync(join(work, "bin/lexsmith"), { recursive: true });
    if (process.getuid?.() !== 0) make("more/lexsmith", 0o644);
    assert.throws(() => find(places), NotFound);
    make("relative/lexsmith");
    assert.throws(
      () => find({ ...places, path: ["", relative(process.cwd(), join(work, "relative"))].join(delimiter) }),
      NotFound,
    );
  },
);
