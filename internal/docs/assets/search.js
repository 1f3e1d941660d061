// Search over the names and descriptions in search-index.js, which is loaded when it is
// first needed. It works from file:// too.
"use strict";
{
  const box = document.querySelector(".search");
  const input = box.querySelector("input");
  const hits = box.querySelector(".hits");
  const root = box.dataset.root;
  const most = 30;
  let index;

  box.hidden = false;
  window.lexsmithSearch = (entries) => {
    index = [];
    for (const [path, id, kind, about, parts] of entries) {
      index.push({ link: path, name: id, kind, about });
      for (let i = 0; i < parts.length; i += 2) {
        const [, type, name] = parts[i].match(/^(def|field)-(.*)$/s);
        const shown = type === "def" ? `${id}#${name}` : `${id} ${name}`;
        index.push({ link: `${path}#${parts[i]}`, name: shown, kind: type === "def" ? "definition" : "field", about: parts[i + 1], own: name });
      }
    }
    for (const entry of index) {
      entry.low = entry.name.toLowerCase();
      entry.text = entry.about.toLowerCase();
      entry.last = (entry.own ?? entry.name).toLowerCase().split(/[.#]/).pop();
    }
    show();
  };

  function load() {
    if (box.dataset.loading) return;
    box.dataset.loading = "true";
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    document.head.append(script);
  }

  // score is higher for a better match; 0 is none.
  function score(entry, words) {
    let total = 0;
    for (const word of words) {
      if (entry.last === word) total += 60;
      else if (entry.last.startsWith(word)) total += 40;
      else if (entry.low.includes(word)) total += 20;
      else if (entry.text.includes(word)) total += 5;
      else return 0;
    }
    return total + (entry.kind === "field" ? 0 : entry.kind === "definition" ? 3 : 6) - entry.name.length / 1000;
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    hits.replaceChildren();
    hits.hidden = words.length === 0;
    if (hits.hidden || !index) return;
    const found = index.map((entry) => [score(entry, words), entry]).filter(([points]) => points > 0);
    found.sort(([a], [b]) => b - a);
    for (const [, entry] of found.slice(0, most)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const name = document.createElement("strong");
      const about = document.createElement("small");
      link.href = root + entry.link;
      name.textContent = entry.name;
      about.textContent = entry.kind + (entry.about ? `: ${entry.about.slice(0, 140)}` : "");
      link.append(name, about);
      item.append(link);
      hits.append(item);
    }
    if (found.length === 0) {
      const item = document.createElement("li");
      item.className = "none";
      item.textContent = "Nothing found";
      hits.append(item);
    }
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", () => { load(); show(); });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") hits.querySelector("a")?.click(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      hits.hidden = true;
    } else if (/^Arrow(Up|Down)$/.test(event.key) && box.contains(document.activeElement)) {
      const links = [...hits.querySelectorAll("a")];
      const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      (links[next] ?? input).focus();
      event.preventDefault();
    }
  });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) hits.hidden = true; });
}
