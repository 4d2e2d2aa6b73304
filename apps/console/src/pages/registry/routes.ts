/** The pages of the area. */
export const registryRoutes = [] as const;
