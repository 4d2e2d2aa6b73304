import { ACOUSTIC_GENRES } from './acoustic-genres.js';
import { BAND_GENRES } from './band-genres.js';
import { ELECTRONIC_GENRES } from './electronic-genres.js';
import type { Genre } from './genre.js';
import { POP } from './pop-genre.js';

const ALL = { pop: POP, ...ELECTRONIC_GENRES, ...ACOUSTIC_GENRES, ...BAND_GENRES };
export type GenreName = keyof typeof ALL;
export const GENRES: Record<GenreName, Genre> = ALL;
