import type { KitName } from '../score/drum-patterns.js';
import { pick, type Random } from '../seeded-random.js';
import type { VoiceName } from '../synth/voices.js';
import type { Genre } from './genre.js';
import { type GenreName, GENRES } from './genres.js';
import type { Band } from './music-plan.js';
import type { PromptWishes } from './prompt-reader.js';
import { BASSES, GUITARS } from './sounds.js';

const KIT_LABELS: Record<KitName, string> = {
  electronic: 'electronic drums',
  acoustic: 'drums',
  brushes: 'brushed drums',
  dusty: 'dusty drums',
  trap: 'trap drums',
  orchestral: 'orchestral percussion',
  hand: 'hand percussion',
  hard: 'hard drums',
  chip: 'chip drums',
  palmas: 'hand claps',
  stomp: 'stomps and claps',
  claps: 'drums and claps',
  tabla: 'tabla',
  djembe: 'djembes',
  sleigh: 'sleigh bells',
  clock: 'ticking percussion',
};
/** Voices that are not called as their name is written. */
const VOICE_LABELS: Partial<Record<VoiceName, string>> = {
  pluck: 'synth pluck',
  stab: 'synth stab',
  superSaw: 'supersaw',
  chipLead: '8-bit lead',
  chipPulse: '8-bit arpeggio',
  chipBass: '8-bit bass',
  wobbleBass: 'wobble bass',
};

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
  'chipLead',
  'cowbell',
  'sitar',
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

/** Players who sound one note at a time: alone they play no chords. */
const SOLOISTS: readonly VoiceName[] = ['violin', 'trumpet', 'saxophone', 'flute', 'clarinet', 'cello'];
/** Who plays when the prompt silences all voices that a genre has for a role. */
const KEYS: readonly VoiceName[] = ['piano', 'electricPiano', 'organ'];
const CHORDS_FOR_KEYS: readonly VoiceName[] = ['acousticGuitar', 'strings', 'synthPad', 'organ', 'choir'];
const CHORDS_FOR_OTHERS: readonly VoiceName[] = ['organ', 'piano', 'strings', 'synthPad', 'harp', 'choir'];
const LEADS_FOR_SYNTHS: readonly VoiceName[] = ['synthLead', 'pluck', 'electricPiano', 'flute', 'choir'];
const LEADS_FOR_OTHERS: readonly VoiceName[] = [
  'flute',
  'violin',
  'vibraphone',
  'saxophone',
  'synthLead',
  'choir',
];

/** From here on moods or pictures are clearly on one side. */
const CLEAR_LIGHT = 0.3;
const DARK_VOICES: readonly VoiceName[] = [
  'cello',
  'strings',
  'synthPad',
  'choir',
  'organ',
  'brass',
  'acidBass',
  'subBass',
];
const BRIGHT_VOICES: readonly VoiceName[] = [
  'flute',
  'glockenspiel',
  'ukulele',
  'pluck',
  'trumpet',
  'banjo',
  'marimba',
  'vibraphone',
  'acousticGuitar',
  'harp',
];

type Pitched = Exclude<keyof Band, 'drums'>;

/** Fills the roles: asked-for instruments first, in prompt order, the genre's habits for what stays open. */
export function chooseBand(random: Random, genre: Genre, wishes: PromptWishes): Band {
  const usualBand: Band = {
    lead: wishes.silences.includes('melody') ? undefined : choose(random, genre, 'lead', wishes),
    chords: choose(random, genre, 'chords', wishes),
    color: choose(random, genre, 'color', wishes),
    bass: choose(random, genre, 'bass', wishes),
    drums: orAbsent(genre.drums),
  };
  const isOpen = genre.drums !== 'none' && !genre.lead.includes('none');
  if (isOpen && wishes.sideGenre) inviteGuest(usualBand, random, wishes.sideGenre, wishes);
  const band = wishes.isSolo ? soloBand(wishes.instruments) : usualBand;
  if (!wishes.isSolo) seatWishes(band, wishes.instruments);
  if (wishes.wantsDrums === false) band.drums = undefined;
  if (wishes.wantsDrums === true) band.drums ??= usualBand.drums ?? 'acoustic';
  return band;
}

/** A second genre sends its lead, Christmas its bells too. */
function inviteGuest(band: Band, random: Random, name: GenreName, wishes: PromptWishes): void {
  band.lead = choose(random, GENRES[name], 'lead', wishes) ?? band.lead;
  if (band.color === band.lead) band.color = undefined;
  if (band.drums && name === 'christmas') band.drums = 'sleigh';
}

function orAbsent<Name>(name: Name | 'none'): Name | undefined {
  return name === 'none' ? undefined : name;
}

function choose(random: Random, genre: Genre, role: Pitched, wishes: PromptWishes): VoiceName | undefined {
  const isHeard = (voice: VoiceName | 'none'): boolean =>
    voice === 'none' || isAllowed(voice, wishes.silences);
  const usual = fittingLight(genre[role], wishes.light);
  const drawn = pick(random, usual);
  if (isHeard(drawn)) return orAbsent(drawn);
  const other = usual.find(isHeard);
  return orAbsent(other ?? standIns(role, drawn as VoiceName).find(isHeard) ?? 'none');
}

/** Of a genre's voices those that are not on the other side of the light, where there are any. */
function fittingLight(
  voices: readonly (VoiceName | 'none')[],
  light: number,
): readonly (VoiceName | 'none')[] {
  if (Math.abs(light) < CLEAR_LIGHT) return voices;
  const other = light > 0 ? DARK_VOICES : BRIGHT_VOICES;
  const fitting = voices.filter((voice) => voice === 'none' || !other.includes(voice));
  return fitting.some((voice) => voice !== 'none') ? fitting : voices;
}

function isAllowed(voice: VoiceName, silences: PromptWishes['silences']): boolean {
  return !silences.includes(voice) && (voice === 'choir' || !silences.includes('instruments'));
}

function standIns(role: Pitched, missing: VoiceName): readonly VoiceName[] {
  if (role === 'bass') return BASSES;
  if (role === 'chords') return KEYS.includes(missing) ? CHORDS_FOR_KEYS : CHORDS_FOR_OTHERS;
  if (role === 'lead') return isMachine(missing) ? LEADS_FOR_SYNTHS : LEADS_FOR_OTHERS;
  return [];
}

function isMachine(voice: VoiceName): boolean {
  return (
    GUITARS.includes(voice) || BASSES.includes(voice) || ['synthLead', 'pluck', 'superSaw'].includes(voice)
  );
}

function soloBand(voices: readonly VoiceName[]): Band {
  const [voice] = voices;
  if (voices.length !== 1 || voice === undefined || BASSES.includes(voice)) {
    const band: Band = {};
    seatWishes(band, voices);
    return band;
  }
  return SOLOISTS.includes(voice) ? { lead: voice } : { lead: voice, chords: voice };
}

function seatWishes(band: Band, wanted: readonly VoiceName[]): void {
  const seated = new Set<Pitched>();
  for (const voice of wanted) {
    const seat = seatsFor(voice).find((role) => !seated.has(role));
    if (!seat) continue;
    if (band.color === voice) band.color = undefined;
    band[seat] = voice;
    seated.add(seat);
  }
}

function seatsFor(voice: VoiceName): readonly Pitched[] {
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
