import { GENRES } from './genres.js';
import { planMusic } from './plan-music.js';
import { readPrompt } from './prompt-reader.js';

describe('the words of a prompt', () => {
  it.each([
    ['relaxing techno', 'techno'],
    ['epic rock', 'rock'],
    ['folk metal', 'metal'],
    ['metal with a folk fiddle', 'metal'],
    ['lofi hip hop study beats', 'lofi'],
    ['a calm, bright horror soundtrack', 'horror'],
    ['trailer for a battle', 'cinematic'],
    ['slow rock ballad', 'rockBallad'],
    ['R&B', 'rnb'],
    ["drum'n'bass", 'drumAndBass'],
    ['Streichquartett', 'stringQuartet'],
    ['canción de cuna', 'lullaby'],
    ['musique de Noël', 'christmas'],
    ['африканские барабаны', 'africanDrums'],
    ['子守唄', 'lullaby'],
    ['圣诞', 'christmas'],
    ['not jazz but rock', 'rock'],
    ['lofi jazz', 'lofi'],
    ['a cappella pop', 'acappella'],
    ['langsame Rockballade', 'rockBallad'],
    ['chanson de marin', 'shanty'],
    ['tamburi africani', 'africanDrums'],
    ['canzone per bambini', 'children'],
    ['弦乐四重奏', 'stringQuartet'],
    ['サスペンス映画', 'suspense'],
  ])('"%s" is %s', (prompt, genre) => {
    expect(readPrompt(prompt).genre).toBe(genre);
  });

  it.each([
    ['not sad, happy', ['happy']],
    ['a bit sad, very happy', ['happy', 'sad']],
    ['a sunny morning turns dark and tense', ['dark', 'tense']],
    ['happy at first but then extremely dark', ['dark', 'happy']],
    ['悲しくない、楽しい曲', ['happy']],
  ])('"%s" is %s first', (prompt, moods) => {
    expect(readPrompt(prompt).moods.slice(0, moods.length)).toEqual(moods);
  });

  it('lets a second genre send a player', () => {
    const bands = (prompt: string) => [1, 2, 3, 4].map((seed) => planMusic({ prompt, seed }).band);
    expect(new Set(bands('Christmas jazz').map(({ lead, drums }) => `${lead} ${drums}`))).toEqual(
      new Set(['glockenspiel sleigh']),
    );
    expect(bands('celtic punk').every(({ lead }) => lead === 'flute' || lead === 'violin')).toBe(true);
    expect(bands('a cappella pop').every(({ lead, bass }) => lead === 'choir' && bass === 'choir')).toBe(
      true,
    );
  });

  it('plays softly where a film is sad', () => {
    expect(planMusic({ prompt: 'sad piano film music' })).toMatchObject({ genre: 'filmScore', mood: 'sad' });
    expect(planMusic({ prompt: 'sad piano film music' }).band.drums).toBeUndefined();
  });

  it('weighs words that are against each other', () => {
    expect(['dorian', 'mixolydian']).toContain(planMusic({ prompt: 'sad happy pop' }).mode);
    expect(planMusic({ prompt: 'slow techno 150 bpm' }).bpm).toBe(150);
    expect(readPrompt('slow fast').tempoShift).toBe(0);
    const [low] = GENRES.techno.bpm;
    expect(planMusic({ prompt: 'slow techno', durationSeconds: 120 }).bpm).toBeLessThan(low);
  });

  it('does not play what is ruled out', () => {
    const genres = Array.from(
      { length: 30 },
      (_, seed) => planMusic({ prompt: 'happy, anything but pop', seed }).genre,
    );
    expect(genres).not.toContain('pop');
  });

  it.each([
    ['a song about a girl who dances in the rain', 'Girl who Dances in the Rain'],
    ['uplifting corporate background music for the old harbour, no piano', 'Old Harbour'],
    ['traurige Klaviermusik über den Winter', 'Winter'],
    ['夏の海をテーマにした明るい曲', '夏の海'],
  ])('"%s" is called %s', (prompt, title) => {
    expect(planMusic({ prompt }).title).toBe(title);
  });

  it.each([
    'epic trailer without dragons',
    'jazz, no rain, no trumpets',
    'make me something really nice and warm',
  ])('gives "%s" a title of its mood', (prompt) => {
    const words = new Set(prompt.split(/\W+/u));
    const title = planMusic({ prompt }).title.toLowerCase().split(' ');
    expect(title).toHaveLength(2);
    expect(title.filter((word) => words.has(word))).toEqual([]);
  });
});
