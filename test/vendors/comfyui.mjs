import { randomUUID } from 'node:crypto';
import path from 'node:path/posix';
import { NODES, infoOf } from './comfyui-nodes.mjs';
import {
  cancelJob,
  editQueue,
  history,
  interrupt,
  interruptAny,
  job,
  queue,
  wholeHistory,
} from './comfyui-orders.mjs';
import { failedValidation, problem, validate } from './comfyui-workflow.mjs';

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const TYPES = { png: 'image/png', mp4: 'video/mp4', mp3: 'audio/mpeg' };
const UPLOAD = closed(
  {
    image: { type: 'object' },
    subfolder: { type: 'string' },
    type: { enum: ['input', 'temp', 'output'] },
    overwrite: { enum: ['true', '1', 'false', '0'] },
  },
  ['image'],
);
const EDIT = closed({ delete: { type: 'array', items: { type: 'string' } }, clear: { type: 'boolean' } });
const INTERRUPT = closed({ prompt_id: { type: 'string' } });

/** The newest ComfyUI. */
export const comfyui = contract({ hasJobs: true });
/** One from before `/api/jobs`, which also takes any text for an id. */
export const olderComfyui = contract({ hasJobs: false });
/** One from before July 2025: it makes its own ids, and interrupts whatever runs. */
export const oldestComfyui = contract({ hasJobs: false, takesIds: false });

function contract({ hasJobs, takesIds = true }) {
  const routes = [
    { name: 'upload', method: 'POST', path: '/upload/image', takes: 'form', schema: UPLOAD, handle: upload },
    {
      name: 'prompt',
      ...{ method: 'POST', path: '/prompt', takes: 'json', schema: promptSchema(hasJobs), isOrder: true },
      handle: takesIds ? queuePrompt : queueUnderOwnId,
    },
    { name: 'whole_history', method: 'GET', path: '/history', handle: wholeHistory },
    { name: 'history', method: 'GET', path: '/history/{id}', handle: history },
    { name: 'queue', method: 'GET', path: '/queue', handle: queue },
    { name: 'edit_queue', method: 'POST', path: '/queue', takes: 'json', schema: EDIT, handle: editQueue },
    {
      name: 'interrupt',
      method: 'POST',
      path: '/interrupt',
      takes: 'json',
      schema: INTERRUPT,
      handle: takesIds ? interrupt : interruptAny,
    },
    { name: 'view', method: 'GET', path: '/view', handle: view },
    { name: 'system_stats', method: 'GET', path: '/system_stats', handle: systemStats },
    { name: 'object_info', method: 'GET', path: '/object_info', handle: objectInfo },
    { name: 'object_info_of', method: 'GET', path: '/object_info/{node}', handle: objectInfo },
    { name: 'job', method: 'GET', path: '/jobs/{id}', handle: hasJobs ? job : unknownRoute },
    {
      name: 'cancel_job',
      method: 'POST',
      path: '/jobs/{id}/cancel',
      handle: hasJobs ? cancelJob : unknownRoute,
    },
  ];
  return {
    name: 'comfyui',
    source:
      'Comfy-Org/ComfyUI: server.py, execution.py, comfy_execution/jobs.py, and the nodes of 0.28; read 2026-11',
    keyIn: ({ authorization }) => authorization?.replace(/^(Bearer|Basic) /, ''),
    needsKey: false,
    refusals: {
      content: null,
      parameters: refusal('KSampler', 'value_bigger_than_max', 'Value 2.0 bigger than max of 1.0', 'denoise'),
      model: refusal('CheckpointLoaderSimple', 'value_not_in_list', 'Value not in list', 'ckpt_name'),
      balance: null,
      busy: null, // its queue has no end
      key: null,
    },
    badRequest,
    /** Every route is there under `/api` too; that of a job only there. */
    routes: routes.flatMap((route) => {
      const under = { ...route, path: `/api${route.path}` };
      return route.path.startsWith('/jobs') ? [under] : [route, under];
    }),
    free: routes.map(({ name }) => name).filter((name) => name !== 'prompt'),
  };
}

