import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { GarbledVendorReply } from '../vendor-adapter.js';
import { A1111Adapter } from './a1111.adapter.js';

const { reply } = documentedIn(import.meta.dirname);
const work = workOf('image-relight');

function adapterOf(model?: string): A1111Adapter {
  return new A1111Adapter(optionsWith({ recipes: new Map([[work.kind, { model, input: {} }]]) }));
}

describe('what the web UI answers', () => {
  it.each([undefined, 'sd_xl_base_1.0', 'xl/sd_xl_base_1.0.safetensors [31e35c80fc]'])(
    'has the pictures without their sheet (model %s)',
    (model) => {
      const files = [{ role: 'image', base64: 'cGljdHVyZQ==' }];
      const state = { kind: 'succeeded', files };
      expect(adapterOf(model).readOrder(reply('pictures'), work)).toEqual({ state });
    },
  );

  it('has none of a model that was not asked for', () => {
    const state = { kind: 'failed', refusal: 'model' };
    expect(adapterOf('v1-5-pruned').readOrder(reply('pictures'), work)).toEqual({ state });
  });

  it('says that the work failed, where it is not a proxy that does', () => {
    expect(adapterOf().readOrder(reply('failure'), work)).toEqual({ state: { kind: 'failed' } });
    const ofProxy = { status: 500, json: undefined };
    expect(() => adapterOf().readOrder(ofProxy, work)).toThrow(GarbledVendorReply);
  });

  it('refuses parameters', () => {
    const { status } = reply('refusal');
    expect(adapterOf().refusalOf(status)).toBe('parameters');
  });
});
