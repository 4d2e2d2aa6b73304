import { type Bytes, padded, scanFile } from './__fixtures__/binaries.js';
import { CHANGE_RULES, changesBetween, isProgram, traitsOf } from './traits.js';

const traits = (files: Bytes) =>
  traitsOf(Object.entries(files).map(([path, content]) => scanFile(path, content)));

const ELF = padded('hex:7f454c4602010100');
const BEFORE = {
  'a.py': 'U = "https://api.example.org/v1"\n',
  'lib/a.so': ELF,
  'install.py': 'x = 1\n',
  'README.md': 'https://docs.example.org\n',
};

describe('traits', () => {
  it('names hosts in code, programs and what installers run', () => {
    expect(traits(BEFORE)).toEqual({
      hosts: ['api.example.org'],
      binaries: ['lib/a.so'],
      hooks: ['install.py'],
    });
  });

  it.each([
    ['wss://Sock.Example.org:8443/a', 'sock.example.org'],
    ['http://user:word@b.example.org', 'b.example.org'],
    ['ftp://192.0.2.1/a', '192.0.2.1'],
  ])('finds the host of %s', (url, host) => {
    expect(traits({ 'web/a.js': `fetch("${url}")` }).hosts).toEqual([host]);
  });

  it.each([
    ['an ELF program', ELF, true],
    ['a Windows program', padded('hex:4d5a9000'), true],
    ['a Mach-O program', padded('hex:cffaedfe'), true],
    ['a picture', padded('hex:89504e470d0a1a0a'), false],
    ['a text', 'MZ is a text', false],
    ['two bytes', Buffer.from([0x4d, 0x5a]), false],
  ])('%s: %p', (_what, content, expected) => {
    expect(isProgram(scanFile('a.png', content))).toBe(expected);
  });

  it.each<[rule: string, severity: string, added: Bytes, excerpt: string]>([
    ['new_host', 'note', { 'b.py': 'U = "https://collect.example.net/x"\n' }, 'collect.example.net'],
    ['new_program', 'warning', { 'assets/logo.png': ELF }, 'assets/logo.png'],
    ['new_install_hook', 'warning', { 'prestartup_script.py': 'x = 1\n' }, 'prestartup_script.py'],
    ['new_install_hook', 'warning', { 'a.pth': './a\n' }, 'a.pth'],
  ])('a patch release that brings something is %s', (code, severity, added, excerpt) => {
    expect(changesBetween(traits(BEFORE), traits({ ...BEFORE, ...added }))).toEqual([
      expect.objectContaining({ code, severity, excerpt }),
    ]);
  });

  it.each<[what: string, files: Bytes]>([
    ['the same', BEFORE],
    ['less', { 'a.py': '' }],
    ['another page of a known host', { ...BEFORE, 'a.py': 'U = "https://api.example.org/v2"\n' }],
    ['a host in a document', { ...BEFORE, 'README.md': 'https://new.example.org\n' }],
    ['another program at its place', { ...BEFORE, 'lib/a.so': padded('hex:7f454c4601') }],
  ])('a patch release with %s is no finding', (_what, files) => {
    expect(changesBetween(traits(BEFORE), traits(files))).toEqual([]);
  });

  it('a patch release by another person is new_publisher', () => {
    const same = traits(BEFORE);
    expect(changesBetween(same, same, { isNewPublisher: true })).toEqual([
      expect.objectContaining({ code: 'new_publisher', severity: 'warning' }),
    ]);
    expect(changesBetween(same, same, { isNewPublisher: false })).toEqual([]);
  });

  it('has a case for each rule', () => {
    expect(CHANGE_RULES.map(({ id }) => id)).toEqual([
      'new_host',
      'new_program',
      'new_install_hook',
      'new_publisher',
    ]);
  });

  it('keeps a bounded list of very many', () => {
    const hosts = Array.from({ length: 3_000 }, (_, at) => `"https://h${at}.example.org"`).join('\n');
    expect(traits({ 'a.py': hosts }).hosts).toHaveLength(500);
  });

  it('reads addresses in a bounded time', () => {
    const started = Date.now();
    traits({
      'a.py': 'http://'.repeat(150_000),
      'b.js': `https://${'a'.repeat(1_000_000)}`,
      'c.js': `https://${'a.'.repeat(500_000)}`,
    });
    expect(Date.now() - started).toBeLessThan(3_000);
  });
});
