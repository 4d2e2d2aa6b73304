import type { ScanFile } from '../scan-file.js';
import { addressMarks } from './hosts.js';
import { MARK } from './marks.js';
import { BUNDLE_CHARS } from './script-file.js';

const SCRIPT_FILE = /\.(?:js|mjs|cjs)$/i;
const NODE_SCRIPT = /^#![^\n]{0,80}\b(?:node|deno|bun)\b/;
const MARKUP_FILE = /\.(?:html?|xhtml|svg|xht)$/i;
const MARKUP_START =
  /^\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,200})?(?:<!--[\s\S]{0,2000}?-->\s{0,200})?<(?:!doctype\s+(?:html|svg)|html|svg|head|body)[\s>]/i;

/** Names by which a browser takes a part of any document for a page or picture. */
const XML_NAMES = /http:\/\/www\.w3\.org\/(?:1999\/(?:xhtml|XSL\/Transform)|2000\/svg)/;

export type ScriptKind = 'script' | 'html' | 'xml';

/** What a text is to a browser; undefined for what it does not run. */
export function scriptKindOf({ path, text }: ScanFile): ScriptKind | undefined {
  if (text === undefined) return undefined;
  if (SCRIPT_FILE.test(path) || NODE_SCRIPT.test(text)) return 'script';
  if (/\.(?:svg|xhtml|xht)$/i.test(path) || (/\.(?:xml|xslt?)$/i.test(path) && XML_NAMES.test(text)))
    return 'xml';
  return MARKUP_FILE.test(path) || MARKUP_START.test(text.slice(0, 3_000)) ? 'html' : undefined;
}

