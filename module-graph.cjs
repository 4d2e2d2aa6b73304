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
  'accounts/users': { owns: ['users', 'access_tokens', 'user_invitations', 'sessions'] },
  'accounts/audit': { imports: ['accounts/users'], owns: ['audit_entries'], reads: ['access_tokens'] },
  'accounts/users/admin': { imports: ['accounts/users', 'accounts/audit'] },
  'accounts/ledger': {
    imports: ['accounts/users', 'accounts/audit'],
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
      'ledger_checks',
    ],
  },
  'media/assets': { owns: ['assets'] },
  'media/work': {
    imports: ['media/assets', 'accounts/ledger'],
    owns: ['tasks', 'task_events', 'task_log_lines', 'price_tables'],
    reads: ['assets'],
  },
  'media/webhooks': {
    imports: ['media/work', 'accounts/users'],
    owns: ['webhook_secrets', 'webhook_endpoints', 'webhook_deliveries', 'webhook_attempts'],
  },
  'media/providers': {
    imports: ['media/work', 'accounts/ledger'],
    owns: ['vendor_orders', 'provider_calls', 'vendor_circuits', 'vendor_resting_keys', 'vendor_states'],
  },
  'media/image-proxy': { imports: ['media/work', 'media/providers'] },
  'media/models': { imports: ['media/work', 'media/providers'] },
  'media/video-proxy': { imports: ['media/work', 'media/assets', 'media/providers'] },
  'media/music-proxy': {
    imports: ['media/work', 'media/assets', 'media/providers'],
    owns: ['music_lines'],
    reads: ['tasks'],
  },
  'compatible/models': { imports: ['media/work', 'media/assets', 'media/providers'] },
  'compatible/openai': { imports: ['media/work', 'media/assets', 'media/models', 'compatible/models'] },
  'compatible/replicate': { imports: ['media/work', 'media/providers', 'compatible/models'] },
  'compatible/fal': { imports: ['media/work', 'media/assets', 'compatible/models'] },
  'registry/changes': { owns: ['registry_changes'] },
  'registry/pictures': { imports: ['media/assets'], owns: ['pictures'] },
  'registry/publishers': {
    imports: ['registry/pictures', 'accounts/users', 'accounts/audit', 'registry/changes'],
    owns: ['publishers', 'publisher_members', 'publisher_proofs', 'last_publishes'],
    reads: ['users'],
  },
  'registry/search': { owns: ['node_search', 'node_search_key', 'search_head', 'search_term'] },
  'registry/versions/store': { owns: ['node_versions', 'app_nodes'] },
  'registry/nodes': {
    imports: [
      'registry/search',
      'registry/pictures',
      'registry/versions/store',
      'registry/publishers',
      'accounts/audit',
      'registry/changes',
    ],
    owns: [
      'nodes',
      'node_downloads',
      'node_reviews',
      'node_list_blocks',
      'node_list_changes',
      'bulk_acts',
      'bulk_act_nodes',
      'rising_nodes',
      'node_dependencies',
    ],
    reads: ['publishers', 'publisher_members', 'users', 'node_versions', 'app_nodes', 'node_search'],
  },
  'compatible/mcp': { imports: ['media/work', 'media/providers', 'registry/nodes'] },
  'registry/reports': {
    imports: ['registry/nodes', 'registry/versions/store', 'registry/publishers', 'accounts/audit'],
    owns: ['node_reports', 'report_messages'],
    reads: ['users', 'nodes', 'publishers', 'node_versions', 'publisher_members', 'access_tokens'],
  },
  'registry/judging': {
    imports: ['registry/versions/store', 'registry/nodes', 'accounts/audit'],
    owns: ['scan_rules', 'telling_files', 'approved_files', 'malicious_lists', 'malicious_packages'],
    reads: ['node_versions', 'nodes', 'publishers'],
  },
  'registry/advisories': {
    imports: ['registry/versions/store', 'registry/nodes', 'accounts/audit', 'registry/changes'],
    owns: ['advisories'],
    reads: ['nodes'],
  },
  'registry/trusted-publishing': {
    imports: [
      'registry/nodes',
      'registry/versions/store',
      'registry/publishers',
      'accounts/users',
      'accounts/audit',
    ],
    owns: ['trusted_publishers', 'oidc_exchanges'],
  },
  'registry/versions': {
    imports: [
      'registry/trusted-publishing',
      'registry/pictures',
      'registry/judging',
      'registry/versions/store',
      'registry/nodes',
      'registry/advisories',
      'registry/reports',
      'registry/publishers',
      'accounts/users',
      'accounts/audit',
      'registry/changes',
    ],
    owns: [
      'version_reports',
      'version_pages',
      'version_doubts',
      'version_messages',
      'version_holds',
      'review_assignments',
      'review_notes',
      'rescans',
    ],
    reads: ['node_versions', 'nodes', 'publishers', 'users'],
  },
  'registry/catalogue': {
    imports: [
      'registry/versions/store',
      'registry/search',
      'registry/versions',
      'registry/nodes',
      'registry/publishers',
      'registry/changes',
    ],
  },
  'registry/app-nodes': {
    imports: ['registry/versions/store', 'registry/versions', 'registry/nodes'],
    reads: ['app_nodes', 'node_versions', 'nodes', 'publishers'],
  },
  'registry/snapshot': {
    imports: [
      'registry/versions/store',
      'registry/nodes',
      'registry/advisories',
      'registry/publishers',
      'registry/changes',
    ],
    owns: ['registry_snapshots'],
    reads: ['nodes', 'publishers', 'node_versions'],
  },
  'registry/notices': {
    imports: [
      'media/webhooks',
      'registry/versions',
      'registry/versions/store',
      'registry/nodes',
      'registry/reports',
      'registry/publishers',
      'accounts/users',
    ],
    owns: ['notices'],
  },
  operations: {
    imports: [
      'accounts/users',
      'accounts/audit',
      'accounts/ledger',
      'media/providers',
      'media/webhooks',
      'media/work',
      'media/assets',
      'registry/pictures',
      'registry/versions/store',
      'registry/versions',
    ],
    owns: ['storage_figures', 'disk_readings', 'task_hours'],
    reads: ['vendor_orders', 'credit_transfers', 'tasks', 'assets', 'node_reports'],
  },
};

