// Parses a document of AsyncAPI: node asyncapi.js FILE
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

// The parser tells everyone with 3.0 that there is 3.1.
const accepted = ["asyncapi-latest-version"];

const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], "utf8"));
const complaints = diagnostics.filter((d) => !accepted.includes(d.code));
for (const d of complaints) console.error(`${d.path.join("/")}: ${d.message} [${d.code}]`);
if (complaints.length > 0 || !document) process.exit(1);
console.log(`${document.channels().all().length} channels, ${document.allMessages().all().length} messages`);
