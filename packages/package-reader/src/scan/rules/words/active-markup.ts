import { Parser } from 'htmlparser2';

/** Something in HTML that runs. */
export type ActiveMarkup =
  | { readonly kind: 'script' | 'handler'; readonly code: string; readonly index: number }
  | { readonly kind: 'address'; readonly tag: string; readonly url: string; readonly index: number };

const FOUND_MAX = 500;

/** Lists scripts, handlers and addresses of scripts and frames in HTML or SVG, by a parser as tolerant as browsers'. */
export function activeMarkup(html: string): ActiveMarkup[] {
  const found: ActiveMarkup[] = [];
  const add = (item: ActiveMarkup) => {
    if (found.length < FOUND_MAX) found.push(item);
  };
  let script: { code: string[]; index: number } | undefined;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const index = parser.startIndex;
      if (tag === 'script') script = { code: [], index };
      for (const [name, value] of Object.entries(attributes)) {
        if (/^on[a-z]+$/.test(name)) add({ kind: 'handler', code: value, index });
        const isAddress = /^(?:src|href|xlink:href|action|formaction|data)$/.test(name);
        if (isAddress && /^[\s\0-\x1f]*javascript:/i.test(value))
          add({ kind: 'handler', code: value.replace(/^[^:]*:/, ''), index });
        else if (isAddress && ['script', 'iframe', 'object', 'embed', 'form', 'base', 'image'].includes(tag))
          add({ kind: 'address', tag, url: value.trim(), index });
        if (name === 'srcdoc')
          for (const inner of activeMarkup(value.slice(0, 20_000))) add({ ...inner, index });
      }
    },
    ontext(text) {
      script?.code.push(text);
    },
    onclosetag(tag) {
      if (tag !== 'script' || !script) return;
      if (script.code.length > 0) add({ kind: 'script', code: script.code.join(''), index: script.index });
      script = undefined;
    },
  });
  parser.end(html);
  return found;
}
