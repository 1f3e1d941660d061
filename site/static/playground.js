// The page of the playground: editors, options and the report. The program runs in a
// worker; the state is in the address.
import { Editor, large } from "./editor.js";
import { read, write } from "./state.js";

const $ = (id) => document.getElementById(id);
const main = $("content");
const panes = { lint: ["schemas", "config"], validate: ["schemas", "data"], diff: ["old", "schemas", "config"], export: ["schemas"] };
const options = ["ref", "part", "target"]; // of all modes but lint
const longest = 100_000; // letters of a link: others cut longer ones
const listed = 200; // findings in the report; all are marked
const editors = {};
for (const name of ["old", "schemas", "config", "data"]) editors[name] = new Editor($(name), changed);
let answer = { findings: [] };

// The worker gets one request at a time; while it works, the newest one waits, and before
// that one an action.
const worker = new Worker(new URL("worker.js", import.meta.url));
let [busy, action, waiting] = [null, null, null];
let since = 0; // when the request was sent
worker.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.progress) return progress(message.progress);
  const done = busy;
  busy = null;
  progress("");
  if (done?.action) rewrite(done, message);
  else if (!waiting) show(message);
  next();
};
worker.onerror = () => show({ error: "lexsmith cannot be loaded" });

function next() {
  if (busy || !(action || waiting)) return;
  if (action) [busy, action] = [action, null];
  else [busy, waiting] = [waiting, null];
  since = performance.now();
  worker.postMessage(JSON.stringify(busy));
}

// progress shows what the program does, if that takes long.
let slow = 0;
function progress(step) {
  clearTimeout(slow);
  const set = () => ($("progress").textContent = step && `${step}…`);
  if (!step) return set();
  slow = setTimeout(set, Math.max(0, 300 - (performance.now() - since)));
}

// rewrite puts the texts of an answer to an action into the editors.
function rewrite(done, result) {
  const texts = Object.entries(result.texts ?? {});
  if (result.error) return say($(done.action), result.error);
  if (!texts.length) return say($(done.action), done.action === "fix" ? "Nothing to fix" : "Formatted already");
  if (texts.some(([name]) => editors[name].value !== done[name])) return say($(done.action), "The text has changed: try again");
  for (const [name, text] of texts) editors[name].replace(text);
}

// say shows a text on a button for a while.
function say(button, text) {
  const name = (button.dataset.name ??= button.textContent);
  button.textContent = text;
  setTimeout(() => (button.textContent = name), 2000);
}

function request() {
  const mode = document.querySelector("input[name=mode]:checked").value;
  const result = { mode };
  for (const name of panes[mode]) result[name] = editors[name].value;
  if (mode !== "lint") for (const name of options) result[name] = $(name).value;
  result.profile = $("profile").value;
  result.infos = $("infos").checked ? "show" : "";
  return result;
}

const isLarge = (request) => panes[request.mode].some((name) => request[name].length > large);

// changed runs the program again, and keeps the state in the address. With a large text it
// waits until nobody types.
let [saving, running, newest, anchor] = [0, 0, null, null];
function changed() {
  const now = (newest = request());
  main.dataset.mode = now.mode;
  document.querySelector("label[for=schemas]").textContent = now.mode === "diff" ? "New Lexicons" : "Lexicons";
  clearTimeout(running);
  const run = () => {
    waiting = now;
    next();
  };
  if (isLarge(now)) running = setTimeout(run, 500);
  else run();
  clearTimeout(saving);
  saving = setTimeout(async () => {
    const written = await link(now);
    if (now !== newest || location.hash !== anchor) return; // a link was followed meanwhile
    history.replaceState(null, "", written ?? location.pathname);
    anchor = location.hash;
  }, 300);
}

// link returns the anchor of a request; null if its texts are too long for a link.
async function link(request) {
  const written = isLarge(request) ? "" : await write(request);
  return written && written.length <= longest ? written : null;
}

// restore takes the state from the address. It returns false if there is none.
async function restore() {
  anchor = location.hash;
  let state;
  try {
    state = await read(anchor);
  } catch {
    show({ error: "this link is incomplete: it was cut off or changed. Copy it again, or choose an example" });
    return true;
  }
  if (!state) return false;
  const mode = panes[state.mode] ? state.mode : "lint";
  document.querySelector(`input[name=mode][value=${mode}]`).checked = true;
  for (const name of ["profile", ...options]) $(name).value = state[name] ?? "";
  $("infos").checked = state.infos === "show";
  for (const name of panes[mode]) editors[name].set(state[name] ?? "");
  changed();
  return true;
}

