// Pictures of pages, with the texts that they show in a file beside them: NAME.txt beside
// NAME.png has a line for each line of text. The texts are compared with those of today.
import { readFileSync, writeFileSync } from "node:fs";

// texts runs in the page. It returns the texts of blocks in a part of the window, or those
// of the whole page.
function texts(clip) {
  const found = new Map(); // the text of a block
  const blockOf = (e) => {
    while (getComputedStyle(e).display === "inline" && e.parentElement) e = e.parentElement;
    return e;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeName === "BR") {
      const block = blockOf(node.parentElement);
      if (found.has(block)) found.set(block, found.get(block) + "\n");
    }
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let box = range.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let shown = box.width > 1 && box.height > 1 && getComputedStyle(node.parentElement).visibility === "visible";
    if (shown && clip) {
      const cut = (within) => {
        [left, top] = [Math.max(left, within.left), Math.max(top, within.top)];
        [right, bottom] = [Math.min(right, within.right), Math.min(bottom, within.bottom)];
      };
      cut({ left: clip.x, top: clip.y, right: clip.x + clip.width, bottom: clip.y + clip.height });
      for (let e = node.parentElement; e; e = e.parentElement) {
        if (getComputedStyle(e).overflow !== "visible") cut(e.getBoundingClientRect());
      }
      shown = right - left > 1 && bottom - top >= Math.min(box.height, 8);
    }
    if (!shown) continue;
    const block = blockOf(node.parentElement);
    found.set(block, (found.get(block) ?? "") + node.data);
  }
  return [...found.values()].flatMap((text) => text.split("\n")).map((line) => line.replace(/\s+/g, " ").replace(/127\.0\.0\.1:\d+/g, "127.0.0.1").trim()).filter((line) => /\p{L}/u.test(line));
}

// textsIn returns the expression for the texts in a part of a page, or in all of it.
export const textsIn = (clip) => `(${texts})(${JSON.stringify(clip ?? null)})`;

// save writes a picture and its texts.
export function save(file, png, lines) {
  writeFileSync(file, png);
  writeFileSync(file.replace(/\.png$/, ".txt"), lines.join("\n") + "\n");
}

// stale returns the lines beside a picture that the page does not show today. The end of a
// line can be outside the picture.
export function stale(file, today) {
  return readFileSync(file.replace(/\.png$/, ".txt"), "utf8").trimEnd().split("\n").filter((line) => !today.some((whole) => whole.includes(line)));
}
