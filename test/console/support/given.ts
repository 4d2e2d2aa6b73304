import { createHash } from 'node:crypto';
import { contentDigest, packageOf } from '../../support/package-archive.js';
import type { Api } from './api.js';

/** A user with a token. */
export type Person = { id: string; name: string; email: string; token: string; api: Api };

let serial = 0;

/** Makes users and things through the API, with good defaults; a test overrides what it is about. */
export class Given {
  constructor(readonly admin: Api) {}

  /** A name or id that is unique in this service. Counted ones look alike, for which the registry holds some back. */
  id(prefix: string): string {
    const code = createHash('sha256')
      .update(String((serial += 1)))
      .digest('hex');
    return `${prefix}-${code.slice(0, 8)}`;
  }

  async person(input: { name?: string; isAdmin?: boolean; isApproved?: boolean } = {}): Promise<Person> {
    const name = input.name ?? this.id('Person');
    const email = `${this.id(name.toLowerCase().replaceAll(/\W+/g, '-'))}@example.com`;
    const { id, invitation } = await this.admin.post('/admin/users', { name, email, ...input });
    const { token } = await this.admin.post(`/invitations/${invitation.code}/accept`);
    return { id, name, email, token, api: this.admin.as(token) };
  }

  async publisher(owner: Person, input: { id?: string; name?: string } = {}): Promise<string> {
    const id = input.id ?? this.id('team');
    await owner.api.post('/publishers', { id, name: input.name ?? id });
    return id;
  }

  async node(
    owner: Person,
    publisherId: string,
    fields: { id?: string } & Record<string, unknown> = {},
  ): Promise<string> {
    const { id = this.id('node'), ...rest } = fields;
    await owner.api.put(`/publishers/${publisherId}/nodes/${id}`, rest);
    return id;
  }

  /** A version whose archive was checked; its node is created if missing. */
  async version(
    owner: Person,
    publisherId: string,
    nodeId: string,
    input: { version?: string; changelog?: string; archive?: Buffer } = {},
  ): Promise<any> {
    const { archive = packageOf(`Node of ${nodeId}`), version = '1.0.0', changelog } = input;
    const announced = await owner.api.post(`/publishers/${publisherId}/nodes/${nodeId}/versions`, {
      node_version: { version, changelog },
    });
    await owner.api.upload(announced.signedUrl, new Uint8Array(archive), {
      'Content-Digest': contentDigest(archive),
    });
    return this.settled(
      owner,
      `/nodes/${nodeId}/versions/${announced.node_version.id}`,
      (one) => one.status !== 'NodeVersionStatusPending',
    );
  }

  /** A sample picture that was relit. */
  async relitPicture(owner: Person): Promise<any> {
    const { data } = await owner.api.post('/proxy/imgprov/v1/ai/image-relight', {
      image: `${owner.api.url}/samples/room.jpg`,
      prompt: 'warm (sunset:1.3) from the left',
    });
    return this.settled(owner, `/tasks/${data.task_id}`, (one) => one.finished_at !== null);
  }

  /** What `target` shows once `isSettled` holds. */
  async settled(
    { api }: Pick<Person, 'api'>,
    target: string,
    isSettled: (body: any) => boolean,
  ): Promise<any> {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const body = await api.get(target);
      if (isSettled(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${target} never became what it should`);
  }
}
