import { Registry } from 'prom-client';

/** What this process has counted since its start. */
export const processMetrics = new Registry();
