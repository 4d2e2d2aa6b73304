import type { VoiceName } from '../synth/voices.js';
import type { Genre } from './genre.js';
import type { PromptWord } from './words/prompt-words.js';
import { namesIn } from './words/prompt-words.js';
import type { FamilyName } from './words/sound-words.js';

export const GUITARS: readonly VoiceName[] = [
  'acousticGuitar',
  'nylonGuitar',
  'electricGuitar',
  'distortedGuitar',
];
export const BASSES: readonly VoiceName[] = [
  'bassGuitar',
  'uprightBass',
  'synthBass',
  'acidBass',
  'subBass',
  'wobbleBass',
  'hardBass',
  'chipBass',
];
/** What can be silent: voices, all drums, the melody, everything but singers. */
export type Silence = VoiceName | 'drums' | 'melody' | 'instruments';

const SYNTHS: readonly VoiceName[] = [
  'synthLead',
  'synthPad',
  'glassPad',
  'pluck',
  'stab',
  'superSaw',
  'synthBass',
  'acidBass',
  'wobbleBass',
  'hardBass',
  'subBass',
];
/** What falls silent with a word, where that is more than the one voice. */
const SILENCES: Partial<Record<VoiceName | FamilyName, readonly Silence[]>> = {
  guitar: GUITARS,
  bass: BASSES,
  vocals: ['choir'],
  lyrics: ['choir'],
  piano: ['piano', 'electricPiano'],
  electricGuitar: ['electricGuitar', 'distortedGuitar'],
  strings: ['strings', 'violin', 'cello'],
  violin: ['violin', 'strings'],
  brass: ['brass', 'trumpet'],
  bells: ['bells', 'glockenspiel'],
  synthLead: SYNTHS,
  synthPad: ['synthPad', 'glassPad'],
};

/** All that the negated words of a prompt silence; of a family, what the prompt asks for by name stays. */
export function silencesOf(absent: readonly PromptWord[], wanted: readonly VoiceName[]): Silence[] {
  const silences = absent
    .flatMap((word) => namesIn(word, 'sound'))
    .flatMap((name) => {
      const family = SILENCES[name] ?? [name as Silence];
      return family.filter((silence) => silence === name || !wanted.includes(silence as VoiceName));
    });
  return [...new Set(silences)];
}

/** The voices that a prompt's words ask for, in prompt order; a plain "guitar" is the kind the genre plays. */
export function voicesOf(words: readonly PromptWord[], genre: Genre | undefined): VoiceName[] {
  const names = words.flatMap((word) => namesIn(word, 'sound'));
  const usual = genre && [...genre.chords, ...genre.lead, ...genre.color];
  const voices = names.flatMap((name): VoiceName[] => {
    if (name === 'guitar') {
      const named = GUITARS.some((guitar) => names.includes(guitar));
      return named ? [] : [GUITARS.find((guitar) => usual?.includes(guitar)) ?? 'acousticGuitar'];
    }
    if (name === 'bass') return BASSES.some((bass) => names.includes(bass)) ? [] : [bassOf(genre)];
    if (name === 'vocals') return ['choir'];
    return isVoice(name) ? [name] : [];
  });
  return [...new Set(voices)];
}

function bassOf(genre: Genre | undefined): VoiceName {
  const own = genre?.bass[0];
  return own === undefined || own === 'none' ? 'bassGuitar' : own;
}

function isVoice(name: VoiceName | FamilyName): name is VoiceName {
  return !['drums', 'guitar', 'bass', 'vocals', 'lyrics', 'melody', 'instruments'].includes(name);
}
