import type { KitName } from '../score/drum-patterns.js';
import { pick, type Random } from '../seeded-random.js';
import type { VoiceName } from '../synth/voices.js';
import type { Genre } from './genre.js';
import type { Band } from './music-plan.js';
import type { PromptWishes } from './prompt-reader.js';

const KIT_LABELS: Record<KitName, string> = {
  electronic: 'electronic drums',
  acoustic: 'drums',
  brushes: 'brushed drums',
  dusty: 'dusty drums',
  trap: 'trap drums',
  orchestral: 'orchestral percussion',
  hand: 'hand percussion',
};
/** Voices that are not called as their name is written. */
const VOICE_LABELS: Partial<Record<VoiceName, string>> = {
  pluck: 'synth pluck',
  stab: 'synth stab',
  superSaw: 'supersaw',
};

const BASSES: readonly VoiceName[] = ['bassGuitar', 'uprightBass', 'synthBass', 'acidBass', 'subBass'];
const SINGERS: readonly VoiceName[] = [
  'violin',
  'trumpet',
  'saxophone',
  'flute',
  'clarinet',
  'synthLead',
  'bells',
  'glockenspiel',
  'vibraphone',
  'electricGuitar',
];
const BACKERS: readonly VoiceName[] = [
  'piano',
  'electricPiano',
  'organ',
  'acousticGuitar',
  'nylonGuitar',
  'distortedGuitar',
  'ukulele',
  'harp',
  'strings',
  'choir',
  'synthPad',
  'glassPad',
  'superSaw',
  'stab',
  'banjo',
  'accordion',
];

/** Fills the roles: asked-for instruments first, in prompt order, the genre's habits for what stays open. */
export function chooseBand(random: Random, genre: Genre, wishes: PromptWishes): Band {
  const band: Band = {
    lead: pick(random, genre.lead),
    chords: pick(random, genre.chords),
    color: orAbsent(pick(random, genre.color)),
    bass: pick(random, genre.bass),
    drums: orAbsent(genre.drums),
  };
  if (wishes.isSolo && wishes.instruments[0]) return soloBand(wishes.instruments[0], wishes);
  seatWishes(band, wishes.instruments);
  if (wishes.wantsDrums === false) band.drums = undefined;
  if (wishes.wantsDrums === true) band.drums ??= 'acoustic';
  return band;
}

function orAbsent<Name>(name: Name | 'none'): Name | undefined {
  return name === 'none' ? undefined : name;
}

function soloBand(voice: VoiceName, wishes: PromptWishes): Band {
  return { lead: voice, chords: voice, drums: wishes.wantsDrums ? 'acoustic' : undefined };
}

function seatWishes(band: Band, wanted: readonly VoiceName[]): void {
  const seated = new Set<keyof Band>();
  for (const voice of wanted) {
    const seat = seatsFor(voice).find((role) => !seated.has(role));
    if (!seat) continue;
    band[seat] = voice;
    seated.add(seat);
  }
}

function seatsFor(voice: VoiceName): readonly ('lead' | 'chords' | 'color' | 'bass')[] {
  if (BASSES.includes(voice)) return ['bass'];
  if (voice === 'cello') return ['lead', 'bass', 'color'];
  if (SINGERS.includes(voice)) return ['lead', 'color', 'chords'];
  if (BACKERS.includes(voice)) return ['chords', 'color', 'lead'];
  return ['color', 'lead', 'chords'];
}

/** Display names of the instruments heard, lead first, without doubles. */
export function instrumentNames(band: Band): string[] {
  const voices = [band.lead, band.chords, band.color, band.bass].filter((voice) => voice !== undefined);
  const names = voices.map((voice) => VOICE_LABELS[voice] ?? inWords(voice));
  return [...new Set(band.drums ? [...names, KIT_LABELS[band.drums]] : names)];
}

function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}
