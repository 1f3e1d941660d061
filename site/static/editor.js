// A text area with line numbers, colors and marks. The text area itself is the editor;
// behind it lies the same text in the same letters, with the colors and marks.

const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const token = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b|^-- .+ --$/g;
const rank = { error: 3, warning: 2, info: 1 };

// Texts with more letters than this have no colors, and only the lines in the window are
// drawn.
export const large = 200_000;

export class Editor {
  // The container holds the text area; changed is called after each edit.
  constructor(textarea, changed) {
    this.area = textarea;
    this.marks = []; // {start, end, severity}
    this.text = "";
    Object.assign(textarea, { spellcheck: false, wrap: "off", autocapitalize: "off", autocomplete: "off" });
    textarea.setAttribute("autocorrect", "off");
    this.gutter = document.createElement("div");
    this.gutter.className = "gutter";
    this.back = document.createElement("pre");
    for (const layer of [this.gutter, this.back]) layer.setAttribute("aria-hidden", "true");
    textarea.before(this.gutter, this.back);
    textarea.addEventListener("input", () => {
      const text = this.area.value;
      const changes = difference(this.text, text);
      this.shiftMarks(text, changes);
      this.shiftLines(text, changes);
      this.repaint();
      changed();
    });
    textarea.addEventListener("scroll", () => this.scroll());
    this.paint();
  }

  // The text area builds a large text anew each time that it is asked.
  get value() {
    return this.text.length > large ? this.text : this.area.value;
  }

  // set replaces the whole text, and forgets the marks.
  set(text) {
    if (this.area.value === text) return;
    this.area.value = text;
    this.marks = [];
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.paint();
  }

  // mark shows findings at their places. A mark ends with its line.
  mark(findings) {
    this.marks = findings.map(({ start, end, severity }) => {
      const line = this.text.indexOf("\n", start);
      return { start, end: Math.max(Math.min(end, line < 0 ? end : line), start + 1), severity };
    });
    this.paint();
  }

  // replace changes the text to another one, as a single edit of what differs.
  replace(text) {
    const { same, tail } = difference(this.value, text);
    this.edit([{ start: same, end: this.value.length - tail, new: text.slice(same, text.length - tail) }]);
  }

  // edit makes edits of a fix in such a way that they can be undone.
  edit(edits) {
    this.area.focus();
    for (const { start, end, new: text } of edits.toReversed()) {
      this.area.setSelectionRange(start, end);
      const done = text.length > large ? false : text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
      if (!done) {
        this.area.setRangeText(text, start, end, "end");
        this.area.dispatchEvent(new Event("input"));
      }
    }
  }

