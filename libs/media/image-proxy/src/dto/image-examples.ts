// Bodies for the API document and the console that run unchanged, with the samples of the service.
const ROOM = { image: '/samples/room.jpg' } as const;
const PORTRAIT = { image: '/samples/portrait.jpg' } as const;

export const RELIGHT_EXAMPLES = {
  'Sunset from the left': { value: { ...ROOM, prompt: 'warm (sunset:1.3) from the left' } },
  'Cold moonlight': {
    value: { ...ROOM, prompt: 'cold moonlight from above', style: 'darker_but_realistic' },
  },
  'Light of a painting': {
    value: { ...PORTRAIT, transfer_light_from_reference_image: '/samples/painting.jpg' },
  },
};

export const STYLE_EXAMPLES = {
  'Portrait like a painting': {
    value: { ...PORTRAIT, reference_image: '/samples/painting.jpg', is_portrait: true },
  },
  'Room like a painting, softly': {
    value: { ...ROOM, reference_image: '/samples/painting.jpg', style_strength: 60 },
  },
};

export const FAITHFUL_EXAMPLES = {
  'Natural skin': { value: { ...PORTRAIT, skin_detail: 80 } },
  'Smooth and crisp': { value: { ...PORTRAIT, skin_detail: 20, sharpen: 50 } },
};

export const CREATIVE_EXAMPLES = {
  'Crisp portrait': { value: { ...PORTRAIT, sharpen: 50 } },
  'Film grain': { value: { ...PORTRAIT, smart_grain: 40 } },
};

export const FLEXIBLE_EXAMPLES = {
  'Better light': { value: { ...PORTRAIT, optimized_for: 'improve_lighting' } },
  'Better skin': { value: { ...PORTRAIT, optimized_for: 'enhance_skin', sharpen: 30 } },
};
