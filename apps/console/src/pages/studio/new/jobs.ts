import { t } from '@lingui/core/macro';
/** A media job in the console. */
export type Job = {
  /** One sentence on the result. */
  text: string;
  act: string;
  /** The fields that are always shown, in this order; the others are collapsed. */
  main: readonly string[];
  /** Sent unchanged, and not shown. */
  fixed?: Readonly<Record<string, unknown>>;
  initial?: Readonly<Record<string, unknown>>;
  samples: readonly string[];
  /** The sample that was made by the first example. */
  result?: string;
};

/** A job whose fields come from the schema of its operation. */
export type OperationJob = Job & {
  operation: string;
  /** What it is made of. */
  takes?: 'picture' | 'video';
  /** Required in the console, although optional in the schema. */
  required?: readonly string[];
};

export const PICTURES = ['room.jpg', 'portrait.jpg', 'painting.jpg', 'start.jpg', 'end.jpg'];
const FACES = ['portrait.jpg'];
const VIDEO_MAIN = ['prompt', 'model', 'duration', 'resolution', 'aspect_ratio'];
const VIDEO_INITIAL = { model: 'vq2-turbo' };

export const JOBS: Readonly<Record<string, OperationJob>> = {
  'image-relight': {
    operation: 'relightImage',
    text: t`Changes the light of a picture: by a description, by another picture, or by a light map.`,
    takes: 'picture',
    act: t`Relight`,
    main: ['image', 'prompt', 'style', 'light_transfer_strength'],
    result: 'image-relight.jpg',
    samples: PICTURES,
  },
  'image-style-transfer': {
    operation: 'transferStyle',
    text: t`Paints a picture in the style of another.`,
    takes: 'picture',
    act: t`Transfer the style`,
    main: ['image', 'reference_image', 'prompt', 'flavor', 'style_strength', 'structure_strength'],
    result: 'image-style-transfer.jpg',
    samples: ['portrait.jpg', 'painting.jpg', 'room.jpg', 'start.jpg', 'end.jpg'],
  },
  'skin-enhancer-faithful': {
    operation: 'enhanceSkinFaithfully',
    text: t`Cleans the skin of a portrait and preserves the person’s look.`,
    takes: 'picture',
    act: t`Enhance the skin`,
    main: ['image', 'skin_detail', 'sharpen', 'smart_grain'],
    result: 'skin-enhancer-faithful.jpg',
    samples: FACES,
  },
  'skin-enhancer-creative': {
    operation: 'enhanceSkinCreatively',
    text: t`Gives the skin of a portrait a more artistic look.`,
    takes: 'picture',
    act: t`Enhance the skin`,
    main: ['image', 'sharpen', 'smart_grain'],
    result: 'skin-enhancer-creative.jpg',
    samples: FACES,
  },
  'skin-enhancer-flexible': {
    operation: 'enhanceSkinFlexibly',
    text: t`Enhances a part of a portrait that you choose: its skin, its light, or everything.`,
    takes: 'picture',
    act: t`Enhance the picture`,
    main: ['image', 'optimized_for', 'sharpen', 'smart_grain'],
    result: 'skin-enhancer-flexible.jpg',
    samples: FACES,
  },
  'video-start-end': {
    operation: 'makeVideoFromFrames',
    text: t`Starts from one picture, or goes from one picture to another.`,
    takes: 'picture',
    act: t`Make the video`,
    main: ['images', ...VIDEO_MAIN],
    initial: VIDEO_INITIAL,
    result: 'clip.mp4',
    samples: ['start.jpg', 'end.jpg', 'room.jpg', 'portrait.jpg', 'painting.jpg'],
  },
  'video-reference': {
    operation: 'makeVideoFromReferences',
    text: t`Combines the contents of up to seven pictures in one video, as you describe it.`,
    takes: 'picture',
    act: t`Make the video`,
    main: ['images', ...VIDEO_MAIN],
    initial: VIDEO_INITIAL,
    result: 'video-reference.mp4',
    samples: ['start.jpg', 'end.jpg', 'room.jpg', 'portrait.jpg', 'painting.jpg'],
  },
  'video-extend': {
    operation: 'extendVideo',
    text: t`Extends a video by some seconds.`,
    takes: 'video',
    act: t`Extend the video`,
    main: ['video_url', 'prompt', 'model', 'duration', 'resolution'],
    required: ['video_url'],
    // The API requires both names of a source. An id that is no creation of the caller's makes the URL count.
    fixed: { video_creation_id: 'by-address' },
    initial: VIDEO_INITIAL,
    samples: ['clip.mp4'],
  },
  'music-from-text': {
    operation: 'makeMusicFromText',
    text: t`Makes what you describe: genre, mood, instruments, tempo, key.`,
    act: t`Make the music`,
    main: ['prompt', 'duration'],
    result: 'music-from-text.mp3',
    samples: [],
  },
  'music-from-video': {
    operation: 'makeMusicFromVideo',
    text: t`Makes music that suits a video, of the same length.`,
    takes: 'video',
    act: t`Make the music`,
    main: ['video', 'prompt'],
    required: ['video'],
    result: 'music-from-video.mp3',
    samples: ['clip.mp4'],
  },
};
