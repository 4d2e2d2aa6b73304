import { requireNode } from '#libs/platform/runtime';

requireNode();
const { run, refuse } = await import('./run.js');
process.exitCode = await run().catch((error: unknown) =>
  refuse(error instanceof Error ? error.message : String(error)),
);