function show(result) {
  answer = { ...result, findings: result.findings ?? [] };
  const summary = answer.error || answer.summary;
  if ($("summary").textContent !== summary) $("summary").textContent = summary; // it is announced
  $("summary").className = answer.error ? "error" : "";
  for (const name in editors) editors[name].mark(answer.findings.filter((f) => f.pane === name));
  $("findings").replaceChildren(...answer.findings.slice(0, listed).map(item));
  const more = answer.findings.length + (answer.omitted ?? 0) - listed;
  if (more > 0) $("findings").append(element("li", { textContent: `and ${more} more` }));
  $("output").textContent = answer.output ?? "";
  $("losses").replaceChildren(...losses(answer.losses ?? []));
}

function element(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

const paneNames = { schemas: "", config: "lexsmith.yaml", old: "old", data: "data" }; // in the order of findings
function go(place) {
  return element("button", {
    type: "button", className: "place", textContent: `${paneNames[place.pane]} ${place.line}:${place.column}`.trim(),
    onclick: () => editors[place.pane].select(place.start, place.end),
  });
}

function item(finding) {
  const li = element("li", { className: finding.severity },
    element("p", {}, go(finding), " ", element("span", { className: `severity ${finding.severity}`, textContent: finding.severity }), " ",
      element("span", { className: "message", textContent: finding.message })));
  if (finding.rule) li.firstChild.append(" ", element("a", { href: `${main.dataset.rules}${finding.rule}/`, textContent: finding.rule }));
  for (const words of finding.consequences ?? []) li.append(element("p", { textContent: words }));
  if (finding.help) li.append(element("p", { textContent: `help: ${finding.help}` }));
  for (const related of finding.related ?? []) li.append(element("p", {}, go(related), ` ${related.message}`));
  if (finding.fix) {
    const fix = () => {
      const names = new Set(finding.fix.edits.map((e) => e.pane));
      for (const name of names) editors[name].edit(finding.fix.edits.filter((e) => e.pane === name));
    };
    li.append(element("p", {}, element("button", { type: "button", className: "fix", textContent: finding.fix.title, onclick: fix })));
  }
  return li;
}

function losses(list) {
  if (!list.length) return [];
  const rows = list.map((l) => element("li", {}, element("code", { textContent: `${l.ref} ${l.pointer}` }), ` ${l.field}: ${l.summary}`));
  const title = element("h3", { textContent: list.length === 1 ? "1 constraint that the format cannot express" : `${list.length} constraints that the format cannot express` });
  return [title, element("ul", {}, ...rows)];
}

// F8 goes to the next finding after the caret, with Shift to the one before it.
main.addEventListener("keydown", (event) => {
  if (event.key !== "F8" || !answer.findings.length) return;
  event.preventDefault();
  const pane = event.target.id in editors ? event.target.id : null;
  const all = answer.findings;
  const order = Object.keys(paneNames);
  const after = (f) => order.indexOf(f.pane) - order.indexOf(pane) || f.start - editors[pane].area.selectionStart;
  let index = event.shiftKey ? all.length - 1 : 0;
  if (pane) index = event.shiftKey ? all.findLastIndex((f) => after(f) < 0) : all.findIndex((f) => after(f) > 0);
  const next = all.at(index < 0 ? (event.shiftKey ? -1 : 0) : index);
  editors[next.pane].select(next.start, next.end);
});

$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("output").textContent);
  say($("copy"), "Copied");
});
$("share").addEventListener("click", async () => {
  const written = await link(request());
  if (!written) return say($("share"), "Too long for a link");
  await navigator.clipboard.writeText(new URL(written, location.href).href);
  say($("share"), "Link copied");
});
for (const name of ["fix", "format"]) {
  $(name).addEventListener("click", () => {
    action = { ...request(), action: name };
    next();
  });
}
for (const input of document.querySelectorAll("input[name=mode]")) input.addEventListener("change", changed);
$("infos").addEventListener("change", changed);
for (const name of ["profile", ...options]) $(name).addEventListener("input", changed);
addEventListener("hashchange", restore);
if (!(await restore())) location.replace(document.querySelector(".examples a").href);
