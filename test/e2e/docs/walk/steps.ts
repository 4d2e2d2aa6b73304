import type { Entries } from './docs-page.js';

/** Values from earlier answers. */
export type Known = Record<string, string>;

/** One press of Execute. Whatever is absent stays as the page fills it in. */
export type Step = {
  operation: string;
  /** The caller; that of the step before when absent. */
  as?: 'admin' | 'bob';
  enter?: (known: Known) => Entries;
  /** Execute is pressed again until this holds. */
  until?: (body: any) => boolean;
  /** What later steps need of the answer. */
  keep?: (body: any) => Known;
};

const at = (name: string, value: string): NonNullable<Step['enter']> => {
  return (known) => ({ parameters: { [name]: known[value] ?? '' } });
};
const IMAGES = '/proxy/imgprov/v1/ai';
const VIDEOS = '/proxy/vidprov';
/** Takes long enough to be stopped. */
const LONG_VIDEO = { duration: 8, resolution: '1080p' };

/** The parts of a signed link, as parameters. */
function partsOf(link: string, parameter: string, segment: number): Entries['parameters'] {
  const url = new URL(link);
  const value = url.pathname.split('/')[segment] ?? '';
  return { [parameter]: value, ...Object.fromEntries(url.searchParams) };
}

const START: Step[] = [
  { operation: 'GET /health/live' },
  { operation: 'GET /health/ready' },
  { operation: 'GET /.well-known/jwks.json' },
  { operation: 'GET /metrics', as: 'admin' },
  { operation: 'GET /samples/{name}' },
  { operation: 'GET /users', keep: ({ id }) => ({ admin: id }) },
  { operation: 'POST /users/tokens', keep: ({ id, token }) => ({ token: id, tokenText: token }) },
  { operation: 'POST /session', enter: ({ tokenText = '' }) => ({ body: { token: tokenText } }) },
  { operation: 'GET /session' },
  { operation: 'GET /session/methods' },
  { operation: 'DELETE /session' },
  { operation: 'GET /users/tokens' },
  { operation: 'PUT /users/tokens/{tokenId}/limits', enter: at('tokenId', 'token') },
  { operation: 'GET /users/tokens/{tokenId}/limits', enter: at('tokenId', 'token') },
  { operation: 'DELETE /users/tokens/{tokenId}', enter: at('tokenId', 'token') },
  { operation: 'GET /credits' },
  { operation: 'GET /credits/statement' },
  { operation: 'GET /users/webhook-secret' },
  { operation: 'POST /users/webhook-secret' },
  { operation: 'POST /quotes' },
  { operation: 'GET /users/notices' },
  { operation: 'GET /v1/models' },
];

