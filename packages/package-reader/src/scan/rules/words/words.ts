import type { Hit } from '../../rule.js';
import type { ScanContext, ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { activeMarkup } from './active-markup.js';
import { INSTRUCTION_RULES, instructionHits, instructionsInText } from './instructions.js';
import { NAME_RULES, nameHits } from './names-in-code.js';

const ACTIVE_DESCRIPTION = rule('active_description', 'Has a description with HTML that runs code.');
const ACTIVE_DOCUMENT = rule('active_document', 'Has a document with HTML that runs code.', 'warning');

export const WORD_RULES = [ACTIVE_DESCRIPTION, ACTIVE_DOCUMENT, ...NAME_RULES, ...INSTRUCTION_RULES];

const MARKDOWN = /\.(?:md|markdown|rst)$/i;
const DOCUMENT_CHARS = 500_000;
const DESCRIPTION_CHARS = 100_000;

/** Judges what people and assistants read of a file. */
export function wordHits(file: ScanFile): Hit[] {
  return [...nameHits(file), ...instructionHits(file), ...activeDocument(file)];
}

/** Judges what is said beside the archive. */
export function contextWordHits({ description }: ScanContext): Hit[] {
  if (description === undefined) return [];
  const text = description.slice(0, DESCRIPTION_CHARS);
  const active = activeMarkup(text).map(({ index }) => ({
    rule: ACTIVE_DESCRIPTION,
    excerpt: text.slice(index, index + 200),
  }));
  return [...active, ...instructionsInText(text)];
}

function activeDocument(file: ScanFile): Hit[] {
  const { path, text } = file;
  if (text === undefined || !MARKDOWN.test(path) || !/<script|\bon\w+\s*=|javascript:|srcdoc/i.test(text))
    return [];
  // Code that a document shows is no markup.
  const shown = text
    .slice(0, DOCUMENT_CHARS)
    .replace(/^[ \t>]*(?:[-*+]|\d{1,3}\.)?[ \t]*(```|~~~)[^]*?^[ \t>]*\1|`[^`\n]*`/gm, (code) =>
      code.replace(/[^\n]/g, ' '),
    );
  const active = activeMarkup(shown).filter(({ kind }) => kind !== 'address');
  const link = /\]\(\s{0,5}javascript:/i.exec(shown);
  return [...active, ...(link ? [{ index: link.index }] : [])].map(({ index }) => ({
    rule: ACTIVE_DOCUMENT,
    file,
    index,
  }));
}
