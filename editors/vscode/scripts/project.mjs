// The project that the tests and the pictures show.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const files = (description) => ({
  "lexsmith.yaml": "diff: { against: HEAD }\n",
  "package.json": '{"name": "maps"}\n',
  "lexicons/com/example/defs.json": `{
  "lexicon": 1,
  "id": "com.example.defs",
  "defs": {
    "point": {
      "type": "object",
      "description": "A place on the map.",
      "properties": {
        "x": { "type": "integer", "description": "East." },
        "next": { "type": "ref", "ref": "#point", "description": "The one after." }
      }
    }
  }
}
`,
  "lexicons/com/example/map.json": `{
  "lexicon": 1,
  "id": "com.example.map",
  "defs": {
    "main": {
      "type": "record",
      "description": "A map of places.",
      "key": "tid",
      "record": {
        "type": "object",
        "properties": {
          "name": { "type": "string", "description": "${description}", "maxlength": 64 },
          "first": { "type": "ref", "ref": "com.example.defs#point", "description": "The first place." }
        }
      }
    }
  }
}
`,
  "data/maps.ndjson": `{"$type": "com.example.map", "name": "Here"}
{"$type": "com.example.map", "name": 1}
`,
});

/** project writes the project to a folder, and commits it. The description is that of the name of a map. */
export function project(folder, description) {
  for (const [name, text] of Object.entries(files(description))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const git = (...args) =>
    execFileSync("git", [
      "-C",
      folder,
      "-c",
      "user.name=test",
      "-c",
      "user.email=test@example.com",
      "-c",
      "commit.gpgsign=false",
      ...args,
    ]);
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "Published");
}
