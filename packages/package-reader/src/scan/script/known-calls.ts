import { addressMarks } from './hosts.js';
import { MARK } from './marks.js';
import type { ScriptCall } from './observation.js';
import { constantCall } from './texts.js';
import { addressOf, addressWithin, blobOf, dataMarks, has, HOLE, type ScriptValue } from './script-value.js';

/** What a call gives, and what it lets others know: the functions that it calls back, and the object that it is a method of. */
export type Known = {
  readonly value: ScriptValue;
  readonly toCallbacks: number;
  readonly toReceiver: number;
};

/** Names under which the package stores something itself; undefined while they are not yet all known. */
export type OwnKeys = ReadonlySet<string> | undefined;

const GLOBAL = /^(?:window|globalThis|self|top|parent|frames|document\.defaultView)$/;
const STORAGE = /^(?:localStorage|sessionStorage)$/;
const STORAGE_MEMBERS = /^(?:getItem|setItem|removeItem|clear|key|length|hasOwnProperty)$/;
const KEY_EVENT = /^(?:keydown|keypress|keyup|input|beforeinput|change|submit)$/;
/** Events of the host that tell what its users run. */
const HOST_EVENT = /^(?:executed|execution_\w{1,30}|queuePrompt|fetchApi)$/;
/** Functions of the browser, by replacing which a script sees what others ask and send. */
const REPLACED = /^(?:fetch|send|sendBeacon)$/;
/** Fields that a page has, whosever they are. */
const ANY_FIELD = /^\s*(?:input|textarea|form)\s*(?:,|$)|\bpassw/i;
const PAGE = /^(?:window|document|document\.(?:body|documentElement))$|querySelectorAll|getElementsBy/;
const PUTS =
  /^(?:push|unshift|append|appendChild|set|add|prepend|setAttribute|insertBefore|setRequestHeader)$/;
const TAKES_ADDRESS =
  /^(?:WebSocket|WebTransport|EventSource|URL|Request|Image|Audio|XMLHttpRequest|(?:Shared)?Worker|RTCPeerConnection)$/;
/** Settings that hold what nobody else should have. */
export const SECRET_SETTING = /(?:api|access|secret|private)[\s_.-]{0,3}key|token|secret|passw|credential/i;
const SETTINGS = /^(?:\/api)?\/settings(?:[/?]|$)/;
const PATHS_MAX = 120;
/** What the host tells of the work of its users. */
const HOST_DATA = /^(?:\/api|\.)?\/(?:history|queue|view|userdata|internal\/logs)(?:[/?\0]|$)/;
/** Parts of a connection by which data is sent. */
const CONNECTION_PARTS =
  /^(?:datagrams|writable|getWriter|create(?:DataChannel|BidirectionalStream|UnidirectionalStream))$/;
const SETTINGS_VALUES = /(?:^|\.)settingsValues$/;
const GRAPH_NODES = /\bgraph\._?nodes$/;
/** The fields of a node. */
const WIDGETS = /^(?:widgets|widgets_values)$/;
const HOST_DATA_NAMES = /^(?:graphToPrompt|getHistory|getQueue)$/;

/** A member of something, or a name of the browser. */
export function memberOf(self: ScriptValue, name: string, ownKeys: OwnKeys): ScriptValue {
  if (self.path === 'this') return { marks: 0 };
  if (STORAGE.test(name)) return globalValue(name);
  if (name === 'contentWindow') return { marks: self.marks, path: 'window' };
  if (name === 'contentDocument') return globalValue('document');
  if (SETTINGS_VALUES.test(self.path ?? ''))
    return { marks: SECRET_SETTING.test(name) ? storedMarks(name, ownKeys) : 0 };
  if (self.path !== undefined && STORAGE.test(self.path) && !STORAGE_MEMBERS.test(name))
    return { marks: storedMarks(name, ownKeys) };
  const path = self.path === undefined || GLOBAL.test(self.path) ? name : `${self.path}.${name}`;
  const marks = memberMarks(self, name);
  return self.path === undefined || path.length > PATHS_MAX ? { marks } : globalValue(path, marks);
}

