import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

/** In the order of the tabs. */
export const JOB_STATES = ['waiting', 'failed', 'active', 'dead'] as const;

const queuesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'queues',
  validateSearch: v.object({
    /** Whether to show only queues that have jobs or are paused. */
    busy: v.optional(v.fallback(v.boolean(), false)),
  }),
  component: lazyRouteComponent(() => import('./queues-page.js'), 'QueuesPage'),
});

const queueRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'queues/$queue',
  validateSearch: v.object({
    /** The state of the shown jobs. */
    state: v.optional(v.fallback(v.picklist(JOB_STATES), 'waiting')),
  }),
  component: lazyRouteComponent(() => import('./queue-page.js'), 'QueuePage'),
});

export const queueRoutes = [queuesRoute, queueRoute] as const;
