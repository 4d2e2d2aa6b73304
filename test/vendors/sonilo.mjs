import fs from 'node:fs';
import path from 'node:path';
import { closed, placeOf } from './schemas.mjs';

const M4A = fs.readFileSync(path.join(import.meta.dirname, 'files/sound.m4a'));
/** Dollars per second of audio. */
const RATE = 0.005;
const CHUNKS = 4;
const SECONDS_OF_A_VIDEO = 8;

const BOOLEAN = { enum: ['true', 'false'] };
const FIELDS = {
  prompt: { type: 'string', minLength: 1, maxLength: 1000 },
  segments: { type: 'string', maxLength: 40_000 },
  mode: { enum: ['stream', 'async'] },
  output_format: { enum: ['m4a', 'wav', 'mp3'] },
  variants_num: { type: 'string', pattern: '^([1-9]|10)$' },
  stems: BOOLEAN,
};
/** 1 to 360. */
const SECONDS = { type: 'string', pattern: '^([1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|360)$' };
const VIDEO = {
  ...FIELDS,
  video: {
    type: 'object',
    required: ['bytes'],
    properties: { type: { type: 'string', pattern: '^video/' } },
  },
  video_url: { type: 'string', pattern: '^https?://' },
  ...{ isolate_vocals: BOOLEAN, preserve_speech: BOOLEAN, ducking: BOOLEAN },
  prompt_influence: { type: 'string', pattern: String.raw`^(0(\.\d+)?|1(\.0+)?)$` },
};
const SCHEMAS = {
  // a duration that is left out is chosen by the vendor
  'text-to-music': closed({ ...FIELDS, duration: SECONDS }, ['prompt']),
  'video-to-music': {
    ...closed(VIDEO, []),
    oneOf: [{ required: ['video'] }, { required: ['video_url'] }],
  },
};

const REFUSALS = {
  // document: not stated; assumed
  content: refused(422, 'content_policy_violation', 'The prompt was refused by the safety review.'),
  parameters: invalid(['/duration must match the pattern of 1 to 360']),
  // document: not stated (there is no field for a model); assumed
  model: refused(422, 'validation_error', 'The model is not available.'),
  balance: refused(402, 'insufficient_balance', 'Insufficient balance: need 0.4320, have 0.1000'),
  busy: {
    ...refused(429, 'rate_limit_exceeded', 'Rate limit exceeded. Please retry after 1 minute.'),
    headers: { 'retry-after': '1' },
  },
  key: refused(401, 'unauthorized', 'Invalid API key'),
};

export const sonilo = {
  name: 'sonilo',
  source:
    'sonilo-python, sonilo-js, sonilo-mcp and sonilo-ai/skills (limits, errors, lines); pypi.org/project/sonilo 0.21.1; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest: invalid,
  free: ['task', 'services'],
  files: { m4a: { type: 'audio/mp4', make: m4a } },
  stateBody,
  billOf: (order) => Number(costOf(order).billing_after_discount),
  routes: [
    ...Object.keys(SCHEMAS).map((name) => ({
      ...{ name, method: 'POST', path: `/v1/${name}`, takes: 'form', isOrder: true },
      ...{ schema: SCHEMAS[name], handle: compose },
    })),
    { name: 'task', method: 'GET', path: '/v1/tasks/{id}', handle: task },
    { name: 'services', method: 'GET', path: '/v1/account/services', handle: services },
  ],
};

function compose(call, vendor) {
  const { mode, output_format = 'm4a', duration, ...form } = call.form;
  const isAsync = mode === 'async';
  const needsTask =
    output_format !== 'm4a' ||
    Number(form.variants_num ?? 1) > 1 ||
    ['stems', 'isolate_vocals', 'preserve_speech', 'ducking'].some((name) => form[name] === 'true');
  if (needsTask && !isAsync) {
    vendor.problems.push(`${call.name}: only mode=async allows these options`);
    return refused(400, 'invalid_request', 'These options require mode=async.');
  }
  const seconds = Number(duration ?? (call.name === 'video-to-music' ? SECONDS_OF_A_VIDEO : 30));
  const order = vendor.accept(call, { type: call.name.replaceAll('-', '_'), seconds, output_format });
  if (isAsync) return { status: 202, json: { task_id: order.id, status: 'processing' } };
  return { headers: { 'content-type': 'application/x-ndjson' }, lines: linesOf(order) };
}

