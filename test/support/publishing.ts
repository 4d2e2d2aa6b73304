import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, Reply, TestApp } from './test-app.js';
import { contentDigest, packageOf } from './package-archive.js';

export { contentDigest, packageFiles, packageOf, sha256 } from './package-archive.js';

const WAIT_MS = 120_000;

/** A publisher with its owner, as a test needs one. */
export type Team = { id: string; owner: Caller };

/** Publishes packages the way a client does: over HTTP alone. */
export class Publishing {
  private serial = 0;

  constructor(private readonly app: TestApp) {}

  async team(id = `team-${(this.serial += 1)}`): Promise<Team> {
    const owner = await this.app.caller();
    const reply = await this.app.api.as(owner).post('/publishers', { id, name: id });
    expectStatus(reply, 201);
    return { id, owner };
  }

  /** Announces a version; its archive is still to come. */
  announce(team: Team, nodeId: string, version: string, extra: object = {}): Promise<Reply> {
    return this.app.api
      .as(team.owner)
      .post(`/publishers/${team.id}/nodes/${nodeId}/versions`, { node_version: { version, ...extra } });
  }

  /** Sends an archive to the link of an announced version. */
  upload(signedUrl: string, archive: Buffer, headers: Record<string, string> = {}): Promise<Reply> {
    return this.app.api.call('PUT', signedUrl, undefined, { raw: new Uint8Array(archive), headers });
  }

  /** Announces, uploads, and waits for the verdict. @returns the version as its owner sees it. */
  async publish(
    team: Team,
    nodeId: string,
    version: string,
    archive: Buffer = packageOf(`Node ${nodeId}`),
    extra: object = {},
  ): Promise<Reply['body']> {
    const announced = await this.announce(team, nodeId, version, extra);
    expectStatus(announced, 201);
    const uploaded = await this.upload(announced.body.signedUrl as string, archive, {
      'Content-Digest': contentDigest(archive),
    });
    // A file that is no zip has its verdict at once.
    if (uploaded.body?.error !== 'archive_not_zip') expectStatus(uploaded, 200);
    return this.verdict(team, nodeId, announced.body.node_version.id as string);
  }

  /** The version once it is not pending any more. */
  async verdict(team: Team, nodeId: string, version: string): Promise<Reply['body']> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(50)) {
      const reply = await this.app.api.as(team.owner).get(`/nodes/${nodeId}/versions/${version}`);
      expectStatus(reply, 200);
      if (reply.body.status !== 'NodeVersionStatusPending') return reply.body;
    }
    throw new Error(`${nodeId}@${version} is still pending`);
  }
}

function expectStatus(reply: Reply, status: number): void {
  if (reply.status !== status) {
    throw new Error(`${reply.status} instead of ${status}: ${reply.bytes.toString('utf8').slice(0, 500)}`);
  }
}
