import { Secret } from './secret.js';

/** A setting, for the generated page and for `.env.example`. */
export type SettingDescription = {
  name: string;
  /** One sentence or two: what it does and its unit. */
  description: string;
  /** The rule of a value, for people. */
  rule: string;
  /** The default as written in an environment file; undefined when there is none. */
  default: string | undefined;
};

/** A setting as it is in force. */
export type SettingInForce = SettingDescription & {
  isSecret: boolean;
  /** What was set, without surrounding space; undefined where the default holds. */
  given: string | undefined;
};

type Described = { description: string };
type WithDefault<T> = Described & { default: T };

/**
 * Reads typed settings from named text values and collects all problems, so that they are reported together. An empty
 * text counts as absent.
 */
export class Environment {
  private readonly found = new Map<string, string>();
  private readonly descriptions = new Map<string, SettingInForce>();

  constructor(private readonly values: Readonly<Record<string, string | undefined>>) {}

  /** The same values, with no problem found yet: for what is read again. */
  again(): Environment {
    return new Environment(this.values);
  }

  /** One line per wrong value, in reading order. */
  get problems(): readonly string[] {
    return [...this.found.values()];
  }

  /** Every setting that was read, in order. */
  get settings(): readonly SettingInForce[] {
    return [...this.descriptions.values()];
  }

  /** A whole number within `min` and `max`, both inclusive. */
  int(name: string, options: WithDefault<number> & { min: number; max: number }): number {
    const rule = `whole number from ${options.min} to ${options.max}`;
    const text = this.read(name, rule, String(options.default), options.description);
    if (text === undefined) return options.default;
    const value = Number(text);
    const isValid = /^-?\d+$/.test(text) && value >= options.min && value <= options.max;
    return isValid ? value : this.refuse(name, rule, options.default);
  }

  flag(name: string, options: WithDefault<boolean>): boolean {
    const rule = 'true or false';
    const text = this.read(name, rule, String(options.default), options.description);
    if (text === undefined) return options.default;
    if (text === 'true') return true;
    return text === 'false' ? false : this.refuse(name, rule, options.default);
  }

  /** One of a fixed list of words. */
  oneOf<const T extends string>(name: string, options: WithDefault<T> & { values: readonly T[] }): T {
    const rule = `one of ${options.values.join(', ')}`;
    const text = this.read(name, rule, options.default, options.description);
    if (text === undefined) return options.default;
    return options.values.find((value) => value === text) ?? this.refuse(name, rule, options.default);
  }

  /** Any text; `pattern` and its `rule` restrict it. */
  text(name: string, options: WithDefault<string> & { pattern?: RegExp; rule?: string }): string {
    const rule = options.rule ?? 'text';
    const text = this.read(name, rule, options.default, options.description);
    if (text === undefined) return options.default;
    return !options.pattern || options.pattern.test(text) ? text : this.refuse(name, rule, options.default);
  }

  /** Any text, or undefined when absent. */
  optionalText(name: string, options: Described & { pattern?: RegExp; rule?: string }): string | undefined {
    const rule = options.rule ?? 'text';
    const text = this.read(name, rule, undefined, options.description);
    if (text === undefined || !options.pattern || options.pattern.test(text)) return text;
    return this.refuse(name, rule, undefined);
  }

  /** An absolute http(s) URL without a trailing slash, or undefined when absent. */
  optionalUrl(name: string, options: Described): string | undefined {
    const rule = 'absolute http or https URL';
    const text = this.read(name, rule, undefined, options.description);
    if (text === undefined) return undefined;
    const isValid = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
    return isValid ? text.replace(/\/+$/, '') : this.refuse(name, rule, undefined);
  }

  /** A secret, or undefined when absent. Its value is never part of a problem report. */
  optionalSecret(
    name: string,
    options: Described & { minLength?: number; pattern?: RegExp; rule?: string },
  ): Secret | undefined {
    const minLength = options.minLength ?? 1;
    const rule =
      options.rule ?? (minLength > 1 ? `secret text of at least ${minLength} characters` : 'secret text');
    const text = this.read(name, rule, undefined, options.description, true);
    if (text === undefined) return undefined;
    const isValid = text.length >= minLength && (options.pattern?.test(text) ?? true);
    return isValid ? new Secret(text) : this.refuse(name, rule, undefined);
  }

  /** A comma-separated list; empty when absent. */
  list(name: string, options: Described): string[] {
    const text = this.read(name, 'comma-separated list', '', options.description);
    return (text ?? '').split(',').flatMap((entry) => entry.trim() || []);
  }

  /** A secret that a settings file refers to by name, or undefined when it is not set. */
  namedSecret(name: string): Secret | undefined {
    const text = this.values[name]?.trim();
    return text === undefined || text === '' ? undefined : new Secret(text);
  }

  /** Reports a problem that involves several settings. */
  report(name: string, problem: string): void {
    this.found.set(name, `${name} ${problem}`);
  }

  private read(
    name: string,
    rule: string,
    fallback: string | undefined,
    description: string,
    isSecret = false,
  ): string | undefined {
    const text = this.values[name]?.trim();
    const given = text === '' ? undefined : text;
    this.descriptions.set(name, { name, description, rule, default: fallback, isSecret, given });
    return given;
  }

  private refuse<T>(name: string, rule: string, fallback: T): T {
    this.found.set(
      name,
      `${name} must be a ${rule}`
        .replace('a one of', 'one of')
        .replace('a true or', 'true or')
        .replace('a absolute', 'an absolute'),
    );
    return fallback;
  }
}
