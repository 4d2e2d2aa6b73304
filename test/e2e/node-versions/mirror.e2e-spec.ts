import { Publishing, type Team } from '../../support/publishing.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';

type Change = {
  kind: string;
  action: string;
  publisher_id: string | null;
  node_id: string | null;
  version: string | null;
};

/** A copy of the registry that knows nothing but the feed and the public API. */
class Mirror {
  readonly nodes = new Map<string, unknown>();
  readonly versions = new Map<string, unknown>();
  private serial = '0';

  constructor(private readonly api: ApiClient) {}

  /** Follows the feed to its end; small pages, so that writers come in between. */
  async follow(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const { body } = await this.api.get(`/changes?since=${this.serial}&limit=7`);
      for (const change of body.changes as Change[]) await this.apply(change);
      this.serial = body.last_serial as string;
      hasMore = body.has_more as boolean;
    }
  }

  private async apply({ kind, action, node_id: nodeId, version }: Change): Promise<void> {
    if (kind === 'publisher') return;
    const key = kind === 'node' ? `${nodeId}` : `${nodeId}@${version}`;
    const path = kind === 'node' ? `/nodes/${nodeId}` : `/nodes/${nodeId}/versions/${version}`;
    const copy = kind === 'node' ? this.nodes : this.versions;
    const reply = action === 'upsert' ? await this.api.get(path) : undefined;
    if (reply?.status === 200) copy.set(key, reply.body);
    else copy.delete(key);
  }
}

describe('GET /changes', () => {
  let app: TestApp;
  let publishing: Publishing;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  async function live(team: Team, at: number): Promise<void> {
    const owner = app.api.as(team.owner);
    const path = (nodeId: string) => `/publishers/${team.id}/nodes/${nodeId}`;
    const [first, second] = [`first-${at}`, `second-${at}`];
    await publishing.publish(team, first, '1.0.0');
    await publishing.publish(team, first, '1.1.0');
    await owner.put(path(first), { description: `Edited ${at}` });
    await owner.put(`${path(first)}/versions/1.1.0`, { deprecated: true, changelog: 'No.' });
    await publishing.publish(team, second, '0.1.0');
    await owner.delete(`${path(first)}/versions/1.0.0`);
    if (at % 2 === 0) await owner.delete(path(second));
    if (at % 4 === 0) await owner.put(path(second), { description: 'Revived' });
    const moderator = app.api.as(admin);
    if (at % 3 === 0) await moderator.post(`/publishers/${team.id}/ban`, { reason: 'spam' });
    if (at % 6 === 0) await moderator.post(`/publishers/${team.id}/unban`, { reason: 'sorry' });
    if (at === 5) await moderator.post(`/nodes/${first}/ban`, { reason: 'bad' });
    await moderator.put(`/admin/nodes/${second}/versions/0.1.0`, {
      status: at % 2 === 0 ? 'NodeVersionStatusActive' : 'NodeVersionStatusBanned',
      status_reason: 'looked at',
    });
  }

  async function published(): Promise<{ nodes: Map<string, unknown>; versions: Map<string, unknown> }> {
    const nodes = new Map<string, unknown>();
    const versions = new Map<string, unknown>();
    const { body } = await app.api.get('/nodes?limit=100');
    for (const { id } of body.nodes as { id: string }[]) {
      nodes.set(id, (await app.api.get(`/nodes/${id}`)).body);
      const list = (await app.api.get(`/nodes/${id}/versions`)).body as { version: string }[];
      for (const version of list) versions.set(`${id}@${version.version}`, version);
    }
    return { nodes, versions };
  }

  it('rebuilds the registry under writers at once', async () => {
    const teams: Team[] = [];
    for (let at = 0; at < 7; at += 1) teams.push(await publishing.team());
    const mirror = new Mirror(app.api);
    let isOver = false;
    const following = (async () => {
      while (!isOver) await mirror.follow();
    })();
    await Promise.all(teams.map((team, at) => live(team, at)));
    isOver = true;
    await following;
    await mirror.follow();
    const truth = await published();
    expect(truth.nodes.size).toBeGreaterThan(4);
    expect(Object.fromEntries(mirror.nodes)).toEqual(Object.fromEntries(truth.nodes));
    expect(Object.fromEntries(mirror.versions)).toEqual(Object.fromEntries(truth.versions));
  });

  it('never goes back, and refuses nonsense', async () => {
    const { body } = await app.api.get('/changes?limit=1000');
    const serials = (body.changes as { serial: string }[]).map(({ serial }) => BigInt(serial));
    expect(serials.every((serial, at) => at === 0 || serial > serials[at - 1]!)).toBe(true);
    for (const query of ['since=-1', 'since=x', 'limit=0', 'limit=1001']) {
      expect((await app.api.get(`/changes?${query}`)).status).toBe(400);
    }
  });
});
