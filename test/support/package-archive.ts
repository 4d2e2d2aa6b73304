import { createHash } from 'node:crypto';
import { zipBytes, type ZipEntrySpec } from './zip-bytes.js';

/** The archive of a package that registers app nodes of these names. */
export function packageOf(...names: string[]): Buffer {
  return zipBytes(packageFiles(...names));
}

export function packageFiles(...names: string[]): ZipEntrySpec[] {
  const mapping = names.map((name) => `    ${JSON.stringify(name)}: Blur,`).join('\n');
  const source = `
class Blur:
    CATEGORY = "image/filters"
    FUNCTION = "blur"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    DESCRIPTION = "Softens an image."

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def blur(self, image):
        return (image,)

NODE_CLASS_MAPPINGS = {
${mapping}
}
`;
  return [
    { name: 'pack/__init__.py', content: source },
    { name: 'pack/LICENSE', content: 'Apache License 2.0' },
  ];
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The header that proves an upload whole. */
export function contentDigest(bytes: Buffer): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
}
