import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

export const TARGET_KINDS = [
  'publisher',
  'node',
  'node_version',
  'advisory',
  'user',
  'queue',
  'vendor',
  'task',
  'scan_rule',
  'rescan',
  'bulk_act',
  'storage',
] as const;

const day = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined));

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'audit',
  validateSearch: v.object({
    actor: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
    action: v.optional(v.string()),
    kind: v.optional(v.fallback(v.optional(v.picklist(TARGET_KINDS)), undefined)),
    target: v.optional(v.string()),
    /** First and last day, in the reader's zone. */
    from: day,
    to: day,
  }),
  component: lazyRouteComponent(() => import('./audit-page.js'), 'AuditPage'),
});

export const auditRoutes = [auditRoute] as const;
