/** The pages of the area. */
export const accountRoutes = [] as const;
