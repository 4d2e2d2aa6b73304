import { useEffect, useState } from 'react';
import { GrowingAudio } from './growing-audio.js';
import { musicLines, type MusicLine } from './music-lines.js';

const DRAW_EVERY_MS = 200;

export type GrowingMusic = {
  title?: string;
  tags: readonly string[];
  seconds?: number;
  /** Of this part, in equal steps. */
  peaks: readonly number[];
  /** Address for an audio element while it is made; undefined in browsers without support. */
  url?: string;
};

/** Follows the stream of a music task, the first voice if there are several. */
export function useGrowingMusic(taskId: string, isOn: boolean): GrowingMusic | undefined {
  const [music, setMusic] = useState<GrowingMusic>();
  useEffect(() => {
    if (!isOn) return;
    const left = new AbortController();
    const audio = GrowingAudio.isPossible ? new GrowingAudio() : undefined;
    let made: GrowingMusic = { tags: [], peaks: [], ...(audio ? { url: audio.url } : {}) };
    const draw = (): void => setMusic(made);
    const drawing = setInterval(draw, DRAW_EVERY_MS);
    const read = async (): Promise<void> => {
      for await (const line of musicLines(taskId, left.signal)) {
        made = withLine(made, line);
        if (line.type === 'duration') audio?.expect(line.duration_sec);
        if (line.type === 'audio_chunk' && line.stream_index === 0)
          audio?.append(Uint8Array.from(atob(line.data), (sign) => sign.charCodeAt(0)));
      }
      audio?.end();
      clearInterval(drawing);
      if (!left.signal.aborted) draw();
    };
    queueMicrotask(draw);
    void read();
    return () => {
      left.abort();
      clearInterval(drawing);
      audio?.close();
    };
  }, [taskId, isOn]);
  return music;
}

function withLine(music: GrowingMusic, line: MusicLine): GrowingMusic {
  switch (line.type) {
    case 'duration':
      return { ...music, seconds: line.duration_sec };
    case 'title':
      return line.stream_index === 0 ? { ...music, title: line.title, tags: line.display_tags } : music;
    case 'audio_chunk':
      return line.stream_index === 0 && line.peaks
        ? { ...music, peaks: [...music.peaks, ...line.peaks] }
        : music;
    default:
      return music;
  }
}
