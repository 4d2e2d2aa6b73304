import { Parser } from 'htmlparser2';

/** Code within a page or picture, as far as the parser of pages sees it. */
export type MarkupPart =
  | { readonly kind: 'code'; readonly source: string; readonly offset: number }
  /** The address of a script that is loaded, or to which a form sends a password. */
  | { readonly kind: 'address' | 'form'; readonly source: string; readonly offset: number }
  /** A route of the host to which a form is sent. */
  | { readonly kind: 'route'; readonly source: string; readonly offset: number };

/** A page with more parts than any that people write is not read to its end. */
const PARTS_MAX = 20_000;
/** The parser takes longer for each tag the more of them are open. */
const OPEN_TAGS_MAX = 5_000;
const SCRIPT_TYPE =
  /^(?:module|text\/(?:babel|jsx|ecmascript|javascript)|application\/(?:x-)?(?:java|ecma)script)?$/i;
const JAVASCRIPT_URL = /^[\s\0]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;
const LINKS = /^(?:href|src|xlink:href|action|formaction|data|to|values|from)$/;
const INNER_PAGES_MAX = 3;
const ABSOLUTE = /^\s*(?:[a-z][\w+.-]*:|[\\/]{2})/i;
/** The addresses of an import map. */
const MAPPED = /(?<=:\s{0,9}")(?:https?:)?\/\/[^"\s]{4,300}/gi;
const INNER_PAGE =
  /^\s*data:(?:text\/html|image\/svg\+xml|application\/xhtml\+xml)[^,]{0,100}?(;\s*base64)?,/i;
/** What a text of markup with code in it has. */
export const MAY_RUN =
  /script|[\s/"']on\w|action|password|attributeName|&#|data:(?:text|image\/svg|application\/xhtml)/i;

/** The scripts, handlers and addresses of scripts that a page or picture has; `isWhole` unless there are too many, or it nests too deep. */
export function partsOfMarkup(
  text: string,
  isXml: boolean,
  depth = 0,
): { readonly parts: readonly MarkupPart[]; readonly isWhole: boolean } {
  const parts: MarkupPart[] = [];
  let openTags = 0;
  let form = '';
  let base = '';
  let isImportMap = false;
  let script: { source: string; offset: number } | undefined;
  const add = (part: MarkupPart): void => {
    if (parts.length < PARTS_MAX) parts.push(part);
  };
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        openTags += 1;
        if (openTags > OPEN_TAGS_MAX) parser.pause();
        const offset = parser.startIndex;
        if (isScript(name)) {
          script = undefined;
          const address = attributes['src'] ?? attributes['href'] ?? attributes['xlink:href'];
          isImportMap = attributes['type']?.trim().toLowerCase() === 'importmap';
          if (address !== undefined)
            add({ kind: 'address', source: ABSOLUTE.test(address) ? address : base + address, offset });
          else if (isImportMap) script = { source: '', offset: -1 };
          else if (SCRIPT_TYPE.test((attributes['type'] ?? '').trim())) script = { source: '', offset: -1 };
        }
        if (name === 'base') base ||= attributes['href'] ?? '';
        if (name === 'form') form = attributes['action'] ?? '';
        for (const route of [attributes['action'], attributes['formaction']])
          if (route?.startsWith('/')) add({ kind: 'route', source: route, offset });
        if (attributes['type'] === 'password')
          add({ kind: 'form', source: attributes['formaction'] ?? form, offset });
        const isHandlerSet = /^on/i.test(attributes['attributeName'] ?? attributes['attributename'] ?? '');
        for (const [key, value] of Object.entries(attributes)) {
          const inner =
            depth < INNER_PAGES_MAX && LINKS.test(key.toLowerCase()) ? innerPage(value) : undefined;
          if (inner !== undefined)
            for (const part of partsOfMarkup(inner, false, depth + 1).parts) add({ ...part, offset });
          if (/^on/i.test(key) || (isHandlerSet && /^(?:to|values|from)$/.test(key)))
            add({ kind: 'code', source: value, offset });
          else if (LINKS.test(key.toLowerCase()) && JAVASCRIPT_URL.test(value))
            add({ kind: 'code', source: decodedUrl(value.replace(JAVASCRIPT_URL, '')), offset });
          else if (key === 'srcdoc' && depth < INNER_PAGES_MAX)
            for (const part of partsOfMarkup(value, false, depth + 1).parts) add({ ...part, offset });
        }
      },
      ontext(data) {
        if (!script) return;
        if (script.offset === -1) script.offset = parser.startIndex;
        script.source += data;
      },
      onclosetag(name) {
        openTags -= 1;
        if (!isScript(name) || !script) return;
        if (isImportMap)
          for (const [source] of script.source.matchAll(MAPPED)) add({ ...script, kind: 'address', source });
        else if (script.source.trim() !== '') add({ kind: 'code', ...script });
        script = undefined;
      },
    },
    { xmlMode: isXml, recognizeSelfClosing: true, recognizeCDATA: true, lowerCaseTags: !isXml },
  );
  parser.end(text);
  return { parts, isWhole: parts.length < PARTS_MAX && openTags <= OPEN_TAGS_MAX };
}

function isScript(name: string): boolean {
  return /^(?:\w{1,20}:)?script$/i.test(name);
}

/** The page within a `data:` address. */
function innerPage(address: string): string | undefined {
  const [start, isBase64] = INNER_PAGE.exec(address) ?? [];
  if (start === undefined) return undefined;
  const text = decodedUrl(address.slice(start.length));
  return isBase64 ? Buffer.from(text, 'base64').toString() : text;
}

function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
