import type { Command } from 'commander';
import { lazily } from '../terminal/action.js';

/** Programs of the same installation, which run on the service's own Node. */
export type ServicePrograms = {
  readonly version: string;
  /** Settings that a command line gives, for the programs. */
  set(name: 'DATA_DIR' | 'PORT', value: string): void;
  /** Runs one in place of this process. */
  run(program: 'up' | 'token' | 'mirror' | 'bundle', parameters: readonly string[]): Promise<void>;
  /** Runs the one that looks at what the service stands on. @returns what it prints; undefined without a service here. */
  examine(): Promise<string> | undefined;
};

export function declareService(program: Command, service: ServicePrograms): void {
  program.commandsGroup('The service here:');
  program
    .command('up')
    .description('start the service, and print its link. Its data is in DATA_DIR, by default ./atelier-data')
    .option('--data <folder>', 'folder of its data')
    .option('--port <number>', 'port, by default 3000')
    .action(async ({ data, port }: { data?: string; port?: string }) => {
      if (data !== undefined) service.set('DATA_DIR', data);
      if (port !== undefined) service.set('PORT', port);
      await service.run('up', []);
    });
  program
    .command('token')
    .description('print a new token of an admin of the service here')
    .action(() => service.run('token', []));
  passedOn(
    'mirror',
    'copy a registry into a folder, keep it up to date and serve it: mirror FOLDER --from URL',
  );
  passedOn(
    'bundle',
    'make signed files of a mirror for networks without a connection: keygen, export, import',
  );
  program
    .command('doctor')
    .description('look at settings, database, storage, vendors, time and disk, and say what to do')
    .action(
      lazily(async () => {
        const { doctor } = await import('./doctor.js');
        return (shell) => doctor(shell, service.examine());
      }),
    );

  /** These programs read their own options. */
  function passedOn(name: 'mirror' | 'bundle', description: string): void {
    program
      .command(name)
      .description(description)
      .argument('[parameters...]')
      .helpOption(false)
      .allowUnknownOption()
      .action((_parameters, _options, command: Command) => service.run(name, command.args));
  }
}
