import { requireNode } from '#libs/platform/runtime';

requireNode();
const { startAhead } = await import('#libs/platform/process-database');
const ahead = startAhead(process.env);
const { run } = await import('./run.js');
await run(ahead);
