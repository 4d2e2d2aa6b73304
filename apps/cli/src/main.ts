import { Command, CommanderError, Option } from 'commander';
import { declareAccount } from './account/account.command.js';
import { declareAdmin } from './admin/admin.command.js';
import { declareMedia } from './media/media.command.js';
import { declareRegistry } from './registry/registry.command.js';
import { declareService, type ServicePrograms } from './service/service.command.js';
import { EXIT } from './terminal/exit-codes.js';
import { declareWebhooks } from './webhooks/webhooks.command.js';

const EXITS = `
Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 not signed in or not allowed, 4 the service cannot be reached,
5 the task failed or the version was refused, 130 interrupted.`;

/** Runs one command line. Sets the exit code. */
export async function runAtelier(parameters: readonly string[], service: ServicePrograms): Promise<void> {
  const program = declareProgram(service);
  // The reader of a pipe has seen enough, as `head` does.
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? EXIT.ok : EXIT.failed),
  );
  try {
    await declareCompletion(program, parameters[0]);
    await program.parseAsync(parameters, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

function declareProgram(service: ServicePrograms): Command {
  const program = new Command('atelier')
    .description('The service, and everything that it does, from the terminal.')
    .version(service.version, '-V, --version')
    .addOption(new Option('--url <url>', 'address of the service').env('ATELIER_URL'))
    .addOption(
      new Option('--profile <name>', 'which sign-in to use').env('ATELIER_PROFILE').default('default'),
    )
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addHelpText('after', EXITS)
    .exitOverride();
  declareService(program, service);
  declareAccount(program);
  declareMedia(program);
  declareRegistry(program);
  declareWebhooks(program);
  declareAdmin(program);
  return program;
}

/** The library of completions is loaded when a shell asks; it reads the commands that are declared so far. */
async function declareCompletion(program: Command, command: string | undefined): Promise<void> {
  if (command === 'completion' || command === 'complete') {
    const { default: tab } = await import('@bomb.sh/tab/commander');
    tab(program, { completionCommandName: 'completion' });
  } else {
    program
      .command('completion')
      .argument('<shell>')
      .description('print completions for zsh, bash, fish or powershell');
  }
}
