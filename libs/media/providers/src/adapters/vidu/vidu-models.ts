import { isModelKind } from '../../terms/model-kinds.js';
import type { OfferedWork } from '../vendor-adapter.js';

/** Lengths in seconds, from and to, and the resolutions that they come in. */
type Sizes = readonly [from: number, to: number, resolutions: readonly string[]];

const HD = ['540p', '720p', '1080p'];
const Q1: Sizes[] = [[5, 5, ['1080p']]];

/** What each model takes, by the kind of task. Source: Vidu's documentation, November 2026. */
const MODELS: Readonly<Record<string, Readonly<Record<string, readonly Sizes[]>>>> = {
  'video-start-end': {
    'viduq3-turbo': [[1, 16, HD]],
    'viduq3-pro': [[1, 16, HD]],
    'viduq2-pro-fast': [[1, 8, ['720p', '1080p']]],
    'viduq2-pro': [[1, 8, HD]],
    'viduq2-turbo': [[1, 8, HD]],
    viduq1: Q1,
    'viduq1-classic': Q1,
    'vidu2.0': [
      [4, 4, ['360p', '720p', '1080p']],
      [8, 8, ['720p']],
    ],
  },
  'video-reference': {
    'viduq3-mix': [[1, 16, HD]],
    viduq3: [[1, 16, HD]],
    'viduq2-pro': [[1, 10, HD]],
    viduq2: [[1, 10, HD]],
    viduq1: Q1,
    'vidu2.0': [[4, 4, ['360p', '720p']]],
  },
  'video-extend': { 'viduq2-pro': [[1, 7, HD]], 'viduq2-turbo': [[1, 7, HD]] },
};

/** Our names of its models begin with `v` where its own begin with `vidu`. */
export function viduModel(model: string | undefined): string | undefined {
  return model?.replace(/^v(?=q?\d)/, 'vidu');
}

/** The rule that the work breaks, if Vidu would refuse it. */
export function viduProblem({ kind, model, durationSeconds, resolution }: OfferedWork): string | undefined {
  if (model === undefined) return undefined;
  // The models of these kinds are those that the operator offers.
  if (isModelKind(kind)) return undefined;
  const sizes = MODELS[kind]?.[viduModel(model) ?? ''];
  if (!sizes) return 'model must be another: the provider does not offer it for this kind of task';
  const fitting = sizes.find(
    ([from, to]) => durationSeconds === undefined || (durationSeconds >= from && durationSeconds <= to),
  );
  if (!fitting) {
    const lengths = sizes.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
    return `duration must be ${lengths.join(' or ')} seconds for this model`;
  }
  const [, , resolutions] = fitting;
  const isOffered = resolution === undefined || resolutions.includes(resolution);
  return isOffered ? undefined : `resolution must be one of ${resolutions.join(', ')} for this model`;
}
