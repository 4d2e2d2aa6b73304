import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { fromBufferPromise } from 'yauzl';
import { GivenRegistry } from '../../support/given-registry.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

/** `validation/schema.json` of github.com/ossf/osv-schema, version 1.7.5, at 51b8156b69b9 of 2026-07-01 (Apache-2.0). */
const SCHEMA = new URL('../../support/__fixtures__/osv-schema.json', import.meta.url);

describe('advisories as OSV records', () => {
  let app: TestApp;
  let admin: ApiClient;
  let nodeId: string;
  let isRecord: (value: unknown) => void;

  beforeAll(async () => {
    app = await TestApp.start();
    const given = new GivenRegistry(app);
    admin = app.api.as(await given.admin());
    nodeId = (await given.node()).id;
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const validate = ajv.compile(JSON.parse(await readFile(SCHEMA, 'utf8')));
    isRecord = (value) => {
      validate(value);
      expect(validate.errors ?? []).toEqual([]);
    };
  });
  afterAll(() => app.stop());

  const publish = async (fields: object): Promise<string> => {
    const body = { node_id: nodeId, severity: 'moderate', summary: 'Reads files.', ...fields };
    return (await admin.post('/admin/advisories', body)).body.id;
  };

  it('keep to the schema of OSV, with a range, single versions and a withdrawal', async () => {
    const id = await publish({
      introduced: '1.0.0',
      fixed: '1.2.1',
      details: 'It **reads** files.',
      aliases: ['CVE-2026-12345'],
      references: ['https://example.com/story'],
    });
    const ranged = (await app.api.get(`/advisories/${id}`)).body;
    isRecord(ranged);
    expect(ranged).toMatchObject({
      schema_version: '1.7.5',
      id,
      details: 'It **reads** files.',
      aliases: ['CVE-2026-12345'],
      affected: [
        {
          ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.1' }] }],
          database_specific: { node_id: nodeId },
        },
      ],
      references: [{ type: 'WEB', url: 'https://example.com/story' }],
      database_specific: { severity: 'moderate' },
    });
    const single = await publish({ versions: ['0.9.0'] });
    await admin.post(`/admin/advisories/${single}/withdraw`, { reason: 'Wrong.' });
    const withdrawn = (await app.api.get(`/advisories/${single}`)).body;
    isRecord(withdrawn);
    expect(withdrawn.affected).toEqual([{ versions: ['0.9.0'], database_specific: { node_id: nodeId } }]);
    expect(withdrawn.withdrawn).toMatch(/Z$/);
  });

  it('come all in one zip, whose tag changes with them', async () => {
    // More than are in memory at once.
    for (let at = 0; at < 101; at += 1) await publish({});
    const reply = await app.api.get('/advisories/osv.zip');
    expect(reply.headers.get('content-type')).toBe('application/zip');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=30');
    const records = await recordsIn(reply.bytes);
    expect(records.length).toBeGreaterThan(100);
    for (const { name, record } of records) {
      isRecord(record);
      expect(name).toBe(`${record.id}.json`);
    }
    const last = records.at(-1)?.record;
    expect((await app.api.get(`/advisories/${last?.id}`)).body).toEqual(last);
    const known = { headers: { 'If-None-Match': reply.headers.get('etag') ?? '' } };
    expect((await app.api.get('/advisories/osv.zip', known)).status).toBe(304);
    await admin.put(`/admin/advisories/${last?.id}`, { severity: 'critical' });
    const changed = await app.api.get('/advisories/osv.zip', known);
    expect(changed.status).toBe(200);
    expect((await recordsIn(changed.bytes)).at(-1)?.record).toMatchObject({
      id: last?.id,
      database_specific: { severity: 'critical' },
    });
  });
});

type Record = { id: string };

async function recordsIn(bytes: Buffer): Promise<{ name: string; record: Record }[]> {
  const zip = await fromBufferPromise(bytes);
  const records: { name: string; record: Record }[] = [];
  for await (const entry of zip.eachEntry()) {
    const text = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8');
    records.push({ name: entry.fileName, record: JSON.parse(text) as Record });
  }
  return records;
}
