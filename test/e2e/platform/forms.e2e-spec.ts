import { connect } from 'node:net';
import { ProbeModule } from '../../support/probe.module.js';
import { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const HEAD = 'POST /probe/form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n';

/** A part of a form as it is on the wire. */
function part(disposition: string, content: string, type?: string): string {
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n${content}\r\n`;
}

describe('a form', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
  });
  afterAll(() => app.stop());

  const send = (...parts: string[]) =>
    app.api.call('POST', '/probe/form', undefined, {
      raw: `${parts.join('')}--x--\r\n`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });

  it('keeps its fields flat, whatever their names, and takes files without a name', async () => {
    const names = ['a[b]', 'a[]', 'a[9999999]', '__proto__', 'constructor'];
    const reply = await send(
      ...names.map((name) => part(`name="${name}"`, 'x')),
      part('name="twice"', '1'),
      part('name="twice"', '2'),
      part('name="file"', '12345', 'application/octet-stream'),
      part('name="file"; filename=""', '123', 'application/octet-stream'),
      part('name="other"; filename="o.bin"', '1'),
      part('name="file"; filename="a.bin"', ''),
    );
    expect(reply.status).toBe(201);
    const { fields } = JSON.parse(reply.bytes.toString()) as { fields: Record<string, unknown> };
    expect(Object.entries(fields)).toEqual([...names.map((name) => [name, 'x']), ['twice', ['1', '2']]]);
    expect(reply.body.bytes).toEqual([5, 3, 0]);
  });

  it.each([
    [
      'too many fields',
      Array.from({ length: 51 }, (_, index) => part(`name="f${index}"`, 'x')),
      'at most 50 fields',
    ],
    [
      'too many files',
      Array.from({ length: 5 }, () => part('name="file"; filename="a"', 'x')),
      'at most 4 files',
    ],
    [
      'a field that is too long',
      [part('name="text"', 'x'.repeat(1_048_577))],
      'text must be at most 1048576 bytes',
    ],
    ['NUL', [part('name="text"', 'a\0b')], 'text must not contain the NUL character'],
    [
      'a part without an end',
      ['--x\r\nContent-Disposition: form-data; name="a"'],
      'broken or did not arrive whole',
    ],
  ])('is refused for %s', async (_, parts, problem) => {
    const reply = await send(part('name="file"; filename="a"', 'kept?'), ...parts);
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(problem) } });
  });

  it('is refused in the middle of a file that is too large, or of fields that are', async () => {
    for (const [disposition, what] of [
      ['name="file"; filename="a"', 'A file may have at most 0 MB.'],
      ['name="text"', 'The fields of a form may have at most 2 MB in all.'],
    ]) {
      const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
      let reply = '';
      socket.on('data', (chunk) => (reply += chunk.toString())).on('error', () => undefined);
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      const chunk = (text: string): void => void socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
      chunk(`--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`);
      // Its end never comes.
      for (let megabytes = 0; megabytes < 3; megabytes += 1) chunk('a'.repeat(1024 * 1024));
      await until(() => reply.includes('\r\n\r\n'));
      expect(reply).toMatch(/^HTTP\/1\.1 413 /);
      expect(reply).toContain(what);
      socket.destroy();
    }
  });
});
