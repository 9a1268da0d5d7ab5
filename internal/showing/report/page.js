// The page of a report: it shows what is in #data. Everything from the program's source is text, never markup.
"use strict";

(() => {
  const report = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);

  function element(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === true) node.setAttribute(key, "");
      else if (value !== false && value !== undefined && value !== "") node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child !== undefined && child !== ""));
    return node;
  }

  function svg(name, attributes, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  function place(at) {
    if (!at || !at.text) return "";
    const parts = at.text.split("/");
    const short = parts.length > 3 ? "…/" + parts.slice(-2).join("/") : at.text;
    if (!at.link) return element("span", { class: "at", title: at.text }, short);
    return element("a", { class: "at", href: at.link, rel: "noreferrer", title: at.text }, short);
  }

  function format(x) {
    if (x === Infinity) return "any number of";
    if (x >= 1000) return Math.round(x).toLocaleString("en-US");
    if (x >= 10) return String(Math.round(x));
    return String(Math.round(x * 100) / 100);
  }

  function length(s) {
    if (s < 0) return "more than an hour";
    if (s < 1) return Math.round(s * 1000) + " ms";
    if (s < 90) return format(s) + " s";
    const minutes = Math.floor(s / 60), rest = Math.round(s - minutes * 60);
    return rest === 0 ? minutes + " min" : minutes + " min " + rest + " s";
  }

  const count = (n, noun) => format(n) + " " + noun + (n === 1 ? "" : "s");

  // --- what limits the program

  let program = report.programs[0];

  function showProgram() {
    by("title").textContent = report.title;
    const n = program ? program.controllers : 0;
    by("subtitle").textContent = program ? (program.main ? program.main + ": " : "Controllers that no main package reaches: ") + count(n, "controller") : "No controller was found.";
    if (!program) return;
    by("narrowest").textContent = program.narrowest;
    by("flow").replaceChildren(...program.parts.map((part) => {
      const state = { present: "", missing: "missing", unknown: "unknown" }[part.state];
      return element("li", { class: [state, part.narrowest ? "narrowest" : ""].join(" ").trim() },
        element("p", { class: "name" }, part.name),
        element("p", { class: "value" }, part.value),
        part.narrowest ? element("p", { class: "tag" }, "the narrowest part") : "",
        part.state === "missing" ? element("p", { class: "tag" }, "not limited") : "",
        part.state === "unknown" ? element("p", { class: "tag" }, "not known in whole") : "",
        ...(part.detail || []).map((line) => element("p", { class: "detail" }, line)),
        place(part.at));
    }));
    by("assumed").replaceChildren(...program.assumed.map((line) => element("li", {}, line)));
    const problems = report.problems.length === 0 ? [] : [
      element("p", { class: "bad" }, "Something could not be analysed, so controllers may be missing:"),
      element("ul", { class: "notes" }, ...report.problems.slice(0, 10).map((line) => element("li", {}, line)))];
    by("problems").replaceChildren(...problems);
  }

  // --- what would happen

  const inputs = [
    { key: "objects", label: "Objects in all", steps: [10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000], show: (x) => format(x) },
    { key: "reconcile", label: "Duration of a reconcile", steps: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30], show: length },
    { key: "requests", label: "API requests per reconcile", steps: [0, 1, 2, 3, 5, 10, 20], show: (x) => format(x) },
    { key: "rate", label: "One rate for all controllers", steps: [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500], show: (x) => format(x) + " a second" },
    { key: "failing", label: "Objects that fail in an outage", steps: [0.01, 0.1, 0.25, 0.5, 0.75, 1], show: (x) => Math.round(x * 100) + " %" },
  ];
  const load = {};

  function showInputs() {
    by("load").replaceChildren(...inputs.map((input) => {
      load[input.key] = input.key === "rate" ? program.rate : program.load[input.key];
      const output = element("output", {}, input.show(load[input.key]));
      const nearest = input.steps.reduce((best, x, i) => Math.abs(x - load[input.key]) < Math.abs(input.steps[best] - load[input.key]) ? i : best, 0);
      const range = element("input", { type: "range", min: 0, max: input.steps.length - 1, step: 1, value: nearest, "aria-valuetext": input.show(load[input.key]), "data-key": input.key });
      range.addEventListener("input", () => {
        load[input.key] = input.steps[Number(range.value)];
        output.textContent = input.show(load[input.key]);
        range.setAttribute("aria-valuetext", input.show(load[input.key]));
        later();
      });
      return element("label", {}, input.label, output, range);
    }));
  }

  let timer = 0;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(showScenarios, 60);
  }

  const most = (list) => list.reduce((a, b) => Math.max(a, b), 0);
  const longestWait = (r) => r.probes.some((p) => p.wait < 0) ? -1 : most(r.probes.map((p) => p.wait));

  const waits = (r) => {
    const wait = longestWait(r);
    return wait < 0 ? "waits more than an hour" : wait < 0.0005 ? "does not wait" : "waits up to " + length(wait);
  };

  const scenarios = [
    {
      name: "outage", title: "Outage: reconciles fail for ten minutes, and then succeed",
      sentence(now, then) {
        const ends = (r) => r.recovered < 0 ? "not all objects recover within an hour" : r.recovered <= 600 ? "all objects are healthy at its end" : "the last object recovers " + length(r.recovered - 600) + " after it";
        return `The program starts ${format(sum(now, 600))} reconciles during the outage, up to ${format(now.most)} in one second, and ${ends(now)}. With one rate of ${format(load.rate)} a second: ${format(sum(then, 600))} reconciles, up to ${format(then.most)} in one second, and ${ends(then)}.`;
      },
    },
    {
      name: "restart", title: "Restart: all objects are queued at once",
      sentence(now, then) {
        const ends = (r) => r.recovered < 0 ? "more than an hour" : length(r.recovered);
        return `All objects have been reconciled after ${ends(now)}; a new object ${waits(now)}. With one rate of ${format(load.rate)} a second: after ${ends(then)}; a new object ${waits(then)}.`;
      },
    },
    {
      name: "storm", title: "Storm: for a minute, objects change ten times as fast as the program can reconcile them",
      sentence(now, then) {
        return `The program starts up to ${format(now.most)} reconciles and sends ${format(most(now.requests))} requests to the API server a second; a new object ${waits(now)}. With one rate of ${format(load.rate)} a second: up to ${format(then.most)} reconciles and ${format(most(then.requests))} requests a second; a new object ${waits(then)}.`;
      },
    },
  ];

  function sum(r, until) {
    return r.reconciles.slice(0, Math.ceil(until / r.bin)).reduce((a, b) => a + b, 0) * r.bin;
  }

  // recommended is the program with the limits that one rate stands for.
  function recommended(rate) {
    const { global, client, groups } = program.recommended;
    return {
      global: { ...global, rate, burst: 10 * rate },
      client: { ...client, rate: 5 * rate, burst: 10 * rate, start: 10 * rate },
      groups: groups.map((g) => ({ ...g, workers: Math.max(1, Math.floor(rate)) })),
    };
  }

  function showScenarios() {
    if (!program || !program.model) return;
    const better = recommended(load.rate);
    by("price").textContent = priceOf(load);
    by("scenarios").replaceChildren(
      element("p", { class: "notes" }, element("span", { class: "key" }), "this program", element("span", { class: "key then" }), "with one rate for all controllers, " + format(load.rate) + " reconciles a second"),
      ...scenarios.map(({ name, title, sentence }) => {
        const now = simulate.run(program.model, load, simulate.scenarios[name]);
        const then = simulate.run(better, load, simulate.scenarios[name]);
        const phase = { outage: 600, restart: 0, storm: 60 }[name];
        const text = sentence(now, then);
        const groups = program.model.groups.length > 1 && program.model.groups.length <= 4 ? now.byGroup : [];
        return element("div", { class: "scenario", "data-scenario": name },
          element("h3", {}, title),
          element("p", {}, text),
          element("div", { class: "charts" },
            chart("Reconciles a second", now, then, (r) => series(r, r.reconciles), phase, groups.map((g) => series(now, g))),
            chart("Requests to the API server a second", now, then, (r) => series(r, r.requests), phase, []),
            name === "outage" ? chart("Retries in back-off", now, then, (r) => series(r, r.waiting), phase, [])
              : chart("Reconciles so far", now, then, (r) => running(r), phase, []),
            chart("Wait of a new object, in seconds", now, then, (r) => r.probes.filter((p) => p.wait >= 0).map((p) => [p.at, p.wait]), phase, [])));
      }));
  }

  // priceOf says what one rate costs: a program that is limited takes its time.
  const priceOf = (l) => {
    const text = `One rate caps the load, and the price is a slower recovery: at ${format(l.rate)} reconciles a second, ${format(l.objects)} objects take ${length(l.objects / l.rate)}. ` +
      `To get through them in five minutes, the rate has to be ${format(Math.ceil(l.objects / 300))}.`;
    const client = program.model.client && l.requests > 0 ? program.model.client.rate / l.requests : Infinity;
    return client > l.rate ? text : text + ` This program's client holds it to ${format(client)} reconciles a second already.`;
  };

  const series = (r, list) => list.map((y, i) => [(i + 0.5) * r.bin, y]);

  function running(r) {
    let total = 0;
    return [[0, 0], ...r.reconciles.map((y, i) => [(i + 1) * r.bin, total += y * r.bin])];
  }

  // --- charts

  function ceiling(x) {
    if (!(x > 0)) return 1;
    const unit = 10 ** Math.floor(Math.log10(x));
    return [1, 2, 2.5, 5, 10].map((f) => f * unit).find((y) => y >= x * 0.999);
  }

  function chart(title, now, then, points, phase, groups) {
    const width = 320, height = 150, left = 46, bottom = 20, top = 8, right = 10;
    const lines = [points(now), points(then)];
    const all = [...lines, ...groups].flat();
    const maxX = Math.max(30, most(all.map((p) => p[0])));
    const maxY = ceiling(most(all.map((p) => p[1])));
    const x = (v) => left + v / maxX * (width - left - right);
    const y = (v) => height - bottom - v / maxY * (height - top - bottom);
    const path = (line) => line.map((p, i) => (i === 0 ? "M" : "L") + x(p[0]).toFixed(1) + " " + y(p[1]).toFixed(1)).join("");
    const minutes = maxX > 180;
    const label = `${title}: at most ${format(most(lines[0].map((p) => p[1])))} in this program, ${format(most(lines[1].map((p) => p[1])))} with one rate.`;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
    if (phase > 0) picture.append(svg("rect", { class: "phase", x: x(0), y: top, width: x(Math.min(phase, maxX)) - x(0), height: height - top - bottom }));
    for (const v of [0, maxY / 2, maxY]) {
      picture.append(svg("path", { class: "axis", d: `M${left} ${y(v)}H${width - right}` }), svg("text", { x: left - 5, y: y(v) + 4, "text-anchor": "end" }, format(v)));
    }
    for (const v of [0, maxX / 2, maxX]) {
      const anchor = v === 0 ? "start" : v === maxX ? "end" : "middle";
      picture.append(svg("text", { x: x(v), y: height - 5, "text-anchor": anchor }, minutes ? Math.round(v / 60) + " min" : Math.round(v) + " s"));
    }
    for (const line of groups) picture.append(svg("path", { class: "group", d: path(line) }));
    picture.append(svg("path", { class: "now", d: path(lines[0]) }), svg("path", { class: "then", d: path(lines[1]) }));
    return element("figure", {}, element("figcaption", {}, title), picture);
  }

  // --- the table

  // What a verdict is called in a row: "unset" would read as if there were no back-off at all.
  const words = {
    limiter: { unset: "default", adhoc: "its own" },
    concurrency: { unset: "default", const: "", flag: "", rate: "" },
    client: { unlimited: "no limit", const: "", flag: "", rate: "" },
  };
  const inWords = (l) => ((words[l.key]?.[l.verdict] ?? l.verdict) + " " + l.value).trim() || l.verdict;

  const columns = [
    { title: "controller", text: (c) => c.name },
    { title: "kind", text: (c) => c.for },
    ...[...new Set(report.controllers.flatMap((c) => c.limits.map((l) => l.key)))].map((key) => ({
      title: { concurrency: "workers", limiter: "back-off" }[key] || key,
      text: (c) => { const l = c.limits.find((l) => l.key === key); return l ? inWords(l) : ""; },
    })),
    ...(report.programs.length > 1 ? [{ title: "main", text: (c) => c.main || "none" }] : []),
    { title: "findings", number: true, text: (c) => c.findings.length },
  ];
  let sortBy = columns.length - 1, descending = true;

  function showHead() {
    by("table").tHead.replaceChildren(element("tr", {}, ...columns.map((column, i) => {
      const button = element("button", { type: "button" }, column.title);
      button.addEventListener("click", () => {
        descending = sortBy === i ? !descending : Boolean(column.number);
        sortBy = i;
        showHead();
        showRows();
      });
      return element("th", { scope: "col", class: column.number ? "number" : "", "aria-sort": sortBy !== i ? "none" : descending ? "descending" : "ascending" }, button);
    })));
  }

  function opened(c) {
    const list = c.findings.map((f) => element("li", {}, element("a", { href: f.url, rel: "noreferrer" }, f.rule), " " + f.level + ": " + f.message + " ", place(f.at)));
    const limits = c.limits.map((l) => element("li", {}, (l.key + ": " + l.verdict + " " + l.value).trim() + (l.detail ? ", " + l.detail : "") + " ", place(l.at)));
    return element("td", { colspan: columns.length }, place(c.at), element("ul", { class: "inner" }, ...limits, ...list));
  }

  function showRows() {
    const wanted = by("search").value.trim().toLowerCase();
    const onlyFindings = by("filter").value === "findings";
    const list = report.controllers.filter((c) =>
      (!onlyFindings || c.findings.length > 0) &&
      (wanted === "" || columns.some((column) => String(column.text(c)).toLowerCase().includes(wanted)) || c.at.text.toLowerCase().includes(wanted)));
    const value = columns[sortBy].text;
    list.sort((a, b) => {
      const x = value(a), y = value(b);
      const order = typeof x === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
      return descending ? -order : order;
    });
    const rows = list.map((c) => {
      const button = element("button", { type: "button", "aria-expanded": "false" }, c.name);
      const row = element("tr", {}, element("td", {}, button), ...columns.slice(1).map((column) =>
        element("td", { class: column.number ? "number" + (column.text(c) > 0 ? " bad" : "") : "" }, String(column.text(c)))));
      let details;
      button.addEventListener("click", () => {
        if (details) {
          details.remove();
          details = undefined;
        } else {
          details = element("tr", { class: "details" }, opened(c));
          row.after(details);
        }
        button.setAttribute("aria-expanded", String(Boolean(details)));
      });
      return row;
    });
    by("table").tBodies[0].replaceChildren(...rows);
    by("shown").textContent = list.length === report.controllers.length ? count(list.length, "controller") : format(list.length) + " of " + count(report.controllers.length, "controller");
  }

  // --- what changed

  function showChanges() {
    const changes = report.changes;
    if (!changes) return;
    by("changes").hidden = false;
    const rows = [
      ...changes.gone.map((c) => ["gone", c.name, "", ""]),
      ...changes.new.map((c) => ["new", c.name, "", ""]),
      ...changes.changed.flatMap((c) => c.limits.map((l) => ["changed", c.name, l.key + ": " + l.before, l.after])),
    ];
    by("changes-body").replaceChildren(rows.length === 0 ? element("p", {}, "No controller is new, gone or limited differently than in " + changes.against + ".") :
      element("table", {}, element("thead", {}, element("tr", {}, ...["", "Controller", "In " + changes.against, "Now"].map((t) => element("th", { scope: "col" }, t)))),
        element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell)))))));
  }

  function showAll() {
    showProgram();
    if (program) {
      showInputs();
      showScenarios();
    }
  }

  if (report.programs.length > 1) {
    by("choose").hidden = false;
    report.programs.forEach((p, i) => by("main").append(element("option", { value: String(i) }, (p.main || "none") + " (" + p.controllers + ")")));
    by("main").addEventListener("change", () => {
      program = report.programs[Number(by("main").value)];
      showAll();
    });
  }
  by("search").addEventListener("input", showRows);
  by("filter").addEventListener("change", showRows);
  by("footer").textContent = "Made by rllint " + report.version + ". This page makes no network requests.";
  showProgram();
  showHead();
  showRows();
  showChanges();
  requestAnimationFrame(() => setTimeout(showAll, 0));
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    showScenarios();
  });
})();
