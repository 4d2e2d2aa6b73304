import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UnusableResult } from '../vendor-adapter.js';
import { ComfyUiAdapter } from './comfyui.adapter.js';

const ID = '0b7d0f2e-6c63-4bb0-8d53-2f8f2f3f0c11';
const adapter = new ComfyUiAdapter({ paths: new Map(), recipes: new Map() } as any);
const image = { kind: 'image-relight' } as any;
const video = { kind: 'video-start-end' } as any;

function recorded(name: string): any {
  const file = path.join(import.meta.dirname, 'fixtures', `${name}.json`);
  const { status, body } = JSON.parse(readFileSync(file, 'utf8'));
  return { status, json: body };
}

describe('what ComfyUI answers', () => {
  it('names the order', () => {
    expect(adapter.readOrder(recorded('order'))).toEqual({ vendorId: ID });
  });

  it('has what was saved, and not the previews', () => {
    const path = '/view?filename=relight_00001_.png&subfolder=a+b&type=output';
    const files = [{ role: 'image', call: { path } }];
    expect(adapter.readState(recorded('job'), image, ID)).toEqual({ kind: 'succeeded', files });
    expect(() => adapter.readState(recorded('job'), video, ID)).toThrow(UnusableResult);
  });

  it('has videos among the pictures', () => {
    const path = '/view?filename=start-end_00001_.mp4&subfolder=video&type=output';
    const files = [{ role: 'video', call: { path } }];
    expect(adapter.readResult(recorded('history'), video, ID)).toEqual({ kind: 'succeeded', files });
  });

  it('says that work was interrupted, is lost, or has not ended', () => {
    expect(adapter.readResult(recorded('interrupted'), video, ID)).toEqual({ kind: 'failed' });
    expect(adapter.readResult({ status: 200, json: {} }, video, ID)).toEqual({ kind: 'running' });
    const lost = { status: 404, json: { error: 'Job not found' } };
    expect(adapter.readState(lost, image, ID)).toEqual({ kind: 'failed' });
    const call = { path: `/history/${ID}` };
    expect(adapter.readState({ status: 404, json: undefined }, image, ID)).toEqual({ kind: 'ask', call });
  });

  it('refuses a model that is not there, and other parameters', () => {
    const { status, json } = recorded('refusal');
    expect(adapter.refusalOf(status, json)).toBe('model');
    json.node_errors[1].class_type = 'KSampler';
    expect(adapter.refusalOf(status, json)).toBe('parameters');
    expect(adapter.refusalOf(500, undefined)).toBeUndefined();
  });
});
