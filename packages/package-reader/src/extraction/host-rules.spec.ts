import { extractInThread } from './extract-in-thread.js';
import { DEFAULT_EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractedAppNode, ExtractionResult } from './extraction-result.js';

async function extract(files: Record<string, string>): Promise<ExtractionResult> {
  return extractInThread(new Map(Object.entries(files)), 'pack', DEFAULT_EXTRACTION_LIMITS);
}

const LOADED = 'import loader\nNODE_CLASS_MAPPINGS = loader.load(__file__)\n';
const LIST = '{" Blur ": "Blurs.", "Crop": ""}';

describe('what is told of a package', () => {
  it('is its names, with success, when a statement beside them runs on and on', async () => {
    const source = 'while True:\n    x = 1\nclass A: pass\nNODE_CLASS_MAPPINGS = {"A": A}\n';
    expect(await extract({ '__init__.py': source })).toMatchObject({
      status: 'success',
      reason: '__init__.py:1 takes too many steps and was left',
      appNodes: [{ name: 'A' }],
    });
  });

  it.each([
    ['a table that a library makes', LOADED, 'comes from loader.load'],
    [
      'a table whose making is left',
      'while True:\n    x = 1\nNODE_CLASS_MAPPINGS = {}\n',
      'takes too many steps',
    ],
    [
      'a list of schemas that is not known',
      'from lib import comfy_entrypoint\n',
      'comes from lib.comfy_entrypoint',
    ],
  ])('is failure, with the reason, when no name is known of %s', async (_what, source, reason) => {
    expect(await extract({ '__init__.py': source })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining(reason),
      appNodes: [],
    });
  });

  it('is success when it certainly brings no app nodes', async () => {
    expect(await extract({ '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' })).toMatchObject({
      status: 'success',
      appNodes: [],
    });
  });

  it('are the names of node_list.json where the code does not show them all', async () => {
    const result = await extract({ '__init__.py': LOADED, 'node_list.json': LIST });
    expect(result).toMatchObject({
      status: 'success',
      reason: expect.stringContaining('2 names are those of node_list.json'),
      appNodes: [{ name: 'Blur' }, { name: 'Crop' }],
    });
    expect(JSON.parse(result.appNodes[0]?.inputTypes ?? '')).toEqual({
      $unknown: 'the class is only named in node_list.json',
    });
    expect(result.appNodes[0]).not.toHaveProperty('description');
  });

  it('are beside them the names that the code shows, as the code has them', async () => {
    const source =
      'import lib\nclass A:\n    FUNCTION = "a"\nNODE_CLASS_MAPPINGS = {"Blur": A, **lib.more()}\n';
    const { appNodes } = await extract({ '__init__.py': source, 'node_list.json': LIST });
    expect(appNodes).toMatchObject([{ name: 'Blur', function: 'a' }, { name: 'Crop' }]);
  });

  it.each([
    ['the code shows all names', 'class A: pass\nNODE_CLASS_MAPPINGS = {"A": A}\n', LIST, ['A']],
    ['the list is no JSON', LOADED, '{', []],
    ['the list is no object', LOADED, '["Blur"]', []],
    ['the package declares nothing', 'x = 1\n', LIST, []],
    ['the host drops the package', `${LOADED}raise ValueError("no")\n`, LIST, []],
  ])('are not the names of node_list.json when %s', async (_what, source, list, names) => {
    const result = await extract({ '__init__.py': source, 'node_list.json': list });
    expect(result.appNodes.map(({ name }) => name)).toEqual(names);
  });

  it('is refused with more names in node_list.json than a package may have', async () => {
    const list = JSON.stringify(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`N${at}`, ''])));
    expect(await extract({ '__init__.py': LOADED, 'node_list.json': list })).toMatchObject({
      status: 'failed',
      appNodes: [],
    });
  });
});

describe('an app node is told', () => {
  async function nodeOf(body: string, before = ''): Promise<ExtractedAppNode | undefined> {
    const source = `${before}class A:\n    ${body}\nNODE_CLASS_MAPPINGS = {"A": A}\n`;
    return (await extract({ '__init__.py': source })).appNodes[0];
  }

  it('with its description as the host reads it, and the documentation of its class apart', async () => {
    expect(await nodeOf('"""\n    Says much.\n\n      More.\n    """')).toMatchObject({
      docstring: 'Says much.\n\n  More.',
    });
    expect(await nodeOf('"""Docs."""')).not.toHaveProperty('description');
    const both = await nodeOf('"""Docs."""\n    DESCRIPTION = "Described."');
    expect(both).toMatchObject({ description: 'Described.', docstring: 'Docs.' });
    expect(await nodeOf('pass')).not.toHaveProperty('docstring');
  });

  it('with floats that are written as floats', async () => {
    const numbers = '1.0, 0.1, -2.0, 1e16, 1e-5, 1e-4, 5e-324, float(3), 1 / 2, 1, 2 ** 64, True';
    expect(
      (await nodeOf(`INPUT_TYPES = {"required": {"n": ("FLOAT", {"all": [${numbers}]})}}`))?.inputTypes,
    ).toBe(
      '{"required":{"n":["FLOAT",{"all":[1.0,0.1,-2.0,1e+16,1e-05,0.0001,5e-324,3.0,0.5,1,18446744073709551616,true]}]}}',
    );
  });

  it('with the inputs that a class method gives when it is bound again', async () => {
    const body =
      '@classmethod\n    def INPUT_TYPES(cls): return {"required": {"a": ("INT",)}}\n' +
      'inner = A.INPUT_TYPES\n@classmethod\ndef outer(cls):\n    types = inner.__get__(cls, cls)()\n    types["optional"] = {}\n    return types\nA.INPUT_TYPES = outer';
    expect((await nodeOf(body))?.inputTypes).toBe('{"required":{"a":["INT"]},"optional":{}}');
  });
});

