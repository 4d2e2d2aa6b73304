import type { GenreName } from './musical-terms.js';
import { ACOUSTIC_GENRES } from './acoustic-genres.js';
import { BAND_GENRES } from './band-genres.js';
import { ELECTRONIC_GENRES } from './electronic-genres.js';
import type { Genre } from './genre.js';
import { POP } from './pop-genre.js';

export const GENRES: Record<GenreName, Genre> = {
  pop: POP,
  ...ELECTRONIC_GENRES,
  ...ACOUSTIC_GENRES,
  ...BAND_GENRES,
};
