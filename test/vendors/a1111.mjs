import { setTimeout as sleep } from 'node:timers/promises';
import { range } from './schemas.mjs';

const MODELS = ['sd_xl_base_1.0', 'v1-5-pruned-emaonly'];
const SAMPLERS = ['DPM++ 2M', 'DPM++ SDE', 'Euler a', 'Euler', 'Heun', 'DDIM', 'UniPC'];
// document: not stated; assumed
/** What is thrown where an order fails with one of the refusals. */
const EXCEPTIONS = { busy: ['OutOfMemoryError', 'CUDA out of memory.'] };

const UPSCALERS = ['None', 'Lanczos', 'Nearest', 'ESRGAN_4x', 'R-ESRGAN 4x+', 'SwinIR_4x'];

const text = nullable('string');
const whole = nullable('integer');
const number = nullable('number');
const flag = nullable('boolean');
const list = nullable('array');
const table = nullable('object');
const COMMON = {
  ...fields(text, 'prompt negative_prompt sampler_name sampler_index scheduler refiner_checkpoint'),
  ...fields(text, 'script_name force_task_id infotext'),
  ...fields(whole, 'seed subseed seed_resize_from_h seed_resize_from_w batch_size n_iter steps width height'),
  ...fields(number, 'subseed_strength cfg_scale denoising_strength eta refiner_switch_at'),
  ...fields(number, 's_min_uncond s_churn s_tmax s_tmin s_noise'),
  ...fields(flag, 'restore_faces tiling do_not_save_samples do_not_save_grid disable_extra_networks'),
  ...fields(flag, 'override_settings_restore_afterwards send_images save_images'),
  ...fields(table, 'override_settings alwayson_scripts comments'),
  ...fields(list, 'styles script_args'),
};
const TEXT_TO_IMAGE = {
  ...COMMON,
  ...fields(flag, 'enable_hr'),
  ...fields(number, 'hr_scale'),
  ...fields(whole, 'firstphase_width firstphase_height hr_second_pass_steps hr_resize_x hr_resize_y'),
  ...fields(text, 'hr_upscaler hr_checkpoint_name hr_sampler_name hr_scheduler hr_prompt hr_negative_prompt'),
};
const IMAGE_TO_IMAGE = {
  ...COMMON,
  init_images: { type: ['array', 'null'], items: { type: 'string' } },
  ...fields(text, 'mask latent_mask'),
  ...fields(number, 'image_cfg_scale initial_noise_multiplier'),
  ...fields(whole, 'resize_mode mask_blur_x mask_blur_y mask_blur'),
  ...fields(whole, 'inpainting_fill inpaint_full_res_padding inpainting_mask_invert'),
  ...fields(flag, 'mask_round inpaint_full_res include_init_images'),
};
const EXTRAS = {
  ...{ image: { type: 'string' }, resize_mode: { enum: [0, 1] }, upscaling_crop: { type: 'boolean' } },
  ...fields({ type: 'boolean' }, 'show_extras_results upscale_first'),
  ...fields(range(0, 1), 'gfpgan_visibility codeformer_visibility codeformer_weight'),
  extras_upscaler_2_visibility: range(0, 1),
  upscaling_resize: { type: 'number', exclusiveMinimum: 0 },
  ...fields({ type: 'integer', minimum: 1 }, 'upscaling_resize_w upscaling_resize_h'),
  ...fields({ type: 'string' }, 'upscaler_1 upscaler_2'),
};

/** Started with `--api-auth user:password`: such a pair is a key. */
export const a1111 = {
  name: 'a1111',
  source:
    'AUTOMATIC1111/stable-diffusion-webui: modules/api, modules/processing.py, scripts/postprocessing_upscale.py; read 2026-11',
  keyIn: ({ authorization }) =>
    authorization?.startsWith('Basic ')
      ? Buffer.from(authorization.slice(6), 'base64').toString()
      : undefined,
  refusals: {
    content: null,
    parameters: thrown(400, 'Sampler not found'),
    model: null, // a checkpoint that it does not have is passed over, and the loaded one draws
    balance: null,
    busy: null, // the next order waits for the one before it
    key: {
      ...thrown(401, 'Incorrect username or password'),
      headers: { 'www-authenticate': 'Basic' },
    },
  },
  badRequest,
  routes: [
    order('txt2img', TEXT_TO_IMAGE, draw),
    order('img2img', IMAGE_TO_IMAGE, draw),
    order('extra-single-image', EXTRAS, upscale),
    { name: 'progress', method: 'GET', path: '/sdapi/v1/progress', handle: progress },
    { name: 'interrupt', method: 'POST', path: '/sdapi/v1/interrupt', handle: interrupt },
    { name: 'models', method: 'GET', path: '/sdapi/v1/sd-models', handle: models },
    { name: 'samplers', method: 'GET', path: '/sdapi/v1/samplers', handle: samplers },
    { name: 'memory', method: 'GET', path: '/sdapi/v1/memory', handle: memory },
  ],
  free: ['progress', 'interrupt', 'models', 'samplers', 'memory'],
};

/** Started without `--api-auth`. */
export const openA1111 = { ...a1111, needsKey: false };

function nullable(type) {
  return { type: [type, 'null'] };
}

function fields(schema, names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]));
}

function order(name, properties, handle) {
  return {
    ...{ name, method: 'POST', path: `/sdapi/v1/${name}`, takes: 'json', isOrder: true, handle },
    /** The real one passes over further fields; here they are a mistake of the caller. */
    schema: { type: 'object', properties, additionalProperties: false },
  };
}

// document: pydantic's own texts are not stated; assumed
function badRequest(problems) {
  const detail = problems.map((msg) => {
    const [, field] = /^\/(\w+)/.exec(msg) ?? [];
    return { loc: field ? ['body', field] : ['body'], msg, type: field ? 'type_error' : 'value_error' };
  });
  return { status: 422, json: { detail } };
}

