import { Settings } from '#libs/platform/config';

export class CompatibleModelsSettings extends Settings {
  /** From other names of models to ours. */
  readonly otherNames = this.pairs(
    this.env.list('COMPATIBLE_MODELS', {
      description:
        'Other names of models in the compatible APIs, as name=model: gpt-image-1=image-relight,sora-2=vq2-turbo.',
    }),
  );

  private pairs(entries: readonly string[]): ReadonlyMap<string, string> {
    const pairs = entries.map((entry) => entry.split('=').map((part) => part.trim()));
    if (pairs.some(([name, model, ...rest]) => !name || !model || rest.length > 0))
      this.env.report('COMPATIBLE_MODELS', 'must be a comma-separated list of name=model');
    return new Map(pairs.map(([name = '', model = '']) => [name, model]));
  }
}
