// A text area with line numbers, colors and marks. The text area itself is the editor;
// behind it lies the same text in the same letters, with the colors and marks.

const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const token = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b|^-- .+ --$/gm;
const rank = { error: 3, warning: 2, info: 1 };
const colored = 200_000; // longer texts stay plain

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
      this.shiftMarks();
      this.paint();
      changed();
    });
    textarea.addEventListener("scroll", () => this.scroll());
    this.paint();
  }

  get value() {
    return this.area.value;
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
      const line = this.area.value.indexOf("\n", start);
      return { start, end: Math.min(Math.max(end, start + 1), line < 0 ? Infinity : Math.max(line, start + 1)), severity };
    });
    this.paint();
  }

  // edit makes edits of a fix in such a way that they can be undone.
  edit(edits) {
    this.area.focus();
    for (const { start, end, new: text } of edits.toReversed()) {
      this.area.setSelectionRange(start, end);
      const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
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
    const before = this.area.value.slice(0, start);
    const line = before.split("\n").length - 1;
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = line * height - this.area.clientHeight / 3;
    this.area.scrollLeft = 0;
    this.scroll();
  }

  // shiftMarks moves the marks along with an edit, until there are new ones.
  shiftMarks() {
    const [before, after] = [this.text, this.area.value];
    const most = Math.min(before.length, after.length);
    let same = 0;
    while (same < most && before[same] === after[same]) same++;
    let tail = 0;
    while (tail < most - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
    const moved = after.length - before.length;
    const shift = (offset) => (offset >= before.length - tail ? offset + moved : Math.min(offset, same));
    this.marks = this.marks.map((m) => ({ ...m, start: m.start <= same ? m.start : shift(m.start), end: m.end <= same ? m.end : shift(m.end) }));
  }

  paint() {
    const text = (this.text = this.area.value);
    const ranges = text.length > colored ? [] : this.colors(text);
    this.back.innerHTML = this.pieces(text, ranges) + "\n";
    const worst = new Map();
    for (const mark of this.marks) {
      const line = this.lineOf(mark.start);
      if (!worst.has(line) || rank[mark.severity] > rank[worst.get(line)]) worst.set(line, mark.severity);
    }
    const count = text.split("\n").length;
    let numbers = "";
    for (let i = 1; i <= count; i++) numbers += worst.has(i) ? `<b class="${worst.get(i)}">${i}</b>\n` : `${i}\n`;
    this.gutter.innerHTML = numbers;
    this.scroll();
  }

  lineOf(offset) {
    let line = 1;
    for (let i = this.text.indexOf("\n"); i >= 0 && i < offset; i = this.text.indexOf("\n", i + 1)) line++;
    return line;
  }

  // colors returns the ranges of the tokens of JSON.
  colors(text) {
    const ranges = [];
    for (const match of text.matchAll(token)) {
      const kind = match[0].startsWith('"') ? (match[2] ? "k" : "s") : match[0].startsWith("-- ") ? "c" : "n";
      ranges.push({ start: match.index, end: match.index + (match[1] ?? match[0]).length, kind });
    }
    return ranges;
  }

  // pieces returns the text as HTML, with the classes of all ranges and marks.
  pieces(text, ranges) {
    const cuts = new Set([0, text.length]);
    for (const r of [...ranges, ...this.marks]) cuts.add(Math.min(r.start, text.length)).add(Math.min(r.end, text.length));
    const sorted = [...cuts].sort((a, b) => a - b);
    const marks = this.marks.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
    let html = "";
    let next = 0;
    for (let i = 0; i + 1 < sorted.length; i++) {
      const [start, end] = [sorted[i], sorted[i + 1]];
      while (next < ranges.length && ranges[next].end <= start) next++;
      const classes = [];
      if (next < ranges.length && ranges[next].start <= start) classes.push(ranges[next].kind);
      const mark = marks.findLast((m) => m.start <= start && m.end >= end);
      if (mark) classes.push("mark", mark.severity);
      const piece = escape(text.slice(start, end));
      html += classes.length ? `<span class="${classes.join(" ")}">${piece}</span>` : piece;
    }
    return html;
  }

  scroll() {
    this.back.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-this.area.scrollTop}px)`;
  }
}
