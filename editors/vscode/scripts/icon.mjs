// Draws images/icon.svg as images/icon.png. With the argument "check" it fails if the file is another one.
import { readFileSync, writeFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";

const file = (name) => new URL(`../images/${name}`, import.meta.url);
const png = new Resvg(readFileSync(file("icon.svg"), "utf8")).render().asPng();
if (process.argv[2] !== "check") writeFileSync(file("icon.png"), png);
else if (!readFileSync(file("icon.png")).equals(png)) throw new Error("images/icon.png is old: npm run icon");
