import { readCues } from './prompt-cues.js';
import { wordsToSay } from './prompt-words.js';

describe('the words of a prompt', () => {
  it.each([
    ['The camera slowly pans left over a rainy city', ['pan-left'], ['rain', 'city'], 0.6],
    ['Zoom out from the coffee', ['pull-out'], ['crowd'], 1],
    ['zoom in, then tilt up, fast', ['push-in', 'tilt-up'], [], 1.6],
    ['Static camera. Waves on a beach.', ['static'], ['sea'], 1],
    ['A handheld shot', ['handheld'], [], 1],
    ['nothing of note', [], [], 1],
    ['', [], [], 1],
    ['Die Kamera schwenkt langsam nach links über den Wald', ['pan-left'], ['forest'], 0.6],
    ['La cámara se acerca lentamente, lluvia', ['push-in'], ['rain'], 0.6],
    ['Zoom arrière rapide, plage', ['pull-out'], ['sea'], 1.6],
    ['A câmera vai para a direita, cidade', ['pan-right'], ['city'], 1],
    ['La camera va verso l’alto, vento', ['tilt-up'], ['wind'], 1],
    ['カメラがゆっくり左へ、雨の街', ['pan-left'], ['rain', 'city'], 0.6],
    ['镜头快速拉远，城市', ['pull-out'], ['city'], 1.6],
  ] as const)('"%s" steer camera, sound and pace', (prompt, moves, ambiences, pace) => {
    expect(readCues(prompt)).toMatchObject({ moves, ambiences, pace });
  });

  it.each([
    ['a robot wakes up in the rain', undefined],
    ['a woman reads in a café', undefined],
    ['a street without voices, nobody talks', undefined],
    ['a woman talks to the camera', 'a woman talks to the camera'],
    ['the cat says "good morning"', 'good morning'],
    ['ein Mann spricht', 'ein Mann spricht'],
    ['une femme chante', 'une femme chante'],
    ['女の子が「こんにちは」と言う', 'こんにちは'],
    ['一个男人在说话', '一个男人在说话'],
    ['没有旁白', undefined],
  ])('"%s" says what is to be said', (prompt, text) => {
    expect(wordsToSay(prompt)?.text).toBe(text);
  });

  it('name transitions and moods', () => {
    expect(readCues('a warm sunset that wipes to noir')).toMatchObject({ transition: 'wipe', mood: 'mono' });
    expect(readCues('the cat turns into a lion')).toMatchObject({ transition: 'morph', mood: undefined });
  });
});
