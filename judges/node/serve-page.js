// Drives the page of a mock in Chromium: a call, a stream, the keyboard, light and dark.
//
//   node serve-page.js CHROMIUM URL FOLDER   screenshots go to the folder
import { join } from "node:path";
import { drive, report, until } from "./browser.js";

const [chromium, url, folder] = process.argv.slice(2);

// The browser notes an error answer that the test itself asks for.
const expected = (entry) => entry.source === "network" && /x-lexsmith=error/.test(entry.url);

report(await drive(chromium, test, expected));

async function test(tab) {
  const run = (expression) => tab.run(expression);
  await tab.open(url, "document.querySelectorAll('nav a').length >= 8");

  // By the keyboard alone: find a method, open it, send it.
  await tab.key("/");
  tab.check((await tab.focus()) === "filter", `"/" focuses ${await tab.focus()}`);
  await tab.type("com.example.gallery.listPictures");
  await until("the filter", () => run("document.querySelectorAll('nav a').length === 1"));
  await tab.key("ArrowDown");
  await tab.key("Enter");
  await until("the method", () => run("document.querySelector('h2')?.textContent === 'com.example.gallery.listPictures'"));
  await until("the focus", async () => (await tab.focus()) === "main");
  await tab.key("Tab");
  tab.check((await tab.focus()) === "param0", `Tab goes to ${await tab.focus()}`);
  await tab.key("Enter", 2);
  await until("the answer", () => run("document.querySelector('#result .status')?.textContent === '200'"));
  const answer = await run("document.querySelector('#result pre').textContent");
  tab.check(JSON.parse(answer).pictures.length > 0, `the answer is ${answer}`);
  tab.check(await run("document.querySelector('#result').textContent.includes('matches its Lexicon')"), "the answer is not checked");
  tab.check(await run("document.querySelector('#result').getAttribute('aria-live') === 'polite'"), "the answer is not announced");

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
    await tab.scheme(scheme);
    await tab.screenshot(join(folder, `page-${scheme}.png`));
    await tab.colors(scheme);
  }
  await run("document.querySelector('#stop').click()");
  await until("the end of the stream", () => run("document.querySelector('#result .status').textContent.startsWith('closed')"));

  // The button overrides the system.
  const before = await run("getComputedStyle(document.body).backgroundColor");
  await run("document.querySelector('#theme').click()");
  tab.check((await run("getComputedStyle(document.body).backgroundColor")) !== before, "the button changes no color");

  // Every field has a label.
  const unlabeled = await run("[...document.querySelectorAll('input, select, textarea')].filter(e => !e.labels?.length && !e.ariaLabel).length");
  tab.check(unlabeled === 0, `${unlabeled} fields without a label`);
  console.log("a call, an error, a procedure, a stream; keyboard, light and dark");
}
