/** Where memory runs out, the system ends a child before the service and its database; as far as it can be told so. */
export const OOM_SCORE = 900;
