// Drives the pages of the site in Chromium: accessibility by axe-core, the playground
// with the mouse and the keyboard, light, dark and on a phone.
//
//   node site-page.js CHROMIUM SITE PICTURES [--images]   the pictures are compared, or taken again
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { drive, report, until } from "./browser.js";

const [chromium, , folder, update] = process.argv.slice(2);
const site = resolve(process.argv[3]);
const { write } = await import(pathToFileURL(join(site, "static/state.js")));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png" };
const base = "/lexsmith/";

const server = createServer(async (request, response) => {
  const path = decodeURI(request.url.split("?")[0]);
  const name = (path.startsWith(base) ? path.slice(base.length) : "none/") + (path.endsWith("/") ? "index.html" : "");
  try {
    const data = await readFile(join(site, name));
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(data);
  } catch {
    response.writeHead(404, { "Content-Type": "text/html" }).end(await readFile(join(site, "404.html")));
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const home = `http://127.0.0.1:${server.address().port}${base}`;
const desktop = [1280, 860];
const phone = [390, 844, 2];

report(await drive(chromium, test, (entry) => entry.url?.endsWith("/nothing/"))); // a page that does not exist, on purpose
server.close();

async function test(tab) {
  tab.on("Network.requestWillBeSent", ({ request }) => {
    tab.check(/^(data|blob):/.test(request.url) || request.url.startsWith(home), `a request leaves the site: ${request.method} ${request.url}`);
    tab.check(request.method === "GET" && !request.hasPostData, `something is sent: ${request.method} ${request.url}`);
  });
  await tab.send("Network.enable");
  await pages(tab);
  await playground(tab);
  await pictures(tab);
}

// pages opens every page, and checks one of each kind.
async function pages(tab) {
  const all = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
  await tab.size(...desktop);
  for (const name of all) {
    await tab.open(home + name.replace(/(^|\/)index\.html$/, "$1"));
    const broken = await tab.run("[...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src).join()");
    tab.check(broken === "", `${name}: pictures that are not there: ${broken}`);
  }
  console.log(`${all.length} pages: no error in the console, and all pictures are there`);

  const paths = ["", "guides/", "guides/compatibility/", "guides/export/", "rules/", "rules/string-length/", "rules/undecodable-cid/", "nothing/", "playground/"];
  for (const size of [desktop, phone]) {
    await tab.size(...size);
    for (const path of paths) {
      await tab.open(home + path, path === "playground/" ? "document.querySelectorAll('#findings li').length === 3" : undefined);
      for (const scheme of ["light", "dark"]) {
        await tab.scheme(scheme);
        await tab.colors(scheme);
        await accessible(tab, `${path || "the home page"}, ${size[0]} pixels, ${scheme}`);
      }
      const scale = await tab.run("Math.min(...[...document.querySelectorAll('.picture img[src$=\".svg\"]')].map(i => i.width / i.naturalWidth))");
      tab.check((scale ?? 1) > 0.6, `${path || "the home page"}, ${size[0]} pixels: letters of a picture are ${13 * scale} pixels high`);
    }
  }
  console.log(`${paths.length} pages, on a desktop and a phone, light and dark: no violation of axe-core`);

  // Without JavaScript everything but the playground works.
  await tab.send("Emulation.setScriptExecutionDisabled", { value: true });
  await tab.open(home + "playground/");
  tab.check(await tab.run("document.querySelector('.notice')?.offsetHeight > 0"), "without JavaScript the playground does not say so");
  await tab.send("Emulation.setScriptExecutionDisabled", { value: false });
}

// accessible runs axe-core on the page, and checks that nothing is wider than the window.
async function accessible(tab, what) {
  await tab.run(axe);
  const violations = await tab.run("axe.run().then(r => r.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target + ' ' + (n.any[0]?.message ?? '')).join('; ')}`))");
  for (const violation of violations) tab.check(false, `${what}: ${violation}`);
  tab.check(await tab.run("document.documentElement.scrollWidth <= innerWidth"), `${what}: the page scrolls sideways`);
}

// misplaced runs in the page. It returns the editors whose colored text is not where the
// letters of the text area are, so that both have another size: by a padding at most.
function misplaced() {
  return [...document.querySelectorAll(".code")].filter((code) => {
    const [area, back] = [code.querySelector("textarea"), code.querySelector("pre")];
    const wide = area.scrollWidth > area.clientWidth && Math.abs(area.scrollWidth - back.scrollWidth) > 2;
    const high = area.scrollHeight > area.clientHeight && Math.abs(area.scrollHeight - back.scrollHeight) > 12;
    return code.offsetParent && (wide || high);
  }).map((code) => code.querySelector("textarea").id).join();
}

async function playground(tab) {
  const run = (expression) => tab.run(expression);
  const rules = () => run("[...document.querySelectorAll('#findings li a')].map(a => a.textContent).join()");
  const summary = () => run("document.querySelector('#summary').textContent");
  await tab.size(...desktop);
  await tab.scheme("light");
  await tab.open(home + "playground/", "document.querySelectorAll('#findings li').length === 3");
  tab.check((await summary()) === "1 Lexicon, 2 errors, 1 warning", `the first example: ${await summary()}`);
  const marked = await run("[...document.querySelectorAll('[data-pane=schemas] .mark')].map(m => m.textContent).join()");
  tab.check(marked === `"maxlength","number","#brandNew"`, `marked: ${marked}`);

  // A fix changes the text, can be undone, and the state is in the address.
  const before = await run("location.hash");
  await run("document.querySelector('#findings .fix').click()");
  await until("the fix", async () => (await rules()) === "unknown-type,unresolved-ref");
  tab.check(await run("document.querySelector('#schemas').value.includes('\"maxLength\": 300')"), "the fix is not in the text");
  await until("the address", async () => (await run("location.hash")) !== before);
  await tab.open(home + "rules/");
  await run("history.back()");
  await until("the state of the address", async () => (await rules()) === "unknown-type,unresolved-ref");

  // The other examples.
  for (const [name, want] of [["Validate", "3 values, 2 invalid, 3 errors"], ["Diff", "breaking, 2 errors"], ["Export", "2 definitions"], ["Lint", "1 Lexicon, 2 errors, 1 warning"]]) {
    await run(`[...document.querySelectorAll('.examples a')].find(a => a.textContent === '${name}').click()`);
    await until(`the example ${name}`, async () => (await summary()) === want);
    await accessible(tab, `the example ${name}`);
    const shifted = await run(`(${misplaced})()`);
    tab.check(shifted === "", `the example ${name}: the colored text is not where the letters are: ${shifted}`);
  }

  // The keyboard: the link past the navigation, modes by arrow keys, findings by F8.
  await tab.open(home + "guides/");
  await tab.open(home + "playground/", "document.querySelectorAll('#findings li').length === 3");
  await tab.key("Tab");
  tab.check((await tab.focus()) === "Skip to the content", `the first stop is ${await tab.focus()}`);
  await tab.key("Enter");
  await tab.key("Tab");
  tab.check(await run("document.activeElement.value === 'lint'"), `after the link past the navigation: ${await tab.focus()}`);
  await tab.key("ArrowRight");
  await until("the mode", async () => (await run("document.querySelector('#content').dataset.mode")) === "validate");
  await run("document.querySelector('[value=lint]').click()");
  const stops = [];
  for (let i = 0; i < 12 && stops.at(-1) !== "schemas"; i++) {
    await tab.key("Tab");
    stops.push(await tab.focus());
  }
  tab.check(stops.at(-1) === "schemas", `Tab goes to ${stops}`);
  const selected = () => run("(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)");
  for (const [modifiers, want] of [[0, '"maxlength"'], [0, '"number"'], [0, '"#brandNew"'], [0, '"maxlength"'], [8, '"#brandNew"'], [8, '"number"']]) {
    await tab.key("F8", modifiers);
    tab.check((await selected()) === want, `F8 selects ${await selected()}, want ${want}`);
  }
  console.log("fixes, the address, the examples, the keyboard");
  await actions(tab);
  await editorLines(tab);
  await settings(tab);
  await links(tab);
  await latency(tab);
  await largeText(tab);
}

// load puts a request into the address.
async function load(tab, request) {
  await tab.run(`location.hash = ${JSON.stringify(await write(request))}`);
}

// summaryIs waits for a summary.
function summaryIs(tab, want) {
  return until(want, () => tab.run(`document.querySelector("#summary").textContent === ${JSON.stringify(want)}`));
}

// actions uses the buttons that change a text, and shows infos.
async function actions(tab) {
  const value = () => tab.run("document.querySelector('#schemas').value");
  const click = (id) => tab.run(`document.querySelector("#${id}").click()`);
  const schemas = '{"id": "com.example.a", "lexicon": 1, "defs": {"main": {"type": "string", "maxlength": 3}, "other": {"type": "string", "minlength": 3}}}';
  await load(tab, { mode: "lint", schemas });
  await until("the Lexicon", async () => (await value()) === schemas);
  await click("fix");
  const fixed = schemas.replace("maxlength", "maxLength").replace("minlength", "minLength");
  await until("all fixes", async () => (await value()) === fixed);
  await click("format");
  await until("the layout", async () => (await value()).startsWith('{\n  "lexicon": 1,\n  "id": "com.example.a",\n'));
  await click("format");
  await until("the answer of the button", () => tab.run("document.querySelector('#format').textContent === 'Formatted already'"));
  await tab.run("document.querySelector('#schemas').focus()");
  await tab.run("document.execCommand('undo')");
  await until("the undone layout", async () => (await value()) === fixed);

  const described = '{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "string", "description": "A."}}}';
  await load(tab, { mode: "diff", old: described, schemas: described.replace("A.", "B.") });
  await summaryIs(tab, "compatible, 1 info hidden");
  await click("infos");
  await summaryIs(tab, "compatible, 1 info");
  tab.check((await tab.run("document.querySelectorAll('#findings li').length")) === 1, "the info is not shown");
  console.log("all fixes, the layout, infos");
}

// editorLines edits a text at random, and checks that the editor knows its lines.
async function editorLines(tab) {
  const wrong = await tab.run(`(async () => {
    const { Editor } = await import(${JSON.stringify(base + "static/editor.js")});
    const area = document.createElement("textarea");
    document.body.append(area);
    const editor = new Editor(area, () => {});
    let seed = 1;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    let wrong = "";
    for (let i = 0; i < 500 && !wrong; i++) {
      const start = random(area.value.length + 1);
      const end = Math.min(area.value.length, start + random(i % 50 ? 9 : 20000));
      const text = Array.from({ length: random(5) }, () => ["a", "\\n", "b😀", "\\n\\n"][random(4)]).join("").repeat(i % 40 ? 1 : 900);
      area.setRangeText(text, start, end);
      area.dispatchEvent(new Event("input"));
      const starts = [0, ...[...area.value.matchAll(/\\n/g)].map((m) => m.index + 1)];
      if (editor.lines.join("\\n") !== area.value || editor.starts.join() !== starts.join()) wrong = "edit " + i;
    }
    area.remove();
    for (const layer of [editor.gutter, editor.back]) layer.remove();
    return wrong;
  })()`);
  tab.check(wrong === "", `the editor does not know its lines after ${wrong}`);
  console.log("500 edits: the editor knows its lines");
}

// settings writes a lexsmith.yaml, with the keyboard alone.
async function settings(tab) {
  const schemas = '{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "string", "maxlength": 3, "description": "A."}}}';
  await load(tab, { mode: "lint", schemas });
  await summaryIs(tab, "1 Lexicon, 1 warning");
  await tab.run("document.querySelector('#schemas').focus()");
  await tab.key("Tab");
  tab.check((await tab.focus()) === "config", `after the Lexicons comes ${await tab.focus()}`);
  const text = "severity: {unexpected-field: error}\nignore: [{rules: [nonsense]}]";
  await tab.send("Input.insertText", { text });
  await summaryIs(tab, "1 Lexicon, 2 errors");
  tab.check(await tab.run("/^lexsmith.yaml 2:19 error unknown rule or group \"nonsense\"/.test(document.querySelectorAll('#findings li')[1].textContent)"), "the mistake is not in the report");
  tab.check((await tab.run("document.querySelector('[data-pane=config] .mark.error')?.textContent")) === '"nonsense]}]"'.slice(1, -1), "the mistake is not marked");
  await tab.run("document.querySelector('#schemas').focus()");
  for (const want of ['"maxlength"', "nonsense]}]"]) {
    await tab.key("F8");
    const selected = await tab.run("(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)");
    tab.check(selected === want, `F8 selects ${selected}, want ${want}`);
  }
  await accessible(tab, "lexsmith.yaml");
  await tab.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
  await tab.run("document.querySelector('#share').click()");
  const link = await until("the link", () => tab.run("window.copied"));
  await tab.open(home + "rules/");
  await tab.open(link, `document.querySelector("#config")?.value === ${JSON.stringify(text)}`);
  await summaryIs(tab, "1 Lexicon, 2 errors");
  await load(tab, { mode: "diff", old: schemas, schemas: schemas.replace("string", "integer"), config: "severity: {diff: info}" });
  await until("the diff", () => tab.run("document.querySelector('#summary').textContent.startsWith('compatible')"));
  await accessible(tab, "lexsmith.yaml of a diff");
  console.log("lexsmith.yaml: severities, a mistake, the keyboard, the link, a diff");
}

// links shares a text by a link, and opens links that are cut off or changed.
async function links(tab) {
  const schemas = '{"lexicon": 1, "id": "com.example.shared", "defs": {"main": {"type": "token", "description": "é😀"}}}';
  await load(tab, { mode: "lint", schemas });
  await until("the Lexicon", () => tab.run(`document.querySelector("#schemas").value === ${JSON.stringify(schemas)}`));
  await tab.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
  await tab.run("document.querySelector('#share').click()");
  const link = await until("the link", () => tab.run("window.copied"));
  await tab.open(home + "rules/");
  await tab.open(link, `document.querySelector("#schemas")?.value === ${JSON.stringify(schemas)}`);
  const cut = link.slice(0, -20);
  for (const broken of [cut, `${home}playground/#s=`, `${home}playground/#s=%%%`, link.replace("#s=", "#s=A")]) {
    await tab.open(home + "rules/");
    await tab.open(broken, "document.querySelector('#summary')?.textContent.startsWith('this link is incomplete')");
    tab.check(await tab.run("document.querySelector('#schemas').value === ''"), `${broken} shows an example`);
  }
  await tab.open(home + "rules/");
  await tab.open(home + "playground/", "document.querySelectorAll('#findings li').length === 3");
  console.log("links: copied, cut off, changed");
}

// largeText types into 5 MB of Lexicons.
async function largeText(tab) {
  await tab.run(`(() => {
    const description = "A field of which there are many. ".repeat(20);
    let text = "";
    for (let i = 0; text.length < 5_000_000; i++) {
      const properties = Object.fromEntries(Array.from({ length: 10 }, (_, k) => ["field" + k, { type: k ? "string" : "strin", description }]));
      text += JSON.stringify({ lexicon: 1, id: "com.example.a" + i, defs: { main: { type: "object", description, properties } } }, null, 2) + "\\n";
    }
    window.steps = new Set();
    new MutationObserver(() => steps.add(document.querySelector("#progress").textContent)).observe(document.querySelector("#progress"), { childList: true });
    const area = document.querySelector("#schemas");
    area.value = text;
    window.begun = performance.now();
    area.dispatchEvent(new Event("input"));
  })()`);
  await until("the report", () => tab.run("/^\\d{3} Lexicons, \\d{3} errors/.test(document.querySelector('#summary').textContent)"));
  const whole = await tab.run("performance.now() - begun");
  const steps = await tab.run("[...steps].filter(Boolean)");
  tab.check(steps.some((step) => /^Checking \d+ Lexicons…$/.test(step)), `progress: ${steps}`);
  const times = [];
  for (let i = 0; i < 10; i++) {
    await tab.run(`(() => {
      const area = document.querySelector("#schemas");
      area.focus();
      area.setSelectionRange(1, 1);
      window.typed = new Promise((resolve) => {
        let start;
        addEventListener("keydown", () => (start = performance.now()), { capture: true, once: true });
        addEventListener("input", () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start))), { once: true });
      });
    })()`);
    await tab.key(" ");
    times.push(await tab.run("window.typed"));
  }
  times.sort((a, b) => a - b);
  const drawn = await tab.run("document.querySelector('[data-pane=schemas] pre').children.length");
  tab.check(drawn < 500, `${drawn} lines are drawn`);
  console.log(`5 MB: the report after ${(whole / 1000).toFixed(1)} s, with progress; a letter after ${Math.round(times[5])} ms`);
  await tab.open(home + "rules/");
}

// latency types a fault into a Lexicon of 200 lines, and measures the time from the
// keystroke to the mark.
async function latency(tab) {
  const properties = Array.from({ length: 184 }, (_, i) => `          "field${i}": {"type": "string", "description": "Field ${i}.", "maxLength": 100}`);
  const schemas = `{
  "lexicon": 1,
  "id": "com.example.large",
  "defs": {
    "main": {
      "type": "record",
      "description": "A record.",
      "key": "tid",
      "record": {
        "type": "object",
        "properties": {
${properties.join(",\n")}
        }
      }
    }
  }
}
`;
  tab.check(schemas.split("\n").length >= 200, "the Lexicon has less than 200 lines");
  await load(tab, { mode: "lint", schemas });
  await summaryIs(tab, "1 Lexicon, no findings");
  const times = [];
  for (let i = 0; i < 20; i++) {
    const field = i * 9;
    await tab.run(`(() => {
      const area = document.querySelector("#schemas");
      const at = area.value.indexOf('string', area.value.indexOf('"field${field}"'));
      area.focus();
      area.setSelectionRange(at + 6, at + 6);
      window.typed = new Promise((resolve) => {
        let start;
        addEventListener("input", () => (start = performance.now()), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const mark = document.querySelector("[data-pane=schemas] .mark.error");
          if (!mark) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve([performance.now() - start, mark.textContent]));
        });
        observer.observe(document.querySelector("[data-pane=schemas] pre"), { childList: true, subtree: true });
      });
    })()`);
    await tab.key("x");
    const [time, text] = await tab.run("window.typed");
    tab.check(text === '"stringx"', `marked: ${text}`);
    times.push(time);
    await tab.run("document.execCommand('undo')");
    await summaryIs(tab, "1 Lexicon, no findings");
  }
  times.sort((a, b) => a - b);
  const [least, median, most] = [times[0], times[10], times.at(-1)].map((time) => Math.round(time));
  console.log(`a fault in 200 lines is marked after ${median} ms, ${least} to ${most} ms`);
}

// pictures compares the pictures in docs/images, or takes them again.
async function pictures(tab) {
  const [lint, diff] = ["1 Lexicon, 2 errors, 1 warning", "breaking, 2 errors"];
  for (const [name, size, scheme, example, summary] of [
    ["playground-light", [1280, 800], "light", "Lint", lint], ["playground-dark", [1280, 800], "dark", "Diff", diff], ["playground-phone", phone, "light", "Lint", lint],
  ]) {
    await tab.size(...size);
    await tab.scheme(scheme);
    await tab.open(home + "rules/");
    await tab.open(home + "playground/", "document.querySelectorAll('#findings li').length === 3");
    await tab.run(`[...document.querySelectorAll('.examples a')].find(a => a.textContent === '${example}').click()`);
    await until("the example", () => tab.run(`document.querySelector('#content').dataset.mode === '${example.toLowerCase()}'`));
    await summaryIs(tab, summary);
    await tab.picture(join(folder, `${name}.png`), update === "--images");
  }
  console.log(update ? "pictures taken" : "the pictures show what the pages say");
}
