import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GarbledVendorReply } from '../vendor-adapter.js';
import { A1111Adapter } from './a1111.adapter.js';

const work = { kind: 'image-relight' } as any;

function adapterOf(model?: string): A1111Adapter {
  return new A1111Adapter({ recipes: new Map([[work.kind, { model, input: {} }]]) } as any);
}

function recorded(name: string): any {
  const file = path.join(import.meta.dirname, 'fixtures', `${name}.json`);
  const { status, body } = JSON.parse(readFileSync(file, 'utf8'));
  return { status, json: body };
}

describe('what the web UI answers', () => {
  it.each([undefined, 'sd_xl_base_1.0', 'xl/sd_xl_base_1.0.safetensors [31e35c80fc]'])(
    'has the pictures without their sheet (model %s)',
    (model) => {
      const files = [{ role: 'image', base64: 'cGljdHVyZQ==' }];
      const state = { kind: 'succeeded', files };
      expect(adapterOf(model).readOrder(recorded('pictures'), work)).toEqual({ state });
    },
  );

  it('has none of a model that was not asked for', () => {
    const state = { kind: 'failed', refusal: 'model' };
    expect(adapterOf('v1-5-pruned').readOrder(recorded('pictures'), work)).toEqual({ state });
  });

  it('says that the work failed, where it is not a proxy that does', () => {
    expect(adapterOf().readOrder(recorded('failure'), work)).toEqual({ state: { kind: 'failed' } });
    const ofProxy = { status: 500, json: undefined };
    expect(() => adapterOf().readOrder(ofProxy, work)).toThrow(GarbledVendorReply);
  });

  it('refuses parameters', () => {
    const { status } = recorded('refusal');
    expect(adapterOf().refusalOf(status)).toBe('parameters');
  });
});
