import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import {
  type DecodedImage,
  decodeImage,
  decodeReference,
  encodeImage,
  hardenDecoder,
} from './image-codec.js';
import { ImageEngineError } from './image-engine.errors.js';
import { type Checkpoint, type ImageOutput, type ImageSource } from './image-job.js';
import {
  type ImageTask,
  type ImageTaskReply,
  type ImageWorkerData,
  type RelightTask,
  type SkinTask,
  type StyleTransferTask,
} from './image-task.js';
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

hardenDecoder((workerData as ImageWorkerData).decoderThreads);

/** The caller has gone; nobody reads this. */
class JobStopped extends Error {}

export async function relightImage(task: RelightTask): Promise<ImageTaskReply> {
  return run(task, async (decoded, checkpoint) => {
    const guide = await guideOf(task.input);
    relight(decoded.raster, guide, { ...RELIGHT_DEFAULTS, ...defined(task.input) }, checkpoint);
  });
}

export async function transferImageStyle(task: StyleTransferTask): Promise<ImageTaskReply> {
  return run(task, async (decoded, checkpoint) => {
    const reference = await decodeReference(task.input.reference);
    transferStyle(
      decoded.raster,
      reference,
      { ...STYLE_TRANSFER_DEFAULTS, ...defined(task.input) },
      checkpoint,
    );
  });
}

export async function enhanceImageSkin(task: SkinTask): Promise<ImageTaskReply> {
  return run(task, (decoded, checkpoint) => {
    enhanceSkin(decoded.raster, task.input, { ...SKIN_DEFAULTS, ...defined(task.input) }, checkpoint);
  });
}

async function run(
  { input, stop, progress }: ImageTask<{ image: ImageSource }>,
  change: (decoded: DecodedImage, checkpoint: Checkpoint) => void | Promise<void>,
): Promise<ImageTaskReply> {
  const checkpoint: Checkpoint = (share) => {
    if (Atomics.load(stop, 0) !== 0) throw new JobStopped();
    progress?.postMessage(share);
  };
  try {
    checkpoint(0);
    const decoded = await decodeImage(input.image);
    checkpoint(DECODED);
    await change(decoded, (share) => checkpoint(DECODED + (CHANGED - DECODED) * share));
    checkpoint(CHANGED);
    const output = await encodeImage(decoded);
    checkpoint(1);
    return handedOver(output);
  } catch (error) {
    return failure(error);
  } finally {
    progress?.close();
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

/** Moves the file to the caller's thread without a copy. */
function handedOver(output: ImageOutput): ImageTaskReply {
  // An encoder's buffer may lie in memory that cannot change threads.
  const bytes = new Uint8Array(output.bytes);
  const reply: ImageTaskReply = { ok: true, output: { ...output, bytes } };
  return move({
    [transferableSymbol]: bytes.buffer,
    [valueSymbol]: reply,
  }) as unknown as ImageTaskReply;
}

function failure(error: unknown): ImageTaskReply {
  if (error instanceof ImageEngineError) return { ok: false, code: error.code, message: error.message };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ok: false, code: 'image_engine_failed', message: 'The image could not be processed.', detail };
}
