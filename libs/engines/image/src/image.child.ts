import { answerParent, type FailureReport, type ReportProgress } from '#libs/engines/child';
import {
  decodeImage,
  decodeReference,
  encodeImage,
  hardenDecoder,
  type DecodedImage,
} from './image-codec.js';
import { ImageEngineError } from './image-engine.errors.js';
import { type Checkpoint, type ImageOutput } from './image-job.js';
import { type ImageTask } from './image-task.js';
import { type LightGuide } from './light-plan.js';
import { relight } from './relight.js';
import { RELIGHT_DEFAULTS, type RelightInput } from './relight-settings.js';
import { enhanceSkin } from './skin.js';
import { SKIN_DEFAULTS } from './skin-settings.js';
import { transferStyle } from './style-transfer.js';
import { STYLE_TRANSFER_DEFAULTS } from './style-transfer-settings.js';

/** Shares of the whole job that decoding takes, and all before encoding. */
const DECODED = 0.25;
const CHANGED = 0.8;

answerParent<ImageTask>({ perform, failureOf });

async function perform(task: ImageTask, report: ReportProgress): Promise<ImageOutput> {
  const checkpoint: Checkpoint = (share) => report(100 * share);
  hardenDecoder(task.decoderThreads);
  checkpoint(0);
  const decoded = await decodeImage(task.input.image);
  checkpoint(DECODED);
  await change(task, decoded, (share) => checkpoint(DECODED + (CHANGED - DECODED) * share));
  checkpoint(CHANGED);
  const output = await encodeImage(decoded);
  checkpoint(1);
  return output;
}

async function change(task: ImageTask, { raster }: DecodedImage, checkpoint: Checkpoint): Promise<void> {
  switch (task.kind) {
    case 'relight': {
      const guide = await guideOf(task.input);
      return relight(raster, guide, { ...RELIGHT_DEFAULTS, ...defined(task.input) }, checkpoint);
    }
    case 'style': {
      const reference = await decodeReference(task.input.reference);
      const settings = { ...STYLE_TRANSFER_DEFAULTS, ...defined(task.input) };
      return transferStyle(raster, reference, settings, checkpoint);
    }
    case 'skin':
      return enhanceSkin(raster, task.input, { ...SKIN_DEFAULTS, ...defined(task.input) }, checkpoint);
  }
}

async function guideOf({ reference, lightmap }: RelightInput): Promise<LightGuide | undefined> {
  if (reference) return { kind: 'reference', raster: await decodeReference(reference) };
  if (lightmap) return { kind: 'lightmap', raster: await decodeReference(lightmap) };
  return undefined;
}

/** Without absent members, which would hide the defaults. */
function defined<Input extends object>(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Input;
}

function failureOf(error: unknown): FailureReport {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (error instanceof ImageEngineError) return { code: error.code, message: error.message, detail };
  return { code: 'image_engine_failed', message: 'The image could not be processed.', detail };
}