const MEDIA: Step[] = [
  { operation: `POST ${IMAGES}/image-relight`, keep: ({ data }) => ({ relight: data.task_id }) },
  { operation: `POST ${IMAGES}/image-style-transfer`, keep: ({ task_id }) => ({ style: task_id }) },
  { operation: `POST ${IMAGES}/skin-enhancer/creative` },
  { operation: `POST ${IMAGES}/skin-enhancer/faithful` },
  { operation: `POST ${IMAGES}/skin-enhancer/flexible`, keep: ({ data }) => ({ skin: data.task_id }) },
  { operation: `GET ${IMAGES}/image-relight/{task_id}`, enter: at('task_id', 'relight'), until: isCompleted },
  {
    operation: `GET ${IMAGES}/image-style-transfer/{task_id}`,
    enter: at('task_id', 'style'),
    until: isCompleted,
  },
  { operation: `GET ${IMAGES}/skin-enhancer/{task_id}`, enter: at('task_id', 'skin'), until: isCompleted },
  { operation: 'GET /usage' },
  { operation: 'GET /admin/usage' },
  {
    operation: 'POST /admin/reconciliations',
    enter: () => ({ body: { entries: [{ vendor_id: 'v-1', credits: 1 }] } }),
  },
  { operation: 'GET /tasks', until: ({ tasks }) => tasks.length >= 5 },
  {
    operation: 'GET /tasks/{id}',
    enter: at('id', 'relight'),
    keep: ({ outputs }) => ({ output: outputs[0].url }),
  },
  { operation: 'GET /tasks/{id}/events', enter: at('id', 'relight') },
  { operation: 'GET /tasks/{id}/inputs', enter: at('id', 'relight') },
  { operation: 'GET /tasks/{id}/thumbnail', enter: at('id', 'relight') },
  {
    operation: 'GET /assets/{key}',
    enter: ({ output = '' }) => ({ parameters: partsOf(output, 'key', 2) }),
  },
  {
    operation: `POST ${IMAGES}/image-relight`,
    // The receiver does not exist, so its delivery waits for a retry.
    enter: () => ({ body: { webhook_url: 'https://hooks.invalid/' } }),
    keep: ({ data }) => ({ told: data.task_id }),
  },
  {
    operation: 'GET /tasks/{id}/deliveries',
    enter: at('id', 'told'),
    keep: ({ deliveries }) => ({ delivery: deliveries[0].id }),
  },
  { operation: 'POST /deliveries/{id}/redeliver', enter: at('id', 'delivery') },
  {
    operation: 'POST /webhooks/endpoints',
    enter: () => ({ body: { url: 'https://hooks.invalid/' } }),
    keep: ({ id }) => ({ endpoint: id }),
  },
  { operation: 'GET /webhooks/endpoints' },
  { operation: 'GET /webhooks/jwks/{owner_id}', enter: at('owner_id', 'endpoint') },
  { operation: 'GET /webhooks/endpoints/{endpointId}', enter: at('endpointId', 'endpoint') },
  { operation: 'POST /webhooks/endpoints/{endpointId}/secret', enter: at('endpointId', 'endpoint') },
  { operation: 'POST /webhooks/endpoints/{endpointId}/test', enter: at('endpointId', 'endpoint') },
  {
    operation: 'POST /webhooks/endpoints/{endpointId}/recover',
    enter: ({ endpoint = '' }) => ({
      parameters: { endpointId: endpoint },
      body: { since: new Date().toISOString() },
    }),
  },
  {
    operation: 'GET /webhooks/endpoints/{endpointId}/deliveries',
    enter: at('endpointId', 'endpoint'),
    until: ({ deliveries }) => deliveries.length > 0,
  },
  { operation: 'PUT /webhooks/endpoints/{endpointId}', enter: at('endpointId', 'endpoint') },
  { operation: 'DELETE /webhooks/endpoints/{endpointId}', enter: at('endpointId', 'endpoint') },
  { operation: 'GET /webhooks/stream', enter: () => ({ parameters: { seconds: '1' } }) },
  { operation: 'POST /uploads', keep: ({ upload_url }) => ({ upload: upload_url }) },
  {
    operation: 'PUT /uploads/{key}',
    enter: ({ upload = '' }) => ({ parameters: partsOf(upload, 'key', 2), file: 'portrait.jpg' }),
  },
  { operation: 'POST /customers/storage' },
  { operation: `POST ${VIDEOS}/start-end2video`, keep: ({ task_id }) => ({ video: task_id }) },
  { operation: `POST ${VIDEOS}/reference2video`, keep: ({ task_id }) => ({ sequence: task_id }) },
  { operation: `POST ${VIDEOS}/extend`, keep: ({ task_id }) => ({ longer: task_id }) },
  ...['video', 'sequence', 'longer'].map((name) => ({
    operation: `GET ${VIDEOS}/tasks/{task_id}/creations`,
    enter: at('task_id', name),
    until: isMade,
  })),
  {
    operation: `POST ${VIDEOS}/start-end2video`,
    enter: () => ({ body: LONG_VIDEO }),
    keep: ({ task_id }) => ({ unwanted: task_id }),
  },
  { operation: `POST ${VIDEOS}/tasks/{task_id}/cancel`, enter: at('task_id', 'unwanted') },
  {
    operation: `POST ${VIDEOS}/reference2video`,
    enter: () => ({ body: LONG_VIDEO }),
    keep: ({ task_id }) => ({ unneeded: task_id }),
  },
  { operation: 'POST /tasks/{id}/cancel', enter: at('id', 'unneeded') },
  { operation: 'DELETE /tasks/{id}', enter: at('id', 'unneeded') },
  {
    operation: 'POST /vendor-callbacks/{task_id}',
    enter: ({ vendorLink = '' }) => ({ parameters: partsOf(vendorLink, 'task_id', 2) }),
  },
  {
    operation: 'POST /proxy/musprov/t2m/generate',
    keep: (lines) => ({ music: JSON.parse(String(lines).split('\n')[0] ?? '').task_id }),
  },
  { operation: 'GET /tasks/{task_id}/stream', enter: at('task_id', 'music') },
  { operation: 'GET /tasks/{task_id}/audio', enter: at('task_id', 'music') },
  { operation: 'POST /proxy/musprov/v2m/generate' },
  {
    operation: 'POST /proxy/musprov/v2m/generate',
    enter: () => ({ file: 'clip.mp4', fileField: '0.video' }),
  },
];

