import { Settings } from '#libs/platform/config';

/** The APIs of others that this service can also speak. */
export const COMPATIBLE_APIS = ['openai', 'replicate', 'fal', 'mcp'] as const;
export type CompatibleApi = (typeof COMPATIBLE_APIS)[number];

export class CompatibleApisSettings extends Settings {
  /** Those that are on. */
  readonly names = this.known(
    this.env.list('COMPATIBLE_APIS', {
      description: `APIs of others that the service also speaks: any of ${COMPATIBLE_APIS.join(', ')}. See docs/compatibility.md.`,
    }),
  );

  private known(named: readonly string[]): CompatibleApi[] {
    const names = COMPATIBLE_APIS.filter((name) => named.includes(name));
    if (named.some((name) => !names.some((known) => known === name)))
      this.env.report('COMPATIBLE_APIS', `must be a comma-separated list of ${COMPATIBLE_APIS.join(', ')}`);
    return names;
  }
}
