import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

/** What the binary of node-av reports about itself, asked in a separate process as the service does. */
const ASK = `
  import { getFFmpegInfo, Codec, AV_CODEC_ID_AAC } from 'node-av';
  const { version, configuration } = getFFmpegInfo();
  const [encoder, decoder] = [Codec.findEncoder(AV_CODEC_ID_AAC), Codec.findDecoder(AV_CODEC_ID_AAC)];
  const hasFdk = Codec.findEncoderByName('libfdk_aac') !== null;
  console.log(JSON.stringify({ version, configuration, encoder: encoder.name, decoder: decoder.name, hasFdk }));
  process.exit();`;

type Package = { name: string; version: string; licence?: string; noted?: { notice: string } };

describe('third-party software', () => {
  const notice = read('NOTICE');
  /** A heading is a line that begins at the margin; its text is indented. */
  const headings = notice.split('\n').filter((line) => /^\S/.test(line));
  let script: {
    NOTED: { packages: RegExp; notice: string }[];
    productionPackages: (lock: object) => Package[];
    unknownLicences: (packages: Package[]) => string[];
    thirdPartyDocs: (root: string) => Record<string, string>;
  };

  beforeAll(async () => {
    script = await import(pathToFileURL(path.join(ROOT, 'scripts/third-party.mjs')).href);
  });

  it('is listed with its licences, each of which somebody has looked at', () => {
    // When this fails: npm run docs:generate, and commit the result.
    for (const [name, text] of Object.entries(script.thirdPartyDocs(ROOT))) expect(read(name)).toBe(text);
    const packages = script.productionPackages(JSON.parse(read('package-lock.json')));
    expect(packages.length).toBeGreaterThan(400);
    expect(script.unknownLicences(packages)).toEqual([]);
  });

  it('is not taken under a licence that nobody has looked at', () => {
    const entry = (license?: string, more = {}) => ({
      version: '1.0.0',
      ...(license ? { license } : {}),
      ...more,
    });
    const packages = script.productionPackages({
      packages: {
        '': {
          dependencies: { fine: '1', either: '1', both: '1', silent: '1' },
          optionalDependencies: { own: '1', 'of-another-system': '1' },
        },
        'node_modules/fine': entry('MIT', {
          dependencies: { '@scope/strong': '1', own: '1' },
          peerDependencies: { 'only-to-build': '1' },
          peerDependenciesMeta: { 'only-to-build': { optional: true } },
        }),
        'node_modules/either': entry('(GPL-3.0-only OR MIT)'),
        'node_modules/both': entry('MIT AND GPL-3.0-only'),
        'node_modules/fine/node_modules/@scope/strong': entry('AGPL-3.0-only'),
        'node_modules/silent': entry(),
        'node_modules/own': entry('SEE LICENSE IN LICENSE'),
        'node_modules/only-to-build': entry('GPL-3.0-only'),
      },
    });
    expect(script.unknownLicences(packages)).toEqual([
      '@scope/strong 1.0.0 (AGPL-3.0-only)',
      'both 1.0.0 (MIT AND GPL-3.0-only)',
      'own 1.0.0 (SEE LICENSE IN LICENSE)',
      'silent 1.0.0 (no licence named)',
    ]);
  });

  it('under other terms is named in NOTICE, and nothing else is', () => {
    const packages = script.productionPackages(JSON.parse(read('package-lock.json')));
    for (const { packages: pattern, notice: name } of script.NOTED) {
      expect(packages.some((one) => pattern.test(one.name))).toBe(true);
      expect(headings.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
    }
    const named = headings.filter((line) => line.includes('https://'));
    expect(named).toHaveLength(script.NOTED.length);
  });

  it('in the video binary is what NOTICE says', () => {
    const said = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '--eval', ASK], { cwd: ROOT, encoding: 'utf8' }),
    );
    expect(notice).toContain(`FFmpeg ${said.version},`);
    const flags = notice.match(/--enable-[a-z0-9-]*[a-z0-9]/g);
    expect(flags).toEqual(['--enable-gpl', '--enable-version3', '--enable-libfdk-aac']);
    for (const flag of [
      ...(flags ?? []),
      '--enable-libx264',
      '--enable-libx265',
      '--extra-version=Jellyfin',
    ]) {
      expect(` ${said.configuration} `).toContain(` ${flag} `);
    }
    // A request for AAC without a name must not get the other encoder.
    expect(said).toMatchObject({ hasFdk: true, encoder: 'aac', decoder: 'aac' });
  });

  it('in the library of pictures is what NOTICE says', () => {
    const folder = readdirSync(path.join(ROOT, 'node_modules/@img')).find((name) => name.includes('libvips'));
    const versions = Object.keys(JSON.parse(read(`node_modules/@img/${folder}/versions.json`)));
    expect(versions).toContain('vips');
    const missing = versions.filter((name) => !new RegExp(`\\b(lib)?${name}\\b`).test(notice));
    expect(missing).toEqual([]);
  });
});
