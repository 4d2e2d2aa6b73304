import { TINY_PNG } from './tiny-png.js';
import type { World } from './world.js';

let counter = 0;

/** The body of a request; others have none. */
const BODIES: Readonly<Record<string, (world: World) => unknown>> = {
  'POST /publishers': () => ({ id: `made-${(counter += 1)}` }),
  'PUT /publishers/:publisherId': () => ({ name: 'Renamed' }),
  'POST /publishers/:publisherId/ban': () => ({ reason: 'test' }),
  'POST /publishers/:publisherId/unban': () => ({ reason: 'test' }),
  'POST /publishers/:publisherId/transfer': ({ memberUserId }) => ({ user_id: memberUserId }),
  'POST /publishers/:publisherId/members': ({ strangerId }) => ({ user_id: strangerId }),
  'PUT /publishers/:publisherId/members/:memberId': () => ({ role: 'member' }),
  'POST /publishers/:publisherId/tokens': () => ({ name: 'x', scopes: ['registry:read'] }),
  'POST /publishers/:publisherId/proofs': () => ({ method: 'dns', subject: 'example.com' }),
  'POST /publishers/:publisherId/trusted-publishers': () => ({
    ...{ node_id: `made-${(counter += 1)}`, repository: 'octo-org/octo-repo', workflow: 'release.yml' },
    ...{ repository_id: '74', owner_id: '65' },
  }),
  'PUT /publishers/:publisherId/nodes/:nodeId/trusted-publishing': () => ({ required: true }),
  'POST /oidc/exchange': () => ({ token: 'forged' }),
  'POST /publishers/:publisherId/nodes': () => ({ id: `made-${(counter += 1)}` }),
  'PUT /publishers/:publisherId/nodes/:nodeId': () => ({ description: 'Changed' }),
  'POST /publishers/:publisherId/nodes/:nodeId/versions': () => ({
    node: {},
    node_version: { version: `2.0.${(counter += 1)}` },
  }),
  'PUT /publishers/:publisherId/nodes/:nodeId/versions/:versionId': () => ({ changelog: 'Changed' }),
  'POST /nodes/:nodeId/translations': () => ({ translations: { de: { name: 'Knoten' } } }),
  'POST /nodes/:nodeId/versions/:versionId/messages': () => ({ text: 'It decodes icons.' }),
  'PUT /admin/known-malicious': () => [],
  'PUT /admin/rules/:ruleId': () => ({ is_shadow: false }),
  'POST /nodes/:nodeId/transfer': ({ heirId }) => ({ publisher_id: heirId }),
  'POST /publishers/:publisherId/nodes/:nodeId/ban': () => ({ reason: 'test' }),
  'POST /publishers/:publisherId/nodes/:nodeId/unban': () => ({ reason: 'test' }),
  'POST /nodes/:nodeId/ban': () => ({ reason: 'test' }),
  'POST /nodes/:nodeId/unban': () => ({ reason: 'test' }),
  'POST /publishers/:publisherId/reports': () => ({ reason: 'name', details: 'It is our name.' }),
  'POST /nodes/:nodeId/reports': () => ({ reason: 'broken', details: 'It does not start.' }),
  'POST /admin/bulk-acts/preview': () => ({ act: 'ban', id_prefix: 'none-' }),
  'POST /admin/bulk-acts': () => ({ act: 'ban', id_prefix: 'none-', reason: 'test', digest: '0'.repeat(64) }),
  'POST /admin/nodes/:nodeId/quarantine': () => ({ reason: 'test' }),
  'POST /admin/reviews/:kind/:id/notes': () => ({ text: 'Seen.' }),
  'PUT /admin/reviews/:kind/:id/assignee': () => ({ is_mine: true }),
  'POST /reports/:reportId/messages': () => ({ text: 'It is ours.' }),
  'POST /admin/reports/:reportId/resolve': () => ({ verdict: 'upheld', answer: 'Thank you.' }),
  'PUT /admin/nodes/:nodeId': () => ({ description: 'Changed' }),
  'PUT /admin/nodes/:nodeId/versions/:versionId': () => ({
    status: 'NodeVersionStatusBanned',
    status_reason: 'test',
  }),
  'POST /admin/advisories': ({ nodeId }) => ({ node_id: nodeId, severity: 'low', summary: 'Test.' }),
  'PUT /admin/advisories/:advisoryId': () => ({ summary: 'Changed' }),
  'POST /admin/advisories/:advisoryId/withdraw': () => ({ reason: 'test' }),
  'POST /admin/users': () => ({ name: 'Made', email: `made-${(counter += 1)}@example.com` }),
  'POST /admin/users/:userId/grants': () => ({ amount: 10 }),
  'POST /admin/users/:userId/grants/:grantId/corrections': () => ({ credits: 1, reason: 'late' }),
  'PUT /admin/users/:userId': () => ({ isApproved: true }),
  'PUT /admin/vendors/:vendor': () => ({ draining: true }),
  'POST /admin/tasks/:id/resolve': () => ({ outcome: 'did_not_run' }),
  'POST /admin/queues/:queue/retry': () => ({ state: 'failed' }),
  'POST /admin/reconciliations': () => ({ entries: [] }),
  'POST /admin/storage/free': () => ({ what: 'pictures', dry_run: true }),
  'POST /admin/settings/try-limit': () => ({ limit: 'requests_per_minute', value: 10 }),
  'POST /admin/settings/try': () => ({ file: 'vendors', content: '{}' }),
  'POST /bulk/nodes/versions': ({ nodeId }) => ({ node_versions: [{ node_id: nodeId, version: '1.0.0' }] }),
  'POST /users/tokens': () => ({ name: 'x', scopes: ['media'] }),
  'POST /session': ({ ownToken }) => ({ token: ownToken }),
  'POST /uploads': () => ({ file_name: 'a.png' }),
  'POST /customers/storage': () => ({ file_name: 'a.png' }),
  'POST /webhooks/endpoints': () => ({ url: 'https://example.com/hook', statuses: ['failed'] }),
  'PUT /webhooks/endpoints/:endpointId': () => ({ description: 'Changed' }),
  'POST /webhooks/endpoints/:endpointId/recover': () => ({ since: new Date().toISOString() }),
  'POST /v1/tasks': () => ({ kind: 'text-to-image', model: 'none', input: { prompt: 'a boat' } }),
  'POST /quotes': () => ({ kind: 'image-relight', body: { image: TINY_PNG } }),
  'POST /proxy/imgprov/v1/ai/image-relight': () => ({ image: TINY_PNG, prompt: 'soft light' }),
  'POST /proxy/imgprov/v1/ai/image-style-transfer': () => ({ image: TINY_PNG, reference_image: TINY_PNG }),
  'POST /proxy/imgprov/v1/ai/skin-enhancer/creative': () => ({ image: TINY_PNG }),
  'POST /proxy/imgprov/v1/ai/skin-enhancer/faithful': () => ({ image: TINY_PNG }),
  'POST /proxy/imgprov/v1/ai/skin-enhancer/flexible': () => ({ image: TINY_PNG }),
  'POST /proxy/vidprov/start-end2video': () => ({ model: 'vq2-turbo', images: [TINY_PNG] }),
  'POST /proxy/vidprov/reference2video': () => ({ model: 'vq2-turbo', images: [TINY_PNG], prompt: 'waves' }),
  'POST /proxy/vidprov/extend': () => ({
    model: 'vq2-turbo',
    video_creation_id: 'one-of-somebody-else',
    video_url: 'https://example.com/waves.mp4',
  }),
};

