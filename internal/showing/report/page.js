// The page of a report stands in its HTML. This makes it follow the sliders, by what is in #grid, and lets the table be sorted and searched.
"use strict";

(() => {
  const by = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // --- the sliders

  // What each chart shows, for those who point at it.
  const shown = new Map();

  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const points = 48, levels = 64 * 64, left = 54, right = 322, top = 10, end = 146;
  const heightsOf = (line) => Array.from({ length: points }, (_, k) => digits.indexOf(line[2 * k]) * 64 + digits.indexOf(line[2 * k + 1]));

  function pathOf(heights, part, dots) {
    let pen = "M", path = "";
    heights.forEach((height, k) => {
      if (height === levels - 1) {
        pen = "M";
        return;
      }
      const x = left + (k + 0.5) / points * (right - left) * part, y = end - height / (levels - 2) * (end - top);
      path += pen + x.toFixed(1) + " " + y.toFixed(1) + (dots ? "h0" : "");
      pen = dots ? "M" : "L";
    });
    return path;
  }

  // spell writes text with commands in backquotes and flags, in which no line breaks.
  function spell(element, text) {
    element.replaceChildren(...text.split(/(`[^`]*`|--[\w.-]*\w)/).map((part, i) => i % 2
      ? Object.assign(document.createElement("code"), { textContent: part.replaceAll("`", "") }) : part));
    return element;
  }

  function start(grid) {
    const at = Object.fromEntries(grid.axes.map((axis) => [axis.key, axis.start]));
    const index = (keys) => keys.reduce((i, key) => i * grid.axes.find((axis) => axis.key === key).steps.length + at[key], 0);
    const boxes = all(".flow")[0].children;
    let outage;

    function showNarrowest() {
      const found = grid.narrowest[index(["objects", "reconcile", "requests"])];
      spell(by("lead"), found.lead);
      by("todo").replaceChildren(...found.todo.map((step) => spell(document.createElement("li"), step)));
      [...boxes].forEach((box, i) => {
        box.className = found.limits[i] ? "narrowest" : { missing: "missing", unknown: "unknown" }[box.dataset.state] || "";
        box.querySelector(".limits").textContent = found.limits[i];
        box.querySelector(".allows").textContent = found.allows[i];
      });
    }

    function showQuota() {
      const quota = Number(by("quota").value);
      const times = (calls) => {
        const a = calls / 10 / quota;
        return a >= 10 ? Math.round(a).toLocaleString("en-US") : String(Math.round(a * 10) / 10);
      };
      by("quota-means").textContent = quota > 0 ? "With one call each, the reconciles of the outage are " + times(outage.now) + " times that, and with one rate " + times(outage.then) + " times." : "";
    }

    function showScenario(section, scenario) {
      const keys = ["objects", "reconcile", "requests", ...(scenario.failing ? ["failing"] : [])];
      const now = scenario.now[index(keys)], then = scenario.then[index([...keys, "rate"])];
      const span = Math.max(now.s, then.s), length = grid.spans[span];
      section.querySelector(".meaning").textContent = then.m;
      all("tbody tr", section).forEach((row, i) => {
        row.cells[1].textContent = now.c[i];
        row.cells[2].textContent = then.c[i];
      });
      all(".chart", section).forEach((chart, i) => {
        const dots = chart.querySelector(".dots") !== null;
        const lines = [now, then].map((run) => ({ heights: heightsOf(run.l[i]), part: grid.spans[run.s] / length }));
        chart.querySelector(".now").setAttribute("d", pathOf(lines[0].heights, lines[0].part, dots));
        chart.querySelector(".then").setAttribute("d", pathOf(lines[1].heights, lines[1].part, dots));
        chart.querySelector(".phase").setAttribute("width", (Math.min(1, scenario.phase / length) * (right - left)).toFixed(1));
        all(".x", chart).forEach((text, q) => { text.textContent = grid.ticks[span][q]; });
        shown.set(chart, { lines, length });
        point(chart, -1);
      });
      if (!scenario.failing) return;
      spell(by("outage"), then.v + now.v);
      spell(by("effect"), (now.e || "") + (then.e || ""));
      outage = { now: now.n || 0, then: then.n || 0 };
    }

    function show() {
      showNarrowest();
      all(".scenario").forEach((section, i) => showScenario(section, grid.scenarios[i]));
      showQuota();
    }

    all("#load input").forEach((range) => {
      const axis = grid.axes.find((a) => a.key === range.dataset.key);
      const output = range.closest("label").querySelector("output");
      const step = () => {
        at[axis.key] = Number(range.value);
        output.textContent = axis.steps[at[axis.key]];
        range.setAttribute("aria-valuetext", axis.steps[at[axis.key]]);
      };
      range.value = axis.start;
      step();
      range.addEventListener("input", () => {
        step();
        show();
      });
    });
    by("quota").addEventListener("input", showQuota);
    all(".chart").forEach(follow);
    show();
    by("load").hidden = false;
    by("for").hidden = true;
    all(".quota").forEach((p) => { p.hidden = false; });
  }

  // --- values of charts, by pointing at them and by keys

  const plain = (x) => {
    if (x >= 1000) return (Math.round(x / 100) * 100).toLocaleString("en-US");
    return String(Number(x.toPrecision(x >= 100 ? 3 : 2)));
  };
  const time = (s) => s < 1 ? Math.round(s * 1000) + " ms" : s < 60 ? plain(s) + " s" : s < 3570 ? Math.round(s / 6) / 10 + " min" : "an hour or more";
  const words = { number: plain, share: (x) => Math.round(x * 100) + " %", seconds: time };

  function point(chart, k) {
    const { lines, length } = shown.get(chart);
    const { scale, top: most } = chart.dataset;
    const moment = (k + 0.5) / points * length;
    const values = lines.map(({ heights, part }) => {
      const height = heights[Math.floor((k + 0.5) / part)];
      if (height === undefined || height === levels - 1) return "–";
      const share = height / (levels - 2);
      return words[scale](scale === "share" ? share * most : (1 + Number(most)) ** share - 1);
    });
    let cursor = chart.querySelector(".cursor");
    if (!cursor) {
      cursor = document.createElementNS("http://www.w3.org/2000/svg", "path");
      cursor.setAttribute("class", "cursor");
      chart.append(cursor);
    }
    const text = k < 0 ? "" : "at " + time(moment) + ": this program " + values[0] + ", with one rate " + values[1];
    cursor.setAttribute("d", k < 0 ? "" : "M" + (left + (k + 0.5) / points * (right - left)).toFixed(1) + " " + top + "V" + end);
    chart.parentNode.querySelector(".readout").textContent = text;
    chart.setAttribute("aria-valuenow", Math.max(0, k));
    chart.setAttribute("aria-valuetext", text || "arrow keys show the values");
  }

  function follow(chart) {
    let k = -1;
    const go = (to) => point(chart, k = to < 0 ? -1 : Math.min(points - 1, to));
    for (const [name, value] of Object.entries({ role: "slider", tabindex: "0", "aria-valuemin": "0", "aria-valuemax": points - 1, "aria-label": chart.dataset.title })) chart.setAttribute(name, value);
    chart.addEventListener("pointermove", (e) => {
      const box = chart.getBoundingClientRect();
      go(Math.max(0, Math.floor(((e.clientX - box.left) / box.width * 340 - left) / (right - left) * points)));
    });
    chart.addEventListener("pointerleave", () => go(-1));
    chart.addEventListener("blur", () => go(-1));
    chart.addEventListener("keydown", (e) => {
      const to = { ArrowRight: k + 1, ArrowUp: k + 1, ArrowLeft: Math.max(0, k - 1), ArrowDown: Math.max(0, k - 1), Home: 0, End: points - 1, Escape: -1 }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      go(to);
    });
  }

  // --- the table

  const table = by("table");
  if (table) {
    const rows = [...table.tBodies];
    const search = () => {
      const wanted = by("search").value.trim().toLowerCase(), bad = by("filter").value === "findings";
      let visible = 0;
      for (const body of rows) {
        body.hidden = (bad && body.querySelector(".bad") === null) || !body.textContent.toLowerCase().includes(wanted);
        visible += body.hidden ? 0 : 1;
      }
      by("shown").textContent = (visible === rows.length ? "" : visible + " of ") + rows.length + (rows.length === 1 ? " controller" : " controllers");
    };
    by("search").addEventListener("input", search);
    by("filter").addEventListener("change", search);
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const value = (body) => body.rows[0].cells[column].textContent;
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        rows.sort((a, b) => value(a).localeCompare(value(b), "en", { numeric: true }) * (down ? -1 : 1));
        table.append(...rows);
      });
    });
    document.querySelector(".tools").hidden = false;
    search();
  }

  // A link to a finding opens what it is in.
  const reveal = () => {
    const target = location.hash && by(location.hash.slice(1));
    if (!target) return;
    for (let group = target.closest("details"); group; group = group.parentNode.closest("details")) group.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  addEventListener("beforeprint", () => { for (const details of all("details")) details.open = true; });

  const packed = by("grid").textContent;
  if (packed && typeof DecompressionStream === "function") {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json().then(start);
  }
})();
