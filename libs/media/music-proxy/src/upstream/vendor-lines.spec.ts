import { readFileSync } from 'node:fs';
import path from 'node:path';
import { audioEvents } from '../music-recording.js';
import { BadVendorStream } from './bad-vendor-stream.js';
import { readVendorLine } from './vendor-events.js';
import { vendorLines } from './vendor-lines.js';

async function linesOf(...parts: string[]): Promise<string[]> {
  async function* body(): AsyncGenerator<Buffer> {
    for (const part of parts) yield Buffer.from(part, 'latin1');
  }
  const lines = [];
  for await (const line of vendorLines(body())) lines.push(line);
  return lines;
}

describe('vendorLines', () => {
  it('cuts lines wherever the parts of the body end', async () => {
    expect(await linesOf('{"a"', ':1}\n{"b":2}\r\n\n', '\n{"c"', ':3', '}')).toEqual([
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ]);
    expect(await linesOf('"\xc3', '\xa9"\n')).toEqual(['"é"']);
    expect(await linesOf()).toEqual([]);
  });

  it('gives up on a line without an end', async () => {
    await expect(linesOf('x'.repeat(9_000_000), 'x'.repeat(9_000_000))).rejects.toThrow(BadVendorStream);
  });
});

describe('readVendorLine', () => {
  it('reads each line of a recorded stream', () => {
    const file = path.join(import.meta.dirname, '__fixtures__', 'stream.ndjson');
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => readVendorLine(line));
    const place = { copy_index: 0, prompt_index: 0, stream_index: 0 };
    const display_tags = ['ambient', 'calm'];
    expect(lines).toEqual([
      { kind: 'relayed', event: { type: 'duration', duration_sec: 12.5 } },
      {
        kind: 'relayed',
        event: { type: 'titles', titles: ['Dawn', 'First Light'], display_tags, ...place },
      },
      { kind: 'relayed', event: { type: 'title', title: 'Dawn', display_tags, ...place } },
      { kind: 'audio', streamIndex: 0, bytes: Buffer.from('SUQzBAAAAAAA', 'base64') },
      { kind: 'cost', credits: 31 },
      { kind: 'complete' },
    ]);
  });

  it('takes over the fields of our format only', () => {
    const line = { type: 'title', title: 'Dawn', display_tags: ['a'], stream_index: 1, song_id: 's', seq: 9 };
    expect(readVendorLine(JSON.stringify(line))).toEqual({
      kind: 'relayed',
      event: {
        type: 'title',
        title: 'Dawn',
        display_tags: ['a'],
        copy_index: 0,
        prompt_index: 0,
        stream_index: 1,
      },
    });
    for (const type of ['task', 'anything', '__proto__'])
      expect(readVendorLine(JSON.stringify({ type, task_id: 'v' }))).toEqual({ kind: 'ignored' });
  });

  it('takes Base64 without padding', () => {
    const line = readVendorLine('{"type":"audio_chunk","data":"SUQ"}');
    expect(line).toMatchObject({ kind: 'audio', bytes: Buffer.from('ID') });
  });

  it('overlooks lines without sound that make no sense, once there is sound', () => {
    const lenient = { isLenient: true };
    for (const line of ['no json', '[]', '{"type":"title"}', '{"type":"duration","duration_sec":"9"}'])
      expect(readVendorLine(line, lenient)).toEqual({ kind: 'ignored' });
    expect(() => readVendorLine('{"type":"audio_chunk","data":"AA$="}', lenient)).toThrow(BadVendorStream);
  });

  it('overlooks a price that makes no sense', () => {
    for (const credits of [undefined, null, '5', -1, 1e12])
      expect(readVendorLine(JSON.stringify({ type: 'cost', credits }))).toEqual({ kind: 'ignored' });
    expect(readVendorLine('{"type":"cost","credits":2.1}')).toEqual({ kind: 'cost', credits: 2.1 });
  });

  it.each([
    'no json',
    '[]',
    'null',
    '{"type":"title"}',
    '{"type":"duration","duration_sec":"9"}',
    '{"type":"audio_chunk","data":"AAAAA"}',
    '{"type":"audio_chunk","data":"AA$="}',
    '{"type":"audio_chunk","data":"AAAA","stream_index":-1}',
  ])('refuses %s', (line) => {
    expect(() => readVendorLine(line)).toThrow(BadVendorStream);
  });

  it('cuts audio into pieces of 64 KiB at most', () => {
    const events = [...audioEvents(2, Buffer.alloc(150_000, 7))];
    const sizes = events.map(
      (event) => event.type === 'audio_chunk' && Buffer.from(event.data, 'base64').length,
    );
    expect(sizes).toEqual([65_536, 65_536, 18_928]);
    expect([...audioEvents(0, Buffer.alloc(0))]).toEqual([]);
  });

  it('cuts no character of a title in half', () => {
    for (const title of ['🎵'.repeat(300), `a${'🎵'.repeat(300)}`, 'half \ud83c']) {
      const line = readVendorLine(JSON.stringify({ type: 'title', title }));
      const shown = line.kind === 'relayed' && line.event.type === 'title' ? line.event.title : '';
      expect(shown).not.toBe('');
      expect(shown.isWellFormed()).toBe(true);
    }
  });
});
