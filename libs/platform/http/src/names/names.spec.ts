import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Environment, readSettings, shippedFile } from '#libs/platform/config';
import { LongText } from '../fields/long-text.js';
import { Names } from './names.js';
import { readNamesFile } from './names-file.js';
import { NamesSettings } from './names.settings.js';

function shipped(): Names {
  const { output, problems } = readNamesFile(shippedFile('names/comfyui.json')) as never as {
    output: ConstructorParameters<typeof Names>[0];
    problems?: string[];
  };
  expect(problems).toBeUndefined();
  return new Names(output);
}

describe('the names of another service', () => {
  const names = shipped();

  it.each([
    ['/comfy-nodes', '/app-nodes'],
    ['/comfy-nodes/', '/app-nodes'],
    ['/comfy-nodes?page=2&comfy_node_name=a%3Db', '/app-nodes?page=2&app_node_name=a%3Db'],
    ['/comfy-nodes/Soft%2FBlur/node', '/app-nodes/Soft%2FBlur/node'],
    ['/nodes/kit/versions/1.0.0/comfy-nodes', '/nodes/kit/versions/1.0.0/app-nodes'],
    [
      '/nodes/search?comfy_node_search=x?&comfy_node_search',
      '/nodes/search?app_node_search=x?&app_node_search',
    ],
    ['/nodes/kit', '/nodes/kit'],
    ['/proxy/freepik/v1/ai/image-relight/1', '/proxy/imgprov/v1/ai/image-relight/1'],
    ['/proxy/vidu/img2video', '/proxy/vidprov/start-end2video'],
    ['/proxy/vidu/tasks/1/creations', '/proxy/vidprov/tasks/1/creations'],
    ['/proxy/sonilo/v2m/generate', '/proxy/musprov/v2m/generate'],
  ])('takes %s for %s', (theirs, ours) => {
    expect(names.of(theirs)?.url).toBe(ours);
  });

  it.each([
    '/',
    '/tasks?comfy_node_search=x',
    '/app-nodes',
    '/proxy/imgprov/v1/ai/image-relight',
    '/proxy/freepik',
    '/comfy-nodes/a/b/node',
    '/console/nodes',
  ])('leaves %s alone', (url) => {
    expect(names.of(url)).toBeUndefined();
  });

  it('renames the fields of a request where ours is absent, and moves long texts without reading them', () => {
    const image = LongText.of('a'.repeat(2_000_000));
    const body = {
      node: { supported_comfyui_version: '>=1', translations: { de: { supported_comfyui_version: 'x' } } },
      supported_comfyui_version: 'theirs',
      supported_app_version: 'ours',
      image,
    };
    const read = names.of('/publishers/a/nodes/b')?.body(body) as typeof body;
    expect(read).toEqual({
      node: { supported_app_version: '>=1', translations: { de: { supported_comfyui_version: 'x' } } },
      supported_comfyui_version: 'theirs',
      supported_app_version: 'ours',
      image,
    });
    expect(read.image).toBe(image);
    expect(names.of('/nodes')?.body([1])).toEqual([1]);
  });

  it('gives a reply both names at a path that both services have, and theirs alone at a path of theirs', () => {
    const node = { id: 'a', supported_app_version: '>=1', latest_version: { supported_app_version: '' } };
    expect(names.of('/nodes')?.reply({ nodes: [node] })).toEqual({
      nodes: [
        {
          ...node,
          supported_comfyui_version: '>=1',
          latest_version: { supported_app_version: '', supported_comfyui_version: '' },
        },
      ],
    });
    expect(
      names.of('/comfy-nodes')?.reply({
        app_nodes: [{ app_node_name: 'AppNodePolicyActive', policy: 'AppNodePolicyActive' }],
      }),
    ).toEqual({ comfy_nodes: [{ comfy_node_name: 'AppNodePolicyActive', policy: 'ComfyNodePolicyActive' }] });
  });

  it('renames the models of a request and its reply, and nothing else that reads like one', () => {
    const naming = names.of('/proxy/vidu/extend');
    expect(naming?.body({ model: 'viduq2-pro', prompt: 'viduq2-pro' })).toEqual({
      model: 'vq2-pro',
      prompt: 'viduq2-pro',
    });
    expect(naming?.reply({ model: 'v2.0', prompt: 'v2.0' })).toEqual({ model: 'vidu2.0', prompt: 'v2.0' });
    expect(naming?.sentence('model must be one of vq2-pro-fast, vq2-pro, v2.0.')).toBe(
      'model must be one of viduq2-pro-fast, viduq2-pro, vidu2.0.',
    );
  });

  it('says its names in an error to whom has used them', () => {
    const naming = names.of('/publishers/a/nodes/b');
    expect(naming?.sentence('supported_app_version must be text.')).toBe(
      'supported_app_version must be text.',
    );
    naming?.body({ supported_comfyui_version: 1 });
    expect(naming?.sentence('supported_app_version must be text.')).toBe(
      'supported_comfyui_version must be text.',
    );
  });
});

describe('a file of names', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-names-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['nothing', 'must be comfyui, or name a file that can be read as JSON'],
    [
      '{"paths": {"nodes": "/nodes"}}',
      'its.paths.nodes must be a path such as /nodes/{node}/versions, which may end with /*',
    ],
    [
      '{"paths": {"/a/{b}": "/a/{c}"}}',
      'its.paths must use in our path only what {braces} and * stand for in the other',
    ],
    ['{"fields": {"a": "b", "c": "b"}}', 'its.fields must give each of our names once'],
    [
      '{"values": {"model": {"a b": "c"}}}',
      'its.values.model.a b must be a name of letters, digits, underscores, hyphens and points',
    ],
    ['{"names": {}}', 'its.names is not a field of the file'],
  ])('%s is refused', async (text, problem) => {
    const file = path.join(folder, 'names.json');
    await writeFile(file, text);
    expect(readNamesFile(file).problems).toEqual([problem]);
  });

  it('that is not there ends the start', () => {
    expect(() => readSettings(new Environment({ NAMES: '/nowhere/names.json' }), [NamesSettings])).toThrow(
      'NAMES must be comfyui, or name a file that can be read as JSON',
    );
  });
});
