import { requireNode } from '#libs/platform/runtime';

requireNode();
await import('./run.js');
