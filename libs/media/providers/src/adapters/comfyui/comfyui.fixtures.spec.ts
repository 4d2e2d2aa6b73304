import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { UnusableResult } from '../vendor-adapter.js';
import { ComfyUiAdapter } from './comfyui.adapter.js';

const { reply } = documentedIn(import.meta.dirname);
const ID = '0b7d0f2e-6c63-4bb0-8d53-2f8f2f3f0c11';
const adapter = new ComfyUiAdapter(optionsWith());
const image = workOf('image-relight');
const video = workOf('video-start-end');

describe('what ComfyUI answers', () => {
  it('names the order', () => {
    expect(adapter.readOrder(reply('order'))).toEqual({ vendorId: ID });
  });

  it('has what was saved, and not the previews', () => {
    const path = '/view?filename=relight_00001_.png&subfolder=a+b&type=output';
    const files = [{ role: 'image', call: { path } }];
    expect(adapter.readState(reply('job'), image, ID)).toEqual({ kind: 'succeeded', files });
    expect(() => adapter.readState(reply('job'), video, ID)).toThrow(UnusableResult);
  });

  it('has videos among the pictures', () => {
    const path = '/view?filename=start-end_00001_.mp4&subfolder=video&type=output';
    const files = [{ role: 'video', call: { path } }];
    expect(adapter.readResult(reply('history'), video, ID)).toEqual({ kind: 'succeeded', files });
  });

  it('says that work was interrupted, is lost, or has not ended', () => {
    expect(adapter.readResult(reply('interrupted'), video, ID)).toEqual({ kind: 'failed' });
    expect(adapter.readResult({ status: 200, json: {} }, video, ID)).toEqual({ kind: 'running' });
    const lost = { status: 404, json: { error: 'Job not found' } };
    expect(adapter.readState(lost, image, ID)).toEqual({ kind: 'failed' });
    const call = { path: `/history/${ID}` };
    expect(adapter.readState({ status: 404, json: undefined }, image, ID)).toEqual({ kind: 'ask', call });
  });

  it('refuses a model that is not there, and other parameters', () => {
    const { status, json } = reply('refusal');
    expect(adapter.refusalOf(status, json)).toBe('model');
    json.node_errors[1].class_type = 'KSampler';
    expect(adapter.refusalOf(status, json)).toBe('parameters');
    expect(adapter.refusalOf(500, undefined)).toBeUndefined();
  });
});
