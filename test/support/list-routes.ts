/** Lists without pages. */
const UNPAGED = [
  '/publishers/{publisherId}/members',
  '/publishers/{publisherId}/tokens',
  '/publishers/{publisherId}/trusted-publishers',
  '/nodes/{nodeId}/versions',
  '/nodes/{nodeId}/versions/{versionId}/app-nodes',
  '/tasks/{id}/deliveries',
  '/webhooks/endpoints',
  '/users/tokens',
  '/users/publishers',
  '/admin/users/{userId}/tokens',
];

/** A list to ask for, with rows as `manyRows` makes them. */
export type ListCall = {
  /** As in the document, such as `GET /nodes`. */
  route: string;
  target: string;
  /** The caller: the owner of the rows, an administrator, or anonymous. */
  as: 'owner' | 'admin' | 'nobody';
};

/** Every list, as pages ask for it: full pages, with and without each kind of condition. */
export const LIST_CALLS: readonly ListCall[] = [
  ...calls('/publishers', 'nobody', '', 'search=a1b2c3', 'status=PublisherStatusBanned', 'page=100'),
  ...calls('/publishers', 'admin', '', 'search=b77', 'search=te', 'orphaned=true', 'stale=true'),
  ...calls(
    '/nodes',
    'nobody',
    ...['', 'tag=tag-7', 'tag=image', 'supported_os=Linux', 'supported_accelerator=CUDA', 'page=100'],
    ...['publisher_id={publisherId}', 'id_prefix=many-node-77'],
  ),
  ...calls('/nodes', 'admin', 'include_banned=true', 'needs_review=true', 'status=NodeStatusBanned'),
  ...calls('/nodes/search', 'nobody', '', 'search=picture', 'sort=downloads', 'sort=newest'),
  ...calls(`/publishers/{publisherId}/nodes`, 'owner', '', 'page=100'),
  ...calls(
    `/publishers/{publisherId}/versions`,
    'owner',
    '',
    'statuses=NodeVersionStatusFlagged',
    'page=100',
  ),
  ...calls('/publishers/{publisherId}/members', 'owner', ''),
  ...calls('/publishers/{publisherId}/tokens', 'owner', ''),
  ...calls('/publishers/{publisherId}/trusted-publishers', 'owner', ''),
  ...calls('/registry/rising', 'nobody', ''),
  ...calls('/nodes/{nodeId}/dependents', 'nobody', ''),
  ...calls('/nodes/{nodeId}/versions', 'nobody', ''),
  ...calls('/nodes/{nodeId}/versions', 'owner', 'statuses=NodeVersionStatusFlagged'),
  ...calls('/nodes/{nodeId}/versions/{versionId}/app-nodes', 'nobody', ''),
  ...calls(
    '/versions',
    'admin',
    ...['', 'statuses=NodeVersionStatusFlagged', 'statuses=NodeVersionStatusDeleted', 'page=100'],
    ...['node_id={nodeId}', 'statuses=NodeVersionStatusActive'],
  ),
  ...calls(
    '/app-nodes',
    'nobody',
    ...['', 'app_node_name=App 7', 'node_id={nodeId}', 'node_version=1.0.0', 'page=100'],
  ),
  ...calls('/advisories', 'nobody', '', 'severity=high'),
  ...calls('/changes', 'nobody', '', 'since=500'),
  ...calls(
    '/tasks',
    'owner',
    ...[
      '',
      'status=failed',
      'status=canceled',
      'status=queued',
      'status=processing',
      'status=uncertain',
      'kind=video-extend',
      'kind=video-extend&status=canceled',
    ],
    'created_after=2026-01-01T00:00:00Z',
  ),
  ...calls('/tasks/{id}/deliveries', 'owner', ''),
  ...calls('/webhooks/endpoints', 'owner', ''),
  ...calls('/webhooks/endpoints/{endpointId}/deliveries', 'owner', '', 'status=failed'),
  ...calls('/users/tokens', 'owner', ''),
  ...calls('/users/publishers', 'owner', ''),
  ...calls(
    '/admin/users',
    'admin',
    '',
    'search=a1b2c3',
    'search=b77',
    'pending=true',
    'suspended=true',
    'page=100',
  ),
  ...calls('/admin/users/{userId}/tokens', 'admin', ''),
  ...calls('/credits/statement', 'owner', ''),
  ...calls('/admin/users/{userId}/credits/statement', 'admin', ''),
  ...calls('/admin/users/{userId}/grants', 'admin', ''),
  ...calls('/admin/reviews', 'admin', '', 'assignee=me', 'assignee=nobody'),
  ...calls('/admin/reports', 'admin', '', 'node_id={nodeId}', 'publisher_id={publisherId}'),
  ...calls('/users/reports', 'owner', ''),
  ...calls('/users/notices', 'owner', ''),
  ...calls('/admin/rules/{ruleId}/hits', 'admin', ''),
  ...calls(
    '/admin/tasks',
    'admin',
    ...['', 'status=any', 'status=failed', 'status=any&user_id={userId}', 'status=any&kind=video-extend'],
    ...['status=any&vendor=local', 'error_code=canceled&status=canceled', 'credits_min=1&status=any'],
    'status=any&created_after=2026-01-01T00:00:00Z&created_before=2046-01-01T00:00:00Z',
  ),
  ...calls('/admin/queues/{queue}/jobs', 'admin', 'state=waiting', 'state=dead'),
  ...calls(
    '/admin/audit',
    'admin',
    ...['', 'action=user.edit', 'action=none', 'actor_id={userId}', 'target_kind=node&target_id=many-node-7'],
  ),
];

/** Puts the ids of things into the path and the conditions of a call. */
export function targetOf({ target }: ListCall, ids: Readonly<Record<string, string>>): string {
  return target.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nothing');
}

function calls(path: string, as: ListCall['as'], ...conditions: readonly string[]): ListCall[] {
  const limit = UNPAGED.includes(path) ? '' : 'limit=100';
  return conditions.map((condition) => {
    const query = [limit, condition].filter((part) => part !== '').join('&');
    return { route: `GET ${path}`, target: query === '' ? path : `${path}?${query}`, as };
  });
}
