import { answerParent, type FailureReport, type ReportProgress, type SendParts } from '../child/index.js';
import { findSubject, type Subject } from '../sight/index.js';
import { decodeImage, decodeReference, encodeImage, prepareDecoder } from './image-codec.js';
import { ImageEngineError } from './image-engine.errors.js';
import { drawPagePicture, PAGE_LOADERS } from './page-picture.js';
import { PICTURE_SOURCE_TYPE } from './picture-source-type.js';
import type { Checkpoint, ImageFacts, ImageOutput, ImageTask, ThumbnailInput } from './image-job.js';
import { ignoredWords } from './light-phrases.js';
import type { LightGuide } from './light-plan.js';
import type { Raster } from './raster.js';
import { relight } from './relight.js';
import { RELIGHT_DEFAULTS, type RelightInput } from './relight-settings.js';
import { enhanceSkin } from './skin.js';
import { SKIN_DEFAULTS } from './skin-settings.js';
import { MANNER_GRID } from './style-manner.js';
import { transferStyle } from './style-transfer.js';
import { STYLE_TRANSFER_DEFAULTS } from './style-transfer-settings.js';

/** Shares of the whole job that decoding takes, and all before encoding. */
const DECODED = 0.25;
const CHANGED = 0.8;

answerParent<ImageTask>({ perform, failureOf });

async function perform(task: ImageTask, report: ReportProgress, sendParts: SendParts): Promise<ImageFacts> {
  const checkpoint: Checkpoint = (share) => report(100 * share);
  prepareDecoder(task.memoryMb, task.kind === 'page' ? PAGE_LOADERS : []);
  checkpoint(0);
  const { bytes, ...facts } = await result(task, checkpoint);
  await sendParts(bytes);
  checkpoint(1);
  return facts;
}

function result(task: ImageTask, checkpoint: Checkpoint): Promise<ImageOutput> {
  if (task.kind === 'page') return drawPagePicture(task.input);
  return task.kind === 'thumbnail' ? shrunk(task.input) : changed(task, checkpoint);
}

async function shrunk({ image, side }: ThumbnailInput): Promise<ImageOutput> {
  return encodeImage({ raster: await decodeReference(image, 'image', side), format: 'webp' });
}

async function changed(task: ChangingTask, checkpoint: Checkpoint): Promise<ImageOutput> {
  // Before the picture is decoded, so that two decoders never hold memory at the same time.
  const change = await changeOf(task);
  const decoded = await decodeImage(task.input.image);
  checkpoint(DECODED);
  const subject = await findSubject(decoded.raster);
  change(decoded.raster, subject, (share) => checkpoint(DECODED + (CHANGED - DECODED) * share));
  checkpoint(CHANGED);
  const output = await encodeImage(decoded, PICTURE_SOURCE_TYPE);
  if (task.kind === 'skin') return output;
  // A style transfer has no light from behind.
  const hasPerson = task.kind === 'relight' && subject.isPerson;
  return { ...output, ignoredWords: ignoredWords(task.input.prompt ?? '', hasPerson) };
}

type ChangingTask = Exclude<ImageTask, { kind: 'thumbnail' | 'page' }>;
type Change = (raster: Raster, subject: Subject, checkpoint: Checkpoint) => void;

async function changeOf(task: ChangingTask): Promise<Change> {
  switch (task.kind) {
    case 'relight': {
      const guide = await guideOf(task.input);
      const settings = { ...RELIGHT_DEFAULTS, ...defined(task.input) };
      return (raster, subject, checkpoint) => relight(raster, guide, settings, checkpoint, subject);
    }
    case 'style': {
      const reference = await decodeReference(task.input.reference, 'reference image', MANNER_GRID);
      const settings = { ...STYLE_TRANSFER_DEFAULTS, ...defined(task.input) };
      return (raster, subject, checkpoint) => transferStyle(raster, reference, settings, checkpoint, subject);
    }
    case 'skin': {
      const { input } = task;
      const settings = { ...SKIN_DEFAULTS, ...defined(input) };
      return (raster, subject, checkpoint) => enhanceSkin(raster, input, settings, checkpoint, subject);
    }
  }
}

async function guideOf({ reference, lightmap }: RelightInput): Promise<LightGuide | undefined> {
  if (reference) return { kind: 'reference', raster: await decodeReference(reference, 'reference image') };
  if (lightmap) return { kind: 'lightmap', raster: await decodeReference(lightmap, 'lightmap') };
  return undefined;
}

/** Drops absent members, which would hide the defaults. */
function defined<Input extends object>(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Input;
}

function failureOf(error: unknown): FailureReport {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (error instanceof ImageEngineError) return { code: error.code, message: error.message, detail };
  return { code: 'image_engine_failed', message: 'The image could not be processed.', detail };
}
