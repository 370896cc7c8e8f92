"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { texts, verdicts, files } = data;
  const search = document.getElementById("search");
  const rule = document.getElementById("rule");
  const boxes = [...document.querySelectorAll("input[name=verdict]")];
  const matching = document.getElementById("matching");
  const none = document.getElementById("none");
  const details = [...document.querySelectorAll("#files > details")];
  const MOST_ROWS = 2000;

  const rules = new Set();
  for (const [, functions] of files) for (const [, rows] of functions) for (const row of rows) rules.add(texts[row[2]]);
  for (const name of [...rules].sort()) rule.append(new Option(name, name));

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function tally(rows) {
    const counts = verdicts.map(() => 0);
    for (const row of rows) counts[row[1]] += 1;
    return counts;
  }
  function words(counts) {
    return verdicts.map((name, at) => counts[at] ? `${counts[at]} ${name}` : "").filter(Boolean).join(", ");
  }
  function bar(counts) {
    const element = make("div", "bar");
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", words(counts));
    const total = counts.reduce((sum, count) => sum + count, 0) || 1;
    verdicts.forEach((name, at) => {
      if (!counts[at]) return;
      const part = make("span", `b-${name}`);
      part.style.flex = `${Math.max(1, counts[at] / total * 100)} 0 0`;
      element.append(part);
    });
    return element;
  }
  function wanted() {
    const needle = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const on = new Set(boxes.filter((box) => box.checked).map((box) => Number(box.value)));
    return (file, name, row) => {
      if (!on.has(row[1])) return false;
      if (rule.value && texts[row[2]] !== rule.value) return false;
      if (!needle.length) return true;
      const hay = `${file}:${row[0]} ${name} ${texts[row[2]]} ${texts[row[3]]} ${texts[row[4]]}`.toLowerCase();
      return needle.every((word) => hay.includes(word));
    };
  }
  function table(rows) {
    const element = make("table", "rows");
    const body = make("tbody");
    for (const row of rows.slice(0, MOST_ROWS)) {
      const line = make("tr");
      line.append(make("td", "number soft", row[0] ? `line ${row[0]}` : ""));
      const badge = make("td");
      badge.append(make("span", `badge ${verdicts[row[1]]}`, verdicts[row[1]]));
      line.append(badge, make("td", "", texts[row[2]]));
      const statement = make("td", "breakable");
      statement.append(make("code", "", texts[row[3]]));
      const evidence = make("td", "soft breakable");
      if (row[5]) {
        const link = make("a", "", texts[row[4]]);
        link.href = row[5];
        evidence.append(link);
      } else evidence.textContent = texts[row[4]];
      line.append(statement, evidence);
      body.append(line);
    }
    element.append(body);
    if (rows.length > MOST_ROWS) element.append(make("caption", "soft", `${rows.length - MOST_ROWS} more rows are not shown; filter to see them`));
    return element;
  }
  function fill(at) {
    const [file, functions] = files[at];
    const accept = wanted();
    const element = details[at];
    element.querySelectorAll(":scope > details").forEach((old) => old.remove());
    for (const [name, rows] of functions) {
      const shown = rows.filter((row) => accept(file, name, row));
      if (!shown.length) continue;
      const part = make("details");
      const head = make("summary");
      const counts = tally(shown);
      head.append(make("span", "name code", `${name}()`), bar(counts), make("span", "tally", words(counts)));
      part.append(head);
      part.addEventListener("toggle", () => {
        if (part.open && !part.querySelector("table")) part.append(table(shown));
      });
      element.append(part);
      if (shown.length <= 12 || functions.length === 1) part.open = true;
    }
  }
  function update() {
    const accept = wanted();
    let count = 0;
    files.forEach(([file, functions], at) => {
      let here = 0;
      for (const [name, rows] of functions) for (const row of rows) if (accept(file, name, row)) here += 1;
      count += here;
      details[at].hidden = here === 0;
      if (details[at].open) fill(at);
    });
    matching.textContent = `${count} shown`;
    none.hidden = count !== 0;
  }
  details.forEach((element, at) => element.addEventListener("toggle", () => { if (element.open) fill(at); }));
  let timer = 0;
  search.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(update, 120); });
  for (const control of [...boxes, rule]) control.addEventListener("change", update);
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) && document.activeElement.type !== "checkbox";
    if (event.key === "/" && !typing) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && document.activeElement === search) { search.value = ""; update(); }
  });
  update();
  if (details.length === 1) details[0].open = true;
})();
