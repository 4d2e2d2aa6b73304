import type { Command } from 'commander';
import { lazily } from '../terminal/action.js';

export function declareAccount(program: Command): void {
  program.commandsGroup('Signing in:');
  program
    .command('login')
    .description('keep an address and a token, in the keyring of the system or a file that only you can read')
    .option('--token-stdin', 'read the token from standard input')
    .action(lazily(async () => (await import('./sign-in.js')).login));
  program
    .command('logout')
    .description('forget the token')
    .action(lazily(async () => (await import('./sign-in.js')).logout));
  program
    .command('whoami')
    .description('show the owner of the token')
    .action(lazily(async () => (await import('./sign-in.js')).whoami));
}
