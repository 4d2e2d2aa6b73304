import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LinkSigner } from '#libs/platform/signing';
import { contentDigest, packageOf, Publishing, type Team } from '../../support/publishing.js';
import { TestApp } from '../../support/test-app.js';

const LIMIT = 100 * 1024 * 1024;
const archive = packageOf('Blur');

describe('uploading an archive', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let serial = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
  });
  afterAll(() => app.stop());

  async function announced(): Promise<{ id: string; link: string; nodeId: string }> {
    const nodeId = `upload-${(serial += 1)}`;
    const { body } = await publishing.announce(team, nodeId, '1.0.0');
    return { id: body.node_version.id as string, link: body.signedUrl as string, nodeId };
  }

  async function statusOf(nodeId: string): Promise<string> {
    const reply = await app.api.as(team.owner).get(`/nodes/${nodeId}/versions/1.0.0`);
    return reply.body.status as string;
  }

  async function storedFiles(id: string): Promise<string[]> {
    const files = await readdir(app.dataDir, { recursive: true });
    return files.filter((file) => file.includes(id) && file.endsWith('.zip'));
  }

  async function scratchFolders(): Promise<string[]> {
    return readdir(path.join(app.dataDir, 'scratch')).catch(() => []);
  }

  it('refuses bytes that are not those of the digest, and takes the right ones after', async () => {
    const { id, link } = await announced();
    const wrong = await publishing.upload(link, archive, {
      'Content-Digest': contentDigest(Buffer.from('?')),
    });
    expect(wrong).toMatchObject({ status: 400, body: { error: 'digest_mismatch' } });
    expect(await storedFiles(id)).toEqual([]);
    const broken = await publishing.upload(link, archive, { 'Content-Digest': 'sha-256=abc' });
    expect(broken).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const sha512 = (bytes: Buffer) => `sha-512=:${createHash('sha512').update(bytes).digest('base64')}:`;
    const wrong512 = await publishing.upload(link, archive, {
      'Content-Digest': `${contentDigest(archive)}, ${sha512(Buffer.from('?'))}`,
    });
    expect(wrong512).toMatchObject({ status: 400, body: { error: 'digest_mismatch' } });
    for (const digest of [contentDigest(archive), sha512(archive)]) {
      expect((await publishing.upload(link, archive, { 'Content-Digest': digest })).status).toBe(200);
    }
  });

  it('answers one upload under one Idempotency-Key, and refuses another under it', async () => {
    const { link } = await announced();
    const key = { 'Idempotency-Key': 'archive-once' };
    const first = await publishing.upload(link, archive, key);
    expect(first).toMatchObject({ status: 200 });
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    const again = await publishing.upload(link, archive, key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await publishing.upload(link, packageOf('Other'), key)).toMatchObject({
      status: 409,
      body: { error: 'idempotency_mismatch' },
    });
  });

  it('refuses an empty body, which burns nothing', async () => {
    const { link } = await announced();
    const empty = await publishing.upload(link, Buffer.alloc(0));
    expect(empty).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(empty.body.message).toContain('empty');
    expect((await publishing.upload(link, archive)).status).toBe(200);
  });

  it('takes the same archive again, before and after the verdict, and no other', async () => {
    const { link, nodeId } = await announced();
    const taken = { status: 409, body: { error: 'archive_exists' } };
    expect((await publishing.upload(link, archive)).status).toBe(200);
    expect((await publishing.upload(link, archive)).status).toBe(200);
    expect(await publishing.upload(link, packageOf('Other'))).toMatchObject(taken);
    const checked = await publishing.verdict(team, nodeId, '1.0.0');
    expect((await publishing.upload(link, archive)).status).toBe(200);
    expect(await publishing.upload(link, packageOf('Other'))).toMatchObject(taken);
    expect((await app.api.as(team.owner).get(`/nodes/${nodeId}/versions/1.0.0`)).body).toEqual(checked);
  });

  it('does not say that a flagged version is absent, nor take another archive for it', async () => {
    const { link, nodeId } = await announced();
    expect((await publishing.upload(link, archive.subarray(0, 200))).status).toBe(200);
    await publishing.verdict(team, nodeId, '1.0.0');
    expect(await publishing.upload(link, archive)).toMatchObject({
      status: 409,
      body: { error: 'archive_exists' },
    });
  });

  it('takes nothing for a version that was deleted or moderated before its archive came', async () => {
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    const deleted = await announced();
    const path = `/publishers/${team.id}/nodes/${deleted.nodeId}/versions/1.0.0`;
    expect((await app.api.as(team.owner).delete(path)).status).toBe(204);
    expect(await publishing.upload(deleted.link, archive)).toMatchObject({
      status: 404,
      body: { error: 'version_not_found' },
    });
    const errors = { Banned: [403, 'version_banned'], Flagged: [409, 'status_not_allowed'] } as const;
    for (const [name, [status, error]] of Object.entries(errors)) {
      const { link, nodeId } = await announced();
      await admin.put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
        status: `NodeVersionStatus${name}`,
        status_reason: 'Odd.',
      });
      expect(await publishing.upload(link, archive)).toMatchObject({ status, body: { error } });
    }
  });

  it('refuses forged, foreign and expired links', async () => {
    const first = await announced();
    const second = await announced();
    const refused = { status: 403, body: { error: 'upload_link_invalid' } };
    expect(await publishing.upload(first.link.replace(/signature=./, 'signature=~'), archive)).toMatchObject(
      refused,
    );
    expect(await publishing.upload(first.link.replace(first.id, second.id), archive)).toMatchObject(refused);
    expect(await publishing.upload(first.link.replace(/\?.*/, ''), archive)).toMatchObject(refused);
    const expired = app
      .get(LinkSigner)
      .sign('PUT', `/node-versions/${first.id}/archive`, new Date(Date.now() - 1_000));
    expect(await publishing.upload(expired, archive)).toMatchObject(refused);
    expect(await statusOf(first.nodeId)).toBe('NodeVersionStatusPending');
  });

  it('refuses a declared 100 MB and one byte without reading them', async () => {
    const { link, id } = await announced();
    const reply = await rawPut(link, { 'Content-Length': String(LIMIT + 1) }, []);
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(reply).toContain('"archive_too_large"');
    expect(await storedFiles(id)).toEqual([]);
  });

  it('refuses 100 MB and one byte of unknown length, and leaves nothing', async () => {
    const before = await scratchFolders();
    const { link, id, nodeId } = await announced();
    const block = Buffer.alloc(1024 * 1024, 7);
    async function* body(): AsyncGenerator<Buffer> {
      for (let at = 0; at < 100; at += 1) yield block;
      yield Buffer.from('!');
    }
    const response = await fetch(link, {
      method: 'PUT',
      body: Readable.toWeb(Readable.from(body())) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'archive_too_large' });
    expect(await storedFiles(id)).toEqual([]);
    expect(await scratchFolders()).toEqual(before);
    expect(await statusOf(nodeId)).toBe('NodeVersionStatusPending');
  });

  it('leaves nothing of one that breaks off, and takes the next', async () => {
    const before = await scratchFolders();
    const { link, id } = await announced();
    await abortedPut(link);
    for (let tries = 0; tries < 100 && (await scratchFolders()).length > before.length; tries += 1)
      await sleep(20);
    expect(await scratchFolders()).toEqual(before);
    expect(await storedFiles(id)).toEqual([]);
    expect((await publishing.upload(link, archive)).status).toBe(200);
  });

  it('keeps one archive when two come at once', async () => {
    const { link, id, nodeId } = await announced();
    const other = packageOf('Other');
    const replies = await Promise.all([publishing.upload(link, archive), publishing.upload(link, other)]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const version = await publishing.verdict(team, nodeId, '1.0.0');
    expect(version.status).toBe('NodeVersionStatusActive');
    const stored = (await storedFiles(id)).map((file) => readFile(path.join(app.dataDir, file)));
    const digests = (await Promise.all(stored)).map((file) =>
      createHash('sha256').update(file).digest('hex'),
    );
    expect(digests).toEqual([version.sha256]);
  });

  /** What the server says to a PUT with these headers and the chunks, before the body has ended. */
  async function rawPut(link: string, headers: Record<string, string>, chunks: Buffer[]): Promise<string> {
    const socket = connect(link, headers);
    for (const chunk of chunks) socket.write(chunk);
    let reply = '';
    for await (const chunk of socket) {
      reply += String(chunk);
      if (reply.includes('"message"')) break;
    }
    socket.destroy();
    return reply;
  }

  async function abortedPut(link: string): Promise<void> {
    const socket = connect(link, { 'Content-Length': '1000000' });
    socket.write(Buffer.alloc(300_000));
    await sleep(100);
    socket.destroy();
  }

  function connect(link: string, headers: Record<string, string>): net.Socket {
    const { pathname, search, port } = new URL(link);
    const socket = net.connect(Number(port), '127.0.0.1');
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    return socket;
  }
});