/** Something of the browser by its dotted name. */
export function globalValue(path: string, marks = 0): ScriptValue {
  const isStore = STORAGE.test(path) || path === 'document.cookie' || SETTINGS_VALUES.test(path);
  const isHostData = GRAPH_NODES.test(path);
  return { path, marks: marks | (isStore ? MARK.store : 0) | (isHostData ? MARK.hostData : 0) };
}

function memberMarks(self: ScriptValue, name: string): number {
  const isStorage = self.path !== undefined && STORAGE.test(self.path);
  const marks = isStorage ? 0 : dataMarks([self]);
  if (/^(?:key|code|which|keyCode|charCode|data)$/.test(name) && has(self, MARK.keyEvent))
    return marks | MARK.typed;
  if (name === 'value' && has(self, MARK.pageEvent)) return marks | MARK.typed;
  if (CONNECTION_PARTS.test(name)) return marks | (self.marks & MARK.anyAddress);
  if (WIDGETS.test(name)) return marks | MARK.fields;
  if (name === 'clipboardData') return marks | MARK.typed;
  if (/^response(?:Text)?$/.test(name) && has(self, MARK.noLibrary)) return marks | MARK.fetched;
  return marks;
}

/** Whether a value is the window, whose members are the names of the browser. */
function isGlobal({ path }: ScriptValue): boolean {
  return path !== undefined && GLOBAL.test(path);
}

/** What the parameter of a listener is. */
export function eventMarks(event: string, target: ScriptValue | undefined): number {
  if (HOST_EVENT.test(event)) return MARK.hostData;
  if (event === 'message')
    return /\bapi\.socket$/.test(target?.path ?? '')
      ? MARK.hostData
      : has(target, MARK.noLibrary)
        ? MARK.fetched
        : 0;
  if (REPLACED.test(event) && target && (isGlobal(target) || /\bprototype$/.test(target.path ?? '')))
    return MARK.hostData;
  if (!KEY_EVENT.test(event)) return 0;
  const isOfPage = target?.path !== undefined && PAGE.test(target.path);
  const isKey = event.startsWith('key') || isOfPage;
  return (isKey ? MARK.keyEvent : 0) | (isOfPage ? MARK.keyEvent | MARK.pageEvent : 0);
}

/** What a call that is not of the script's own functions gives. */
export function knownCall(call: ScriptCall, isNew: boolean, ownKeys: OwnKeys): Known {
  const { path, name, receiver, given, callee } = call;
  const marks = dataMarks(given);
  const isStorage = receiver?.path !== undefined && STORAGE.test(receiver.path);
  const self = receiver && !isStorage ? dataMarks([receiver]) : 0;
  const isAddress =
    name === 'open' ||
    (name === 'setAttribute' && /^(?:src|href|action|formaction)$/i.test(given[0]?.text ?? ''));
  const toReceiver = (PUTS.test(name) ? marks : 0) | (isAddress && given[1] ? addressOf(given[1]) : 0);
  const toCallbacks =
    name === 'addEventListener' || name === 'on'
      ? eventMarks(given[0]?.text ?? '', receiver ?? { marks: 0, path: 'window' }) | self
      : self | marks;
  const known = sourceOf(call, ownKeys) ?? constantCall(call) ?? made(call, isNew);
  if (known) return { value: known, toCallbacks: toCallbacks | dataMarks([known]), toReceiver };
  const kept = CONNECTION_PARTS.test(name) ? (receiver?.marks ?? 0) & MARK.anyAddress : 0;
  const added = callee.callee ? 0 : self | marks | kept;
  return {
    value: { marks: added, ...(path === '' ? {} : { path: `${path}()`.slice(0, PATHS_MAX) }) },
    toCallbacks,
    toReceiver,
  };
}