describe('a schema is told as the host shows it', () => {
  async function schemaOf(fields: string): Promise<ExtractedAppNode | undefined> {
    const source = `from comfy_api.latest import ComfyExtension, io
class A(io.ComfyNode):
    """Docs."""
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="A", ${fields})
class E(ComfyExtension):
    async def get_node_list(self): return [A]
async def comfy_entrypoint(): return E()
`;
    return (await extract({ '__init__.py': source })).appNodes[0];
  }
  const inputsOf = async (fields: string) =>
    JSON.parse((await schemaOf(fields))?.inputTypes ?? '') as Record<string, unknown>;

  it('with the documentation of its class apart from the description', async () => {
    expect(await schemaOf('description="Does."')).toMatchObject({ description: 'Does.', docstring: 'Docs.' });
    expect(await schemaOf('description=""')).toMatchObject({ description: '', docstring: 'Docs.' });
  });

  it.each([
    ['io.Latent().Output()', 'LATENT'],
    ['io.Latent.Output()', 'LATENT'],
    ['io.Custom("MY_TYPE").Output()', 'MY_TYPE'],
    ['io.File3DAny.Output()', 'FILE_3D'],
    ['io.File3DGLB.Output()', 'FILE_3D_GLB'],
    ['io.File3DSplatAny.Output()', 'FILE_3D_SPLAT_ANY'],
    ['io.Load3D.Output()', 'LOAD_3D'],
    ['io.Load3DAnimation.Output()', 'LOAD_3D_ANIMATION'],
    ['io.Load3DCamera.Output()', 'LOAD3D_CAMERA'],
    ['io.Load3DModelInfo.Output()', 'LOAD3D_MODEL_INFO'],
  ])('with the type of %s', async (output, type) => {
    expect(await schemaOf(`outputs=[${output}]`)).toMatchObject({
      returnTypes: JSON.stringify([type]),
      returnNames: JSON.stringify([type]),
    });
  });

  it.each([
    ['io.String.Input("a")', ['STRING', { multiline: false }]],
    ['io.String.Input("a", multiline=True, default=None)', ['STRING', { multiline: true }]],
    ['io.Combo.Input("a", options=["x"])', ['COMBO', { multiselect: false, options: ['x'] }]],
    [
      'io.MultiCombo.Input("a", options=["x"], chip=True)',
      ['COMBO', { multiselect: true, options: ['x'], multi_select: { chip: true } }],
    ],
    ['io.Color.Input("a")', ['COLOR', { socketless: true, default: '#ffffff' }]],
    ['io.ImageCompare.Input("a")', ['IMAGECOMPARE', { socketless: true }]],
    [
      'io.BoundingBox.Input("a")',
      ['BOUNDING_BOX', { socketless: true, default: { x: 0, y: 0, width: 512, height: 512 } }],
    ],
    ['io.Int.Input("a", default=1)', ['INT', { default: 1 }]],
    ['io.MultiType.Input("a", [io.Custom("X"), io.Latent(), io.Image])', ['X,LATENT,IMAGE', {}]],
    [
      'io.MultiType.Input(io.Float.Input("a", default=1.0), [io.Int])',
      ['FLOAT,INT', { default: 1, widgetType: 'FLOAT' }],
    ],
  ])('with what it gives for %s', async (input, told) => {
    expect(await inputsOf(`inputs=[${input}]`)).toEqual({ required: { a: told } });
  });

  it('with the hidden inputs that the host adds', async () => {
    const saved = { prompt: ['PROMPT'], extra_pnginfo: ['EXTRA_PNGINFO'] };
    const paid = {
      auth_token_comfy_org: ['AUTH_TOKEN_COMFY_ORG'],
      api_key_comfy_org: ['API_KEY_COMFY_ORG'],
      comfy_usage_source: ['COMFY_USAGE_SOURCE'],
    };
    expect(await inputsOf('is_output_node=True')).toEqual({ required: {}, hidden: saved });
    expect(await inputsOf('is_output_node=True, hidden=[io.Hidden.unique_id, io.Hidden.prompt]')).toEqual({
      required: {},
      hidden: { unique_id: ['UNIQUE_ID'], ...saved },
    });
    expect(await inputsOf('is_api_node=True')).toEqual({ required: {}, hidden: paid });
    expect(await inputsOf('hidden=[], is_output_node=False')).toEqual({ required: {} });
  });
});
