import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type FaceNetwork, readFaceNetwork } from './face-network.js';
import { readTflite, type TfliteGraph } from './tflite-file.js';

const PERSON_FILE = '@mediapipe/selfie_segmentation/selfie_segmentation.tflite';
const FACE_FILES = '@vladmandic/face-api/model/tiny_face_detector_model';

const require = createRequire(import.meta.url);

/** Separates persons, and large animals, from the background. Undefined when the package is not installed. */
export const personModel = once(async (): Promise<TfliteGraph> => readTflite(await bytesOf(PERSON_FILE)));

/** Finds faces. Undefined when the package is not installed. */
export const faceModel = once(async (): Promise<FaceNetwork> => {
  const manifest = await bytesOf(`${FACE_FILES}-weights_manifest.json`);
  return readFaceNetwork(JSON.parse(manifest.toString()), await bytesOf(`${FACE_FILES}.bin`));
});

/** Reads a model on first use and keeps it. A model that cannot be read counts as missing: every user of it works without. */
function once<Model>(read: () => Promise<Model>): () => Promise<Model | undefined> {
  let model: Promise<Model | undefined> | undefined;
  return () => (model ??= read().catch(() => undefined));
}

function bytesOf(file: string): Promise<Buffer> {
  return readFile(require.resolve(file));
}
