import { makingRoutes } from './new/routes.js';
import { taskRoutes } from './tasks/routes.js';

export const studioRoutes = [...makingRoutes, ...taskRoutes] as const;