function thrown(status, detail, error = 'HTTPException', errors = '') {
  return { status, json: { error, detail, body: '', errors } };
}

/** Answers when the pictures are there: at once, or after `pollsUntilDone - 1` questions for the progress. */
async function draw(call, vendor) {
  const { init_images, mask, sampler_name, sampler_index, ...request } = call.body;
  const isEdit = call.name === 'img2img';
  if (isEdit && !init_images) return thrown(404, 'Init image not found');
  const sampler = sampler_name ?? sampler_index ?? 'Euler';
  if (!SAMPLERS.includes(sampler)) return a1111.refusals.parameters;
  if (![...(init_images ?? []), ...(mask ? [mask] : [])].every(isPicture))
    return thrown(500, 'Invalid encoded image');
  const taken = vendor.accept(call, { job: `scripts_${call.name}` });
  const failure = await work(taken, vendor);
  if (failure) return failure;
  const count = (request.batch_size ?? 1) * (request.n_iter ?? 1);
  const picture = vendor.fileOf(taken, 'picture').toString('base64');
  const images = request.send_images === false ? [] : Array.from({ length: count }, () => picture);
  const parameters = { ...call.body, ...(isEdit && !request.include_init_images && { init_images: null }) };
  return { json: { images, parameters, info: JSON.stringify(infoOf(taken, sampler, count)) } };
}

/** An order waits for the one before it. @returns what is thrown where it fails. */
async function work(taken, vendor) {
  while (vendor.orders.some((one) => one.number < taken.number && !one.isDone)) await wait();
  vendor.poll(taken);
  while (vendor.stateOf(taken) === 'running') await wait();
  taken.isDone = true;
  if (vendor.stateOf(taken) !== 'failed') return undefined;
  const [error, errors] = EXCEPTIONS[taken.failsWith] ?? ['RuntimeError', 'it went wrong'];
  return thrown(500, '', error, errors);
}

async function upscale(call, vendor) {
  const { image = '', upscaler_1 = 'None', upscaler_2 = 'None', upscaling_resize = 2 } = call.body;
  if (!isPicture(image)) return thrown(500, 'Invalid encoded image');
  const unknown = [upscaler_1, upscaler_2].find((name) => !UPSCALERS.includes(name));
  if (unknown) return thrown(500, '', 'AssertionError', `could not find upscaler named ${unknown}`);
  const taken = vendor.accept(call, { job: 'extras' });
  const failure = await work(taken, vendor);
  if (failure) return failure;
  const html_info = `<p>Postprocess upscale by: ${upscaling_resize}, Postprocess upscaler: ${upscaler_1}</p>`;
  return { json: { html_info, image: vendor.fileOf(taken, 'picture').toString('base64') } };
}

/** Waits without keeping the program alive. */
function wait() {
  return sleep(5, undefined, { ref: false });
}

function isPicture(encoded) {
  const bytes = Buffer.from(encoded.replace(/^data:image\/[^,]*,/, ''), 'base64');
  const starts = ['89504e47', 'ffd8ff', '52494646', '47494638'];
  return starts.some((start) => bytes.toString('hex', 0, 4).startsWith(start));
}

/** `sd_model_name` tells which model has drawn. */
function infoOf({ number, request }, sampler_name, count) {
  const { prompt = '', negative_prompt = '', seed = -1, width = 512, height = 512 } = request;
  const { cfg_scale = 7, steps = 50, batch_size = 1, denoising_strength = 0.75 } = request;
  const first = seed === -1 ? 1000 * number : seed;
  const all_seeds = Array.from({ length: count }, (_, at) => first + at);
  const wanted = request.override_settings?.sd_model_checkpoint;
  return {
    ...{ prompt, negative_prompt, seed: first, all_seeds, width, height, sampler_name, cfg_scale, steps },
    ...{ batch_size, denoising_strength, index_of_first_image: 0, infotexts: [prompt] },
    sd_model_name: MODELS.find((name) => wanted?.startsWith(name)) ?? MODELS[0],
  };
}

function drawing(vendor) {
  return vendor.orders.find((one) => !one.isDone);
}

function progress(call, vendor) {
  const current = drawing(vendor);
  const sampling_steps = current?.request.steps ?? 0;
  const part = current ? Math.min(0.01 + current.polls / vendor.pollsUntilDone, 1) : 0;
  if (current) vendor.poll(current);
  const state = {
    ...{ skipped: false, interrupted: current?.isCanceled ?? false, stopping_generation: false },
    ...{ job: current?.job ?? '', job_count: current ? 1 : 0, job_no: 0 },
    ...{ job_timestamp: '0', sampling_step: Math.floor(part * sampling_steps), sampling_steps },
  };
  return { json: { progress: part, eta_relative: 0, state, current_image: null, textinfo: null } };
}

/** The order that is drawn ends early, and is answered with what there is. */
function interrupt(call, vendor) {
  const current = drawing(vendor);
  if (current) current.isCanceled = true;
  return { json: {} };
}

function models() {
  const json = MODELS.map((name) => ({
    ...{ title: `${name}.safetensors [0123456789]`, model_name: name, hash: '0123456789', sha256: null },
    ...{ filename: `/models/Stable-diffusion/${name}.safetensors`, config: null },
  }));
  return { json };
}

function samplers() {
  return { json: SAMPLERS.map((name) => ({ name, aliases: [], options: {} })) };
}

function memory() {
  const ram = { free: 48e9, used: 16e9, total: 64e9 };
  return { json: { ram, cuda: { system: { free: 20e9, used: 4e9, total: 24e9 } } } };
}
