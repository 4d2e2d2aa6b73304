/** Pays for tasks without a token, without a limit. */
export const WITHOUT_TOKEN = '00000000-0000-7000-8000-000000000001';
/** Where granted credits come from, and where expired ones go. */
export const ISSUER = '00000000-0000-7000-8000-000000000002';
/** What callers have paid. */
export const REVENUE = '00000000-0000-7000-8000-000000000003';
/** What vendors take. */
export const COST = '00000000-0000-7000-8000-000000000004';
