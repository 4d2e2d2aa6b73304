import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { signedInRoute } from '../../../routes.js';
import { earlierOptions } from './earlier-request.js';

const taskId = v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined);

const jobSearch = v.object({
  /** A task to fill in the form from. */
  from: taskId,
  /** A task whose result becomes the input. */
  input: taskId,
  /** The task whose result is shown. */
  task: taskId,
  /** A task to compare with it. */
  with: taskId,
  /** The model to do it with, of those that `GET /v1/models` lists for the kind. */
  model: v.fallback(v.optional(v.string()), undefined),
});

const chooseRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/studio/new',
  validateSearch: v.object({ from: taskId }),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context, deps: { from } }) => {
    if (from === undefined) return;
    const { kind } = await context.queries.query(earlierOptions(from));
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's convention
    throw redirect({ to: '/studio/new/$kind', params: { kind }, search: { from }, replace: true });
  },
  component: lazyRouteComponent(() => import('./choose-page.js'), 'ChoosePage'),
});

const jobRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/studio/new/$kind',
  validateSearch: jobSearch,
  component: lazyRouteComponent(() => import('./job-page.js'), 'JobPage'),
});

export const makingRoutes = [chooseRoute, jobRoute] as const;
