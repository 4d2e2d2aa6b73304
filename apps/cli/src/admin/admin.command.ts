import type { Command } from 'commander';
import { lazily } from '../terminal/action.js';

export function declareAdmin(program: Command): void {
  program.commandsGroup('Administration:');
  program
    .command('admin')
    .description(
      'what admins may do: users, credits, bans, queues, vendors. Without an operation, lists them',
    )
    .argument('[operation]', 'such as list-users; --help after it shows its fields')
    .argument('[parameters...]', 'what its path names, then its fields: --name value')
    .helpOption(false)
    .allowUnknownOption()
    .action(lazily(async () => (await import('./operations.js')).administer));
}