function linesOf(order) {
  const place = { copy_index: 0, prompt_index: 0, stream_index: 0 };
  const title = { type: 'title', ...place, ...titleOf(order) };
  const progress = { type: 'progress', percent: 50 }; // a caller skips what it does not know
  if (order.failsWith !== undefined) return [title, progress, { type: 'error', ...errorOf(order) }];
  const audio = m4a(order.id);
  const size = Math.ceil(audio.length / CHUNKS);
  const chunks = Array.from({ length: CHUNKS }, (_, at) => ({
    ...{ type: 'audio_chunk', stream_index: 0 },
    data: audio
      .subarray(at * size, (at + 1) * size)
      .toString('base64')
      .replace(/=+$/, ''),
  }));
  return [
    title,
    chunks[0],
    progress,
    ...chunks.slice(1),
    { type: 'cost', ...costOf(order) },
    { type: 'complete' },
  ];
}

function task({ params }, vendor) {
  const order = vendor.find(params.id);
  if (!order) return refused(404, 'not_found', 'Task not found');
  vendor.poll(order);
  return { json: stateBody(order, vendor) };
}

/** The state of an order that was made with `mode=async`. */
function stateBody(order, vendor) {
  const state = vendor.stateOf(order);
  const head = { task_id: order.id, type: order.type };
  if (state === 'running') return { ...head, status: 'processing' };
  if (state !== 'succeeded') return { ...head, status: 'failed', error: errorOf(order), refunded: true };
  const [kind, content_type] = order.output_format === 'm4a' ? ['m4a', 'audio/mp4'] : ['sound', 'audio/mpeg'];
  const { variants_num = 1 } = order.request;
  const audio = Array.from({ length: Number(variants_num) }, (_, stream_index) => ({
    ...{
      stream_index,
      url: vendor.link(order, kind),
      content_type,
      file_size: vendor.fileOf(order, kind).length,
    },
    ...{ sample_rate: 48_000, channels: 1, title: titleOf(order) },
  }));
  const variants = { variants_num: audio.length, duration_seconds: order.seconds };
  return { ...head, status: 'succeeded', audio, title: titleOf(order), ...variants, cost: costOf(order) };
}

function services() {
  return {
    json: { rpm_limit: 60, concurrency_limit: 5, discount_factor: '1.0000', max_upload_size_mb: 300 },
  };
}

function m4a(id) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + id.length);
  head.write('free', 4);
  return Buffer.concat([M4A, head, Buffer.from(id)]);
}

function titleOf(order) {
  return { title: `Song ${order.number}`, summary: 'A calm tone', display_tags: ['calm', 'tone'] };
}

function costOf({ seconds, request }) {
  const sum = (RATE * seconds * Number(request.variants_num ?? 1)).toFixed(4);
  return {
    ...{ billing_rate_per_sec: String(RATE), billing_before_discount: sum },
    ...{ billing_after_discount: sum, discount_factor: '1.0000' },
  };
}

function errorOf(order) {
  const { code, message } = REFUSALS[order.failsWith].json;
  return order.failsWith === 'content' ? { code, message } : { code: 'GENERATION_FAILED', message };
}

function invalid(problems) {
  const errors = problems.map((msg) => ({
    ...{ loc: ['body', ...placeOf(msg)], msg, type: 'value_error' },
  }));
  return { status: 422, json: { code: 'validation_error', message: problems.join('; '), errors } };
}

function refused(status, code, message) {
  return { status, json: { code, message } };
}
