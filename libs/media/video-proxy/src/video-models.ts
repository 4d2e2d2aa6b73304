import type { Resolution } from '@atelier/engines/video';

/** The models of service.md. */
export const VIDEO_MODELS = [
  'vq3-pro',
  'vq2-pro-fast',
  'vq2-pro',
  'vq2-turbo',
  'vq1',
  'vq1-classic',
  'v2.0',
] as const;
export type VideoModel = (typeof VIDEO_MODELS)[number];

/** Named picture sizes; the rules of a model say which it offers. */
export const RESOLUTIONS = ['360p', '540p', '720p', '1080p', '2K'] as const satisfies readonly Resolution[];

/** Lengths in whole seconds, and the resolutions available for them; the first resolution is the default. */
type SizeRule = {
  from: number;
  to: number;
  resolutions: readonly [Resolution, ...Resolution[]];
};

type ModelRules = {
  family: 'q1' | 'q2' | 'q3' | 'v2';
  defaultSeconds: number;
  sizes: readonly SizeRule[];
};

export type VideoSize = { durationSeconds: number; resolution: Resolution };

const ALL_Q2: SizeRule['resolutions'] = ['720p', '360p', '540p', '1080p'];
const ONLY_Q1: ModelRules = {
  family: 'q1',
  defaultSeconds: 5,
  sizes: [{ from: 5, to: 5, resolutions: ['1080p'] }],
};

/** Source: service.md (lengths) and completions §4 (the rest). */
const RULES: Readonly<Record<VideoModel, ModelRules>> = {
  'vq3-pro': {
    family: 'q3',
    defaultSeconds: 5,
    sizes: [{ from: 1, to: 16, resolutions: ['720p', '540p', '1080p', '2K'] }],
  },
  'vq2-pro-fast': {
    family: 'q2',
    defaultSeconds: 5,
    sizes: [{ from: 1, to: 10, resolutions: ['720p', '1080p'] }],
  },
  'vq2-pro': { family: 'q2', defaultSeconds: 5, sizes: [{ from: 1, to: 8, resolutions: ALL_Q2 }] },
  'vq2-turbo': { family: 'q2', defaultSeconds: 5, sizes: [{ from: 1, to: 8, resolutions: ALL_Q2 }] },
  vq1: ONLY_Q1,
  'vq1-classic': ONLY_Q1,
  'v2.0': {
    family: 'v2',
    defaultSeconds: 4,
    sizes: [
      { from: 4, to: 4, resolutions: ['360p', '720p', '1080p'] },
      { from: 8, to: 8, resolutions: ['720p'] },
    ],
  },
};

export function hasSoundByDefault(model: VideoModel): boolean {
  return RULES[model].family === 'q3';
}

export function takesSoundOptions(model: VideoModel): boolean {
  return RULES[model].family !== 'q3';
}

export function takesMovement(model: VideoModel): boolean {
  return RULES[model].family !== 'q2' && RULES[model].family !== 'q3';
}

/** The length and resolution of a run, with the model's defaults; undefined when the model does not offer it. */
export function findSize(
  model: VideoModel,
  duration: number | undefined,
  resolution: Resolution | undefined,
): VideoSize | undefined {
  const { defaultSeconds, sizes } = RULES[model];
  const durationSeconds = duration ?? defaultSeconds;
  const rule = sizes.find(({ from, to }) => durationSeconds >= from && durationSeconds <= to);
  const chosen = resolution ?? rule?.resolutions[0];
  return chosen && rule?.resolutions.includes(chosen) ? { durationSeconds, resolution: chosen } : undefined;
}

/** What the model offers, if it does not offer this. */
export function sizeProblem(...size: Parameters<typeof findSize>): string | undefined {
  if (findSize(...size)) return undefined;
  const [model, duration, resolution] = size;
  const asked = `${duration ?? RULES[model].defaultSeconds} s${resolution ? ` at ${resolution}` : ''}`;
  return `duration and resolution must be what ${model} offers (${offerOf(model)}), not ${asked}`;
}

/** The smaller one first. */
export function byResolution(a: VideoSize, b: VideoSize): number {
  return RESOLUTIONS.indexOf(a.resolution) - RESOLUTIONS.indexOf(b.resolution);
}

export function listSizes(): (VideoSize & { model: VideoModel })[] {
  return VIDEO_MODELS.flatMap((model) =>
    RULES[model].sizes.flatMap(({ from, to, resolutions }) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((durationSeconds) =>
        resolutions.map((resolution) => ({ model, durationSeconds, resolution })),
      ),
    ),
  );
}

/** What each model offers, for programs, in the API document; the first resolution is the default. */
export function describeSizes(): Record<string, unknown> {
  return Object.fromEntries(
    VIDEO_MODELS.map((model) => {
      const { defaultSeconds, sizes } = RULES[model];
      return [model, { default_duration: defaultSeconds, sizes }];
    }),
  );
}

function offerOf(model: VideoModel): string {
  return RULES[model].sizes
    .map(({ from, to, resolutions }) => {
      const names = RESOLUTIONS.filter((name) => resolutions.includes(name));
      return `${from === to ? from : `${from} to ${to}`} s at ${names.join(', ')}`;
    })
    .join('; ');
}
