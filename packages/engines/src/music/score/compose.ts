import { MODE_STEPS } from '../plan/musical-terms.js';
import { GENRES } from '../plan/genres.js';
import type { MusicPlan } from '../plan/music-plan.js';
import { hashText } from '../seeded-random.js';
import { composeChords } from './accompaniment.js';
import { layBars, type Bar } from './bars.js';
import { composeBass } from './bass.js';
import { composeCounter } from './counter-melody.js';
import { keyClassOf, semitones } from './harmony.js';
import { composeMelody } from './melody.js';
import { composeDrums } from './percussion.js';
import { DRUM_VOICES } from '../synth/drum-voices.js';
import { STYLE_DRUMS } from '../synth/style-voices.js';
import type { VoiceName } from '../synth/voices.js';
import { Performance } from './performance.js';
import type { Score, ScoreNote } from './score.js';

/** Seconds of one stretch of vinyl noise or wind; stretches overlap. */
const BED_SECONDS = 8;

/** Writes every note of a plan. Pure: equal plans give equal scores. */
export function composeScore(plan: MusicPlan): Score {
  const seed = hashText(plan.prompt) ^ plan.seed;
  const bars = layBars(plan, seed);
  const performance = new Performance(plan, seed, bars);
  composeChords(performance, bars);
  composeBass(performance, bars);
  composeMelody(performance, bars);
  composeCounter(performance, bars);
  composeDrums(performance, bars);
  accentCuts(performance, bars);
  layTexture(performance);
  const notes = performance.notes.filter((note) => !isSilenced(note, plan.silences));
  notes.sort((one, other) => one.at - other.at);
  const lastChordAt = performance.timeOf(bars.at(-1)?.startStep ?? 0);
  return {
    notes,
    kicks: notes.filter(isKick).map((note) => note.at),
    tones: tonesOf(plan, bars),
    lastChordAt,
  };
}

function tonesOf({ sections }: MusicPlan, bars: readonly Bar[]): Score['tones'] {
  return sections.map(({ startSeconds }, section) => ({
    at: startSeconds,
    decibels: bars.find((bar) => bar.section === section)?.scene.treble ?? 0,
  }));
}

/** What the words rule out stays silent. */
function isSilenced(note: ScoreNote, silences: MusicPlan['silences']): boolean {
  if (note.voice in DRUM_VOICES || note.voice in STYLE_DRUMS)
    return silences.includes('drums') && note.track !== 'texture' && note.voice !== 'riser';
  if (note.track === 'lead' && silences.includes('melody')) return true;
  return silences.includes(note.voice as VoiceName);
}

function isKick(note: ScoreNote): boolean {
  return (
    note.track === 'drums' &&
    (note.voice === 'kick' || note.voice === 'kickDeep' || note.voice === 'kickSoft')
  );
}

/** A picture change is hit by cymbal, deep drum and the chord of the moment; quiet pieces get bells instead. */
function accentCuts(performance: Performance, bars: readonly Bar[]): void {
  const { plan } = performance;
  const isQuiet = plan.band.drums === undefined || plan.band.drums === 'brushes';
  for (const cut of plan.cuts) {
    const bar = barAt(plan, bars, cut);
    const root =
      48 +
      keyClassOf(plan.key) +
      semitones(MODE_STEPS[plan.mode], bar?.chord.root ?? 0) +
      (bar?.scene.lift ?? 0);
    if (isQuiet) {
      performance.playAt('accent', cut, { voice: 'bells', midi: root + 24, velocity: 0.75, seconds: 1 });
      performance.playAt('accent', cut, { voice: 'piano', midi: root - 12, velocity: 0.9, seconds: 1.2 });
    } else {
      performance.playAt('accent', cut, { voice: 'crash', midi: 60, velocity: 0.75, seconds: 1 });
      performance.playAt('accent', cut, { voice: 'boom', midi: 60, velocity: 0.9, seconds: 1 });
    }
    if (!plan.band.chords) continue;
    performance.playAt('accent', cut, {
      voice: plan.band.chords,
      midi: root + 12,
      velocity: 0.9,
      seconds: 0.5,
    });
  }
}

function barAt(plan: MusicPlan, bars: readonly Bar[], seconds: number): Bar | undefined {
  const section = plan.sections.findLastIndex((part) => part.startSeconds <= seconds + 0.01);
  const part = plan.sections[section];
  const own = bars.filter((bar) => bar.section === section);
  if (!part) return own[0];
  const place = Math.floor(((seconds + 0.01 - part.startSeconds) / part.durationSeconds) * own.length);
  return own[Math.min(own.length - 1, Math.max(0, place))];
}

function layTexture(performance: Performance): void {
  const { texture } = GENRES[performance.plan.genre];
  if (texture === 'none') return;
  for (let at = 0, take = 0; at < performance.plan.durationSeconds; at += BED_SECONDS - 0.5, take++) {
    performance.notes.push({
      at,
      seconds: BED_SECONDS,
      voice: texture,
      midi: 60,
      velocity: 0.5,
      gain: 1,
      track: 'texture',
      pan: 0,
      take: take % 3,
    });
  }
}
