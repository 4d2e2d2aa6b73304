import * as v from 'valibot';
import { sniffImage } from '@atelier/engines/image';
import { parseReply } from '../vendor-reply.js';
import { roleOf } from '../recipe-adapter.js';
import type { Send, VendorFile } from '../vendor-adapter.js';
import { type FormPart, texts } from '../vendor-call.js';
import type { VendorInput } from '../vendor-input.js';
import { type ComfyFile, comfyFile, type ComfyOutputs, comfyUpload } from './comfyui.schemas.js';

/** Folder among its inputs that holds ours. */
const FOLDER = 'atelier';
const ENDINGS = {
  image: /\.(png|jpe?g|webp|avif)$/i,
  video: /\.(mp4|webm|mov|mkv|m4v)$/i,
  audio: /\.(mp3|flac|wav|ogg|opus|m4a)$/i,
};

/**
 * Uploads an input, under the same name in every try.
 * @returns Its name for a workflow.
 */
export async function upload(input: VendorInput, reference: string, send: Send): Promise<string> {
  const file = await partOf(input, `${reference}-${input.name.replaceAll(/\W+/g, '')}`);
  const form = [file, ...texts({ subfolder: FOLDER, overwrite: true })];
  const { name, subfolder } = parseReply(comfyUpload, (await send({ path: '/upload/image', form })).json);
  return subfolder === '' ? name : `${subfolder}/${name}`;
}

/** Videos go the same way as pictures. */
async function partOf(input: VendorInput, stem: string): Promise<FormPart> {
  if (input.name === 'video') return { name: 'image', fileName: `${stem}.mp4`, ...(await input.open()) };
  const bytes = await input.bytes();
  const fileName = `${stem}.${sniffImage(bytes) ?? 'png'}`;
  return { name: 'image', fileName, bytes: bytes.length, open: async () => only(bytes) };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The files of a workflow that are of its kind: those that it saved, else its previews. Of videos and music, the first. */
export function filesOf(kind: string, outputs: ComfyOutputs): VendorFile[] {
  const role = roleOf(kind);
  const files = filesIn(outputs).filter(({ filename }) => ENDINGS[role].test(filename));
  const saved = files.filter(({ type }) => type === 'output');
  const wanted = saved.length > 0 ? saved : files;
  return (role === 'image' ? wanted : wanted.slice(0, 1)).map((file) => ({ role, call: viewOf(file) }));
}

function filesIn(outputs: ComfyOutputs): ComfyFile[] {
  return Object.values(outputs)
    .flatMap((lists) => Object.values(lists))
    .flat()
    .flatMap((item) => {
      const file = v.safeParse(comfyFile, item);
      return file.success ? [file.output] : [];
    });
}

function viewOf({ filename, subfolder, type }: ComfyFile) {
  return { path: `/view?${new URLSearchParams({ filename, subfolder, type })}` };
}