/** What calls give that read what is private, or ask other computers. */
function sourceOf(
  { path, name, receiver, given, script }: ScriptCall,
  ownKeys: OwnKeys,
): ScriptValue | undefined {
  const [first] = given;
  if (name === 'getItem' && receiver?.path && STORAGE.test(receiver.path))
    return { marks: storedMarks(first?.text, ownKeys) };
  if (name === 'key' && receiver?.path && STORAGE.test(receiver.path)) return { marks: 0 };
  if (path === 'indexedDB.open')
    return { marks: script.source.includes('createObjectStore') ? 0 : MARK.store };
  if (path === 'indexedDB.databases' || /^cookieStore\.get/.test(path)) return { marks: MARK.store };
  if (
    /^Object\.getOwnPropertyDescriptor$|__lookupGetter__$/.test(path) &&
    given.some(({ text }) => text === 'cookie')
  )
    return { marks: MARK.store };
  if (name === 'getSettings') return { marks: MARK.store };
  if (/^getSetting(?:Value)?$/.test(name) || /\bsetting\.get$/.test(path))
    return { marks: SECRET_SETTING.test(first?.text ?? '') ? storedMarks(first?.text, ownKeys) : 0 };
  if (path === 'open') return { marks: first ? addressOf(first) : 0 };
  if (/^navigator\.clipboard\.read/.test(path)) return { marks: MARK.typed };
  if (/^(?:querySelector|getElement)/.test(name) && ANY_FIELD.test(first?.text ?? ''))
    return { marks: MARK.pageEvent };
  if (path === 'FormData') return { marks: dataMarks(given) | (has(first, MARK.pageEvent) ? MARK.typed : 0) };
  if (HOST_DATA_NAMES.test(name) || (name === 'serialize' && /graph\.serialize$/.test(path)))
    return { marks: MARK.hostData };
  if (/^(?:fetch|fetchApi|axios|get)$/.test(name) || path.startsWith('axios')) {
    if (has(first, MARK.noLibrary)) return { marks: MARK.fetched };
    if (SETTINGS.test(first?.text ?? '')) return { marks: MARK.store };
    if (/^fetch/.test(name)) return { marks: HOST_DATA.test(first?.text ?? '') ? MARK.hostData : 0 };
  }
  return undefined;
}

/** An object or element that a call makes. */
function made({ path, name, receiver, given }: ScriptCall, isNew: boolean): ScriptValue | undefined {
  const [first] = given;
  if (path === 'Blob' || path === 'URL.createObjectURL')
    return {
      marks: dataMarks(given),
      path: `${path}()`,
      items: path === 'Blob' ? (first?.items ?? given.slice(0, 1)) : given.slice(0, 1),
    };
  if (path === 'Proxy') {
    const callee = given[1]?.names?.get('apply')?.callee;
    return { ...first, marks: dataMarks(given), ...(callee ? { callee } : {}) };
  }
  if (path === 'Uint8Array' && first?.items) return { marks: dataMarks(given), items: first.items };
  if (name === 'bind' && (receiver?.path || receiver?.callee)) return receiver;
  if (path === 'Reflect.get' && first) return memberOf(first, given[1]?.text ?? '', undefined);
  if (name === 'createElement' || name === 'createElementNS') {
    const tag = given.at(name === 'createElement' ? 0 : 1)?.text ?? '';
    return { marks: 0, path: `<${tag.toLowerCase()}>` };
  }
  if (!isNew || !TAKES_ADDRESS.test(path)) return undefined;
  const text = path === 'URL' || path === 'Request' ? first?.text : undefined;
  return {
    marks:
      dataMarks(given) | (first ? addressOf(first) | addressWithin(first) | addressInCode(blobOf(first)) : 0),
    ...(text === undefined ? { path: `${path}()` } : { text }),
  };
}

/** Marks of the addresses that code names. */
function addressInCode(code: ScriptValue | undefined): number {
  let marks = 0;
  for (const [address] of (code?.text ?? '').matchAll(/\b(?:https?|wss?):\/\/[^\s"'`]{4,120}/g))
    marks |= addressMarks(address);
  return marks;
}

function storedMarks(key: string | undefined, ownKeys: OwnKeys): number {
  if (ownKeys === undefined) return 0;
  if (key === undefined) return MARK.store;
  if (!key.includes(HOLE)) return ownKeys.has(key) ? 0 : MARK.stored;
  const [start = ''] = key.split(HOLE);
  return start !== '' && [...ownKeys].some((own) => own.startsWith(start)) ? 0 : MARK.stored;
}
