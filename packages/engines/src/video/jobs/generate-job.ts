import type { ReportProgress } from '../../child/index.js';
import { randomFrom } from '../../image/index.js';
import type { JobOutput } from '../child/job.js';
import { animeStyle } from '../picture/anime-style.js';
import { frameSize, type FrameSize } from '../picture/frame-size.js';
import { gradeMood } from '../picture/mood-grade.js';
import { type Glance, glanceAt, readPicture, readPictures } from '../picture/framed-picture.js';
import { readCues } from '../prompt-cues.js';
import { EnsembleScene } from '../scene/ensemble-scene.js';
import { MorphScene } from '../scene/morph-scene.js';
import type { Scene, SceneTiming } from '../scene/scene.js';
import { type MontagePicture, SequenceScene } from '../scene/sequence-scene.js';
import { StillScene } from '../scene/still-scene.js';
import { StyledSource } from '../scene/styled-source.js';
import { settingOf } from '../sound/setting.js';
import { soundtrack } from '../sound/soundtrack.js';
import type { GenerateRequest, ReferenceRequest, StartEndRequest, VideoResult } from '../video-request.js';
import { ensembleOf } from './ensemble.js';
import { VideoOutputs } from './video-outputs.js';

/** Frames per second of generated videos. */
const GENERATED_RATE = 24;
/** Share of the progress that preparing takes. */
const PREPARED_PERCENT = 8;
const DRAWN_PERCENT = 97;

type Seeded<T> = T & { seed: number };

/** Makes a video out of pictures; runs in the child. */
export async function generate(
  request: Seeded<GenerateRequest>,
  output: JobOutput,
  report: ReportProgress,
): Promise<VideoResult> {
  report(0);
  const size = frameSize(request.resolution, request.aspectRatio);
  const timing = { frames: request.durationSeconds * GENERATED_RATE, framesPerSecond: GENERATED_RATE };
  const scene =
    request.kind === 'start-end'
      ? await startEndScene(request, size, timing)
      : await referenceScene(request, size, timing);
  const outputs = await VideoOutputs.open({
    ...output,
    size,
    frameRate: { num: GENERATED_RATE, den: 1 },
    sound: soundOf(request, scene),
    watermark: request.watermark,
    seed: request.seed,
  });
  report(PREPARED_PERCENT);
  for (let index = 0; index < timing.frames; index++) {
    await outputs.write(scene.frame(index));
    report(PREPARED_PERCENT + ((DRAWN_PERCENT - PREPARED_PERCENT) * (index + 1)) / timing.frames);
  }
  const result = await outputs.close();
  report(100);
  return result;
}

async function startEndScene(
  request: Seeded<StartEndRequest>,
  size: FrameSize,
  timing: SceneTiming,
): Promise<Scene> {
  const sources: StyledSource[] = [];
  for (const framed of await readPictures(request.imagePaths, size)) {
    const styled = request.style === 'anime' ? animeStyle(framed.detail) : undefined;
    sources.push(new StyledSource(framed.frame, framed.detail, styled, framed));
  }
  const { moves } = readCues(request.prompt);
  const [start, end] = sources as [StyledSource, StyledSource?];
  const travel = travelOf(request);
  return end
    ? new MorphScene(start, end, timing, moves, travel)
    : new StillScene(start, timing, moves, travel);
}

async function referenceScene(
  request: Seeded<ReferenceRequest>,
  size: FrameSize,
  timing: SceneTiming,
): Promise<Scene> {
  const cues = readCues(request.prompt);
  const glances: Glance[] = [];
  for (const path of request.imagePaths) glances.push(await glanceAt(path));
  const staysApart = cues.transition !== undefined || request.style === 'anime';
  const together = staysApart ? undefined : await ensembleOf(request.imagePaths, glances, size);
  if (together) {
    const { place, actors } = together;
    const parts = [place, ...actors.map(({ sprite }) => sprite)];
    if (cues.mood) for (const part of parts) gradeMood(part, cues.mood);
    return new EnsembleScene(place, actors, size, timing, cues.moves, travelOf(request));
  }
  const pictures: MontagePicture[] = [];
  for (const [i, path] of request.imagePaths.entries()) {
    const { detail, keep } = await readPicture(path, size, glances[i]);
    const styled = request.style === 'anime' ? animeStyle(detail) : detail;
    if (cues.mood) gradeMood(styled, cues.mood);
    pictures.push({ picture: styled, ...(keep && { keep }) });
  }
  return new SequenceScene(pictures, size, timing, cues, travelOf(request));
}

function travelOf(request: Seeded<GenerateRequest>) {
  return {
    amplitude: request.movementAmplitude ?? 'auto',
    pace: readCues(request.prompt).pace,
    seconds: request.durationSeconds,
    random: randomFrom(request.seed),
  };
}

function soundOf(request: Seeded<GenerateRequest>, scene: Scene) {
  return soundtrack({
    seconds: request.durationSeconds,
    prompt: request.prompt ?? '',
    cues: readCues(request.prompt),
    setting: settingOf(scene.frame(0)),
    accents: scene.accents.map((frame) => frame / GENERATED_RATE),
    seed: request.seed,
    audio: request.audio ?? false,
    audioType: request.audioType ?? 'all',
    voiceId: request.voiceId ?? '',
    bgm: request.bgm ?? false,
  });
}
