import type { GenreName } from './genres.js';
import type { MoodName } from './words/mood-words.js';

/**
 * What a mood asks for where the words do not: genres, a light (1) or dark (−1) side of the modes, and a move of the
 * tempo within the genre's range.
 */
export const MOODS: Record<MoodName, { genres: readonly GenreName[]; light: number; tempo: number }> = {
  happy: { genres: ['pop', 'folk', 'funk'], light: 1, tempo: 0.3 },
  sad: { genres: ['ballad', 'classical', 'filmScore'], light: -1, tempo: -0.6 },
  dark: { genres: ['cinematic', 'techno', 'ambient'], light: -1, tempo: 0 },
  calm: { genres: ['ambient', 'classical', 'lofi'], light: 0.6, tempo: -0.7 },
  energetic: { genres: ['rock', 'edm', 'drumAndBass', 'house'], light: 0, tempo: 0.6 },
  romantic: { genres: ['ballad', 'jazz', 'waltz', 'bossa'], light: 0.6, tempo: -0.6 },
  mysterious: { genres: ['ambient', 'cinematic', 'synthwave'], light: -0.8, tempo: 0 },
  tense: { genres: ['suspense', 'cinematic', 'drumAndBass'], light: -1, tempo: 0.4 },
  heroic: { genres: ['cinematic', 'rock'], light: 0.4, tempo: 0.2 },
  dreamy: { genres: ['ambient', 'synthwave', 'lofi'], light: 0.2, tempo: -0.4 },
  playful: { genres: ['children', 'folk', 'funk'], light: 0.9, tempo: 0.2 },
  nostalgic: { genres: ['lofi', 'synthwave', 'jazz'], light: 0, tempo: -0.2 },
  neutral: { genres: ['pop', 'lofi', 'house', 'folk', 'synthwave', 'funk'], light: 0, tempo: 0 },
};

/** The moods that genres are in when nothing else is said: for titles. */
export const GENRE_MOODS: Partial<Record<GenreName, MoodName>> = {
  ...named('happy', 'christmas corporate country reggae kpop salsa'),
  ...named('dark', 'metal horror phonk grunge'),
  ...named('calm', 'ambient lullaby stringQuartet choir drone'),
  ...named(
    'energetic',
    'techno edm hardstyle trance house drumAndBass dubstep punk rock africanDrums percussion trap',
  ),
  ...named('romantic', 'bossa tango waltz jazz filmScore rnb soul ballad rockBallad'),
  ...named('tense', 'suspense news'),
  ...named('heroic', 'cinematic march'),
  ...named('playful', 'children chiptune funk celtic shanty'),
  ...named('nostalgic', 'lofi synthwave vaporwave folk'),
};

function named(mood: MoodName, genres: string): Partial<Record<GenreName, MoodName>> {
  return Object.fromEntries(genres.split(' ').map((genre) => [genre, mood]));
}