/**
 * The parts of the platform, on which every module stands, lowest first.
 */
exports.platform = {
  'platform/clock': {},
  'platform/config': {},
  'platform/errors': {},
  'platform/runtime': {},
  'platform/database': {
    imports: ['platform/clock', 'platform/config', 'platform/errors', 'platform/runtime'],
    owns: ['migrations'],
  },
  'platform/logging': { imports: ['platform/config'] },
  'platform/tracing': { imports: ['platform/config', 'platform/runtime'] },
  'platform/queue': {
    imports: [
      'platform/clock',
      'platform/config',
      'platform/database',
      'platform/errors',
      'platform/logging',
      'platform/runtime',
      'platform/tracing',
    ],
    owns: ['jobs', 'job_queues'],
  },
  'platform/storage': {
    imports: [
      'platform/config',
      'platform/database',
      'platform/errors',
      'platform/queue',
      'platform/runtime',
    ],
    owns: ['pending_uploads', 'storage_id'],
  },
  'platform/backup': { imports: ['platform/database', 'platform/storage'], owns: ['backups'] },
  'platform/events': { imports: ['platform/database'] },
  'platform/mail': { imports: ['platform/config'] },
  'platform/metrics': {},
  'platform/outbound': { imports: ['platform/config', 'platform/runtime', 'platform/tracing'] },
  'platform/parsing': {},
  'platform/http': {
    imports: [
      'platform/config',
      'platform/database',
      'platform/errors',
      'platform/metrics',
      'platform/outbound',
      'platform/parsing',
      'platform/queue',
      'platform/tracing',
    ],
    owns: ['idempotency_keys', 'rate_limit_counts'],
  },
  'platform/monitoring': {
    imports: [
      'platform/config',
      'platform/database',
      'platform/errors',
      'platform/http',
      'platform/metrics',
      'platform/queue',
      'platform/runtime',
      'platform/storage',
    ],
    owns: ['processes'],
  },
  'platform/process-database': { imports: ['platform/config', 'platform/database', 'platform/storage'] },
  'platform/signing': {
    imports: ['platform/clock', 'platform/config', 'platform/database', 'platform/http'],
    owns: ['service_secrets'],
  },
};

/** Modules whose rooms (folders below `src`) are held in order, lowest first: a room imports those before it. Files beside them use all. */
exports.rooms = {
  'platform/http': [
    'names',
    'requests',
    'fields',
    'rate-limit',
    'auth',
    'body',
    'caching',
    'streams',
    'wire',
    'idempotency',
    'uploads',
    'replies',
    'lists',
  ],
  'media/providers': [
    'terms',
    'adapters',
    'calls',
    'upstream',
    'vendors',
    'choice',
    'orders',
    'callbacks',
    'runs',
    'jobs',
  ],
};
