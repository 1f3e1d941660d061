// Renders an OpenAPI document with Swagger UI, Redoc and Scalar in Chromium. On each page
// the example of an answer must be the one of the document, and no regular expression may
// take the place of an example.
//
//   node pages.js CHROMIUM FOLDER-OF-PACKAGES DOCUMENT METHOD PICTURES [--update]
//
// The pictures of the pages are compared, or taken again.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { drive, report, until } from "./browser.js";

const [chromium, packages, file, method, folder, update] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const document = JSON.parse(text);
const [operation] = Object.values(document.paths[`/xrpc/${method}`]);
const want = operation.responses[200].content["application/json"].example;
const tag = operation.tags[0];

// The pages: their scripts and styles, the HTML, what to do once the operation is there,
// the place to show, and the element whose text is the example of the answer.
const pages = {
  "swagger-ui": {
    files: { "script.js": "swagger-ui-dist/swagger-ui-bundle.js", "style.css": "swagger-ui-dist/swagger-ui.css" },
    html: `<link rel="stylesheet" href="style.css"><div id="page"></div><script src="script.js"></script>
      <script>SwaggerUIBundle({ url: "openapi.json", dom_id: "#page", deepLinking: true })</script>`,
    hash: `#/${tag}/${method}`,
    example: ".responses-inner .example",
    show: ".opblock.is-open",
  },
  redoc: {
    files: { "script.js": "redoc/bundles/redoc.standalone.js" },
    html: `<redoc spec-url="openapi.json" expand-responses="200" hide-schema-pattern="true" json-sample-expand-level="all"></redoc><script src="script.js"></script>`,
    hash: `#operation/${method}`,
    example: `[id="operation/${method}"] .redoc-json code`,
    show: `[id="operation/${method}"]`,
  },
  scalar: {
    files: { "script.js": "@scalar/api-reference/dist/browser/standalone.js" },
    html: `<div id="page"></div><script src="script.js"></script>
      <script>Scalar.createApiReference("#page", { url: "openapi.json", withDefaultFonts: false, hideClientButton: true, telemetry: false, expandAllResponses: true })</script>`,
    hash: `#tag/${tag}/GET/xrpc/${method}`,
    example: ".scalar-card-content code",
    show: `[id$="xrpc/${method}"]`,
  },
};

const server = createServer((request, response) => {
  const [, name, path] = new URL(request.url, "http://localhost").pathname.split("/");
  const page = pages[name];
  if (page && path === "") {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${page.html}`);
  } else if (page && path === "openapi.json") {
    response.setHeader("Content-Type", "application/json");
    response.end(text);
  } else if (page?.files[path]) {
    response.setHeader("Content-Type", path.endsWith(".js") ? "text/javascript" : "text/css");
    response.end(readFileSync(join(packages, page.files[path])));
  } else {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const problems = [];
for (const [name, page] of Object.entries(pages)) problems.push(...(await drive(chromium, (tab) => test(tab, name, page), expected)));
report(problems);
server.close();
console.log(`${Object.keys(pages).join(", ")}: the example of ${method}`);

// The pages ask for pictures and services of their makers, and Scalar logs what it does.
function expected({ source, url, type }) {
  return (source === "network" && !url.startsWith("http://127.0.0.1")) || (type !== undefined && type !== "error");
}

async function test(tab, name, page) {
  await tab.size(1700, 1200, 0.75);
  await tab.open(`http://127.0.0.1:${server.address().port}/${name}/${page.hash}`);
  const quoted = (selector) => JSON.stringify(selector);
  const examples = () => tab.run(`[...document.querySelectorAll(${quoted(page.example)})].map((e) => e.innerText)`);
  const read = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  let shown;
  try {
    await until(`${name}: the example`, async () => {
      shown = (await examples()).map(read);
      return shown.some((value) => isDeepStrictEqual(value, want));
    });
  } catch (error) {
    tab.check(false, `${error.message}\n${JSON.stringify(shown)}`);
  }
  for (const value of shown) {
    tab.check(!/\[a-z|\\[.d]|\{1,3\}/i.test(JSON.stringify(value)), `${name}: a regular expression in ${JSON.stringify(value)}`);
  }
  await tab.run(`document.querySelector(${quoted(page.show)})?.scrollIntoView()`);
  await tab.run("new Promise((resolve) => setTimeout(resolve, 500))");
  await tab.picture(join(folder, `${name}.png`), update === "--update");
}