const REGISTRY: Step[] = [
  { operation: 'GET /publishers/validate' },
  { operation: 'POST /publishers' },
  { operation: 'GET /publishers', until: isNotEmpty },
  { operation: 'GET /publishers/{publisherId}' },
  { operation: 'PUT /publishers/{publisherId}' },
  { operation: 'GET /users/publishers' },
  { operation: 'POST /publishers/{publisherId}/tokens', keep: ({ id }) => ({ publisherToken: id }) },
  { operation: 'GET /publishers/{publisherId}/tokens' },
  { operation: 'DELETE /publishers/{publisherId}/tokens/{tokenId}', enter: at('tokenId', 'publisherToken') },
  { operation: 'POST /publishers/{publisherId}/proofs', keep: ({ id }) => ({ proof: id }) },
  { operation: 'GET /publishers/{publisherId}/proofs' },
  { operation: 'POST /publishers/{publisherId}/proofs/{proofId}/check', enter: at('proofId', 'proof') },
  { operation: 'DELETE /publishers/{publisherId}/proofs/{proofId}', enter: at('proofId', 'proof') },
  {
    operation: 'POST /publishers/{publisherId}/trusted-publishers',
    enter: ({ issuer = '' }) => ({ body: { issuer } }),
    keep: ({ id }) => ({ trusted: id }),
  },
  { operation: 'GET /publishers/{publisherId}/trusted-publishers' },
  { operation: 'POST /publishers/{publisherId}/nodes' },
  { operation: 'PUT /publishers/{publisherId}/nodes/{nodeId}/trusted-publishing' },
  { operation: 'PUT /publishers/{publisherId}/nodes/{nodeId}' },
  {
    operation: 'PUT /publishers/{publisherId}/nodes/{nodeId}/banner',
    enter: () => ({ file: 'start.jpg' }),
  },
  {
    operation: 'PUT /publishers/{publisherId}/nodes/{nodeId}/icon',
    enter: () => ({ file: 'lightmap.png' }),
  },
  { operation: 'DELETE /publishers/{publisherId}/nodes/{nodeId}/banner' },
  { operation: 'DELETE /publishers/{publisherId}/nodes/{nodeId}/icon' },
  {
    operation: 'POST /publishers/{publisherId}/nodes/{nodeId}/versions',
    keep: ({ signedUrl }) => ({ archive: signedUrl }),
  },
  {
    operation: 'PUT /node-versions/{id}/archive',
    enter: ({ archive = '' }) => ({ parameters: partsOf(archive, 'id', 2), file: 'node.zip' }),
  },
  {
    operation: 'GET /nodes/{nodeId}/versions/{versionId}',
    until: ({ status }) => status !== 'NodeVersionStatusPending',
  },
  { operation: 'GET /publishers/{publisherId}/versions' },
  { operation: 'GET /nodes/search', until: ({ nodes }) => nodes.length > 0 },
  { operation: 'GET /nodes', until: ({ nodes }) => nodes.length > 0 },
  { operation: 'GET /publishers/{publisherId}/nodes', until: isNotEmpty },
  { operation: 'GET /nodes/{nodeId}' },
  { operation: 'GET /nodes/{nodeId}/downloads' },
  { operation: 'GET /nodes/{nodeId}/versions' },
  { operation: 'GET /nodes/{nodeId}/install' },
  { operation: 'GET /nodes/{nodeId}/versions/{versionId}/archive' },
  { operation: 'GET /nodes/{nodeId}/versions/{versionId}/app-nodes' },
  { operation: 'GET /app-nodes', until: ({ app_nodes }) => app_nodes.length === 2 },
  { operation: 'GET /app-nodes/{name}/node' },
  { operation: 'POST /bulk/nodes/versions' },
  { operation: 'GET /changes', until: ({ changes }) => changes.length > 0 },
  { operation: 'PUT /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}' },
  { operation: 'POST /nodes/{nodeId}/translations' },
  { operation: 'POST /nodes/{nodeId}/reviews', as: 'bob' },
  { operation: 'POST /nodes/{nodeId}/reports', keep: ({ id }) => ({ report: id }) },
  { operation: 'POST /publishers/{publisherId}/reports', as: 'bob' },
  { operation: 'POST /reports/{reportId}/messages', enter: at('reportId', 'report') },
  { operation: 'GET /reports/{reportId}/messages', enter: at('reportId', 'report') },
  { operation: 'GET /users/reports', until: ({ reports }) => reports.length > 0 },
  {
    operation: 'POST /publishers/{publisherId}/members',
    as: 'admin',
    keep: ({ id }) => ({ member: id }),
  },
  { operation: 'GET /publishers/{publisherId}/members' },
  {
    operation: 'POST /publishers/{publisherId}/members/{memberId}/accept',
    as: 'bob',
    enter: at('memberId', 'member'),
  },
  {
    operation: 'PUT /publishers/{publisherId}/members/{memberId}',
    as: 'admin',
    enter: at('memberId', 'member'),
  },
  { operation: 'DELETE /publishers/{publisherId}/members/{memberId}', enter: at('memberId', 'member') },
];

