import type { Genre } from './genre.js';
import { ACOUSTIC_GENRES } from './genres/acoustic-genres.js';
import { BAND_GENRES } from './genres/band-genres.js';
import { DANCE_GENRES } from './genres/dance-genres.js';
import { ELECTRONIC_GENRES } from './genres/electronic-genres.js';
import { ENSEMBLE_GENRES } from './genres/ensemble-genres.js';
import { POP } from './genres/pop-genre.js';
import { SCENE_GENRES } from './genres/scene-genres.js';
import { SONG_GENRES } from './genres/song-genres.js';
import { WORLD_GENRES } from './genres/world-genres.js';

const ALL = {
  pop: POP,
  ...ELECTRONIC_GENRES,
  ...DANCE_GENRES,
  ...ACOUSTIC_GENRES,
  ...ENSEMBLE_GENRES,
  ...BAND_GENRES,
  ...SONG_GENRES,
  ...WORLD_GENRES,
  ...SCENE_GENRES,
};
export type GenreName = keyof typeof ALL;
export const GENRES: Record<GenreName, Genre> = ALL;
