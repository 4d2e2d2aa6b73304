import { NODES } from './comfyui-nodes.mjs';

/**
 * Checks a workflow as ComfyUI does before it queues it. `files` are the names that LoadImage can open.
 * @returns `{error, nodeErrors, outputs}`: without `error` it is taken, if only for some of its outputs.
 */
export function validate(workflow, files) {
  for (const [id, node] of Object.entries(workflow)) {
    if (!NODES[node?.class_type]) return { error: unknownClass(id, node), nodeErrors: {}, outputs: [] };
  }
  const wanted = Object.keys(workflow).filter((id) => NODES[workflow[id].class_type].saves);
  if (wanted.length === 0)
    return { error: problem('prompt_no_outputs', 'Prompt has no outputs', ''), nodeErrors: {}, outputs: [] };
  const check = new Check(workflow, files);
  const outputs = wanted.filter((id) => check.output(id));
  const { nodeErrors } = check;
  if (outputs.length > 0) return { nodeErrors, outputs };
  const details = Object.values(nodeErrors)
    .flatMap(({ errors }) => errors.map((error) => `${error.message}: ${error.details}`))
    .join('\n');
  return { error: failedValidation(details), nodeErrors, outputs };
}

export function problem(type, message, details, extra_info = {}) {
  return { type, message, details, extra_info };
}

export function failedValidation(details) {
  return problem('prompt_outputs_failed_validation', 'Prompt outputs failed validation', details);
}

/** One walk from the outputs to the loaders. */
class Check {
  nodeErrors = {};
  #results = new Map();

  constructor(workflow, files) {
    this.workflow = workflow;
    this.files = files;
  }

  output(id) {
    try {
      this.#visit(id, []);
    } catch (error) {
      const reason = problem('exception_during_validation', 'Exception when validating node', error.message);
      this.#results.set(id, { isValid: false, errors: [reason] });
    }
    if (this.#results.get(id).isValid) return true;
    for (const [node, { isValid, errors }] of this.#results) {
      if (isValid || errors.length === 0) continue;
      const { class_type } = this.workflow[node];
      this.nodeErrors[node] ??= { errors, dependent_outputs: [], class_type };
      this.nodeErrors[node].dependent_outputs.push(id);
    }
    return false;
  }

  #visit(id, path) {
    if (this.#results.has(id)) return this.#results.get(id);
    if (path.includes(id)) return this.#cycle(path.slice(path.indexOf(id)));
    const { class_type, inputs } = this.workflow[id];
    if (!inputs) throw new Error("'inputs'");
    const errors = [];
    let isValid = true;
    for (const [name, [type, limits], isRequired] of inputsOf(class_type)) {
      if (inputs[name] === undefined) {
        if (isRequired) errors.push(about(name, 'required_input_missing', 'Required input is missing', name));
      } else if (Array.isArray(inputs[name])) {
        const wrong = this.#linkProblem(name, type, inputs[name]);
        if (wrong) errors.push(wrong);
        else isValid = this.#visitLinked(inputs[name][0], [...path, id]) && isValid;
      } else {
        const wrong =
          class_type === 'LoadImage'
            ? this.#fileProblem(name, inputs[name])
            : valueProblem(name, type, limits, inputs[name]);
        if (wrong) errors.push(wrong);
      }
    }
    const known = this.#results.get(id)?.errors ?? [];
    const result = { isValid: isValid && errors.length + known.length === 0, errors: [...known, ...errors] };
    this.#results.set(id, result);
    return result;
  }

  #visitLinked(id, path) {
    try {
      return this.#visit(id, path).isValid;
    } catch (error) {
      const text = 'Exception when validating inner node';
      const reason = problem('exception_during_inner_validation', text, error.message);
      this.#results.set(id, { isValid: false, errors: [reason] });
      return false;
    }
  }

  #linkProblem(name, type, link) {
    if (link.length !== 2) {
      const text = 'Bad linked input, must be a length-2 list of [node_id, slot_index]';
      return about(name, 'bad_linked_input', text, name, { received_value: link });
    }
    const from = this.workflow[link[0]];
    if (!from) throw new Error(`'${link[0]}'`);
    const received = NODES[from.class_type].output[link[1]];
    if (received === undefined) throw new Error('tuple index out of range');
    if (String(type).split(',').includes(received)) return undefined;
    const details = `${name}, received_type(${received}) mismatch input_type(${type})`;
    const text = 'Return type mismatch between linked nodes';
    return about(name, 'return_type_mismatch', text, details, { received_type: received, linked_node: link });
  }

  #fileProblem(name, value) {
    if (this.files.includes(value)) return undefined;
    const details = `${name} - Invalid image file: ${value}`;
    return about(name, 'custom_validation_failed', 'Custom validation failed for node', details);
  }

  #cycle(nodes) {
    const details = [...nodes, nodes[0]].map((id) => `${id} (${this.workflow[id].class_type})`).join(' -> ');
    for (const node_id of nodes) {
      const extra = { node_id, cycle_nodes: nodes };
      const reason = problem('dependency_cycle', 'Dependency cycle detected', details, extra);
      this.#results.set(node_id, { isValid: false, errors: [reason] });
    }
    return this.#results.get(nodes[0]);
  }
}

/** The inputs of a class as `[name, configuration, isRequired]`; further ones of a node are passed over, as the real one does. */
function inputsOf(class_type) {
  const { required, optional = {} } = NODES[class_type].input;
  return [
    ...Object.entries(required).flatMap(([name, config]) => grown(name, config)),
    ...Object.entries(optional).map(([name, config]) => [name, config, false]),
  ];
}

function grown(name, config) {
  if (config[0] !== 'COMFY_AUTOGROW_V3') return [[name, config, true]];
  const { names, min, input } = config[1].template;
  return names.map((part, at) => [`${name}.${part}`, input.required.value, at < min]);
}

function valueProblem(name, type, { min, max, options }, given) {
  const value = converted(type, given);
  if (value === undefined) {
    const text = `Failed to convert an input value to a ${type} value`;
    return about(name, 'invalid_input_type', text, `${name}, ${given}`, { received_value: given });
  }
  const received = { received_value: value };
  if (value < min)
    return about(name, 'value_smaller_than_min', `Value ${value} smaller than min of ${min}`, name, received);
  if (value > max)
    return about(name, 'value_bigger_than_max', `Value ${value} bigger than max of ${max}`, name, received);
  const names = Array.isArray(type) ? type : options;
  if (!names || names.includes(value)) return undefined;
  return about(
    name,
    'value_not_in_list',
    'Value not in list',
    `${name}: '${value}' not in [${names}]`,
    received,
  );
}

/** The value as Python's `int()`, `float()` and `str()` make it, or undefined where they fail. */
function converted(type, value) {
  if (type === 'STRING') return String(value);
  if (type === 'BOOLEAN') return Boolean(value);
  if (type !== 'INT' && type !== 'FLOAT') return value;
  if (value === null || typeof value === 'object' || value === '') return undefined;
  const number = Number(value);
  if (Number.isNaN(number)) return undefined;
  if (type === 'FLOAT' || Number.isInteger(number)) return number;
  return typeof value === 'string' ? undefined : Math.trunc(number);
}

function about(input_name, type, message, details, more = {}) {
  return problem(type, message, details, { input_name, ...more });
}

function unknownClass(id, node) {
  const { class_type = null, _meta } = node ?? {};
  const title = _meta?.title ?? class_type ?? `ID #${id}`;
  const extra = { node_id: id, class_type, node_title: _meta?.title ?? class_type };
  return problem('missing_node_type', `Node '${title}' not found.`, `Node ID '#${id}'`, extra);
}
