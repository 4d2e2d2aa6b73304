import type { Command } from 'commander';
import { lazily } from '../terminal/action.js';

export function declareWebhooks(program: Command): void {
  program.commandsGroup('Webhooks:');
  const webhooks = program
    .command('webhooks')
    .description('receive webhooks on this machine, and try receivers');
  webhooks
    .command('listen')
    .description('show what happens to your tasks, signed as webhooks are, and pass it on to a program here')
    .option('--forward-to <address>', 'where to post each message, such as localhost:3000/hooks')
    .action(lazily(async () => (await import('./listen.js')).listen));
  webhooks
    .command('trigger')
    .description('send a sample: a test to one of your endpoints, or your newest task to a program here')
    .option('--endpoint <id>', 'the endpoint that is sent a test')
    .option('--forward-to <address>', 'where to post it')
    .option('--status <status>', 'of the newest task with this status', 'succeeded')
    .action(lazily(async () => (await import('./trigger.js')).trigger));
}
