import { vendorsFile } from '../../../support/vendors-file.js';
import { startStrictVendor } from '../../../support/strict-vendor.js';
import { TestApp } from '../../../support/test-app.js';
import { audioOf, events, form, TEXT_PATH, typesOf } from '../../music-proxy/music-calls.js';
import { describeAdapter } from './conformance.js';

const KINDS = {
  'music-from-text': {
    model: 'music_v2',
    input: { force_instrumental: true, output_format: 'mp3_44100_192' },
  },
  'text-to-speech': {
    models: {
      eleven_multilingual_v2: {
        input: { voice_settings: { stability: 0.5 } },
        fields: { voice: { enum: ['21m00Tcm4TlvDq8ikWAM'] }, text: { maxLength: 10_000 } },
      },
    },
  },
};

describeAdapter({
  fake: 'elevenlabs',
  contract: 'elevenlabs',
  account: { balance: '99000 credits of 100000', models: null },
  entry: { kinds: KINDS },
  kinds: ['music-from-text', 'text-to-speech'],
  lostAnswer: 'uncertain',
  isAtOnce: true,
  refusals: ['content', 'parameters', 'model', 'balance', 'busy', 'key'],
});

describe('music by elevenlabs', () => {
  let vendor: any;
  let app: TestApp;
  let ada: ReturnType<TestApp['api']['as']>;

  beforeAll(async () => {
    vendor = await startStrictVendor('elevenlabs', 'elevenlabs');
    const entry = {
      name: 'sound',
      adapter: 'elevenlabs',
      base_url: vendor.url,
      keys: ['key-1'],
      kinds: KINDS,
    };
    const VENDORS_FILE = vendorsFile([{ ...entry, attempts: 1 }]);
    app = await TestApp.start({ VENDORS_FILE, MUSPROV_REFUSAL_WAIT_MS: '5000' });
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.reset());

  const make = (duration: string) =>
    ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm piano', duration }) });

  it('comes down the stream of its caller, and is stored', async () => {
    const reply = await make('10');
    const lines = events(reply.bytes);
    expect(typesOf(lines)).toEqual(['task', 'audio_chunk', 'cost', 'complete']);
    const sound = vendor.fileOf(vendor.orders[0], 'sound');
    expect(audioOf(lines).equals(sound)).toBe(true);
    const { body } = await ada.get(`/tasks/${reply.headers.get('x-task-id')}`);
    const stored = await ada.get(body.outputs[0].url);
    expect(stored.headers.get('content-type')).toBe('audio/mpeg');
    expect(stored.bytes.equals(sound)).toBe(true);
  });

  it('is ordered with the length, the model and the format of the recipe', async () => {
    await make('10');
    const [{ body, query }] = vendor.callsOf('compose');
    expect(body).toEqual({
      ...{ prompt: 'calm piano', music_length_ms: 10_000, model_id: 'music_v2', force_instrumental: true },
    });
    expect(query.get('output_format')).toBe('mp3_44100_192');
    expect(vendor.problems).toEqual([]);
  });

  it('tells the waiting caller why a prompt is refused, and which one would do', async () => {
    vendor.next = [{ on: 'order', act: 'refuse', refusal: 'content' }];
    const { status, body } = await make('10');
    expect([status, body.error]).toEqual([400, 'rejected_content']);
    expect(body.message).toContain('The prompt names protected material.');
    expect(body.message).toContain('Suggested prompt: A calm piece of instrumental music');
  });

  it('is not ordered in lengths that the vendor does not make', async () => {
    await make('2');
    expect(vendor.calls).toEqual([]);
  });
});
