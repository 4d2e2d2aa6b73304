import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpstreamOptions } from '../../terms/upstream-options.js';
import { CogAdapter } from '../cog/cog.adapter.js';
import { findPrediction, type SoughtPrediction } from './find-prediction.js';
import { ReplicateAdapter } from './replicate.adapter.js';

const fixture = (name: string): any =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '..', `${name}.json`), 'utf8'));
const reply = (name: string): any => ({ status: fixture(name).status, json: fixture(name).body });
const WORK = { kind: 'image-relight' } as any;
const ID = 'gm3qorzdhgbfurvjtvhg6dckhu';

describe('Answers of Replicate', () => {
  const adapter = new ReplicateAdapter({} as UpstreamOptions);

  it('are read', () => {
    expect(adapter.readOrder(reply('replicate/fixtures/order'))).toEqual({ vendorId: ID });
    expect(adapter.readState(reply('replicate/fixtures/order'), WORK)).toEqual({ kind: 'running' });
    expect(adapter.readState(reply('replicate/fixtures/succeeded'), WORK)).toEqual({
      kind: 'succeeded',
      files: [{ role: 'image', url: 'https://replicate.delivery/xezq/example/out.png' }],
    });
  });

  it('refuse parameters, and content only where they say so', () => {
    const { status, body } = fixture('replicate/fixtures/refused');
    expect(adapter.refusalOf(status, body)).toBe('parameters');
    expect(adapter.refusalOf(422, { detail: 'The input was flagged as sensitive. (E005)' })).toBe('content');
    expect(adapter.refusalOf(422, { title: 'Invalid version or not permitted' })).toBe('model');
  });
});

describe('An order in a list of Replicate', () => {
  const { body } = fixture('replicate/fixtures/list');
  const orderedAt = new Date('2026-11-20T10:00:02Z');
  const find = (sought: Partial<SoughtPrediction>, page = body) =>
    findPrediction(page, { field: 'seed', seed: 7, orderedAt, ...sought });

  it('is known by its seed', () => {
    expect(find({}).id).toBe(ID);
    expect(find({ seed: 8 })).toEqual({ id: undefined, next: '/predictions?cursor=cD0yMDI2' });
  });

  it('is not among older ones, nor behind them', () => {
    expect(find({ orderedAt: new Date('2026-11-20T10:30:00Z') })).toEqual({});
  });

  it('cannot be told once inputs are removed', () => {
    const [result] = body.results;
    const page = { ...body, results: [{ ...result, input: {}, data_removed: true }] };
    expect(() => find({}, page)).toThrow('has lost its input');
  });
});

describe('Answers of cog', () => {
  const adapter = new CogAdapter({} as UpstreamOptions);

  it('are read', () => {
    expect(adapter.readOrder(reply('cog/fixtures/succeeded'), WORK)).toEqual({
      state: { kind: 'succeeded', files: [{ role: 'image', base64: 'data:image/png;base64,iVBORw0KGgo=' }] },
    });
    expect(adapter.readOrder(reply('cog/fixtures/failed'), WORK)).toEqual({
      state: { kind: 'failed', said: 'CUDA out of memory', refusal: undefined },
    });
    expect(adapter.refusalOf(409)).toBe('busy');
  });
});
