import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineProcesses } from '../../../../../test/support/engine-processes.js';
import { until } from '../../../../../test/support/until.js';
import { fixture, paint, scratchFolder, waves } from '../__fixtures__/test-media.js';
import { type GenerateRequest, VideoEngine, VideoInterrupted } from '../index.js';
import { runVideoJob } from './video-child.js';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let request: GenerateRequest;

beforeAll(async () => {
  scratch = await scratchFolder();
  const image = await paint(path.join(scratch.path, 'image.png'), waves(1));
  request = {
    kind: 'start-end',
    imagePaths: [image],
    durationSeconds: 1,
    resolution: '360p',
    aspectRatio: '1:1',
  };
});
afterAll(() => scratch.remove());

async function outcome(engine: VideoEngine, signal?: AbortSignal) {
  const outputFolder = path.join(scratch.path, 'out');
  await mkdir(outputFolder, { recursive: true });
  try {
    await engine.generate(request, { outputFolder, signal });
    await rm(outputFolder, { recursive: true });
    return 'made';
  } catch (error) {
    expect(await readdir(outputFolder)).toEqual([]);
    return (error as { code: string }).code;
  } finally {
    await engine.close();
  }
}

describe('a job whose process', () => {
  it('crashes in native code fails with engine_crashed', async () => {
    expect(await outcome(new VideoEngine({ program: fixture('crash.child.mjs') }))).toBe('engine_crashed');
  });

  it('is killed by others says so, for code that counts how often', async () => {
    const engine = new VideoEngine({ program: fixture('always-killed.child.mjs') });
    const making = engine.generate(request, { outputFolder: path.join(scratch.path, 'killed') });
    await expect(making).rejects.toBeInstanceOf(VideoInterrupted);
    expect(await outcome(engine)).toBe('engine_crashed');
  });

  it('answers with a link to the file of somebody else fails', async () => {
    expect(await outcome(new VideoEngine({ program: fixture('linking.child.mjs') }))).toBe('engine_crashed');
  });

  it.each([
    ['works without end and reports nothing', 'hang', { stallCpuMs: 300 }],
    ['waits without end', 'wait', { stallMs: 300 }],
  ])('%s is ended, and may be tried again', async (_, program, limits) => {
    const engine = new VideoEngine({ program: fixture(`${program}.child.mjs`), limits });
    const making = engine.generate(request, { outputFolder: path.join(scratch.path, program) });
    await expect(making).rejects.toBeInstanceOf(VideoInterrupted);
    expect(await outcome(engine)).toBe('timed_out');
  });

  it.each([
    ['reports progress without end', 'endless', { cpuMs: 300 }],
    ['takes too long', undefined, { timeoutMs: 50 }],
  ])('%s is ended for good', async (_, program, limits) => {
    const engine = new VideoEngine({ limits, ...(program && { program: fixture(`${program}.child.mjs`) }) });
    const making = engine.generate(request, { outputFolder: path.join(scratch.path, 'endless') });
    await expect(making).rejects.not.toBeInstanceOf(VideoInterrupted);
    expect(await outcome(engine)).toBe('timed_out');
  });

  it('gets no time for a while goes on when it gets some', async () => {
    // More than a video of a second takes between two reports; the pause is longer.
    const engine = new VideoEngine({ limits: { stallCpuMs: 2_500 } });
    const made = outcome(engine);
    await until(() => engineProcesses('video').length > 0);
    const [pid = 0] = engineProcesses('video');
    process.kill(pid, 'SIGSTOP');
    await sleep(3_000);
    process.kill(pid, 'SIGCONT');
    expect(await made).toBe('made');
  });

  it('takes too much memory is ended', async () => {
    const program = fixture('hog.child.mjs');
    expect(await outcome(new VideoEngine({ program, memoryMb: 300 }))).toBe('out_of_memory');
  });

  it('is no longer wanted is ended, running or waiting', async () => {
    const engine = new VideoEngine({ program: fixture('hang.child.mjs') });
    const stop = new AbortController();
    const running = outcome(engine, stop.signal);
    const waiting = engine.generate(request, {
      outputFolder: path.join(scratch.path, 'other'),
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 300);
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(await running).toBe('cancelled');
  });

  it('is running when the engine closes is ended, and later jobs are refused', async () => {
    const engine = new VideoEngine({ program: fixture('hang.child.mjs') });
    const running = engine.generate(request, { outputFolder: path.join(scratch.path, 'closing') });
    setTimeout(() => void engine.close(), 200);
    await expect(running).rejects.toMatchObject({ code: 'engine_closed' });
    expect(await outcome(engine)).toBe('engine_closed');
  });

  it('starts gets nothing of our environment', async () => {
    process.env.VIDEO_ENGINE_SPEC_SECRET = 'secret';
    const limits = { timeoutMs: 20_000, memoryMb: 512 };
    const seen = await runVideoJob<'watch'>(
      { kind: 'watch', path: '' },
      { limits, program: fixture('environment.child.mjs') },
    );
    delete process.env.VIDEO_ENGINE_SPEC_SECRET;
    expect(Object.keys(seen)).not.toContain('VIDEO_ENGINE_SPEC_SECRET');
    expect(Object.keys(seen)).not.toContain('HOME');
  });
});
