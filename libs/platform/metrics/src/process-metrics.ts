import { Registry } from 'prom-client';

/** Counters of this process since its start. */
export const processMetrics = new Registry();