const PRIVATE =
  /\bcookie(?:Store)?\b|\b(?:local|session)Storage\b|\bindexedDB\b|(?:\b|\bon)key(?:down|press|up)\b|\bonpaste\b|["'`](?:input|paste|copy|cut)["'`]|\bclipboard|\bpassword\b|\bgraphToPrompt\b|\bapi\.socket\b|\bgraph\._?nodes\b|\.widgets\b|\bwidgets_values\b|\bsettingsValues\b|\bgetHistory\b|\bqueuePrompt\b|["'`](?:executed|execution_\w+|submit|change)["'`]|\bgetQueue\b|\bquerySelector(?:All)?\(\s{0,9}["'`]\s{0,9}(?:input|textarea|form)|\bgetSetting(?:s|Value)?\b|\bsetting\.get\b|\bfetchApi\s{0,9}(?:=|\([^()]{0,80}\)\s{0,9}\{)|\.fetch\s{0,9}=[^=]|\bprototype\.send\w*\s{0,9}=|["'`](?:fetch|fetchApi)["'`]|\.serialize\(|["'`](?:\/api)?\/(?:history|queue|view|userdata|settings)\b/;
const SENDS =
  /\bfetch\b|\bXMLHttpRequest\b|\bWeb(?:Socket|Transport)\b|\bsendBeacon\b|\bEventSource\b|\bnew\s+(?:Image|Audio)\b|\.src\b|\baxios\b|\$\.(?:post|get|ajax)|\.action\b|\.href\s{0,9}=|\burl\(|\bposter\b|\blocation\s{0,9}(?:=[^=]|\.\s{0,9}(?:href\s{0,9}=|assign\b|replace\b)|[[;,)\n])|\bwindow\.open\b|\bRTCPeerConnection\b|["'`](?:src|href|img|form)["'`]|<img/;
/** The same in a bundle of libraries. */
const BUNDLE_SENDS =
  /\bfetch\s{0,9}[(.]|\bfetch["'`]|\bXMLHttpRequest\b|\bWeb(?:Socket|Transport)\b|\bsendBeacon\b|\bEventSource\b|\bnew\s{1,9}Image\b|\.src\s{0,9}=|\baxios\b|\$\.(?:post|get|ajax)|\.action\s{0,9}=|\.href\s{0,9}=|\burl\(|\blocation\s{0,9}(?:=[^=]|\.\s{0,9}(?:href\s{0,9}=|assign\b|replace\b))|\bwindow\.open\b|\bRTCPeerConnection\b|\bsetAttribute\(\s{0,9}["'`](?:src|action)|<img/;
const DECODES =
  /\batob\b|\bfromC(?:harCode|odePoint)\b|\bunescape\b(?!\(encodeURIComponent\()|\bBuffer\.from\b|\.reverse\(|\bTextDecoder\b|\d\)?\.{1,2}toString\(\s{0,9}(?:1[7-9]|[23]\d)\b|\bpush["']?\]?\(\s{0,9}[\w$]{1,30}\s{0,9}(?:\.|\[["'])shift\b|\.join\(\s{0,9}(?:''|""|``)|(?:\\x[0-9a-f]{2}){4}|(?:\\u00[0-9a-f]{2}){4}|\bdecodeURI(?:Component)?\(\s{0,9}["'`]/i;
const RUNS =
  /\beval\b|\bset(?:Timeout|Interval)\s{0,9}(?:\.\s{0,9}(?:bind|call|apply)\b|[;,)\]])|\bFunction\s{0,9}\(|\bFunction["'`]|\bset(?:Timeout|Interval)\s{0,9}\(\s{0,9}(?!function\b|\(|async\b|\w+\s{0,9}=>)|\bimport\s{0,9}\(\s{0,9}(?!["'`]\.{0,2}\/)|["'`]script["'`]|\.constructor\s{0,9}\(|\bgetPrototypeOf\b[^;\n]{0,80}\.constructor\b|["'`]constructor["'`]|\bdocument\.write|["'`]javascript:|\bnew\s{1,9}(?:Shared)?Worker\b|\bReflect\.construct\b|\(\s{0,9}eval\s{0,9}\)|\bexecScript\b|\bimportScripts\b|\b(?:window|globalThis|self|top|document)\s{0,9}\[|=\s{0,9}(?:window|globalThis|self)\s{0,9}[;,\n]|\bsetAttribute\(\s{0,9}["'`]on/;
/** The same in a bundle of libraries, where timers and quoted names are everywhere. */
const BUNDLE_RUNS =
  /\beval\s{0,9}\(|\bFunction\s{0,9}\((?!\s{0,9}["'`]return this)|\bset(?:Timeout|Interval)\s{0,9}\(\s{0,9}(?:["'`]|atob\b|unescape\b|String\b)|\bimport\s{0,9}\(\s{0,9}(?!["'`]\.{0,2}\/)|createElement\(\s{0,9}["'`]script["'`]|\.constructor\s{0,9}\(\s{0,9}(?:atob|unescape|["'`])|\bdocument\.write|\bimportScripts\b|\b(?:window|globalThis|self)\s{0,9}\[\s{0,9}(?:atob|["'`])/;
/** Handlers and scripts within texts. */
const MARKUP = /<script\b(?!><\\?\/script>)|\bpassword\b|<\w{1,20}[^<>\n]{0,300}\son\w{3,20}\s{0,9}=/i;
/** What asks for a look by itself. */
const ALONE =
  /\[\s{0,9}(?:"\w{1,12}"|'\w{1,12}')\s{0,9}\+\s{0,9}["']\w{1,12}["'](?:\s{0,9}\+\s{0,9}["']\w{1,12}["'])*\s{0,9}\]|\bimport\s{0,9}\(?\s{0,9}["'`]\s{0,9}(?:https?:)?\/\/|\bfrom\s{0,9}["'`](?:https?:)?\/\/|\bimport\s{0,9}\(\s{0,9}["'`](?:data|blob):|\bserviceWorker\s{0,9}\.\s{0,9}register\b|=\s{0,9}navigator\s{0,9}\.\s{0,9}serviceWorker\b|\bWorker\s{0,9}\(\s{0,9}["'`]data:|\bcustomnode\b|\/manager\/(?:queue|install|update)|\bsnapshot\/restore|\.\.(?:[/\\]|%2f)[^"'`\n]{0,60}custom_nodes|\buserdata\/[^"'`\n]{0,80}\.\.(?:[/\\]|%2f)|\b(?:fetch|WebSocket|sendBeacon|EventSource)\s{0,9}\(\s{0,9}(?:window\.)?(?:atob|unescape)\b|\bcreateObjectURL\s{0,9}\(\s{0,9}new\s{1,9}Blob\s{0,9}\(\s{0,9}\[\s{0,9}["'`]|\/(?:external)?model\/install\b|\b(?:coinhive|cryptoloot|coinimp|webminepool)\b|\beval\s{0,9}\(\s{0,9}await\b|\(\s{0,9}Object\.prototype\s{0,9},|\bObject\.prototype\s{0,9}(?:\.\s{0,9}\w{1,40}|\[[^\]\n]{1,40}\])\s{0,9}=[^=]|\b__proto__\s{0,9}(?:\.\s{0,9}\w{1,40}|\[[^\]\n]{1,40}\])\s{0,9}=[^=]|\[\s{0,9}["'](?:\\x[0-9a-f]{2}|\\u00[0-9a-f]{2})/i;
/** What pages store, as a whole; not where a cookie is written, or axios reads one of its own. */
const WHOLE_STORE =
  /\bdocument\s{0,9}\.\s{0,9}cookie\b(?!\s{0,9}=[^=]|\.match\((?:new )?RegExp\("\(\^\|;\\\\s\*\)\("\+)|\bcookieStore\b|["'`]cookie["'`]|[({,.]\s{0,9}(?:local|session)Storage\s{0,9}[,)}]/;
const CLIPBOARD = /\bwriteText\b|\bclipboardData\b/;
const WALLET = /["'`](?:0x[0-9a-f]{40}|bc1[a-z0-9]{25,60}|[13T4][1-9A-HJ-NP-Za-km-z]{25,94})["'`]/i;
const URL_START = /(?:\b(?:https?|wss?):)?\/\/[^\s"'`<>\\]{4,120}/gi;
const URLS_MAX = 3_000;
const ASKS =
  /\bfetch\b|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|\bimport\s{0,9}\(\s{0,9}(?!["'`]\.{0,2}\/)|["'`]script["'`]|<script|\bimportScripts\b/;
/** What makes a text of another one for sure. */
const ENCODED = /\batob\b|\bfromC(?:harCode|odePoint)\b|\bunescape\b|\.reverse\(|\bBuffer\.from\b/;
/** Words that are cut in two. */
const CUT_WORD = /[a-z]["']\s{0,9}\+\s{0,9}["'][a-z]/i;
/** Names out of pieces of constant texts. */
const PIECES =
  /["'`]\.(?:concat|slice|substr(?:ing)?|replace)\(|\/\.source\b|\[\s{0,9}`\w{0,12}\$\{|\}\w{0,12}`\s{0,9}\]/;
const ADDS_MARKUP =
  /\bdocument\.write|\binsertAdjacentHTML\b|\bcreateContextualFragment\b|\bsetHTMLUnsafe\b|\.(?:inner|outer)HTML\b|\bsrcdoc\b/;
/** Sends, or loads code, by what a caller gives. */
const HELPS =
  /\bsendBeacon\b|\bnew\s{1,9}(?:Image|Audio|WebSocket|EventSource)\b|\.src\s{0,9}=[^=]|\bimport\s{0,9}\(\s{0,9}(?!["'`])|["'`]script["'`]|\burl\(/;
/** The beginning of an address, with a host from elsewhere. */
const BARE_SCHEME =
  /["'`]https?:\/\/(?:["'`]|\$\{)(?!\s{0,9}\+?\s{0,9}(?:window\.)?location\b)|["'`]\/\/["'`]\s{0,9}\+(?!\s{0,9}(?:window\.)?location\b)/;
/** Waits for what people copy, or stands between them and the clipboard. */
const WATCHES_COPIES =
  /["'`](?:copy|cut|paste)["'`]|\bon(?:copy|cut|paste)\b|\.writeText\s{0,9}=[^=]|["'`]writeText["'`]/;
/** So short are modules of constants. */
const CONSTANTS_CHARS = 3_000;
const HELPER_CHARS = 20_000;
const NEAR_CHARS = 600;
const PLACES_MAX = 2_000;

/** Whether other scripts of the package may take something from a script that decodes, sends, loads or names others. */
export function isHelper(text: string): boolean {
  return (
    text.length <= HELPER_CHARS &&
    /\bexport\b/.test(text) &&
    (text.length <= CONSTANTS_CHARS ||
      BARE_SCHEME.test(text) ||
      ENCODED.test(text) ||
      /\bTextDecoder\b/.test(text) ||
      WATCHES_COPIES.test(text) ||
      WALLET.test(text) ||
      HELPS.test(text) ||
      namesForeign(text))
  );
}

/** Whether a rule may find something in a script; a cheap look, after which most of them are passed over. */
export function isScriptToRead(text: string): boolean {
  const isBundle = text.length > BUNDLE_CHARS;
  const runs = isBundle ? BUNDLE_RUNS : RUNS;
  const sends = isBundle ? BUNDLE_SENDS : SENDS;
  return (
    ALONE.test(text) ||
    areNear(text, [CLIPBOARD, WALLET]) ||
    (!isBundle && areNear(text, [CLIPBOARD, WATCHES_COPIES])) ||
    areNear(text, [runs, DECODES]) ||
    areNear(text, [WHOLE_STORE, sends]) ||
    areNear(text, [runs, ASKS], namesOthers) ||
    areNear(text, [PRIVATE, sends], namesOthers) ||
    areNear(text, [MARKUP, ADDS_MARKUP], namesOthers) ||
    (!isBundle &&
      (areNear(text, [RUNS, PIECES]) ||
        areNear(text, [ADDS_MARKUP, ENCODED]) ||
        areNear(text, [SENDS, CUT_WORD]) ||
        areNear(text, [SENDS, ENCODED])))
  );
}

/** Whether both are found; in a bundle of libraries, which has everything, near each other. */
function areNear(
  text: string,
  [one, other]: readonly [RegExp, RegExp],
  isToo: (text: string) => boolean = () => true,
): boolean {
  if (!one.test(text) || !other.test(text) || !isToo(text)) return false;
  if (text.length <= BUNDLE_CHARS) return true;
  let count = 0;
  for (const { index } of text.matchAll(new RegExp(one.source, `${one.flags}g`))) {
    if (++count > PLACES_MAX) return true;
    const near = text.slice(Math.max(0, index - NEAR_CHARS), index + NEAR_CHARS);
    if (other.test(near) && isToo(near)) return true;
  }
  return false;
}

/** Whether a text names, or may hide, another computer that is no well-known service. */
function namesOthers(text: string): boolean {
  return DECODES.test(text) || BARE_SCHEME.test(text) || namesForeign(text);
}

function namesForeign(text: string): boolean {
  let count = 0;
  for (const [address] of text.matchAll(URL_START)) {
    if ((addressMarks(address) & (MARK.noLibrary | MARK.pages)) !== 0) return true;
    if (++count > URLS_MAX) return true;
  }
  return false;
}

/** Of scripts too large to be read: what runs decoded text, or sends what is private, in one breath. */
export const LARGE_RUNS_HIDDEN =
  /\b(?:eval|Function)\s{0,9}\(\s{0,9}(?:window\.)?(?:atob|unescape|decodeURIComponent|String\.fromCharCode)\s{0,9}\(/;
export const LARGE_SENDS =
  /(?:\b(?:fetch|sendBeacon|WebSocket)\s{0,9}\(|\.src\s{0,9}=)\s{0,9}["'`](?:https?|wss?):\/\/(?!localhost|127\.)[^;]{1,400}\bdocument\.cookie\b/;
