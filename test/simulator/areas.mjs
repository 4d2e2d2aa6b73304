import { billedFor, statusOf } from './book.mjs';

const IMAGES = /\/(image-relight|image-style-transfer|skin-enhancer\/(?:faithful|creative|flexible))$/;
const IMAGE_STATUS = /\/(?:image-relight|image-style-transfer|skin-enhancer)\/([^/]+)$/;
const VIDEOS = /\/(start-end2video|reference2video|extend)$/;
const VIDEO_STATUS = /\/tasks\/([^/]+)\/creations$/;
const CANCEL = /\/tasks\/([^/]+)\/cancel$/;
const MUSIC = /\/(t2m|v2m)\/generate$/;
const LOOKUP = /\/lookup\/([^/]+)$/;

/** The operation of a call, by its method and path; the paths may be below any other. Undefined when it is not known. */
export function askedFor(method, path) {
  const found = (pattern) => pattern.exec(path)?.[1];
  if (method === 'POST') {
    const image = found(IMAGES);
    if (image) return { act: 'submit', area: 'image', kind: image };
    const video = found(VIDEOS);
    if (video) return { act: 'submit', area: 'video', kind: video };
    const music = found(MUSIC);
    if (music) return { act: 'submit', area: 'music', kind: music };
    const canceled = found(CANCEL);
    return canceled && { act: 'cancel', id: canceled };
  }
  const reference = found(LOOKUP);
  if (reference) return { act: 'look up', reference: decodeURIComponent(reference) };
  const id = found(IMAGE_STATUS) ?? found(VIDEO_STATUS);
  return id && { act: 'poll', id };
}

const IMAGE_WORDS = { running: 'IN_PROGRESS', succeeded: 'COMPLETED', failed: 'FAILED', canceled: 'FAILED' };
const VIDEO_WORDS = { running: 'processing', succeeded: 'success', failed: 'failed', canceled: 'failed' };

/** What an order costs, as its vendor says while it is worked on and after that. */
function costOf(order) {
  return statusOf(order) === 'running' ? order.credits : billedFor(order);
}

export function acceptance(order) {
  const { area, id, kind, credits } = order;
  if (area === 'video')
    return { task_id: id, state: 'created', credits, created_at: new Date(order.acceptedAt) };
  const task = { task_id: id, status: 'CREATED', generated: [], credits };
  return kind === 'image-style-transfer' ? task : { data: task };
}

/**
 * The answer to the question how an order is.
 * @param link Of its result.
 */
export function standing(order, link) {
  return order.area === 'video' ? creations(order, link) : { data: imageTask(order, link) };
}

function imageTask(order, link) {
  const status = statusOf(order);
  const task = { task_id: order.id, status: IMAGE_WORDS[status], credits: costOf(order) };
  const failure = { error: 'engine_failure', message: 'The simulated work failed' };
  if (status === 'failed') return { ...task, generated: [], ...failure };
  return { ...task, generated: status === 'succeeded' ? [link] : [] };
}

function creations(order, link) {
  const status = statusOf(order);
  const age = (Date.now() - order.acceptedAt) / Math.max(1, order.readyAt - order.acceptedAt);
  return {
    id: order.id,
    state: VIDEO_WORDS[status],
    credits: costOf(order),
    progress: Math.min(100, Math.floor(age * 100)),
    err_code: status === 'failed' ? 'engine_failure' : status === 'canceled' ? 'canceled' : '',
    err_msg: status === 'failed' ? 'The simulated work failed' : '',
    creations: status === 'succeeded' ? [{ id: `${order.id}-1`, url: link, cover_url: `${link}.png` }] : [],
  };
}
