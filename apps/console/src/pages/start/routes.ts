import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../routes.js';
import { StartPage } from './start-page.js';

/** Most visits begin here: its code comes with the frame. */
const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: StartPage });

export const startRoutes = [startRoute] as const;
