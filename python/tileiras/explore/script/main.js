// Assembles the page.

const byId = id => document.getElementById(id);
const app = new App();

function buildPanes() {
  const first = data.shown;
  for (const [id, codePane] of app.codePanes) {
    codePane.element.hidden = !first.includes(id);
    byId("panes").append(codePane.element);
    byId("forms").append(
        el("button", {
          type: "button",
          id: `toggle-${id}`,
          "aria-pressed": String(first.includes(id)),
          onclick: () => app.setShown(id, codePane.element.hidden)
        },
           codePane.pane.title));
  }
}

//===-- Tabs -------------------------------------------------------------===//

const tabs = [...document.querySelectorAll('[role="tab"]')];
const onTab = new Map();

function showTab(name) {
  for (const tab of tabs) {
    const own = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(own));
    tab.tabIndex = own ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !own;
  }
  onTab.get(name)?.();
}

function tabKey(event) {
  const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!by) return;
  const next = tabs[(tabs.indexOf(event.target) + by + tabs.length) % tabs.length];
  showTab(next.id.slice(4));
  next.focus();
}

//===-- Theme, splitter, keys ---------------------------------------------===//

const stored = name => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const store = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch { /* from disk it may be forbidden */
  }
};

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "☀ Light" : "☾ Dark";
  byId("theme").setAttribute("aria-label", `Switch to ${theme === "dark" ? "light" : "dark"} colours`);
  onTheme.forEach(redraw => redraw());
}
const onTheme = [];

function resizeDock(height) {
  const most = innerHeight - 200, made = Math.round(Math.min(most, Math.max(90, height)));
  byId("dock").style.height = `${made}px`;
  byId("splitter").setAttribute("aria-valuenow", Math.round(100 * made / innerHeight));
}

function setUpSplitter() {
  const splitter = byId("splitter"), dock = byId("dock");
  splitter.addEventListener("pointerdown", event => splitter.setPointerCapture(event.pointerId));
  splitter.addEventListener("pointermove", event => {
    if (splitter.hasPointerCapture(event.pointerId)) resizeDock(innerHeight - event.clientY - 4);
  });
  splitter.addEventListener("keydown", event => {
    const by = {ArrowUp: 30, ArrowDown: -30}[event.key];
    if (by) {
      resizeDock(dock.clientHeight + by);
      event.preventDefault();
    }
  });
}

function setUpKeys() {
  byId("last-form").textContent = app.codePanes.size;
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    const toggle = [...app.codePanes.keys()][Number(event.key) - 1];
    if (event.key === "/") {
      byId("search").focus();
      event.preventDefault();
    } else if (event.key === "t")
      byId("theme").click();
    else if (event.key === "?")
      byId("help").showModal();
    else if (event.key === "Escape" && !byId("help").open)
      app.choose(null);
    else if (toggle)
      app.setShown(toggle, app.codePanes.get(toggle).element.hidden);
  });
}

function setUpTools() {
  byId("search").addEventListener("input", event => app.search(event.target.value, 0));
  byId("search").addEventListener("keydown", event => {
    if (event.key === "Enter") app.search(event.target.value, event.shiftKey ? -1 : 1);
  });
  byId("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    store("tileiras-theme", theme);
    setTheme(theme);
  });
  byId("keys").addEventListener("click", () => byId("help").showModal());
  byId("close-help").addEventListener("click", () => byId("help").close());
  const costs = byId("costs");
  if (!data.costs) return byId("costs-label").remove(), costs.remove();
  data.costs.columns.forEach(
      ([title, meaning], column) => costs.append(el("option", {value: column, title: meaning}, title)));
  costs.addEventListener("change", () => app.setColumn(Number(costs.value)));
}

//===-- All of it ----------------------------------------------------------===//

buildPanes();
setUpTools();
setUpSplitter();
setUpKeys();
byId("panel-overview").append(...overview());
byId("panel-remarks")
    .append(
        data.remarks.length ? remarkList(app, data.remarks) :
                              el("p", {class: "quiet"}, "The compiler made no remarks."));
const layoutView = new LayoutView(app, byId("panel-layouts"));
const scheduleView = new ScheduleView(app, byId("panel-schedule"));
const timelineView = new TimelineView(app, byId("panel-run"));
const showLine = lineDetails(app, byId("panel-line"), layoutView);
app.listeners.push(showLine);
showLine(null);
onTab.set("layouts", () => layoutView.wake());
onTab.set("schedule", () => scheduleView.wake());
onTab.set("run", () => timelineView.wake());
onTheme.push(() => layoutView.drawn && layoutView.draw());
tabs.forEach(tab => {
  tab.addEventListener("click", () => showTab(tab.id.slice(4)));
  tab.addEventListener("keydown", tabKey);
});
app.listeners.push(
    chosen => chosen && byId("tab-overview").getAttribute("aria-selected") === "true" && showTab("line"));
const preference = matchMedia("(prefers-color-scheme: dark)");
setTheme(stored("tileiras-theme") ?? (preference.matches ? "dark" : "light"));
preference.addEventListener("change", event => stored("tileiras-theme") ?? setTheme(event.matches ? "dark" : "light"));
app.codePanes.forEach(codePane => codePane.light([], null));
if (panes.has("source") && data.start)
  app.codePanes.get("source").show(app.codePanes.get("source").rowOf.get(data.start), false);
