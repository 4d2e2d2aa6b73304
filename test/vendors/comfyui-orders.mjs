// document: which exception belongs to which refusal is not stated; assumed
/** What a node throws where an order fails with one of the refusals. */
const EXCEPTIONS = {
  busy: [
    'torch.OutOfMemoryError',
    'Allocation on device\nThis error means you ran out of memory on your GPU.',
  ],
  model: ['FileNotFoundError', "Model in folder 'checkpoints' with filename 'gone.safetensors' not found.\n"],
  parameters: ['RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (77x768 and 2048x320)\n'],
};

export function history(call, vendor) {
  const order = finished(call.params.id, vendor);
  return { json: order ? { [order.id]: entryOf(order, vendor) } : {} };
}

/** The latest `max_items` of what has ended, the oldest first. */
export function wholeHistory(call, vendor) {
  const open = unfinished(vendor);
  const ended = vendor.orders.filter((order) => !order.isDeleted && !open.includes(order));
  const latest = ended.slice(-(call.query.get('max_items') ?? ended.length));
  return { json: Object.fromEntries(latest.map((order) => [order.id, entryOf(order, vendor)])) };
}

export function queue(call, vendor) {
  const [running, ...pending] = unfinished(vendor).map(itemOf);
  return { json: { queue_running: running ? [running] : [], queue_pending: pending } };
}

/** Reaches only what waits; a running one must be interrupted. What is deleted leaves no trace. */
export function editQueue(call, vendor) {
  const pending = unfinished(vendor).slice(1);
  for (const order of pending) order.isDeleted = call.body.clear || call.body.delete?.includes(order.id);
  return {};
}

/** Without an id it stops whatever runs, of any client. */
export function interrupt(call, vendor) {
  const [running] = unfinished(vendor);
  const { prompt_id } = call.body;
  if (running && (!prompt_id || running.id === prompt_id)) running.isCanceled = true;
  return {};
}

/** The oldest versions read no body. */
export function interruptAny(call, vendor) {
  return interrupt({ ...call, body: {} }, vendor);
}

export function job(call, vendor) {
  const order = finished(call.params.id, vendor);
  if (order) return { json: doneJob(order, entryOf(order, vendor)) };
  const open = unfinished(vendor);
  const waiting = open.find(({ id }) => id === call.params.id);
  if (!waiting) return { status: 404, json: { error: 'Job not found' } };
  const status = waiting === open[0] ? 'in_progress' : 'pending';
  return { json: { ...jobOf(waiting, status, 0), workflow: workflowOf(waiting) } };
}

/** Works for what waits and what runs; anything else is no error. */
export function cancelJob(call, vendor) {
  const open = unfinished(vendor);
  const order = open.find(({ id }) => id === call.params.id);
  if (order) order[order === open[0] ? 'isCanceled' : 'isDeleted'] = true;
  return { json: { cancelled: order !== undefined } };
}

function unfinished(vendor) {
  return vendor.orders.filter((order) => !order.isDeleted && vendor.stateOf(order) === 'running');
}

/** The finished order with an id, the last where there are several. Asking counts as a poll of the one that is not finished. */
function finished(id, vendor) {
  const order = unfinished(vendor).find((one) => one.id === id);
  if (order) vendor.poll(order);
  const open = unfinished(vendor);
  return vendor.orders.findLast((one) => one.id === id && !one.isDeleted && !open.includes(one));
}

function entryOf(order, vendor) {
  const state = vendor.stateOf(order);
  const outputs = {};
  for (const { node, as, shown, isAnimated } of state === 'succeeded' ? order.files : [])
    outputs[node] = { [as]: [shown], ...(isAnimated && { animated: [true] }) };
  const isDone = state === 'succeeded';
  const messages = [started(order), ending(order, state)];
  const status = { status_str: isDone ? 'success' : 'error', completed: isDone, messages };
  return { prompt: itemOf(order), outputs, status, meta: {} };
}

function started({ id, extra_data }) {
  return ['execution_start', { prompt_id: id, timestamp: extra_data.create_time }];
}

function ending({ id: prompt_id, request, outputs, failsWith }, state) {
  const told = { prompt_id, timestamp: Date.now() };
  if (state === 'succeeded') return ['execution_success', told];
  const [node_id] = outputs;
  const at = { ...told, node_id, node_type: request.prompt[node_id].class_type, executed: [] };
  if (state === 'canceled') return ['execution_interrupted', at];
  const [exception_type, exception_message] = EXCEPTIONS[failsWith] ?? ['RuntimeError', 'it went wrong\n'];
  const more = { traceback: [], current_inputs: {}, current_outputs: [] };
  return ['execution_error', { ...at, exception_message, exception_type, ...more }];
}

function itemOf({ id, priority, request, extra_data, outputs }) {
  return [priority, id, request.prompt, extra_data, outputs];
}

function jobOf({ id, priority, extra_data }, status, outputs_count) {
  return { id, status, priority, create_time: extra_data.create_time, outputs_count };
}

function doneJob(order, { outputs, status }) {
  const [, [event, told]] = status.messages;
  const states = {
    execution_success: 'completed',
    execution_error: 'failed',
    execution_interrupted: 'cancelled',
  };
  return {
    ...jobOf(order, states[event], Object.keys(outputs).length),
    execution_end_time: told.timestamp,
    ...(event === 'execution_error' && { execution_error: told }),
    ...{ outputs, execution_status: status, workflow: workflowOf(order) },
  };
}

function workflowOf({ request, extra_data }) {
  return { prompt: request.prompt, extra_data };
}
