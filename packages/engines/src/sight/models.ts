import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type FaceNetwork, readFaceNetwork } from './face-network.js';
import { readTflite, type TfliteGraph } from './tflite-file.js';

const PERSON_FILE = '@mediapipe/selfie_segmentation/selfie_segmentation.tflite';
const FACE_FILES = '@vladmandic/face-api/model/tiny_face_detector_model';

const require = createRequire(import.meta.url);

/** Tells persons, and animals as large, from what is behind them. Undefined where the package is not installed. */
export const personModel = once(async (): Promise<TfliteGraph> => readTflite(await bytesOf(PERSON_FILE)));

/** Finds faces. Undefined where the package is not installed. */
export const faceModel = once(async (): Promise<FaceNetwork> => {
  const manifest = await bytesOf(`${FACE_FILES}-weights_manifest.json`);
  return readFaceNetwork(JSON.parse(manifest.toString()), await bytesOf(`${FACE_FILES}.bin`));
});

/** Read when first asked for, and kept. A model that cannot be read is one that is not there: all that uses it can do without. */
function once<Model>(read: () => Promise<Model>): () => Promise<Model | undefined> {
  let model: Promise<Model | undefined> | undefined;
  return () => (model ??= read().catch(() => undefined));
}

function bytesOf(file: string): Promise<Buffer> {
  return readFile(require.resolve(file));
}
