import type { Caller, Reply, TestApp } from './test-app.js';

export type GivenPublisher = { id: string; owner: Caller };
export type GivenNode = {
  id: string;
  publisher: GivenPublisher;
  owner: Caller;
  body: Record<string, unknown>;
};

let serial = 0;

/** Makes rows of the registry through the API, with good defaults; a test overrides what it is about. */
export class GivenRegistry {
  private cachedAdmin: Promise<Caller> | undefined;

  constructor(private readonly app: TestApp) {}

  /** An id that no other row of the test run has. */
  id(prefix = 'given'): string {
    return `${prefix}-${(serial += 1)}-${Math.random().toString(36).slice(2, 8)}`;
  }

  /** The same admin each time. */
  admin(): Promise<Caller> {
    this.cachedAdmin ??= this.app.caller({ isAdmin: true });
    return this.cachedAdmin;
  }

  async publisher(input: { owner?: Caller; id?: string; name?: string } = {}): Promise<GivenPublisher> {
    const owner = input.owner ?? (await this.app.caller());
    const id = input.id ?? this.id('team');
    expectStatus(await this.app.api.as(owner).post('/publishers', { id, name: input.name ?? id }), 201);
    return { id, owner };
  }

  async node(
    input: { publisher?: GivenPublisher; id?: string; fields?: Record<string, unknown>; by?: Caller } = {},
  ): Promise<GivenNode> {
    const publisher = input.publisher ?? (await this.publisher());
    const id = input.id ?? this.id('node');
    const reply = await this.app.api
      .as(input.by ?? publisher.owner)
      .put(`/publishers/${publisher.id}/nodes/${id}`, input.fields ?? {});
    expectStatus(reply, 200);
    return { id, publisher, owner: publisher.owner, body: reply.body as Record<string, unknown> };
  }

  /** A user who has accepted an invitation. */
  async member(publisher: GivenPublisher, role: 'owner' | 'member' = 'member'): Promise<Caller> {
    const caller = await this.app.caller();
    const invited = await this.app.api
      .as(publisher.owner)
      .post(`/publishers/${publisher.id}/members`, { user_id: caller.user.id, role });
    expectStatus(invited, 201);
    const { id } = invited.body as { id: string };
    expectStatus(await this.app.api.as(caller).post(`/publishers/${publisher.id}/members/${id}/accept`), 200);
    return caller;
  }
}

function expectStatus(reply: Reply, status: number): void {
  if (reply.status !== status) {
    throw new Error(`Expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
}
