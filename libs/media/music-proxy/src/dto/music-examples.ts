/** Forms for the API document and the console that run unchanged. */
export const MUSIC_EXAMPLES = {
  'Piano waltz': { value: { prompt: 'calm piano waltz in D minor, 90 bpm', duration: 10 } },
  'Funk with brass': { value: { prompt: 'upbeat funk with slap bass and brass, 112 bpm', duration: 10 } },
  'Dark ambience': { value: { prompt: 'dark ambient pads, slow, no drums', duration: 10 } },
};

export const VIDEO_MUSIC_EXAMPLES = {
  'Warm strings': { value: { prompt: 'warm strings, slow', video: '/samples/clip.mp4' } },
  'Playful marimba': { value: { prompt: 'playful marimba', video: '/samples/clip.mp4' } },
};
