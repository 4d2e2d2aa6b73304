import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { pageNonce } from '../../../parts/page-nonce.js';

const HEIGHT = 96;
/** Resolution of the service's peaks: 2304 samples at 44.1 kHz. */
const PEAKS_PER_SECOND = 44_100 / 2304;

/**
 * The waveform of what an audio element plays: from the peaks known so far, else from the whole file. A click seeks;
 * the element's own controls serve readers who cannot use it.
 */
export function Wave({
  audio,
  url,
  peaks,
  seconds,
}: {
  audio: HTMLAudioElement;
  url: string;
  peaks?: readonly number[] | undefined;
  seconds?: number | undefined;
}): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [surfer, setSurfer] = useState<WaveSurfer>();
  const { colors } = useMantineTheme();
  const isDark = useComputedColorScheme() === 'dark';
  useEffect(() => {
    if (!container.current) return;
    const made = WaveSurfer.create({
      container: container.current,
      media: audio,
      height: HEIGHT,
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      dragToSeek: true,
      waveColor: isDark ? colors.dark[2] : colors.gray[5],
      progressColor: isDark ? colors.cyan[4] : colors.cyan[8],
      cspNonce: pageNonce(),
      // Otherwise it would fetch what the element plays, which fails while that grows.
      peaks: [[0]],
      duration: 1,
    });
    setSurfer(made);
    return () => made.destroy();
  }, [audio, colors, isDark]);
  useEffect(() => {
    if (!surfer) return;
    const source = new URL(url, window.location.href).href;
    // A newer waveform replaces one that is still being drawn.
    if (peaks?.length && seconds)
      surfer.load(source, [padded(peaks, seconds)], seconds).catch(() => undefined);
    else if (!source.startsWith('blob:')) surfer.load(source).catch(() => undefined);
  }, [surfer, url, peaks, seconds]);
  return <Box ref={container} h={HEIGHT} aria-hidden />;
}

/** Pads with silence what is not made yet, so that the waveform keeps its scale while it grows. */
function padded(peaks: readonly number[], seconds: number): number[] {
  const missing = Math.max(0, Math.round(seconds * PEAKS_PER_SECOND) - peaks.length);
  return [...peaks, ...Array<number>(missing).fill(0)];
}
