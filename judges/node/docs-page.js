// Reads the pages that lexsmith docs has written in Chromium, from file://: accessibility by
// axe-core on a desktop and a phone, light and dark, with and without JavaScript; search.
//
//   node docs-page.js CHROMIUM FOLDER                            checks all pages
//   node docs-page.js CHROMIUM FOLDER page|graph FILE.png        compares a picture of a page, or
//                                                                of the graph of the index, with it
//   node docs-page.js CHROMIUM FOLDER page|graph FILE.png --images   takes the picture again
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { drive, report, until } from "./browser.js";

const [chromium, , subject, file, update] = process.argv.slice(2);
const folder = resolve(process.argv[3]);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const views = [["a desktop", 1280, 860], ["a phone", 390, 844]].flatMap((size) => [[...size, "light"], [...size, "dark"]]);
const url = (name) => pathToFileURL(join(folder, name)).href;

report(await drive(chromium, test));

async function test(tab) {
  if (subject) return picture(tab);

  // Each page in one view, and every tenth in all of them.
  let checks = 0;
  for (const [i, name] of pages.entries()) {
    for (const [view, [what, width, height, scheme]] of views.entries()) {
      if (view !== i % views.length && i % 10 !== 0 && name !== "index.html") continue;
      await tab.size(width, height);
      await tab.scheme(scheme);
      await tab.open(url(name));
      await tab.colors(scheme);
      await accessible(tab, `${name}, ${what}, ${scheme}`);
      checks++;
    }
  }
  console.log(`${pages.length} pages, ${checks} views: no violation of axe-core`);
  await search(tab);
  await tab.send("Emulation.setScriptExecutionDisabled", { value: true });
  await tab.open(url("index.html"));
  tab.check(await tab.run("document.querySelectorAll('main table a').length > 0 && document.querySelector('.search').offsetHeight === 0"), "without JavaScript there are no links, or a search that does nothing");
  await tab.send("Emulation.setScriptExecutionDisabled", { value: false });
  console.log("search finds names and descriptions; without JavaScript all pages can be read");
}

async function accessible(tab, what) {
  await tab.run(axe);
  const violations = await tab.run("axe.run({ preload: false }).then(r => r.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target + ' ' + (n.any[0]?.message ?? '')).join('; ')}`))");
  for (const violation of violations) tab.check(false, `${what}: ${violation}`);
  tab.check(await tab.run("document.documentElement.scrollWidth <= innerWidth"), `${what}: the page scrolls sideways`);
}

// search finds the last page by its name, by the keyboard alone.
async function search(tab) {
  await tab.size(1280, 860);
  const last = pages.findLast((name) => name.includes("/"));
  await tab.open(url(last));
  const id = await tab.run("[...document.querySelector('h1').childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join('').trim()");
  await tab.key("/");
  await tab.type(id.toLowerCase());
  await until("the results", () => tab.run("document.querySelectorAll('.hits a').length > 0"));
  tab.check((await tab.run("document.querySelector('.hits strong').textContent")) === id, `the first result for ${id} is another one`);
  await accessible(tab, "results of a search");
  await tab.key("ArrowDown");
  await tab.key("Enter");
  await until("the page", () => tab.run(`location.href.endsWith(${JSON.stringify(last)}) && document.querySelector('.hits')?.hidden`));
}

// picture shows a page with much in it, or the graph of the index.
async function picture(tab) {
  await tab.size(1280, 900);
  await tab.scheme(subject === "page" ? "light" : "dark");
  await tab.open(url(subject === "page" ? pages.find((name) => name.endsWith("/feed/post.html")) : "index.html"));
  if (subject === "graph") await tab.run("document.querySelector('#graph').scrollIntoView({ behavior: 'instant' })");
  await tab.picture(file, update === "--images");
}