/** One job of it always waits. */
const SCHEDULED = 'operations.measure-storage';
const NEXT_TICK: Step = {
  operation: 'GET /admin/queues/{queue}/jobs',
  enter: () => ({ parameters: { queue: SCHEDULED } }),
  until: ({ jobs }) => jobs.length > 0,
  keep: ({ jobs }) => ({ tick: jobs[0].id }),
};
const atTick: Step['enter'] = ({ tick = '' }) => ({ parameters: { queue: SCHEDULED, jobId: tick } });

const quarantined = (): Entries => ({ parameters: { kind: 'quarantine' } });

/** The acts would hide what later steps need. */
const noNode = (): Entries => ({ body: { id_prefix: 'none-' } });

const ADMIN: Step[] = [
  { operation: 'GET /admin/reviews' },
  { operation: 'GET /nodes/{nodeId}/versions/{versionId}/report' },
  { operation: 'GET /nodes/{nodeId}/versions/{versionId}/files/{path}' },
  { operation: 'POST /nodes/{nodeId}/versions/{versionId}/messages' },
  { operation: 'GET /nodes/{nodeId}/versions/{versionId}/messages' },
  { operation: 'GET /admin/reviews/figures' },
  { operation: 'GET /admin/rules', keep: ({ rules }) => ({ rule: rules[0].id }) },
  { operation: 'PUT /admin/rules/{ruleId}', enter: at('ruleId', 'rule') },
  { operation: 'GET /admin/rules/{ruleId}/hits', enter: at('ruleId', 'rule') },
  { operation: 'POST /admin/rescans', keep: ({ id }) => ({ rescan: id }) },
  { operation: 'GET /admin/rescans' },
  { operation: 'GET /admin/rescans/{rescanId}', enter: at('rescanId', 'rescan') },
  {
    operation: 'PUT /admin/known-malicious',
    enter: ({ malicious = '' }) => ({ file: malicious }),
  },
  { operation: 'GET /admin/known-malicious' },
  { operation: 'POST /admin/advisories', keep: ({ id }) => ({ advisory: id }) },
  { operation: 'PUT /admin/advisories/{advisoryId}', enter: at('advisoryId', 'advisory') },
  { operation: 'GET /advisories' },
  { operation: 'GET /advisories/{advisoryId}', enter: at('advisoryId', 'advisory') },
  { operation: 'GET /advisories/osv.zip' },
  { operation: 'GET /nodes/{nodeId}/advisories' },
  { operation: 'POST /admin/advisories/{advisoryId}/withdraw', enter: at('advisoryId', 'advisory') },
  { operation: 'GET /publishers/{publisherId}/activity' },
  { operation: 'GET /registry/snapshot' },
  { operation: 'GET /registry.json.zst' },
  {
    operation: 'POST /oidc/exchange',
    enter: ({ identityToken = '' }) => ({ body: { token: identityToken } }),
    keep: ({ token }) => ({ publishToken: token }),
  },
  { operation: 'GET /nodes/{nodeId}/versions/{versionId}/readme' },
  { operation: 'GET /nodes/{nodeId}/dependents' },
  { operation: 'GET /registry/rising' },
  {
    operation: 'GET /nodes/{nodeId}/compare',
    enter: () => ({ parameters: { from: '1.2.0', to: '1.2.0' } }),
  },
  {
    operation: 'GET /nodes/{nodeId}/versions/{versionId}/provenance',
    enter: () => ({ parameters: { versionId: '9.0.0' } }),
  },
  {
    operation: 'GET /nodes/{nodeId}/versions/{versionId}/pictures/{path}',
    enter: () => ({ parameters: { versionId: '9.0.0', path: 'logo.png' } }),
  },
  {
    operation: 'DELETE /publishers/{publisherId}/trusted-publishers/{trustedPublisherId}',
    enter: at('trustedPublisherId', 'trusted'),
  },
  { operation: 'GET /admin/nodes/{nodeId}/versions/{versionId}/files/{path}' },
  { operation: 'GET /admin/nodes/{nodeId}' },
  { operation: 'GET /admin/nodes/{nodeId}/look-alikes' },
  { operation: 'GET /nodes/{nodeId}/ban-preview' },
  { operation: 'GET /publishers/{publisherId}/ban-preview' },
  { operation: 'GET /versions', until: ({ versions }) => versions.length > 0 },
  { operation: 'PUT /admin/nodes/{nodeId}' },
  { operation: 'PUT /admin/nodes/{nodeId}/versions/{versionId}' },
  { operation: 'GET /admin/reports', until: ({ reports }) => reports.length > 0 },
  { operation: 'POST /admin/reports/{reportId}/resolve', enter: at('reportId', 'report') },
  { operation: 'POST /admin/nodes/{nodeId}/quarantine' },
  { operation: 'PUT /admin/reviews/{kind}/{id}/assignee', enter: quarantined },
  { operation: 'POST /admin/reviews/{kind}/{id}/notes', enter: quarantined },
  { operation: 'GET /admin/reviews/{kind}/{id}/notes', enter: quarantined },
  { operation: 'POST /admin/nodes/{nodeId}/release' },
  { operation: 'POST /nodes/{nodeId}/ban' },
  { operation: 'POST /nodes/{nodeId}/unban' },
  { operation: 'POST /publishers/{publisherId}/nodes/{nodeId}/ban' },
  { operation: 'POST /publishers/{publisherId}/nodes/{nodeId}/unban' },
  { operation: 'POST /publishers/{publisherId}/ban' },
  { operation: 'POST /publishers/{publisherId}/unban' },
  {
    operation: 'POST /admin/users',
    keep: ({ id, invitation }) => ({ grace: id, invitation: invitation.code }),
  },
  { operation: 'GET /admin/users', until: ({ users }) => users.length === 3 },
  { operation: 'GET /admin/users/{userId}', enter: at('userId', 'grace') },
  { operation: 'PUT /admin/users/{userId}', enter: at('userId', 'grace') },
  {
    operation: 'POST /admin/users/{userId}/invitation',
    enter: at('userId', 'grace'),
    keep: ({ code }) => ({ invitation: code }),
  },
  { operation: 'POST /invitations/{code}/accept', enter: at('code', 'invitation') },
  {
    operation: 'GET /admin/users/{userId}/tokens',
    enter: at('userId', 'grace'),
    keep: ([token]) => ({ graceToken: token.id }),
  },
  {
    operation: 'PUT /admin/users/{userId}/tokens/{tokenId}/limits',
    enter: ({ grace = '', graceToken = '' }) => ({ parameters: { userId: grace, tokenId: graceToken } }),
  },
  {
    operation: 'GET /admin/users/{userId}/tokens/{tokenId}/limits',
    enter: ({ grace = '', graceToken = '' }) => ({ parameters: { userId: grace, tokenId: graceToken } }),
  },
  { operation: 'PUT /admin/users/{userId}/limits', enter: at('userId', 'grace') },
  { operation: 'GET /admin/users/{userId}/limits', enter: at('userId', 'grace') },
  { operation: 'PUT /admin/users/{userId}/credits', enter: at('userId', 'grace') },
  {
    operation: 'POST /admin/users/{userId}/grants',
    enter: at('userId', 'grace'),
    keep: ({ id }) => ({ grant: id }),
  },
  { operation: 'GET /admin/users/{userId}/grants', enter: at('userId', 'grace') },
  {
    operation: 'POST /admin/users/{userId}/grants/{grantId}/corrections',
    enter: ({ grace = '', grant = '' }) => ({
      parameters: { userId: grace, grantId: grant },
      body: { credits: 1, reason: 'Walked' },
    }),
  },
  {
    operation: 'POST /admin/users/{userId}/grants/{grantId}/void',
    enter: ({ grace = '', grant = '' }) => ({ parameters: { userId: grace, grantId: grant } }),
  },
  { operation: 'GET /admin/users/{userId}/credits', enter: at('userId', 'grace') },
  { operation: 'GET /admin/users/{userId}/credits/statement', enter: at('userId', 'grace') },
  { operation: 'GET /admin/ledger/check' },
  {
    operation: 'DELETE /admin/users/{userId}/tokens/{tokenId}',
    enter: ({ grace = '', graceToken = '' }) => ({ parameters: { userId: grace, tokenId: graceToken } }),
  },
  { operation: 'DELETE /admin/users/{userId}/tokens', enter: at('userId', 'grace') },
  { operation: 'DELETE /admin/users/{userId}', enter: at('userId', 'grace') },
  { operation: 'GET /admin/webhook-secret' },
  { operation: 'POST /admin/webhook-secret' },
  { operation: 'GET /admin/queues' },
  { operation: 'POST /admin/queues/{queue}/pause' },
  { operation: 'POST /admin/queues/{queue}/resume' },
  { operation: 'POST /admin/queues/{queue}/retry' },
  NEXT_TICK,
  { operation: 'POST /admin/queues/{queue}/jobs/{jobId}/retry', enter: atTick },
  NEXT_TICK,
  { operation: 'DELETE /admin/queues/{queue}/jobs/{jobId}', enter: atTick },
  { operation: 'GET /admin/vendors' },
  { operation: 'GET /admin/vendor-adapters' },
  { operation: 'POST /admin/vendors/{vendor}/test', enter: () => ({ parameters: { vendor: 'spare' } }) },
  { operation: 'POST /admin/vendors/{vendor}/retry', enter: () => ({ parameters: { vendor: 'spare' } }) },
  { operation: 'PUT /admin/vendors/{vendor}', enter: () => ({ parameters: { vendor: 'spare' } }) },
  { operation: 'GET /admin/tasks' },
  { operation: 'GET /admin/tasks/{id}', enter: at('id', 'uncertain') },
  { operation: 'POST /admin/tasks/{id}/resolve', enter: at('id', 'uncertain') },
  { operation: 'GET /admin/overview' },
  { operation: 'GET /admin/storage' },
  { operation: 'POST /admin/storage/measure' },
  { operation: 'POST /admin/storage/free' },
  { operation: 'POST /admin/bulk-acts/preview', enter: noNode, keep: ({ digest }) => ({ digest }) },
  {
    operation: 'POST /admin/bulk-acts',
    enter: ({ digest = '' }) => ({ body: { ...noNode().body, digest } }),
    keep: ({ id }) => ({ bulkAct: id }),
  },
  { operation: 'GET /admin/bulk-acts' },
  { operation: 'GET /admin/bulk-acts/{bulkActId}', enter: at('bulkActId', 'bulkAct') },
  { operation: 'GET /admin/settings' },
  { operation: 'POST /admin/settings/try' },
  { operation: 'POST /admin/settings/try-limit' },
  { operation: 'GET /admin/audit' },
  { operation: 'GET /admin/audit/actions' },
];

