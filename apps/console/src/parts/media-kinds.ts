import { t } from '@lingui/core/macro';
/** Where tasks of models are sent. */
export const MODEL_TASKS_PATH = '/v1/tasks';

/** What the studio makes, by kind of task. */
export const MEDIA_KINDS = {
  'image-relight': {
    title: t`Relight a picture`,
    medium: 'image',
    path: '/proxy/imgprov/v1/ai/image-relight',
  },
  'image-style-transfer': {
    title: t`Transfer a style`,
    medium: 'image',
    path: '/proxy/imgprov/v1/ai/image-style-transfer',
  },
  'skin-enhancer-faithful': {
    title: t`Enhance skin, faithfully`,
    medium: 'image',
    path: '/proxy/imgprov/v1/ai/skin-enhancer/faithful',
  },
  'skin-enhancer-creative': {
    title: t`Enhance skin, creatively`,
    medium: 'image',
    path: '/proxy/imgprov/v1/ai/skin-enhancer/creative',
  },
  'skin-enhancer-flexible': {
    title: t`Enhance skin, for a purpose`,
    medium: 'image',
    path: '/proxy/imgprov/v1/ai/skin-enhancer/flexible',
  },
  'video-start-end': {
    title: t`Video from pictures`,
    medium: 'video',
    path: '/proxy/vidprov/start-end2video',
  },
  'video-reference': {
    title: t`Video from references`,
    medium: 'video',
    path: '/proxy/vidprov/reference2video',
  },
  'video-extend': { title: t`Extend a video`, medium: 'video', path: '/proxy/vidprov/extend' },
  'music-from-text': { title: t`Music from text`, medium: 'music', path: '/proxy/musprov/t2m/generate' },
  'music-from-video': { title: t`Music for a video`, medium: 'music', path: '/proxy/musprov/v2m/generate' },
  'text-to-image': { title: t`Picture from text`, medium: 'image', path: MODEL_TASKS_PATH },
  'image-edit': { title: t`Edit a picture`, medium: 'image', path: MODEL_TASKS_PATH },
  upscale: { title: t`Enlarge a picture`, medium: 'image', path: MODEL_TASKS_PATH },
  'remove-background': { title: t`Remove a background`, medium: 'image', path: MODEL_TASKS_PATH },
  'text-to-video': { title: t`Video from text`, medium: 'video', path: MODEL_TASKS_PATH },
  'image-to-video': { title: t`Animate a picture`, medium: 'video', path: MODEL_TASKS_PATH },
  'text-to-speech': { title: t`Speech from text`, medium: 'speech', path: MODEL_TASKS_PATH },
} as const satisfies Record<string, MediaKindFacts>;

export type MediaKind = keyof typeof MEDIA_KINDS;
export type Medium = 'image' | 'video' | 'music' | 'speech';
type MediaKindFacts = { title: string; medium: Medium; path: string };

/** A title for the kind; the kind itself if unknown here. */
export function titleOfKind(kind: string): string {
  return isMediaKind(kind) ? MEDIA_KINDS[kind].title : kind;
}

export function isMediaKind(kind: string): kind is MediaKind {
  return Object.hasOwn(MEDIA_KINDS, kind);
}

/** Whether tasks of the kind name a model of a vendor. */
export function namesModel(kind: string): boolean {
  return isMediaKind(kind) && MEDIA_KINDS[kind].path === MODEL_TASKS_PATH;
}

export const MEDIA_TITLES: Record<Medium, string> = {
  image: t`Pictures`,
  video: t`Videos`,
  music: t`Music`,
  speech: t`Speech`,
};

/** Kinds in a sentence: all of a medium by its title. */
export function kindsInWords(kinds: readonly string[]): string {
  const known = KIND_CHOICES.flatMap(({ group, items }) => {
    const some = items.filter(({ value }) => kinds.includes(value));
    return some.length === items.length ? [group] : some.map(({ label }) => label);
  });
  return [...known, ...kinds.filter((kind) => !isMediaKind(kind))].join(', ');
}

export const KIND_CHOICES: { group: string; items: { value: string; label: string }[] }[] = Object.entries(
  MEDIA_TITLES,
).map(([medium, group]) => ({
  group,
  items: Object.entries(MEDIA_KINDS)
    .filter(([, kind]) => kind.medium === medium)
    .map(([value, { title }]) => ({ value, label: title })),
}));
