// Drives the page of a mock in Chromium by the DevTools protocol: a call, a stream, the
// keyboard, light and dark.
//
//   node serve-page.js CHROMIUM URL FOLDER   screenshots go to the folder
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, until } from "./chromium.js";

const [chromium, url, folder] = process.argv.slice(2);
await browse(chromium, test, expected);

// The browser notes an error answer that the test itself asks for.
function expected(entry) {
  return entry.source === "network" && /x-lexsmith=error/.test(entry.url);
}

async function test({ send, run, check }) {
  const key = async (name, options = {}) => {
    const text = name.length === 1 ? name : name === "Enter" ? "\r" : undefined;
    const code = { Enter: 13, Tab: 9, ArrowDown: 40 }[name] ?? 0;
    await send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text, windowsVirtualKeyCode: code, ...options });
    await send("Input.dispatchKeyEvent", { type: "keyUp", key: name, windowsVirtualKeyCode: code, ...options });
  };
  const typed = async (text) => {
    for (const c of text) await key(c);
  };
  const focus = () => run("document.activeElement.id || document.activeElement.textContent");

  await send("Page.navigate", { url });
  await until("the list of methods", () => run("document.querySelectorAll('nav a').length >= 8"));

  // By the keyboard alone: find a method, open it, send it.
  await key("/");
  check((await focus()) === "filter", `"/" focuses ${await focus()}`);
  await typed("com.example.gallery.listPictures");
  await until("the filter", () => run("document.querySelectorAll('nav a').length === 1"));
  await key("ArrowDown");
  await key("Enter");
  await until("the method", () => run("document.querySelector('h2')?.textContent === 'com.example.gallery.listPictures'"));
  await until("the focus", async () => (await focus()) === "main");
  await key("Tab");
  check((await focus()) === "param0", `Tab goes to ${await focus()}`);
  await key("Enter", { modifiers: 2 });
  await until("the answer", () => run("document.querySelector('#result .status')?.textContent === '200'"));
  const answer = await run("document.querySelector('#result pre').textContent");
  check(JSON.parse(answer).pictures.length > 0, `the answer is ${answer}`);
  check(await run("document.querySelector('#result').textContent.includes('matches its Lexicon')"), "the answer is not checked");
  check(await run("document.querySelector('#result').getAttribute('aria-live') === 'polite'"), "the answer is not announced");

  // An error, by its name.
  await run("document.querySelector('#control-error').value = document.querySelector('#control-error').options[1].value");
  await run("document.querySelector('#send').click()");
  await until("the error", () => run("document.querySelector('#result .status')?.textContent === '400'"));

  // A procedure with its sample.
  await run("location.hash = 'com.example.gallery.putPicture'");
  await until("the input", () => run("document.querySelector('#body')?.value.length >= 8"));
  await run("document.querySelector('#send').click()");
  await until("its answer", () => run("document.querySelector('#result .status')?.textContent === '200'"));

  // A stream.
  await run("location.hash = 'com.example.gallery.events.watch'");
  await until("the subscription", () => run("document.querySelector('#stop') !== null"));
  await run("document.querySelector('#send').click()");
  await until("messages", () => run("document.querySelectorAll('ol.messages li').length >= 3"));
  for (const scheme of ["light", "dark"]) {
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    const { data } = await send("Page.captureScreenshot", { format: "png" });
    writeFileSync(join(folder, `page-${scheme}.png`), Buffer.from(data, "base64"));
    const [back, text] = await run("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]");
    const brightness = (color) => color.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
    check(brightness(back) > brightness(text) === (scheme === "light"), `${scheme}: ${text} on ${back}`);
  }
  await run("document.querySelector('#stop').click()");
  await until("the end of the stream", () => run("document.querySelector('#result .status').textContent.startsWith('closed')"));

  // The button overrides the system.
  const before = await run("getComputedStyle(document.body).backgroundColor");
  await run("document.querySelector('#theme').click()");
  check((await run("getComputedStyle(document.body).backgroundColor")) !== before, "the button changes no color");

  // Every field has a label.
  const unlabeled = await run("[...document.querySelectorAll('input, select, textarea')].filter(e => !e.labels?.length && !e.ariaLabel).length");
  check(unlabeled === 0, `${unlabeled} fields without a label`);
  console.log("a call, an error, a procedure, a stream; keyboard, light and dark");
}
