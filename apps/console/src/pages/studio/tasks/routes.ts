import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { signedInRoute } from '../../../routes.js';
import { TASK_STATUSES } from '../../../parts/task-statuses.js';

const tasksRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/studio/tasks',
  validateSearch: v.object({
    kind: v.fallback(v.optional(v.string()), undefined),
    status: v.fallback(v.optional(v.picklist(TASK_STATUSES)), undefined),
    /** A day, in the reader's zone. */
    since: v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined),
    view: v.fallback(v.optional(v.literal('gallery')), undefined),
  }),
  component: lazyRouteComponent(() => import('./tasks-page.js'), 'TasksPage'),
});

const taskRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/studio/tasks/$id',
  component: lazyRouteComponent(() => import('./task-page.js'), 'TaskPage'),
});

export const taskRoutes = [tasksRoute, taskRoute] as const;