  // select moves the caret to a place and shows it.
  select(start, end) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const line = this.lineAt(start);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = line * height - this.area.clientHeight / 3;
    this.area.scrollLeft = 0;
    this.scroll();
  }

  // shiftMarks moves the marks along with an edit, until there are new ones.
  shiftMarks(after, { same, tail }) {
    const before = this.text;
    const moved = after.length - before.length;
    const shift = (offset) => (offset >= before.length - tail ? offset + moved : Math.min(offset, same));
    this.marks = this.marks.map((m) => ({ ...m, start: m.start <= same ? m.start : shift(m.start), end: m.end <= same ? m.end : shift(m.end) }));
  }

  // shiftLines brings the lines up to date with an edit, of which only those are read that
  // differ.
  shiftLines(after, { same, tail }) {
    const moved = after.length - this.text.length;
    const first = this.lineAt(same);
    const last = this.lineAt(this.text.length - tail);
    const end = last + 1 < this.starts.length ? this.starts[last + 1] + moved - 1 : after.length;
    let start = this.starts[first];
    const lines = after.slice(start, end).split("\n");
    const starts = lines.map((line) => {
      const at = start;
      start += line.length + 1;
      return at;
    });
    const behind = (list) => list.slice(last + 1);
    this.lines = [...this.lines.slice(0, first), ...lines, ...behind(this.lines)];
    this.starts = [...this.starts.slice(0, first), ...starts, ...behind(this.starts).map((at) => at + moved)];
    this.text = after;
  }

  // lineAt returns the index of the line that an offset is in.
  lineAt(offset) {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // paint brings the layers up to date.
  paint(text = this.area.value) {
    this.text = text;
    this.lines = text.split("\n");
    this.starts = [];
    let start = 0;
    for (const line of this.lines) {
      this.starts.push(start);
      start += line.length + 1;
    }
    this.repaint();
  }

  // repaint draws the lines again.
  repaint() {
    this.drawn = null;
    this.scroll();
  }

  // draw draws lines, of which only those are touched that look different.
  draw(from, to) {
    const marks = this.marks.toSorted((a, b) => a.start - b.start);
    const looks = [];
    let numbers = "";
    let next = 0;
    for (let i = from; i < to; i++) {
      const [line, start] = [this.lines[i], this.starts[i]];
      const own = [];
      while (next < marks.length && marks[next].start < start) next++;
      for (; next < marks.length && marks[next].start <= start + line.length; next++) {
        own.push({ ...marks[next], start: marks[next].start - start, end: marks[next].end - start });
      }
      own.sort((a, b) => rank[a.severity] - rank[b.severity]);
      looks.push(pieces(line, this.text.length > large ? [] : colors(line), own) + "\n");
      numbers += own.length ? `<b class="${own.at(-1).severity}">${i + 1}</b>\n` : `${i + 1}\n`;
    }
    this.redraw(looks);
    if (numbers !== this.numbers) this.gutter.innerHTML = this.numbers = numbers;
  }

  // redraw shows lines of HTML in place of those that are shown.
  redraw(looks) {
    const shown = this.looks ?? [];
    let same = 0;
    while (same < looks.length && same < shown.length && looks[same] === shown[same]) same++;
    let tail = 0;
    while (tail < Math.min(looks.length, shown.length) - same && looks.at(-1 - tail) === shown.at(-1 - tail)) tail++;
    const old = [...this.back.children].slice(same, shown.length - tail);
    const fresh = looks.slice(same, looks.length - tail).map((html, i) => {
      const line = old[i] ?? document.createElement("div");
      if (!old[i] || html !== shown[same + i]) line.innerHTML = html;
      return line;
    });
    for (const line of old.slice(fresh.length)) line.remove();
    const after = this.back.children[same + Math.min(old.length, fresh.length)] ?? null;
    for (const line of fresh.slice(old.length)) this.back.insertBefore(line, after);
    this.looks = looks;
  }

  // scroll moves the layers to where the text is, and draws the lines that are not there.
  scroll() {
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    const most = this.lines.length;
    let [from, to] = [0, most];
    if (this.text.length > large) {
      const first = Math.floor(this.area.scrollTop / height);
      const shown = Math.ceil(this.area.clientHeight / height) + 1;
      [from, to] = [Math.max(0, first - shown), Math.min(most, first + 2 * shown)];
      const whole = this.drawn && this.drawn.from <= first && this.drawn.to >= Math.min(most, first + shown);
      if (whole) ({ from, to } = this.drawn);
    }
    if (this.drawn?.from !== from || this.drawn?.to !== to) {
      this.drawn = { from, to };
      this.draw(from, to);
    }
    const top = from * height - this.area.scrollTop;
    this.back.style.transform = `translate(${-this.area.scrollLeft}px, ${top}px)`;
    this.gutter.style.transform = `translateY(${top}px)`;
  }
}

// difference returns how many letters two texts have in common at their starts and ends.
// Whole blocks are compared at once.
function difference(before, after) {
  const block = 1 << 14;
  const most = Math.min(before.length, after.length);
  const startsAlike = (at, length) => before.slice(at, at + length) === after.slice(at, at + length);
  let same = 0;
  while (same + block <= most && startsAlike(same, block)) same += block;
  while (same < most && before[same] === after[same]) same++;
  const endsAlike = (at, length) => before.slice(before.length - at - length, before.length - at) === after.slice(after.length - at - length, after.length - at);
  let tail = 0;
  while (tail + block <= most - same && endsAlike(tail, block)) tail += block;
  while (tail < most - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { same, tail };
}

// colors returns the ranges of the tokens of JSON in a line.
function colors(line) {
  const ranges = [];
  for (const match of line.matchAll(token)) {
    const kind = match[0].startsWith('"') ? (match[2] ? "k" : "s") : match[0].startsWith("-- ") ? "c" : "n";
    ranges.push({ start: match.index, end: match.index + (match[1] ?? match[0]).length, kind });
  }
  return ranges;
}

// pieces returns a line as HTML, with the classes of its tokens and marks; the last of
// several marks counts.
function pieces(line, tokens, marks) {
  const cuts = new Set([0, line.length]);
  for (const r of [...tokens, ...marks]) cuts.add(Math.min(r.start, line.length)).add(Math.min(r.end, line.length));
  const sorted = [...cuts].sort((a, b) => a - b);
  let [html, next] = ["", 0];
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [start, end] = [sorted[i], sorted[i + 1]];
    while (next < tokens.length && tokens[next].end <= start) next++;
    const kind = next < tokens.length && tokens[next].start <= start ? tokens[next].kind : "";
    const mark = marks.findLast((m) => m.start <= start && m.end >= end);
    const classes = [kind, mark && `mark ${mark.severity}`].filter(Boolean);
    const piece = escape(line.slice(start, end));
    html += classes.length ? `<span class="${classes.join(" ")}">${piece}</span>` : piece;
  }
  return html;
}
