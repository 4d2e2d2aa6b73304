import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ObjectStorage } from '#libs/platform/storage';
import type { Caller, Reply, TestApp } from '../../support/test-app.js';
import type { Cast } from './roles.js';
import { TINY_PNG } from './tiny-png.js';

/** Ids of the things that a call is about, by the name of the path parameter. */
export type World = Readonly<Record<string, string>>;

let counter = 0;

/** A publisher with an owner, a member and an open invitation; a node with an active version; a task of the owner's. */
export async function makeWorld(app: TestApp, cast: Cast, isBanned: boolean): Promise<World> {
  counter += 1;
  const publisherId = `team-${counter}`;
  const nodeId = `node-${counter}`;
  const owner = isBanned ? cast.bannedOwner : cast.owner;
  const as = (who: Caller) => app.api.as(who);
  await good(as(owner).post('/publishers', { id: publisherId }));
  const members = `/publishers/${publisherId}/members`;
  const invited = await good(as(owner).post(members, { user_id: cast.member.user.id, role: 'member' }));
  await good(as(cast.member).post(`${members}/${invited.body.id}/accept`));
  const invitation = await good(as(owner).post(members, { user_id: cast.guest.user.id }));
  await good(as(owner).put(`/publishers/${publisherId}/nodes/${nodeId}`, {}));
  const versions = `/publishers/${publisherId}/nodes/${nodeId}/versions`;
  const body = { node: {}, node_version: { version: '1.0.0' } };
  const published = await good(as(owner).post(versions, body));
  const versionId: string = published.body.node_version.id;
  const token = await good(
    as(owner).post(`/publishers/${publisherId}/tokens`, { name: 'ci', scopes: ['registry:read'] }),
  );
  await activate(app, nodeId, versionId);
  if (isBanned) await good(as(cast.admin).post(`/publishers/${publisherId}/ban`, {}));
  return {
    publisherId,
    nodeId,
    versionId,
    memberId: invitation.body.id,
    userId: cast.guest.user.id,
    tokenId: token.body.id,
    ...(await makeTasks(app, cast)),
  };
}

/** Stands for the upload and the scan of an archive, which are no matter of rights. */
async function activate(app: TestApp, nodeId: string, versionId: string): Promise<void> {
  const database = app.get(DataSource);
  const archive = Buffer.from('archive');
  const key = `archives/${versionId}/archive.zip`;
  await app.get(ObjectStorage).put(key, archive, 'application/zip');
  await database.query(
    `update "node_versions" set "status" = 'NodeVersionStatusActive', "archiveKey" = $2, "archiveBytes" = $3,
       "archiveSha256" = $4 where "id" = $1`,
    [versionId, key, archive.length, createHash('sha256').update(archive).digest()],
  );
  await database.query(`update "nodes" set "latestVersionId" = $2 where "id" = $1`, [nodeId, versionId]);
}

async function makeTasks(app: TestApp, { owner }: Cast): Promise<World> {
  const api = app.api.as(owner);
  const start = async (path: string, body: object): Promise<string> => {
    const { body: reply } = await good(api.post(`/proxy/imgprov/v1/ai/${path}`, body));
    return reply.data?.task_id ?? reply.task_id;
  };
  const image = TINY_PNG;
  const callback = { webhook_url: 'https://example.com/hook' };
  const relight = await start('image-relight', { image, prompt: 'soft light', ...callback });
  await good(api.post(`/tasks/${relight}/cancel`));
  return { relight };
}

async function good(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.status >= 300) throw new Error(`Arranging failed: ${reply.status} ${reply.bytes.toString()}`);
  return reply;
}
