import { readCues } from './prompt-cues.js';

describe('the words of a prompt', () => {
  it.each([
    ['The camera slowly pans left over a rainy city', ['pan-left'], ['rain', 'city'], 0.6],
    ['Zoom out from the coffee', ['pull-out'], ['crowd'], 1],
    ['zoom in, then tilt up, fast', ['push-in', 'tilt-up'], [], 1.6],
    ['Static camera. Waves on a beach.', ['static'], ['sea'], 1],
    ['A handheld shot', ['handheld'], [], 1],
    ['nothing of note', [], [], 1],
    ['', [], [], 1],
  ] as const)('"%s" steer camera, sound and pace', (prompt, moves, ambiences, pace) => {
    expect(readCues(prompt)).toMatchObject({ moves, ambiences, pace });
  });

  it('name transitions and moods', () => {
    expect(readCues('a warm sunset that wipes to noir')).toMatchObject({ transition: 'wipe', mood: 'mono' });
    expect(readCues('the cat turns into a lion')).toMatchObject({ transition: 'morph', mood: undefined });
  });
});
