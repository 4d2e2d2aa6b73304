/**
 * The modules as data, lowest first: whom each imports, the tables it owns, and which tables of others its statements
 * join. Directions point downwards only; a new edge or table is one word here.
 *
 * - `npm run boundaries` holds the imports against it, and fails on an edge that nothing uses.
 * - The end-to-end tests hold every statement against it that they saw run: a module writes and locks rows of its own
 *   tables only, and reads others' only where `reads` names them (test/support/table-rules.mjs).
 * - `npm run docs:generate` draws it in docs/ARCHITECTURE.md.
 */
exports.modules = {
  samples: {},
  pricing: { owns: ['price_tables'] },
  engines: {},
  'package-archive': {},
  'python-reader': {},
  users: { owns: ['users', 'access_tokens', 'user_invitations', 'sessions'] },
  assets: { owns: ['assets'] },
  audit: { imports: ['users'], owns: ['audit_entries'], reads: ['access_tokens'] },
  ledger: {
    imports: ['users', 'audit'],
    owns: [
      'credit_accounts',
      'credit_policy',
      'credit_transfers',
      'credit_holds',
      'credit_grants',
      'credit_allocations',
      'credit_limits',
      'credit_counters',
      'credit_usage',
      'credit_usage_totals',
      'credit_usage_waiting',
    ],
  },
  tasks: { imports: ['assets', 'ledger'], owns: ['tasks', 'task_events'], reads: ['assets'] },
  webhooks: {
    imports: ['tasks', 'users'],
    owns: ['webhook_secrets', 'webhook_endpoints', 'webhook_deliveries', 'webhook_attempts'],
  },
  'media-inputs': { imports: ['tasks', 'assets', 'engines', 'samples'] },
  providers: {
    imports: ['tasks', 'ledger'],
    owns: ['vendor_orders', 'provider_calls', 'vendor_circuits', 'vendor_resting_keys', 'vendor_states'],
  },
  'image-proxy': { imports: ['media-inputs', 'pricing', 'tasks', 'providers', 'engines'] },
  'video-proxy': { imports: ['media-inputs', 'pricing', 'tasks', 'assets', 'providers', 'engines'] },
  'music-proxy': {
    imports: ['media-inputs', 'pricing', 'tasks', 'assets', 'providers', 'engines'],
    owns: ['music_lines'],
    reads: ['tasks'],
  },
  changes: { owns: ['registry_changes'] },
  'user-admin': { imports: ['users', 'audit'] },
  publishers: {
    imports: ['users', 'audit', 'changes'],
    owns: ['publishers', 'publisher_members'],
    reads: ['users'],
  },
  search: { owns: ['node_search', 'node_search_key', 'search_head', 'search_term'] },
  'version-store': { owns: ['node_versions', 'app_nodes'] },
  nodes: {
    imports: ['search', 'version-store', 'publishers', 'audit', 'changes'],
    owns: ['nodes', 'node_downloads', 'node_reviews', 'node_list_blocks', 'node_list_changes'],
    reads: ['publishers', 'publisher_members', 'users', 'node_versions', 'app_nodes', 'node_search'],
  },
  'node-versions': {
    imports: ['version-store', 'package-archive', 'nodes', 'publishers', 'users', 'audit', 'changes'],
    owns: ['version_reports'],
    reads: ['node_versions', 'nodes', 'publishers'],
  },
  catalogue: { imports: ['version-store', 'search', 'node-versions', 'nodes', 'publishers', 'changes'] },
  'app-nodes': {
    imports: ['version-store', 'node-versions', 'python-reader', 'nodes', 'publishers'],
    reads: ['app_nodes', 'node_versions', 'nodes', 'publishers'],
  },
  operations: {
    imports: ['audit', 'providers', 'tasks', 'assets', 'version-store'],
    owns: ['storage_figures'],
    reads: ['vendor_orders', 'credit_transfers', 'tasks'],
  },
  /** Wires all of them. */
  service: {
    imports: [
      'app-nodes',
      'assets',
      'engines',
      'image-proxy',
      'ledger',
      'music-proxy',
      'node-versions',
      'nodes',
      'operations',
      'pricing',
      'providers',
      'publishers',
      'samples',
      'tasks',
      'user-admin',
      'users',
      'video-proxy',
      'webhooks',
    ],
  },
};

/** Tables of parts of the platform, which every module stands on. */
exports.platform = {
  'platform/database': { owns: ['migrations'] },
  'platform/http': { owns: ['idempotency_keys', 'public_writes', 'rate_limit_counts'] },
  'platform/signing': { owns: ['service_secrets'] },
  'platform/storage': { owns: ['pending_uploads', 'storage_id'] },
  'platform/queue': { owns: ['jobs', 'job_queues'] },
};
