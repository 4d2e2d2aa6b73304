import { documentedIn, optionsWith, workOf } from '../__fixtures__/documented.js';
import { findPrediction, type SoughtPrediction } from './find-prediction.js';
import { ReplicateAdapter } from './replicate.adapter.js';

const { fixture, reply } = documentedIn(import.meta.dirname);
const WORK = workOf('image-relight');
const ID = 'gm3qorzdhgbfurvjtvhg6dckhu';

describe('Answers of Replicate', () => {
  const adapter = new ReplicateAdapter(optionsWith());

  it('are read', () => {
    expect(adapter.readOrder(reply('order'))).toEqual({ vendorId: ID });
    expect(adapter.readState(reply('order'), WORK)).toEqual({ kind: 'running' });
    expect(adapter.readState(reply('succeeded'), WORK)).toEqual({
      kind: 'succeeded',
      files: [{ role: 'image', url: 'https://replicate.delivery/xezq/example/out.png' }],
    });
  });

  it('refuse parameters, and content only where they say so', () => {
    const { status, body } = fixture('refused');
    expect(adapter.refusalOf(status, body)).toBe('parameters');
    expect(adapter.refusalOf(422, { detail: 'The input was flagged as sensitive. (E005)' })).toBe('content');
    expect(adapter.refusalOf(422, { title: 'Invalid version or not permitted' })).toBe('model');
  });
});

describe('An order in a list of Replicate', () => {
  const { body } = fixture('list');
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
