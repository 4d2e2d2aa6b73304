import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ObjectStorage } from '#libs/platform/storage';
import { ExtractionSettlement } from '../../../libs/registry/app-nodes/src/extraction-settlement.js';
import type { Caller, Reply, TestApp } from '../../support/test-app.js';
import type { Cast } from './roles.js';
import { TINY_PNG } from './tiny-png.js';

/** Ids of the things that a call is about, by the name of the path parameter. */
export type World = Readonly<Record<string, string>>;

let counter = 0;

/**
 * A publisher with an owner, a member and an open invitation; a node with an active version; another publisher of the
 * owner's; tokens and tasks of the owner's.
 */
export async function makeWorld(app: TestApp, cast: Cast, isBanned: boolean): Promise<World> {
  counter += 1;
  const publisherId = `team-${counter}`;
  const nodeId = `node-${counter}`;
  const owner = isBanned ? cast.bannedOwner : cast.owner;
  const as = (who: Caller) => app.api.as(who);
  await liftBans(app, cast, owner);
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
  const proof = await good(
    as(owner).post(`/publishers/${publisherId}/proofs`, { method: 'dns', subject: 'example.org' }),
  );
  const trusted = await good(
    as(owner).post(`/publishers/${publisherId}/trusted-publishers`, {
      ...{ node_id: nodeId, repository: 'octo-org/octo-repo', repository_id: '74', owner_id: '65' },
      workflow: 'release.yml',
    }),
  );
  const ownToken = await good(as(owner).post('/users/tokens', { name: 'own', scopes: ['media'] }));
  const heirId = `heir-${counter}`;
  await good(as(owner).post('/publishers', { id: heirId }));
  const appNode = `app-node-${counter}`;
  await activate(app, versionId, appNode);
  const warning = { node_id: nodeId, severity: 'low', summary: 'Test.', fixed: '0.1.0' };
  const advisory = await good(as(cast.admin).post('/admin/advisories', warning));
  if (isBanned) await good(as(cast.admin).post(`/publishers/${publisherId}/ban`, { reason: 'test' }));
  return {
    publisherId,
    heirId,
    nodeId,
    versionId,
    advisoryId: advisory.body.id,
    name: appNode,
    memberId: invitation.body.id,
    userId: cast.guest.user.id,
    strangerId: cast.stranger.user.id,
    memberUserId: cast.member.user.id,
    tokenId: token.body.id,
    proofId: proof.body.id,
    trustedPublisherId: trusted.body.id,
    ownToken: ownToken.body.token,
    ownTokenId: ownToken.body.id,
    ...(await makeUser(app, cast)),
    ...(await makeTasks(app, cast)),
  };
}

/** The owner of a banned publisher cannot create another one, such as that of the next world. */
async function liftBans(app: TestApp, { admin }: Cast, owner: Caller): Promise<void> {
  const own = await good(app.api.as(owner).get('/users/publishers'));
  for (const { publisher } of own.body as { publisher: { id: string; status: string } }[]) {
    if (publisher.status !== 'PublisherStatusBanned') continue;
    await good(app.api.as(admin).post(`/publishers/${publisher.id}/unban`, {}));
  }
}

/** A user with a token, who has not accepted the second invitation. */
async function makeUser(app: TestApp, { admin }: Cast): Promise<World> {
  const person = { name: 'Made', email: `made-in-world-${counter}@example.com` };
  const { body } = await good(app.api.as(admin).post('/admin/users', person));
  const accepted = await good(app.api.post(`/invitations/${body.invitation.code}/accept`));
  const again = await good(app.api.as(admin).post(`/admin/users/${body.id}/invitation`));
  const grant = await good(app.api.as(admin).post(`/admin/users/${body.id}/grants`, { amount: 10 }));
  return {
    grantId: grant.body.id,
    madeUserId: body.id,
    madeTokenId: accepted.body.id,
    code: again.body.code,
  };
}

/** Replaces the upload and the check of an archive, which do not concern rights. */
async function activate(app: TestApp, versionId: string, appNode: string): Promise<void> {
  const archive = Buffer.from('archive');
  const key = `archives/${versionId}/archive.zip`;
  await app.get(ObjectStorage).put(key, archive, 'application/zip');
  await app
    .get(DataSource)
    .query(
      `update node_versions set archive_key = $2, archive_bytes = $3, archive_sha256 = $4 where id = $1`,
      [versionId, key, archive.length, createHash('sha256').update(archive).digest()],
    );
  const ports = { inputTypes: '{}', returnTypes: '[]', returnNames: '[]', outputIsList: [] };
  const found = { name: appNode, ...ports, deprecated: false, experimental: false };
  const result = { status: 'success', appNodes: [found], unknowns: [], problems: [] } as const;
  await app.get(ExtractionSettlement).settle(result, {
    version: { id: versionId, archiveKey: key },
    statusReason: '',
    isHeld: false,
    seen: { files: [], findings: [] },
  });
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
  const deliveries = await good(api.get(`/tasks/${relight}/deliveries`));
  // Of a kind that is never started here, so that it receives nothing.
  const hook = { url: 'https://example.com/hook', kinds: ['music-from-text'] };
  const endpoint = await good(api.post('/webhooks/endpoints', hook));
  const style = await start('image-style-transfer', { image, reference_image: image });
  const skin = await start('skin-enhancer/creative', { image });
  const frames = { model: 'vq2-turbo', images: [image] };
  const video = await good(api.post('/proxy/vidprov/start-end2video', frames));
  return {
    relight,
    style,
    skin,
    video: video.body.task_id,
    delivery: deliveries.body.deliveries[0].id,
    endpointId: endpoint.body.id,
    queue: 'video-tasks.run',
    jobId: (await waitingJobOf(app, video.body.task_id)) ?? '',
  };
}

/** The job of a task, in the queue of a process that runs none. */
async function waitingJobOf(app: TestApp, taskId: string): Promise<string | undefined> {
  const jobs = await app
    .get(DataSource)
    .query<{ id: string }[]>(`select id from jobs where payload->>'taskId' = $1`, [taskId]);
  return jobs[0]?.id;
}

async function good(call: Promise<Reply>): Promise<Reply> {
  const reply = await call;
  if (reply.status >= 300) throw new Error(`Arranging failed: ${reply.status} ${reply.bytes.toString()}`);
  return reply;
}