/** The real one passes over what it does not know; here this is a mistake of the caller. */
function closed(properties, required = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function promptSchema(hasJobs) {
  return closed(
    {
      prompt: { type: 'object', minProperties: 1 },
      client_id: { type: 'string' },
      prompt_id: hasJobs ? { type: ['string', 'null'], pattern: UUID } : { type: 'string' },
      number: { type: 'number' },
      front: { type: 'boolean' },
      extra_data: { type: 'object' },
      partial_execution_targets: { type: 'array' },
    },
    ['prompt'],
  );
}

function badRequest(problems) {
  const details = problems.join('; ');
  const error = problems.some((text) => text.startsWith('/prompt_id'))
    ? problem('invalid_prompt_id', 'prompt_id must be a valid UUID', details)
    : problem('no_prompt', 'No prompt provided', details);
  return { status: 400, json: { error, node_errors: {} } };
}

function refusal(class_type, type, message, input_name) {
  const errors = [problem(type, message, input_name, { input_name })];
  const error = failedValidation(`${message}: ${input_name}`);
  return {
    status: 400,
    json: { error, node_errors: { 3: { errors, dependent_outputs: ['9'], class_type } } },
  };
}

function unknownRoute() {
  return { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, bytes: '404: Not Found' };
}

/** Another picture under the same name gets a number, unless it may overwrite. */
function upload(call, vendor) {
  const { image, subfolder = '', type = 'input', overwrite } = call.form;
  if (!image.name || path.normalize(subfolder).startsWith('..')) return { status: 400 };
  const { name: stem, ext } = path.parse(image.name);
  const stored = (name) =>
    uploads(vendor).findLast((file) => file.path === pathOf({ name, subfolder, type }));
  let name = image.name;
  for (let count = 1; overwrite !== 'true' && overwrite !== '1'; count += 1) {
    if (!stored(name) || stored(name).bytes.equals(image.bytes)) break;
    name = `${stem} (${count})${ext}`;
  }
  const reply = { name, subfolder, type };
  call.saved = { ...reply, path: pathOf(reply), bytes: image.bytes };
  return { json: reply };
}

function uploads(vendor) {
  return vendor.callsOf('upload').flatMap(({ saved }) => saved ?? []);
}

/** As LoadImage names it. */
function pathOf({ name, subfolder, type }) {
  return path.join(subfolder, name) + (type === 'input' ? '' : ` [${type}]`);
}

/** An id that was used before is taken again: the work is done twice, and the later result takes the place of the earlier. */
function queuePrompt(call, vendor) {
  const { prompt, client_id, extra_data = {} } = call.body;
  const files = uploads(vendor).flatMap((file) => [file.path, `${file.path} [${file.type}]`]);
  const { error, nodeErrors, outputs } = validate(prompt, files);
  if (error) return { status: 400, json: { error, node_errors: nodeErrors } };
  const at = vendor.orders.length;
  const number = call.body.number ?? (call.body.front ? -at : at);
  const order = vendor.accept(call, {
    id: call.body.prompt_id ?? randomUUID(),
    priority: number,
    outputs,
    files: filesOf(prompt, outputs, vendor),
    extra_data: { ...extra_data, ...(client_id && { client_id }), create_time: Date.now() },
  });
  return { json: { prompt_id: order.id, number, node_errors: nodeErrors } };
}

/** The id of the caller is passed over. */
function queueUnderOwnId(call, vendor) {
  const { prompt_id: _, ...body } = call.body;
  return queuePrompt(Object.assign(call, { body }), vendor);
}

function filesOf(prompt, outputs, vendor) {
  const before = vendor.orders.flatMap(({ files }) => files).length;
  return outputs.map((node, at) => {
    const { class_type, inputs } = prompt[node];
    const { dir, base } = path.parse(inputs.filename_prefix ?? 'ComfyUI_temp');
    const { ending, type, ...saves } = NODES[class_type].saves;
    const number = String(before + at + 1).padStart(5, '0');
    return { node, ...saves, shown: { filename: `${base}_${number}_.${ending}`, subfolder: dir, type } };
  });
}

function view(call, vendor) {
  const [filename, subfolder, type] = ['filename', 'subfolder', 'type'].map((name) => call.query.get(name));
  if (!filename || filename.startsWith('/') || filename.includes('..')) return { status: 400 };
  const wanted = pathOf({ name: filename, subfolder: subfolder ?? '', type: type ?? 'output' });
  const made = vendor.orders.filter((order) => vendor.stateOf(order) === 'succeeded');
  for (const order of made) {
    const file = order.files.find(({ shown }) => pathOf({ name: shown.filename, ...shown }) === wanted);
    if (file) return sent(filename, vendor.fileOf(order, file.kind));
  }
  const given = uploads(vendor).findLast((file) => file.path === wanted);
  return given ? sent(filename, given.bytes) : { status: 404 };
}

function sent(filename, bytes) {
  const type = TYPES[path.extname(filename).slice(1)] ?? 'application/octet-stream';
  return { bytes, headers: { 'content-type': type, 'content-disposition': `filename="${filename}"` } };
}

function systemStats() {
  const memory = { vram_total: 25e9, vram_free: 23e9, torch_vram_total: 0, torch_vram_free: 0 };
  const system = {
    os: 'linux',
    ram_total: 64e9,
    ram_free: 48e9,
    comfyui_version: '0.28.0',
    argv: ['main.py'],
  };
  return { json: { system, devices: [{ name: 'cuda:0', type: 'cuda', index: 0, ...memory }] } };
}

function objectInfo(call, vendor) {
  const files = uploads(vendor).map((file) => file.path);
  const names = Object.keys(NODES).filter((name) => (call.params.node ?? name) === name);
  return { json: Object.fromEntries(names.map((name) => [name, infoOf(name, files)])) };
}
