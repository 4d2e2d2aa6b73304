import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

export const JOB_STATES = ['waiting', 'failed', 'active', 'dead'] as const;

const queuesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'queues',
  validateSearch: v.object({
    busy: v.optional(v.fallback(v.boolean(), false)),
  }),
  component: lazyRouteComponent(() => import('./queues-page.js'), 'QueuesPage'),
});

const queueRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'queues/$queue',
  validateSearch: v.object({
    state: v.optional(v.fallback(v.picklist(JOB_STATES), 'waiting')),
  }),
  component: lazyRouteComponent(() => import('./queue-page.js'), 'QueuePage'),
});

export const queueRoutes = [queuesRoute, queueRoute] as const;
