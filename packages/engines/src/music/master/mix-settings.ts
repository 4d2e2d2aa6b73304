import type { Genre } from '../plan/genre.js';
import type { TrackName } from '../score/score.js';

/** Part of a sound that widens it. */
const WIDTH = 0.74;

/** A track's place in the mix: linear level, side, sends to room and echo, whether the kick pushes it down. */
export type Channel = { level: number; pan: number; reverb: number; echo: number; isDucked: boolean };

export function channels(genre: Genre): Record<TrackName, Channel> {
  const { reverb, delay } = genre;
  const isDucked = genre.ducking > 0;
  return {
    lead: { level: 0.36, pan: 0.08, reverb: reverb * 1.1, echo: delay, isDucked: false },
    chords: {
      level: genre.patterns.chords === 'sustain' ? 0.2 : 0.24,
      pan: -0.12,
      reverb,
      echo: delay * 0.4,
      isDucked,
    },
    color: { level: 0.16, pan: 0.28, reverb: reverb * 1.2, echo: delay * 0.7, isDucked },
    bass: { level: 0.32, pan: 0, reverb: reverb * 0.06, echo: 0, isDucked },
    drums: { level: 0.5, pan: 0, reverb: reverb * 0.35, echo: 0, isDucked: false },
    accent: { level: 0.48, pan: 0, reverb: Math.max(0.25, reverb), echo: 0, isDucked: false },
    texture: { level: 0.1, pan: 0, reverb: 0, echo: 0, isDucked: false },
  };
}

/** Level of the widening reflection: dry sounds need it most, and each send is as small as the genre's room. */
export function widthOf({ reverb }: Genre): number {
  return (WIDTH * Math.max(0, 1 - 1.3 * reverb)) / Math.max(0.1, reverb);
}
