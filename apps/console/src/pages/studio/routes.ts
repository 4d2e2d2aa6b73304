import { makingRoutes } from './new/routes.js';
import { taskRoutes } from './tasks/routes.js';

/** The pages of the area. */
export const studioRoutes = [...makingRoutes, ...taskRoutes] as const;
