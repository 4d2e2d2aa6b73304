import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { TASK_STATUSES } from '../../../parts/task-statuses.js';
import { adminRoute } from '../../../routes.js';

const text = v.optional(v.fallback(v.optional(v.string()), undefined));
/** In the reader's zone. */
const day = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined));

const tasksSearch = v.object({
  status: v.optional(v.fallback(v.optional(v.picklist(TASK_STATUSES)), undefined)),
  user: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined)),
  kind: text,
  vendor: text,
  error: text,
  /** Credits that a task cost at least. */
  cost: v.optional(
    v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.toString(), v.digits())), undefined),
  ),
  since: day,
  until: day,
});
export type TasksSearch = v.InferOutput<typeof tasksSearch>;

const tasksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'tasks',
  validateSearch: tasksSearch,
  component: lazyRouteComponent(() => import('./tasks-page.js'), 'TasksPage'),
});

export const adminTaskRoutes = [tasksRoute] as const;
