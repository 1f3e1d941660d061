// Checks what lexsmith docs has written: HTML is valid, and Markdown compiles as MDX.
//
//   node check.js html|mdx FOLDER...
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [what, ...folders] = process.argv.slice(2);
const filesIn = (folder, extension) =>
  readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(extension)).sort().map((name) => join(folder, name));
const files = folders.flatMap((folder) => filesIn(folder, what === "html" ? ".html" : ".md"));
const problems = [];

if (what === "html") {
  const { HtmlValidate } = await import("html-validate");
  const validator = new HtmlValidate({
    extends: ["html-validate:recommended", "html-validate:document"],
    // Ids have dots, titles can be long, scripts are files of the site itself, and JSON is shown as it is.
    rules: { "valid-id": ["error", { relaxed: true }], "long-title": "off", "require-sri": "off", "no-trailing-whitespace": "off" },
  });
  for (const name of files) {
    const { results } = await validator.validateString(readFileSync(name, "utf8"), name);
    for (const m of results.flatMap((r) => r.messages)) problems.push(`${name}:${m.line}: ${m.message} [${m.ruleId}]`);
  }
  console.log(`${files.length} pages are valid HTML`);
} else {
  const { compile } = await import("@mdx-js/mdx");
  const remarkPlugins = [(await import("remark-gfm")).default, (await import("remark-frontmatter")).default];
  for (const name of files) {
    await compile(readFileSync(name, "utf8"), { remarkPlugins }).catch((error) => problems.push(`${name}:${error.line}: ${error.message}`));
  }
  console.log(`${files.length} pages compile as MDX`);
}

for (const problem of problems.slice(0, 50)) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
