import { createRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { sessionOptions } from '../../api/session.js';
import { rootRoute } from '../../routes.js';
import { StartPage, VisitorStart } from './start-page.js';

/** Most visits begin here: its code comes with the frame. */
const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  /** `signed_in` leads a person who has just signed in, in any way, to their first page. */
  validateSearch: v.object({ signed_in: v.fallback(v.optional(v.boolean()), undefined) }),
  beforeLoad: async ({ context: { queries }, search }) => {
    // Where it cannot be read, the start is that of a visitor.
    const session = await queries.query(sessionOptions).catch(() => null);
    if (!search.signed_in) return session ? undefined : VisitorStart.preload?.();
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's convention
    throw redirect({ to: session?.isAdmin ? '/admin' : '/', replace: true });
  },
  component: StartPage,
});

export const startRoutes = [startRoute] as const;