/** Query of a request, where it needs one. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /publishers/validate': '?username=free',
  'POST /admin/reconciliations': '?vendor=acme',
  'POST /nodes/:nodeId/reviews': '?star=5',
  'GET /nodes/:nodeId/compare': '?from=1.0.0&to=1.0.0',
};

/** What a path parameter refers to, if its name alone does not say. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, keyof World>>>> = {
  '/admin/users/:userId': { userId: 'madeUserId' },
  '/admin/users/:userId/tokens': { userId: 'madeUserId' },
  '/admin/users/:userId/tokens/:tokenId': { userId: 'madeUserId', tokenId: 'madeTokenId' },
  '/admin/users/:userId/credits': { userId: 'madeUserId' },
  '/admin/users/:userId/credits/statement': { userId: 'madeUserId' },
  '/admin/users/:userId/grants': { userId: 'madeUserId' },
  '/admin/users/:userId/grants/:grantId/corrections': { userId: 'madeUserId' },
  '/admin/users/:userId/grants/:grantId/void': { userId: 'madeUserId' },
  '/admin/users/:userId/limits': { userId: 'madeUserId' },
  '/admin/users/:userId/tokens/:tokenId/limits': { userId: 'madeUserId', tokenId: 'madeTokenId' },
  '/admin/users/:userId/invitation': { userId: 'madeUserId' },
  '/users/tokens/:tokenId/limits': { tokenId: 'ownTokenId' },
  '/users/tokens/:tokenId': { tokenId: 'ownTokenId' },
  '/node-versions/:id/archive': { id: 'versionId' },
  '/deliveries/:id/redeliver': { id: 'delivery' },
  '/webhooks/jwks/:owner_id': { owner_id: 'madeUserId' },
  '/tasks/:task_id/audio': { task_id: 'relight' },
  '/tasks/:task_id/stream': { task_id: 'relight' },
  '/proxy/vidprov/tasks/:task_id/cancel': { task_id: 'video' },
  '/proxy/vidprov/tasks/:task_id/creations': { task_id: 'video' },
  '/proxy/imgprov/v1/ai/skin-enhancer/:task_id': { task_id: 'skin' },
  '/proxy/imgprov/v1/ai/image-style-transfer/:task_id': { task_id: 'style' },
};

/** The request of a row, such as `PUT /publishers/:publisherId`, about the things of `world`. */
export function callOf(route: string, world: World): { method: string; target: string; body: unknown } {
  const [method = '', path = ''] = route.split(' ');
  const target = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const meaning = PARAMETERS[path]?.[name] ?? (/^(id|task_id)$/.test(name) ? 'relight' : name);
    return world[meaning] ?? 'nothing';
  });
  const body = BODIES[route]?.(world) ?? (method === 'GET' || method === 'DELETE' ? undefined : {});
  return { method, target: target + (QUERIES[route] ?? ''), body };
}
