import { addressMarks } from './hosts.js';
import { MARK } from './marks.js';

/** What a style does, and where its text shows it. */
export type StyleAct = {
  readonly act: 'reads fields' | 'tells letters' | 'loads a style';
  readonly index: number;
};

const STYLED_FILE = /\.(?:css|scss|less|js|mjs|cjs|ts|html?|xhtml|svg|vue|py|json)$/i;
/** Fields whose content has a part, for which something is asked of an address. */
const FIELD =
  /\[\s{0,5}(?:value|data-[\w-]{0,30}(?:value|token|key|secret|pass))\w{0,20}\s{0,5}[\^*$]=[^\]\n]{1,120}\][^{}]{0,300}\{[^{}]{0,300}?\burl\(\s{0,5}(.{0,200})/gi;
/** A font for one letter. */
const LETTER =
  /@font-face\s{0,5}\{(?=[^{}]{0,600}\bunicode-range\s{0,5}:\s{0,5}U\+[\da-f]{1,6}\s{0,5}[;}])[^{}]{0,600}?\burl\(\s{0,5}(.{0,200})/gi;
const IMPORT = /@import\s{1,5}(?:url\(\s{0,5})?(["']?(?:https?:)?\/\/.{3,200})/gi;
/** So many letters are no decoration. */
const LETTERS_MIN = 5;
const PLACES_MAX = 2_000;

/** What the styles in a text do with other computers; each kind once. */
export function actsOfStyles(path: string, text: string): StyleAct[] {
  if (!STYLED_FILE.test(path)) return [];
  const acts: StyleAct[] = [];
  const asks = text.includes('url(');
  if (asks && /\[\s*(?:value|data-)/i.test(text)) {
    const [index] = placesOf(FIELD, text, isForeignOrMade);
    if (index !== undefined) acts.push({ act: 'reads fields', index });
  }
  if (asks && text.includes('unicode-range')) {
    const places = placesOf(LETTER, text, isForeignOrMade);
    if (places.length >= LETTERS_MIN) acts.push({ act: 'tells letters', index: places[0] ?? 0 });
  }
  if (text.includes('@import')) {
    const [index] = placesOf(IMPORT, text, isForeign);
    if (index !== undefined) acts.push({ act: 'loads a style', index });
  }
  return acts;
}

function placesOf(pattern: RegExp, text: string, isTelling: (address: string) => boolean): number[] {
  const places: number[] = [];
  let count = 0;
  for (const { 1: address = '', index } of text.matchAll(pattern)) {
    if (++count > PLACES_MAX) break;
    if (isTelling(address)) places.push(index);
  }
  return places;
}

function isForeign(address: string): boolean {
  const [plain = ''] = address.replace(/^["']/, '').split(/[\s"')]/);
  return (addressMarks(plain) & MARK.noLibrary) !== 0;
}

/** Also an address that code puts there. */
function isForeignOrMade(address: string): boolean {
  return isForeign(address) || /^(?:["'`]?\s{0,5}\+|["']?\$?\{|["']?%s)/.test(address);
}
