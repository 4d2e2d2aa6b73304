import { requestOf } from './form-schema.js';
import { modelForm, modelJob } from './model-form.js';

type Properties = Record<string, Record<string, unknown>>;

const fieldsOf = (properties: Properties, required: string[] = []) =>
  modelForm({ input_schema: { type: 'object', properties, required, additionalProperties: false } }).fields;

describe('modelForm', () => {
  it('sends to the tasks of models', () => {
    expect(modelForm({ input_schema: { properties: {}, required: [] } })).toEqual({
      path: '/v1/tasks',
      contentType: 'application/json',
      fields: [],
      examples: [],
    });
  });

  it('makes a field of each property, with its limits and its words', () => {
    const prompt = { type: 'string', minLength: 1, maxLength: 500, description: 'What to make.' };
    expect(fieldsOf({ prompt }, ['prompt'])).toMatchObject([
      {
        ...{ path: 'input.prompt', control: 'text', isWhole: false, isRequired: true },
        ...{ maxLength: 500, description: 'What to make.' },
      },
    ]);
    const steps = { type: 'integer', minimum: 1, maximum: 50, default: 28, title: 'Number of steps' };
    expect(fieldsOf({ steps })).toMatchObject([
      {
        ...{ path: 'input.steps', control: 'number', isWhole: true, isRequired: false },
        ...{ minimum: 1, maximum: 50, default: 28, 'x-label': 'Number of steps' },
      },
    ]);
  });

  it('names choices as the model does', () => {
    expect(fieldsOf({ voice: { type: 'string', enum: ['am_puck'] } })).toMatchObject([
      { enum: ['am_puck'], 'x-form': { choices: { am_puck: 'am_puck' } } },
    ]);
  });

  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'picture' }, 'picture'],
    [{ type: 'string', enum: ['alloy', 'nova'] }, 'choice'],
    [{ type: 'integer', enum: [5, 10] }, 'choice'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'switch'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number'],
    [{ type: 'array', items: { type: 'string', format: 'picture' } }, 'pictures'],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'choices'],
    [{ type: 'array', items: { type: 'string' } }, 'words'],
    [{ type: 'array', items: { type: 'number' } }, 'json'],
    [{ type: 'object', additionalProperties: true }, 'json'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'json'],
    [{}, 'json'],
  ])('draws %j as %s', (property, control) => {
    expect(fieldsOf({ one: property })).toMatchObject([{ control }]);
  });
});

it('opens nested objects and what they refer to, and sends them nested', () => {
  const input_schema = {
    $defs: { Size: { type: 'object', properties: { width: { type: 'integer' } }, required: ['width'] } },
    type: 'object',
    properties: {
      image_url: { type: 'string', format: 'uri' },
      size: { $ref: '#/$defs/Size', title: 'Size' },
      loras: { type: 'array', items: { type: 'object' } },
    },
    required: ['size'],
  };
  const form = modelForm({ input_schema });
  expect(form.fields.map(({ path, control, isRequired }) => [path, control, isRequired])).toEqual([
    ['input.image_url', 'picture', false],
    ['input.size.width', 'number', true],
    ['input.loras', 'json', false],
  ]);
  const job = modelJob({ kind: 'image-edit', model: 'any' }, form);
  const values = { 'input.size.width': 512, 'input.loras': '[{"path": "x"}]' };
  expect(requestOf(job, form, values).input).toEqual({ size: { width: 512 }, loras: [{ path: 'x' }] });
  expect(requestOf(job, form, { 'input.loras': '[{' }).input).toEqual({ loras: '[{' });
});

describe('modelJob', () => {
  const form = modelForm({
    input_schema: {
      properties: {
        seed: { type: 'integer' },
        prompt: { type: 'string' },
        width: { type: 'integer', default: 512 },
      },
      required: ['prompt'],
    },
  });
  const job = modelJob({ kind: 'text-to-image', model: 'flux-dev' }, form);

  it('always shows what is required, and collapses the rest', () => {
    expect(job.main).toEqual(['input.prompt']);
  });

  it('names its kind and model in the request, with the values that were entered', () => {
    const values = { 'input.prompt': 'a lighthouse', 'input.seed': 0, 'input.width': 512, 'input.gone': 'x' };
    expect(requestOf(job, form, values)).toEqual({
      kind: 'text-to-image',
      model: 'flux-dev',
      input: { prompt: 'a lighthouse', seed: 0 },
    });
    expect(requestOf(job, form, {})).toMatchObject({ input: {} });
  });
});
