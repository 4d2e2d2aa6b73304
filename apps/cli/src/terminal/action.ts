import { type Command, CommanderError } from 'commander';
import { Shell, type CommonOptions } from './shell.js';

/** What a command does; `given` are its arguments, in order. */
export type Action<O> = (shell: Shell, options: CommonOptions & O, ...given: never[]) => Promise<void>;

/** Loads the code of a command when it is run, so that the others start without it. */
export function lazily<O>(load: () => Promise<Action<O>>): (this: Command) => Promise<void> {
  return async function run(this: Command): Promise<void> {
    const options = this.optsWithGlobals<CommonOptions & O>();
    const shell = new Shell(options);
    try {
      const action = await load();
      await action(shell, options, ...(this.processedArgs as never[]));
    } catch (error) {
      if (error instanceof CommanderError) throw error;
      shell.fail(error);
    }
  };
}
