import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from '../../../routes.js';

const vendorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'vendors',
  component: lazyRouteComponent(() => import('./vendors-page.js'), 'VendorsPage'),
});

const newVendorRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'vendors/new',
  component: lazyRouteComponent(() => import('./new-vendor-page.js'), 'NewVendorPage'),
});

export const vendorRoutes = [vendorsRoute, newVendorRoute] as const;
