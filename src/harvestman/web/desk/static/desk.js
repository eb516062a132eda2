// Keys, and nothing that a page needs: everything works without this file.
(() => {
  "use strict";
  const OFF = "harvestman-keys-off";
  const dialog = document.getElementById("keys");
  const off = document.getElementById("keys-off");
  const isOff = () => localStorage.getItem(OFF) === "1";
  let going = 0;

  const rows = () => [...document.querySelectorAll("[data-row]")];
  const current = () => document.querySelector("[data-row].current");
  function move(step) {
    const all = rows();
    if (!all.length) return;
    const now = all.indexOf(current());
    const next = all[Math.max(0, Math.min(all.length - 1, now + step))];
    all.forEach((row) => row.classList.toggle("current", row === next));
    next.scrollIntoView({ block: "nearest" });
    const link = next.querySelector("a[href]");
    if (link) link.focus({ preventScroll: true });
  }
  function press(key) {
    const row = current();
    const inRow = row && row.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const found = inRow || document.querySelector(`main [data-key="${CSS.escape(key)}"]`);
    if (!found) return false;
    if (found.matches("input, textarea, select")) found.focus();
    else if (found.matches("summary")) { found.parentElement.open = true; const field = found.parentElement.querySelector("input:not([type=hidden]), textarea"); if (field) field.focus(); }
    else found.click();
    return true;
  }
  // In a month the arrows go by days and weeks, Enter opens what the day has.
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const days = [...document.querySelectorAll("[data-day]")];
  function stepDay(step, at) {
    if (!days.length || !days[0].offsetParent) return false;
    const now = days.indexOf(at.closest("[data-day]"));
    const today = Math.max(0, days.findIndex((day) => day.matches(".today")));
    const next = days[now < 0 ? today : now + step];
    if (!next) return false;
    next.tabIndex = -1;
    next.focus();
    return true;
  }
  days.forEach((day) => day.addEventListener("keydown", (event) => {
    const link = day.querySelector("a[href]");
    if (event.key === "Enter" && event.target === day && link && !isOff()) link.click();
  }));
  function help() { if (dialog && dialog.showModal && !dialog.open) dialog.showModal(); }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target;
    if (at.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]")) {
      if (event.key === "Escape") at.blur();
      return;
    }
    if (dialog && dialog.open) return;
    if (event.key === "?") { help(); event.preventDefault(); return; }
    if (isOff()) return;
    if (event.key === "Enter") {
      const first = document.querySelector("main [data-enter]");
      if (first && !at.matches("a, button, summary, input")) { first.click(); event.preventDefault(); }
      return;
    }
    if (STEPS[event.key] && stepDay(STEPS[event.key], at)) { event.preventDefault(); return; }
    if (event.key.length !== 1) return;
    if (Date.now() - going < 1500) {
      going = 0;
      const link = document.querySelector(`nav [data-go="${CSS.escape(event.key)}"]`);
      if (link) { link.click(); event.preventDefault(); }
      return;
    }
    if (event.key === "g") { going = Date.now(); return; }
    if (event.key === "/") { document.getElementById("search").focus(); event.preventDefault(); return; }
    if (event.key === "j" && rows().length) { move(1); event.preventDefault(); return; }
    if (event.key === "k" && rows().length) { move(-1); event.preventDefault(); return; }
    if (event.key === "o" && current()) { const link = current().querySelector("a[href]"); if (link) link.click(); return; }
    if (event.key === "x" && current()) { const box = current().querySelector("input[type=checkbox]"); if (box) box.click(); return; }
    if (press(event.key)) event.preventDefault();
  });
  document.querySelectorAll("[data-help]").forEach((button) => button.addEventListener("click", help));
  if (off) {
    off.checked = isOff();
    off.addEventListener("change", () => localStorage.setItem(OFF, off.checked ? "1" : "0"));
  }
  // A job that goes on tells when it changes; htmx then asks for the part of the page that shows it.
  const job = document.querySelector("[data-follow]");
  if (job && window.EventSource && window.htmx) {
    const events = new EventSource(job.dataset.follow);
    const changed = () => window.htmx.trigger("#job", "changed");
    events.addEventListener("progress", changed);
    events.addEventListener("end", () => { events.close(); changed(); });
  }

  // A list is remembered in this tab, so that its papers can be gone through one after the other.
  const LIST = "harvestman-list";
  const list = document.querySelector("[data-list]");
  if (list) sessionStorage.setItem(LIST, JSON.stringify([...list.querySelectorAll("h2 a[href]")].map((link) => link.getAttribute("href"))));
  const neighbours = document.querySelector("[data-neighbours]");
  if (neighbours) {
    const all = JSON.parse(sessionStorage.getItem(LIST) || "[]");
    const here = all.indexOf(location.pathname);
    [...neighbours.querySelectorAll("a")].forEach((link, n) => {
      const target = here < 0 ? undefined : all[here + (n ? 1 : -1)];
      if (target) { link.href = target; neighbours.hidden = false; } else link.remove();
    });
  }
  document.documentElement.classList.add("js");
})();