const END: Step[] = [
  { operation: 'POST /publishers', enter: () => ({ body: { id: 'other-team', name: 'Other Team' } }) },
  { operation: 'POST /nodes/{nodeId}/transfer' },
  {
    operation: 'POST /publishers/{publisherId}/members',
    enter: ({ bob }) => ({
      parameters: { publisherId: 'other-team' },
      body: { email: undefined, user_id: bob, accepted: true },
    }),
  },
  {
    operation: 'POST /publishers/{publisherId}/transfer',
    enter: ({ bob }) => ({ parameters: { publisherId: 'other-team' }, body: { user_id: bob } }),
  },
  { operation: 'DELETE /publishers/{publisherId}' },
  {
    operation: 'DELETE /publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
    enter: () => ({ parameters: { publisherId: 'other-team' } }),
  },
  {
    operation: 'DELETE /publishers/{publisherId}/nodes/{nodeId}',
    enter: () => ({ parameters: { publisherId: 'other-team' } }),
  },
];

/**
 * Every operation at least once, in the order of a person's first hour. A new operation is a line here; one that the
 * document does not have is passed over.
 */
export const STEPS: readonly Step[] = [...START, ...MEDIA, ...REGISTRY, ...ADMIN, ...END];

function isCompleted({ data }: any): boolean {
  return data.status === 'COMPLETED' || data.status === 'FAILED';
}

function isMade({ state }: any): boolean {
  return state === 'success' || state === 'failed';
}

function isNotEmpty(list: unknown[]): boolean {
  return list.length > 0;
}
