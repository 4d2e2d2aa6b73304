import { builtinModules } from './standard-library.js';

/** Packages that come with the host application, so that importing them never fails there. */
const HOST_PACKAGES = new Set([
  'comfy',
  'comfy_api',
  'comfy_api_nodes',
  'comfy_config',
  'comfy_execution',
  'comfy_extras',
  'app',
  'api_server',
  'execution',
  'folder_paths',
  'latent_preview',
  'node_helpers',
  'nodes',
  'server',
  'protocol',
  'torch',
  'torchvision',
  'torchaudio',
  'torchsde',
  'numpy',
  'PIL',
  'einops',
  'transformers',
  'tokenizers',
  'sentencepiece',
  'safetensors',
  'aiohttp',
  'yarl',
  'yaml',
  'scipy',
  'tqdm',
  'psutil',
  'kornia',
  'spandrel',
  'soundfile',
  'av',
  'pydantic',
  'requests',
  'typing_extensions',
]);

/** Whether an absolute import finds the host's own package or the standard library, whatever the pack contains. */
export function isPresentPackage(dotted: string): boolean {
  const top = dotted.split('.', 1)[0] ?? '';
  return HOST_PACKAGES.has(top) || builtinModules.has(top);
}
