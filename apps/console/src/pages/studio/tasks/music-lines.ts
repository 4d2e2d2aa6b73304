import type {
  MusicAudioLine,
  MusicCompleteLine,
  MusicCostLine,
  MusicDurationLine,
  MusicErrorLine,
  MusicTaskLine,
  MusicTitleLine,
  MusicTitlesLine,
} from '@atelier/client/api';

export type MusicLine =
  | MusicAudioLine
  | MusicCompleteLine
  | MusicCostLine
  | MusicDurationLine
  | MusicErrorLine
  | MusicTaskLine
  | MusicTitleLine
  | MusicTitlesLine;

const PAUSE_MS = 1_000;
const MAX_FAILURES = 5;

/** The lines of a music stream from start to end; resumes after a lost connection. */
export async function* musicLines(taskId: string, signal: AbortSignal): AsyncGenerator<MusicLine> {
  let after = -1;
  for (let failures = 0; failures < MAX_FAILURES && !signal.aborted; failures += 1) {
    if (failures > 0) await new Promise((resolve) => setTimeout(resolve, failures * PAUSE_MS));
    try {
      const response = await fetch(`/tasks/${taskId}/stream?after=${after}`, { signal });
      if (!response.ok || !response.body) return;
      for await (const text of textLines(response.body)) {
        const line = JSON.parse(text) as MusicLine;
        yield line;
        after = line.seq;
        failures = 0;
        if (line.type === 'complete' || line.type === 'error') return;
      }
    } catch (error) {
      // The reader stopped, or the connection broke.
      if (!(error instanceof TypeError)) return;
    }
  }
}

async function* textLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
