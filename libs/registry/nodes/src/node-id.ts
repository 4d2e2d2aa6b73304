const PATTERN = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/i;
const SHAPE =
  'must be 1 to 100 letters (a to z), digits, dots, underscores and dashes, and start and end with a letter or digit';

/** Words that clash with paths below `/nodes`, or that programs read as "no value". */
const RESERVED = new Set([
  'admin',
  'bulk',
  'changes',
  'install',
  'latest',
  'nan',
  'new',
  'node',
  'nodes',
  'none',
  'null',
  'reviews',
  'search',
  'transfer',
  'translations',
  'true',
  'false',
  'undefined',
  'versions',
]);

/** Names of the host, of this service and of well-known Python packages, without signs: a node with one passes for it. */
const WELL_KNOWN = new Set(
  (
    'comfy comfyui comfyorg comfycli comfyuifrontend comfyuifrontendpackage atelier official verified nvidia ' +
    'python pip setuptools wheel conda torch pytorch torchvision torchaudio torchsde tensorflow keras jax onnx onnxruntime ' +
    'numpy scipy pandas matplotlib scikitlearn scikitimage pillow opencv opencvpython transformers tokenizers safetensors ' +
    'accelerate xformers triton cuda huggingface huggingfacehub spandrel kornia einops sentencepiece requests aiohttp urllib3 ' +
    'httpx tqdm pyyaml psutil pydantic sqlalchemy alembic gitpython'
  ).split(' '),
);

/** Why an id cannot be a node's, as a predicate after its name; undefined when it can. */
export function nodeIdProblem(id: unknown): string | undefined {
  if (typeof id !== 'string' || !PATTERN.test(id)) return SHAPE;
  const isReserved = RESERVED.has(id.toLowerCase()) || WELL_KNOWN.has(lookAlikeKey(id));
  return isReserved ? 'must not be a reserved word' : undefined;
}

/** What two ids share that differ only in letter case, `-`, `_` and `.`. */
export function lookAlikeKey(id: string): string {
  return id.toLowerCase().replaceAll(/[-_.]/g, '');
}
