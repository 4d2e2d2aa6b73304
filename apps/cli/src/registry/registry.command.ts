import type { Command } from 'commander';
import { lazily } from '../terminal/action.js';

export function declareRegistry(program: Command): void {
  program.commandsGroup('The registry:');
  program
    .command('publish')
    .description('pack a folder with a pyproject.toml, publish it, and wait for the verdict')
    .argument('[folder]', 'folder of the package', '.')
    .option('--publisher <id>', 'publisher; else PublisherId of [tool.comfy] or [tool.app]')
    .option('--changelog <text>', 'what is new')
    .option('--dry-run', 'only list the files that would be packed')
    .option('--keep <file>', 'keep the archive under this name')
    .option('--no-wait', 'end as soon as the archive is there')
    .action(lazily(async () => (await import('./publish.js')).publish));
  program
    .command('yank')
    .description('advise against a version: programs no longer choose it')
    .argument('<node@version>')
    .option('--undo', 'take it back')
    .option('--delete', 'remove the version from view instead, for good')
    .action(lazily(async () => (await import('./yank.js')).yank));
  program
    .command('search')
    .description('find nodes')
    .argument('<words...>')
    .option('--limit <number>', 'at most so many', '20')
    .action(lazily(async () => (await import('./browse.js')).search));
  program
    .command('install')
    .description('download a node, check its SHA-256, and unpack it into a folder of its name')
    .argument('<node[@version]>')
    .option('--into <folder>', 'where its folder is made', '.')
    .option('--replace', 'replace the folder if it is there')
    .action(lazily(async () => (await import('./install.js')).install));
  program
    .command('verify')
    .description('download a version, and check which commit, workflow and run it comes from')
    .argument('<node@version>')
    .action(lazily(async () => (await import('./verify.js')).verify));
  const publishers = program.command('publishers').description('list publishers; see and create them');
  publishers
    .command('list', { isDefault: true })
    .description('publishers that you belong to, or all')
    .option('--all', 'all publishers')
    .action(lazily(async () => (await import('./browse.js')).listPublishers));
  publishers
    .command('show')
    .description('one publisher and its nodes')
    .argument('<id>')
    .action(lazily(async () => (await import('./browse.js')).showPublisher));
  publishers
    .command('create')
    .description('create a publisher that belongs to you')
    .argument('<id>')
    .option('--name <name>', 'its display name')
    .action(lazily(async () => (await import('./browse.js')).createPublisher));
}
