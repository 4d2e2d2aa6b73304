// Publishes one node with a real archive and waits until it can be installed.
import { setTimeout as sleep } from 'node:timers/promises';
import yazl from 'yazl';

const SOURCE = `
class Blur:
    CATEGORY = "image"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3})}}

NODE_CLASS_MAPPINGS = {"Bench Blur": Blur}
`;

export async function publishNode(service) {
  const id = 'bench-node';
  await service.post('/publishers', { id: 'bench-team', name: 'Bench' });
  const { signedUrl } = await service.post(`/publishers/bench-team/nodes/${id}/versions`, {
    node: { name: 'Bench Node', description: 'Blurs pictures.', tags: ['image', 'blur'] },
    node_version: { version: '1.0.0', changelog: 'First.', dependencies: ['numpy'] },
  });
  const upload = await fetch(signedUrl, { method: 'PUT', body: await archive() });
  if (upload.status !== 200) throw new Error(`The upload met ${upload.status}`);
  for (;;) {
    const version = await fetch(`${service.url}/nodes/${id}/versions/1.0.0`);
    if (version.ok) return id;
    await sleep(50);
  }
}

async function archive() {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(SOURCE), '__init__.py');
  zip.addBuffer(Buffer.from('Apache-2.0'), 'LICENSE');
  zip.end();
  const parts = [];
  for await (const part of zip.outputStream) parts.push(part);
  return Buffer.concat(parts);
}
