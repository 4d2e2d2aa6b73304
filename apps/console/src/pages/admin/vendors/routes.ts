import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from '../../../routes.js';

const vendorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'vendors',
  component: lazyRouteComponent(() => import('./vendors-page.js'), 'VendorsPage'),
});

export const vendorRoutes = [vendorsRoute] as const;
