/** Pays for tasks without a token; has no limit. */
export const WITHOUT_TOKEN = '00000000-0000-7000-8000-000000000001';
/** Source of granted credits, and destination of expired ones. */
export const ISSUER = '00000000-0000-7000-8000-000000000002';
/** What callers have paid. */
export const REVENUE = '00000000-0000-7000-8000-000000000003';
/** What vendors bill. */
export const COST = '00000000-0000-7000-8000-000000000004';
