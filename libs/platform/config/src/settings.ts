import type { FactoryProvider, Type } from '@nestjs/common';
import { Environment, type SettingDescription } from './environment.js';

/**
 * Base of every settings class. A module keeps one beside its code, with a field per setting:
 *
 *     export class HttpSettings extends Settings {
 *       readonly port = this.env.int('PORT', { min: 1, max: 65535, default: 3000, description: '…' });
 *     }
 *
 * and provides it with `provideSettings(HttpSettings)`.
 */
export abstract class Settings {
  constructor(protected readonly env: Environment) {}
}

/** A settings class as listed by an application. */
export type SettingsClass<T extends Settings = Settings> = new (env: Environment) => T;

/** Thrown at start when settings are wrong; the message lists all of them. */
export class InvalidSettings extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The settings have ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
}

/** Makes a settings class injectable in the module that owns it. */
export function provideSettings<T extends Settings>(settings: SettingsClass<T>): FactoryProvider<T> {
  return {
    provide: settings as Type<T>,
    useFactory: (env: Environment) => new settings(env),
    inject: [Environment],
  };
}

/**
 * Reads every class once and returns what each setting means.
 * @throws InvalidSettings naming every wrong value at once.
 */
export function readSettings(
  env: Environment,
  classes: readonly SettingsClass[],
): readonly SettingDescription[] {
  for (const settings of classes) new settings(env);
  if (env.problems.length > 0) throw new InvalidSettings(env.problems);
  return env.settings;
}
