import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect } from '../account/connection.js';
import { CommandError, usageError } from '../terminal/exit-codes.js';
import { untilInterrupted } from '../terminal/interruption.js';
import type { Shell } from '../terminal/shell.js';
import { given, readInput, secondsOf } from './inputs.js';
import { uploading } from './run-task.js';

/** Programs that play what they read, the usual ones first. */
const PLAYERS: readonly (readonly [string, ...string[]])[] = [
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'error', '-'],
  ['mpv', '--no-terminal', '--no-video', '-'],
  ['cvlc', '--quiet', '--play-and-exit', '-'],
];

type MusicOptions = { video?: string; duration?: string; output?: string; play?: true };

export async function music(shell: Shell, options: MusicOptions, words: string[]): Promise<void> {
  const { video, duration, output, play } = options;
  const prompt = words.join(' ') || undefined;
  if (prompt === undefined && video === undefined)
    throw usageError('Say what the music should be like, or name a --video.');
  if (output === '-' && shell.isJson) throw usageError('Standard output cannot be both music and JSON.');
  const atelier = await connect(shell);
  const made =
    video === undefined
      ? atelier.makeMusicFromText({ prompt: prompt ?? '', ...given({ duration: secondsOf(duration) }) })
      : atelier.makeMusicFromVideo({ video: await readInput(video), ...given({ prompt }) }, uploading(shell));
  const file = output ?? `music-${Date.now()}.mp3`;
  await untilInterrupted(
    async (signal) => {
      const audio = made.audio({ signal });
      if (play) await pipeline(audio, await openPlayer()).catch(unlessClosed);
      else if (output === '-') await pipeline(audio, process.stdout, { end: false });
      else await saveAs(file, audio);
    },
    () => 'Interrupted. The task goes on: atelier tasks',
  );
  if (play || output === '-') return;
  const { size } = await stat(file);
  shell.result({ files: [file], bytes: size }, () => file);
}

/** The window of a player was closed before the end. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function saveAs(file: string, audio: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(audio, createWriteStream(part));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function openPlayer(): Promise<Writable> {
  for (const [program, ...parameters] of PLAYERS) {
    const player = spawn(program, parameters, { stdio: ['pipe', 'ignore', 'inherit'] });
    const isThere = await once(player, 'spawn').then(
      () => true,
      () => false,
    );
    if (isThere) return player.stdin;
  }
  throw new CommandError(
    `No player was found: install ${PLAYERS.map(([name]) => name).join(', ')}, or save it by -o FILE.`,
  );
}
