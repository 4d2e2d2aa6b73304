const MOST_PIXELS = 16384;
const MODELS = {
  checkpoints: ['sd_xl_base_1.0.safetensors'],
  diffusion_models: [
    'flux1-dev-kontext_fp8_scaled.safetensors',
    'qwen_image_edit_2509_fp8_e4m3fn.safetensors',
    'wan2.1_flf2v_720p_14B_fp8_e4m3fn.safetensors',
  ],
  text_encoders: [
    'clip_l.safetensors',
    'qwen_2.5_vl_7b_fp8_scaled.safetensors',
    't5xxl_fp8_e4m3fn_scaled.safetensors',
    'umt5_xxl_fp8_e4m3fn_scaled.safetensors',
  ],
  vae: ['ae.safetensors', 'qwen_image_vae.safetensors', 'wan_2.1_vae.safetensors', 'pixel_space'],
  clip_vision: ['clip_vision_h.safetensors'],
};
const SAMPLERS = ['euler', 'euler_ancestral', 'heun', 'dpmpp_2m', 'dpmpp_2m_sde', 'res_multistep', 'uni_pc'];
const SCHEDULERS = ['simple', 'sgm_uniform', 'karras', 'exponential', 'ddim_uniform', 'beta', 'normal'];
const SCALING = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'];

const [conditioning, image, vae, clip, model] = ['CONDITIONING', 'IMAGE', 'VAE', 'CLIP', 'MODEL'].map(link);
const text = ['STRING', { multiline: true }];
const prefix = ['STRING', { default: 'ComfyUI' }];
const side = int(16, MOST_PIXELS, { step: 16 });
const device = oneOf(['default', 'cpu']);
const edit = {
  required: { clip, prompt: text },
  optional: { vae, image1: image, image2: image, image3: image },
};
/** An input that grows: `values.a`, `values.b` … */
const growing = [
  'COMFY_AUTOGROW_V3',
  {
    template: {
      input: { required: { value: ['FLOAT,INT,BOOLEAN', {}] } },
      names: [...'abcdefghijklmnopqrstuvwxyz'],
      min: 1,
    },
  },
];

