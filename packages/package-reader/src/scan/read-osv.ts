import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { normalName, normalVersion } from './rules/dependencies/one-edit.js';
import { entryContent, entryName, readZip } from './rules/files/zip-entries.js';

/** Far more than the advisories of all Python packages; in entries, and in bytes for one and for all. */
const RECORDS_MAX = 500_000;
const RECORD_BYTES = 1024 * 1024;
const TOTAL_BYTES = 1024 * 1024 * 1024;
const NAMES_MAX = 250_000;
/** A larger text is read line by line. */
const DOCUMENT_BYTES = 32 * 1024 * 1024;
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,200}[a-z0-9])?$/;
const VERSION = /^[\w.!+-]{1,100}$/;

/** What advisories say of malicious Python packages. */
export type KnownMalicious = {
  /** As in `ScanContext.knownMalicious`. */
  readonly names: ReadonlySet<string>;
  /** How many advisories the file has, of all kinds. */
  readonly records: number;
};

/** Says which advisory of a file cannot be read, and why. */
export class UnreadableOsv extends Error {}

/**
 * Reads a file of advisories in the OSV format (https://ossf.github.io/osv-schema/, read 2026-11-27): JSON with one or a list of them,
 * JSON Lines, or a zip file with one in each `.json` file. Those of malicious Python packages count: id `MAL-…`, ecosystem
 * `PyPI`, not withdrawn.
 *
 * @throws UnreadableOsv
 */
export async function readOsv(file: string): Promise<KnownMalicious> {
  const list = new OsvList();
  if ((await firstBytes(file)) === 'PK') await readZipFile(file, list);
  else if (!(await readDocument(file, list))) await readLines(file, list);
  return list;
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readZipFile(file: string, list: OsvList): Promise<void> {
  let left = TOTAL_BYTES;
  const isWhole = await readZip(file, async (zip, entry) => {
    const name = entryName(entry);
    if (!name.endsWith('.json')) return true;
    // Others are of no interest, and most.
    if (!/(?:^|\/)MAL-[^/]*$/.test(name)) return list.pass(name);
    const { content, isWhole: isRead } = await entryContent(zip, entry, Math.min(RECORD_BYTES, left));
    left -= content.length;
    if (!isRead) throw new UnreadableOsv(`${name}: is damaged, or larger than ${RECORD_BYTES} bytes`);
    list.add(parsed(content.toString('utf8'), name), name);
    return true;
  });
  if (!isWhole) throw new UnreadableOsv('The zip file cannot be read to its end');
}

/** @returns whether the file is one JSON document. */
async function readDocument(file: string, list: OsvList): Promise<boolean> {
  if ((await stat(file)).size > DOCUMENT_BYTES) return false;
  let document: unknown;
  try {
    document = JSON.parse(withoutMark(await readFile(file, 'utf8')));
  } catch {
    return false;
  }
  if (Array.isArray(document))
    document.forEach((record, at) => {
      list.add(record, `record ${at + 1}`);
    });
  else list.add(document, 'record 1');
  return true;
}

async function readLines(file: string, list: OsvList): Promise<void> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    number += 1;
    const place = `line ${number}`;
    if (line.length > RECORD_BYTES) throw new UnreadableOsv(`${place}: is longer than ${RECORD_BYTES} bytes`);
    const record = withoutMark(line);
    if (record.trim() !== '') list.add(parsed(record, place), place);
  }
  if (list.records === 0) throw new UnreadableOsv('The file has no advisory');
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    throw new UnreadableOsv(`${place}: is not JSON`);
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

class OsvList implements KnownMalicious {
  readonly names = new Set<string>();
  records = 0;

  /** Counts an advisory that is not looked at. */
  pass(place: string): true {
    this.records += 1;
    if (this.records > RECORDS_MAX)
      throw new UnreadableOsv(`${place}: is one of more than ${RECORDS_MAX} advisories`);
    return true;
  }

  add(record: unknown, place: string): void {
    this.pass(place);
    if (!isObject(record)) throw new UnreadableOsv(`${place}: must be an object`);
    const { id, withdrawn, affected } = record;
    if (typeof id !== 'string') throw new UnreadableOsv(`${place}: id must be a text`);
    if (!id.startsWith('MAL-') || typeof withdrawn === 'string') return;
    const named = place.includes(id) ? place : `${place} (${id.slice(0, 100)})`;
    if (!Array.isArray(affected)) throw new UnreadableOsv(`${named}: affected must be a list`);
    for (const [at, item] of affected.entries()) this.addAffected(item, `${named}: affected[${at}]`);
  }

  private addAffected(item: unknown, place: string): void {
    const { package: subject, versions = [], ranges = [] } = isObject(item) ? item : {};
    if (!isObject(subject)) throw new UnreadableOsv(`${place}.package must be an object`);
    if (subject.ecosystem !== 'PyPI') return;
    const normal = typeof subject.name === 'string' ? normalName(subject.name) : '';
    if (!NAME.test(normal))
      throw new UnreadableOsv(`${place}.package.name must be the name of a Python package`);
    if (!isTexts(versions)) throw new UnreadableOsv(`${place}.versions must be a list of texts`);
    if (!Array.isArray(ranges)) throw new UnreadableOsv(`${place}.ranges must be a list`);
    if (versions.length === 0 || isEveryVersion(ranges)) this.names.add(normal);
    // What is no version of Python's cannot be required.
    else
      for (const version of versions.filter((one) => VERSION.test(one)))
        this.names.add(`${normal}==${normalVersion(version)}`);
    if (this.names.size > NAMES_MAX)
      throw new UnreadableOsv(`${place}: is one of more than ${NAMES_MAX} packages`);
  }
}

function isEveryVersion(ranges: readonly unknown[]): boolean {
  const events = ranges
    .flatMap((range) => (isObject(range) && Array.isArray(range.events) ? range.events : []))
    .filter(isObject);
  const hasEnd = events.some(({ fixed, last_affected: last }) => fixed !== undefined || last !== undefined);
  return events.some(({ introduced }) => introduced === '0') && !hasEnd;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
