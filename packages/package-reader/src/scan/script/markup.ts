import { Parser } from 'htmlparser2';

/** Code within a page or picture, as far as the parser of pages sees it. */
export type MarkupPart =
  | { readonly kind: 'code'; readonly source: string; readonly offset: number }
  /** The address of a script that is loaded. */
  | { readonly kind: 'address'; readonly source: string; readonly offset: number };

/** A page with more parts than any that people write is not read to its end. */
export const PARTS_MAX = 20_000;
const SCRIPT_TYPE =
  /^(?:module|text\/(?:babel|jsx|ecmascript|javascript)|application\/(?:x-)?(?:java|ecma)script)?$/i;
const JAVASCRIPT_URL = /^[\s\0]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;
const LINKS = /^(?:href|src|xlink:href|action|formaction|data|to|values|from)$/;
const INNER_PAGES_MAX = 3;

/** The scripts, handlers and addresses of scripts that a page or picture has. */
export function partsOfMarkup(text: string, isXml: boolean, depth = 0): MarkupPart[] {
  const parts: MarkupPart[] = [];
  let script: { source: string; offset: number } | undefined;
  const add = (part: MarkupPart): void => {
    if (parts.length < PARTS_MAX) parts.push(part);
  };
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        const offset = parser.startIndex;
        if (isScript(name)) {
          script = undefined;
          const address = attributes['src'] ?? attributes['href'] ?? attributes['xlink:href'];
          if (address !== undefined) add({ kind: 'address', source: address, offset });
          else if (SCRIPT_TYPE.test((attributes['type'] ?? '').trim())) script = { source: '', offset: -1 };
        }
        for (const [key, value] of Object.entries(attributes)) {
          if (/^on/i.test(key)) add({ kind: 'code', source: value, offset });
          else if (LINKS.test(key.toLowerCase()) && JAVASCRIPT_URL.test(value))
            add({ kind: 'code', source: decodedUrl(value.replace(JAVASCRIPT_URL, '')), offset });
          else if (key === 'srcdoc' && depth < INNER_PAGES_MAX)
            for (const part of partsOfMarkup(value, false, depth + 1)) add({ ...part, offset });
        }
      },
      ontext(data) {
        if (!script) return;
        if (script.offset === -1) script.offset = parser.startIndex;
        script.source += data;
      },
      onclosetag(name) {
        if (!isScript(name) || !script) return;
        if (script.source.trim() !== '') add({ kind: 'code', ...script });
        script = undefined;
      },
    },
    { xmlMode: isXml, recognizeSelfClosing: true, recognizeCDATA: true, lowerCaseTags: !isXml },
  );
  parser.end(text);
  return parts;
}

function isScript(name: string): boolean {
  return /^(?:\w{1,20}:)?script$/i.test(name);
}

function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
