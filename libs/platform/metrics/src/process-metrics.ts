import { Registry } from 'prom-client';

export const processMetrics = new Registry();
