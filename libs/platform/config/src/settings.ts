import { Injectable } from '@nestjs/common';
import { Environment, type SettingDescription } from './environment.js';

/**
 * Base of every settings class. A module keeps one beside its code, with a field per setting:
 *
 *     export class HttpSettings extends Settings {
 *       readonly port = this.env.int('PORT', { min: 1, max: 65535, default: 3000, description: '…' });
 *     }
 *
 * and lists it among its providers.
 */
@Injectable()
export abstract class Settings {
  constructor(protected readonly env: Environment) {}
}

/** A settings class as listed by an application. */
export type SettingsClass = new (env: Environment) => Settings;

/** Thrown at start when settings are wrong; the message lists all of them. */
export class InvalidSettings extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The settings have ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
}

/**
 * Reads every class once and returns the description of each setting.
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
