import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { adminRoute } from '../../../routes.js';

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'settings',
  validateSearch: v.object({
    tab: v.optional(v.fallback(v.picklist(['all', 'limit', 'file']), 'all')),
    search: v.optional(v.fallback(v.string(), '')),
    set: v.optional(v.fallback(v.boolean(), false)),
  }),
  component: lazyRouteComponent(() => import('./settings-page.js'), 'SettingsPage'),
});

export const settingsRoutes = [settingsRoute] as const;
