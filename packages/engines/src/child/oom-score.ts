/** Where memory runs out, the system ends a child before the service and its database; where it can be set so. */
export const OOM_SCORE = 900;
