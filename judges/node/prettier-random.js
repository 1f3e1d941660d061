// Writes JSON of any layout, and what prettier makes of it.
//
//   prettier-random.js FOLDER NUMBER OPTIONS
//
// Writes NUMBER files to FOLDER/in and to FOLDER/want what they are with these options
// of prettier. The files have a key "lexicon", since a folder is searched for Lexicons.
// The same arguments give the same files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as prettier from "prettier";

const [folder, number, optionsText] = process.argv.slice(2);
const options = { parser: "json", ...JSON.parse(optionsText) };

let state = 88172645;
const random = (n) => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state % n;
};
const pick = (list) => list[random(list.length)];
const repeat = (n, make) => Array.from({ length: n }, (_, i) => make(i));

// Single characters and emoji, whose columns prettier counts. Marks are left out: they
// depend on the version of Unicode that Node has.
const joiner = "\u200d";
const emoji = [];
const characters = [];
for (let code = 0x80; code < 0x20000; code++) {
  if (code >= 0xd800 && code < 0xe000) continue;
  const character = String.fromCodePoint(code);
  if (/\p{Emoji}/u.test(character)) emoji.push(character);
  if (!/\p{M}|\p{Cn}|\p{C}/u.test(character)) characters.push(character);
}
const joined = [..."♀♂➡⚕⚖✈❤💋🌾🍳🍼🎄🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦯🦼🦽🦰🦱🦲🦳🩰👦👧👨👩🧑🧒🤝🐰🫲💥🔥🩹🟫🟩⚧🌈☠⬛🦺❄🗨💨💫🌫↔↕"];
const isEmoji = (text) => /^\p{RGI_Emoji}$/v.test(text);
const sequences = emoji.flatMap((a) => [a, a + "\ufe0f", a + "\u{1f3fd}"]);
for (const a of emoji) {
  for (const start of [a, a + "\ufe0f", a + "\u{1f3fd}"]) {
    for (const b of joined) {
      const both = start + joiner + b;
      if (isEmoji(both + "\ufe0f") || isEmoji(both)) sequences.push(both, both + "\ufe0f");
    }
  }
}
sequences.push("#\ufe0f\u20e3", "🇩🇪", "🇩", "👩‍👩‍👧‍👦", "🧑🏻‍🤝‍🧑🏿", "👩🏽‍❤️‍💋‍👨🏿", "🏃🏽‍♀️‍➡️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "e\u0301", "ก็");

const blank = () => pick(["", "", "", "", "", " ", " ", "\t", "\n", "\n\n", " \n\n\n ", "\r\n", "\r\n \r\n", "\r"]);
const pieces = ["a", "bc", " ", "\\n", "\\u0041", "\\/", '\\"', "日", "é"];
const text = () => {
  const special = random(3) === 0 ? sequences : random(2) === 0 ? characters : pieces;
  return `"${repeat(random(1 + random(70)), () => (random(4) === 0 ? pick(special) : pick(pieces))).join("")}"`;
};
const numbers = ["0", "-0", "1", "-12", "1234567", "1.0", "1.50", "1E3", "1e+05", "-1.20E-03", "0.000", "1e00"];
const scalar = () => pick([text, text, () => pick(numbers), () => "true", () => "null"])();
const list = (open, close, items) =>
  open + items.map((item, i) => (i > 0 ? blank() + "," : "") + blank() + item).join("") + blank() + close;
const object = (depth) =>
  list("{", "}", repeat(random(6), (i) => `"${pick(["a", "type", "日本", "k k"])}${i}"${blank()}:${blank()}${value(depth - 1)}`));
const array = (depth) => {
  const kind = random(3);
  const item = [() => pick(numbers), () => value(depth - 1), scalar][kind];
  return list("[", "]", repeat(random(random(3) === 0 ? 30 : 5), item));
};
const value = (depth) => (depth <= 0 || random(10) < 3 ? scalar() : pick([object, array])(depth));

// lines has objects that are as wide as a line, or a column wider, by the columns of one
// piece each.
const lines = (all) => {
  const width = options.printWidth ?? 80;
  return all.map((piece) => {
    const room = width - 4 - 1 - '{ "": "" }'.length - prettier.util.getStringWidth(piece) + random(2);
    return `{ "${"x".repeat(Math.max(room, 0))}": "${piece}" }`;
  });
};

mkdirSync(join(folder, "in"), { recursive: true });
mkdirSync(join(folder, "want"), { recursive: true });
const write = async (name, content) => {
  const file = `{${blank()}"lexicon":${blank()}1,${blank()}"x":${content}${blank()}}`;
  writeFileSync(join(folder, "in", `${name}.json`), file);
  writeFileSync(join(folder, "want", `${name}.json`), await prettier.format(file, options));
};
for (let i = 0; i < number; i++) await write(i, value(1 + random(6)));
for (let i = 0; i < characters.length; i += 4000) await write(`characters-${i}`, `[${lines(characters.slice(i, i + 4000)).join()}]`);
await write("emoji", `[${lines(sequences).join()}]`);
console.log(`${number} texts, ${characters.length} characters, ${sequences.length} emoji`);
