/** A media job as the console offers it; its fields come from the schema of its operation. */
export type Job = {
  operation: string;
  /** One sentence on what comes of it. */
  text: string;
  medium: 'Pictures' | 'Videos' | 'Music';
  /** The word of the button. */
  act: string;
  /** The fields that are always shown, in this order; the others are folded. */
  main: readonly string[];
  /** Needed, though the schema leaves it open. */
  required?: readonly string[];
  /** Sent as it is, and not shown. */
  fixed?: Readonly<Record<string, string>>;
  /** What the form begins with. */
  initial?: Readonly<Record<string, unknown>>;
  /** Names of samples that show what it does. */
  samples: readonly string[];
};

const PICTURES = ['room.jpg', 'portrait.jpg', 'painting.jpg', 'start.jpg', 'end.jpg'];
const FACES = ['portrait.jpg'];
const VIDEO_MAIN = ['prompt', 'model', 'duration', 'resolution', 'aspect_ratio'];
const VIDEO_INITIAL = { model: 'vq2-turbo' };

/** Every media job, by the kind of its tasks. */
export const JOBS: Readonly<Record<string, Job>> = {
  'image-relight': {
    operation: 'relightImage',
    text: 'Gives a picture another light: by words, by the light of another picture, or by a light map.',
    medium: 'Pictures',
    act: 'Relight',
    main: ['image', 'prompt', 'style', 'light_transfer_strength'],
    samples: PICTURES,
  },
  'image-style-transfer': {
    operation: 'transferStyle',
    text: 'Paints a picture in the style of another one.',
    medium: 'Pictures',
    act: 'Transfer the style',
    main: ['image', 'reference_image', 'prompt', 'flavor', 'style_strength', 'structure_strength'],
    samples: ['portrait.jpg', 'painting.jpg', 'room.jpg', 'start.jpg', 'end.jpg'],
  },
  'skin-enhancer-faithful': {
    operation: 'enhanceSkinFaithfully',
    text: 'Cleans the skin of a portrait and keeps how the person looks.',
    medium: 'Pictures',
    act: 'Enhance the skin',
    main: ['image', 'skin_detail', 'sharpen', 'smart_grain'],
    samples: FACES,
  },
  'skin-enhancer-creative': {
    operation: 'enhanceSkinCreatively',
    text: 'Gives the skin of a portrait a more artistic look.',
    medium: 'Pictures',
    act: 'Enhance the skin',
    main: ['image', 'sharpen', 'smart_grain'],
    samples: FACES,
  },
  'skin-enhancer-flexible': {
    operation: 'enhanceSkinFlexibly',
    text: 'Enhances a portrait for what you choose: its skin, its light, or all of it.',
    medium: 'Pictures',
    act: 'Enhance the picture',
    main: ['image', 'optimized_for', 'sharpen', 'smart_grain'],
    samples: FACES,
  },
  'video-start-end': {
    operation: 'makeVideoFromFrames',
    text: 'Begins with one picture, or goes from one picture to another.',
    medium: 'Videos',
    act: 'Make the video',
    main: ['images', ...VIDEO_MAIN],
    initial: VIDEO_INITIAL,
    samples: ['start.jpg', 'end.jpg', 'room.jpg', 'portrait.jpg', 'painting.jpg'],
  },
  'video-reference': {
    operation: 'makeVideoFromReferences',
    text: 'Shows what is on up to seven pictures in one video, as you describe it.',
    medium: 'Videos',
    act: 'Make the video',
    main: ['images', ...VIDEO_MAIN],
    initial: VIDEO_INITIAL,
    samples: ['start.jpg', 'end.jpg', 'room.jpg', 'portrait.jpg', 'painting.jpg'],
  },
  'video-extend': {
    operation: 'extendVideo',
    text: 'Lets a video go on for some seconds.',
    medium: 'Videos',
    act: 'Extend the video',
    main: ['video_url', 'prompt', 'model', 'duration', 'resolution'],
    required: ['video_url'],
    // The API wants both names of a source; one that is no creation of the caller's leaves the address to count.
    fixed: { video_creation_id: 'by-address' },
    initial: VIDEO_INITIAL,
    samples: ['clip.mp4'],
  },
  'music-from-text': {
    operation: 'makeMusicFromText',
    text: 'Plays what you describe: genre, mood, instruments, tempo, key.',
    medium: 'Music',
    act: 'Make the music',
    main: ['prompt', 'duration'],
    samples: [],
  },
  'music-from-video': {
    operation: 'makeMusicFromVideo',
    text: 'Plays music that fits a video, as long as it is.',
    medium: 'Music',
    act: 'Make the music',
    main: ['video', 'prompt'],
    required: ['video'],
    samples: ['clip.mp4'],
  },
};
