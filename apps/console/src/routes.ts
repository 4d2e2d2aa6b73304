import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { sessionOptions } from './api/session.js';
import { AdminOnly } from './shell/admin-only.js';
import { Shell } from './shell/shell.js';

/** The root of every page, with the console's frame. */
export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell });

/** The parent of pages that require a signed-in user; others are sent to the sign-in page and back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.query(sessionOptions);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's convention
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
    return { session };
  },
});

export const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'admin',
  component: AdminOnly,
});
