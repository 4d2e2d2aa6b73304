import path from 'node:path';
import { type AdapterCase, describeAdapter } from './conformance.js';

const EXAMPLES = path.join(import.meta.dirname, '../../../../docs/comfyui');
const KINDS = {
  'image-relight': 'relight',
  'image-style-transfer': 'style',
  'skin-enhancer-faithful': 'skin',
  'video-start-end': 'start-end-video',
};

const comfyui: AdapterCase = {
  fake: 'comfyui',
  contract: 'comfyui',
  account: { balance: null, models: null },
  entry: {
    adapter: 'comfyui',
    keys: undefined,
    kinds: Object.fromEntries(
      Object.entries(KINDS).map(([kind, name]) => [kind, { workflow: path.join(EXAMPLES, `${name}.json`) }]),
    ),
  },
  kinds: Object.keys(KINDS),
  uploads: 'upload',
  lostAnswer: 'found',
  canCancel: true,
  refusals: ['parameters', 'model'],
};

describeAdapter(comfyui);
describeAdapter({ ...comfyui, contract: 'olderComfyui' });
describeAdapter({ ...comfyui, contract: 'oldestComfyui' });
