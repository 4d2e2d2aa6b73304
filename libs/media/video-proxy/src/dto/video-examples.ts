/** Start and end frame, from the samples of the service. */
const FRAMES = ['/samples/start.jpg', '/samples/end.jpg'] as const;
const SMALL = { model: 'vq2-turbo', duration: 2, resolution: '360p' } as const;

/** Bodies for the API document and the console that run unchanged. */
export const START_END_EXAMPLES = {
  'A ball that rolls': {
    value: { ...SMALL, prompt: 'The ball rolls to the right', images: [...FRAMES] },
  },
  'Sound and a watermark': {
    value: {
      ...SMALL,
      prompt: 'slow push in, rain',
      images: [FRAMES[0]],
      audio: true,
      bgm: true,
      watermark: true,
      wm_position: 1,
    },
  },
};

export const REFERENCE_EXAMPLES = {
  'Two pictures, fading': {
    value: { ...SMALL, prompt: 'fade, warm light', aspect_ratio: '1:1', images: [...FRAMES] },
  },
};

/** The id is no creation of the caller's, so the URL is used. */
export const EXTEND_EXAMPLES = {
  'Two seconds more': {
    value: {
      model: 'vq2-turbo',
      prompt: 'slow pull back',
      duration: 2,
      resolution: '540p',
      video_creation_id: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
      video_url: '/samples/clip.mp4',
    },
  },
};