/** The node classes of this machine, with the inputs of ComfyUI 0.28; `saves` is what a class with results puts into the history. */
export const NODES = {
  LoadImage: node({ required: { image: oneOf([], { image_upload: true }) } }, 'IMAGE', 'MASK'),
  CheckpointLoaderSimple: node(
    { required: { ckpt_name: oneOf(MODELS.checkpoints) } },
    'MODEL',
    'CLIP',
    'VAE',
  ),
  UNETLoader: node(
    {
      required: {
        unet_name: oneOf(MODELS.diffusion_models),
        weight_dtype: oneOf(['default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2']),
      },
    },
    'MODEL',
  ),
  CLIPLoader: node(
    {
      required: {
        clip_name: oneOf(MODELS.text_encoders),
        type: oneOf(['stable_diffusion', 'sd3', 'wan', 'qwen_image']),
      },
      optional: { device },
    },
    'CLIP',
  ),
  DualCLIPLoader: node(
    {
      required: {
        clip_name1: oneOf(MODELS.text_encoders),
        clip_name2: oneOf(MODELS.text_encoders),
        type: oneOf(['sdxl', 'sd3', 'flux', 'hunyuan_video']),
      },
      optional: { device },
    },
    'CLIP',
  ),
  VAELoader: node({ required: { vae_name: oneOf(MODELS.vae) } }, 'VAE'),
  CLIPVisionLoader: node({ required: { clip_name: oneOf(MODELS.clip_vision) } }, 'CLIP_VISION'),
  CLIPVisionEncode: node(
    { required: { clip_vision: link('CLIP_VISION'), image, crop: oneOf(['center', 'none']) } },
    'CLIP_VISION_OUTPUT',
  ),
  CLIPTextEncode: node({ required: { text, clip } }, 'CONDITIONING'),
  TextEncodeQwenImageEditPlus: node(edit, 'CONDITIONING'),
  ConditioningZeroOut: node({ required: { conditioning } }, 'CONDITIONING'),
  ReferenceLatent: node({ required: { conditioning }, optional: { latent: link('LATENT') } }, 'CONDITIONING'),
  FluxGuidance: node({ required: { conditioning, guidance: float(0, 100) } }, 'CONDITIONING'),
  FluxKontextImageScale: node({ required: { image } }, 'IMAGE'),
  ImageScaleToTotalPixels: node(
    {
      required: {
        image,
        upscale_method: ['COMBO', { options: SCALING }],
        megapixels: float(0.01, 16),
        resolution_steps: int(1, 256),
      },
    },
    'IMAGE',
  ),
  ModelSamplingSD3: node({ required: { model, shift: float(0, 100) } }, 'MODEL'),
  ModelSamplingAuraFlow: node({ required: { model, shift: float(0, 100) } }, 'MODEL'),
  CFGNorm: node(
    { required: { model, strength: float(0, 100) }, optional: { pre_cfg: ['BOOLEAN', {}] } },
    'MODEL',
  ),
  VAEEncode: node({ required: { pixels: image, vae } }, 'LATENT'),
  VAEDecode: node({ required: { samples: link('LATENT'), vae } }, 'IMAGE'),
  KSampler: node(
    {
      required: {
        model,
        seed: int(0, 2 ** 64),
        steps: int(1, 10000),
        cfg: float(0, 100),
        sampler_name: oneOf(SAMPLERS),
        scheduler: oneOf(SCHEDULERS),
        positive: conditioning,
        negative: conditioning,
        latent_image: link('LATENT'),
        denoise: float(0, 1),
      },
    },
    'LATENT',
  ),
  WanFirstLastFrameToVideo: node(
    {
      required: {
        positive: conditioning,
        negative: conditioning,
        vae,
        width: side,
        height: side,
        length: int(1, MOST_PIXELS, { step: 4 }),
        batch_size: int(1, 4096),
      },
      optional: {
        clip_vision_start_image: link('CLIP_VISION_OUTPUT'),
        clip_vision_end_image: link('CLIP_VISION_OUTPUT'),
        start_image: image,
        end_image: image,
      },
    },
    'CONDITIONING',
    'CONDITIONING',
    'LATENT',
  ),
  PrimitiveInt: node({ required: { value: int(-(2 ** 63), 2 ** 63) } }, 'INT'),
  PrimitiveFloat: node({ required: { value: float(-(2 ** 63), 2 ** 63) } }, 'FLOAT'),
  ComfyMathExpression: node({ required: { expression: text, values: growing } }, 'FLOAT', 'INT', 'BOOLEAN'),
  CreateVideo: node(
    {
      required: { images: image, fps: float(1, 120) },
      optional: { audio: link('AUDIO'), bit_depth: int(8, 10) },
    },
    'VIDEO',
  ),
  EmptyAudio: node(
    { required: { duration: float(0, 2 ** 64), sample_rate: int(1, 192000), channels: int(1, 2) } },
    'AUDIO',
  ),
  SaveImage: {
    ...node({ required: { images: image, filename_prefix: prefix } }, 'IMAGE'),
    saves: { as: 'images', kind: 'picture', type: 'output', ending: 'png' },
  },
  PreviewImage: {
    ...node({ required: { images: image } }, 'IMAGE'),
    saves: { as: 'images', kind: 'picture', type: 'temp', ending: 'png' },
  },
  /** A video comes under `images` too; `animated` tells it apart. */
  SaveVideo: {
    ...node(
      {
        required: {
          video: link('VIDEO'),
          filename_prefix: prefix,
          format: ['COMBO', { options: ['auto', 'mp4'] }],
          codec: ['COMBO', { options: ['auto', 'h264'] }],
        },
      },
      'VIDEO',
    ),
    saves: { as: 'images', kind: 'video', type: 'output', ending: 'mp4', isAnimated: true },
  },
  SaveAudioMP3: {
    ...node(
      {
        required: {
          audio: link('AUDIO'),
          filename_prefix: prefix,
          quality: ['COMBO', { options: ['V0', '128k', '320k'] }],
        },
      },
      'AUDIO',
    ),
    saves: { as: 'audio', kind: 'sound', type: 'output', ending: 'mp3' },
  },
  /** Not of ComfyUI itself, but of the much used ComfyUI-VideoHelperSuite. */
  VHS_VideoCombine: {
    ...node(
      {
        required: {
          images: image,
          frame_rate: float(1, 120),
          loop_count: int(0, 100),
          filename_prefix: prefix,
          format: oneOf(['image/gif', 'image/webp', 'video/h264-mp4']),
          pingpong: ['BOOLEAN', {}],
          save_output: ['BOOLEAN', {}],
        },
        optional: { audio: link('AUDIO'), vae },
      },
      'VHS_FILENAMES',
    ),
    saves: { as: 'gifs', kind: 'video', type: 'output', ending: 'mp4' },
  },
};

/** What `/object_info` says of a class; `files` are the pictures that LoadImage offers. */
export function infoOf(name, files) {
  const { input, output, saves } = NODES[name];
  const shown = name === 'LoadImage' ? { required: { image: oneOf(files, { image_upload: true }) } } : input;
  return {
    input: shown,
    input_order: Object.fromEntries(Object.entries(input).map(([kind, all]) => [kind, Object.keys(all)])),
    is_input_list: false,
    output,
    output_is_list: output.map(() => false),
    output_name: output,
    name,
    display_name: name,
    description: '',
    python_module: name.startsWith('VHS_') ? 'custom_nodes.comfyui-videohelpersuite' : 'nodes',
    category: 'nodes',
    output_node: saves !== undefined,
  };
}

function node(input, ...output) {
  return { input, output };
}

function link(type) {
  return [type, {}];
}

function int(min, max, more = {}) {
  return ['INT', { min, max, ...more }];
}

function float(min, max) {
  return ['FLOAT', { min, max }];
}

function oneOf(names, more = {}) {
  return [names, more];
}
