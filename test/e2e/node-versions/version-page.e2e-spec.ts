import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { drain, makeAllDue } from '../../support/jobs.js';
import { packageFiles, Publishing, type Team } from '../../support/publishing.js';
import { type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { zipBytes, type ZipEntrySpec } from '../../support/zip-bytes.js';
import { NO_TRANSACTION } from '../../../libs/platform/database/src/index.js';
import { VersionPagesRepository } from '../../../libs/registry/versions/src/pages/version-pages.repository.js';

const MIT = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files, to deal in it.`;

describe('the page of a version', () => {
  let app: TestApp;
  let publishing: Publishing;
  let team: Team;
  let admin: Caller;
  let serial = 0;

  beforeAll(async () => {
    app = await TestApp.start();
    publishing = new Publishing(app);
    team = await publishing.team();
    admin = await app.caller({ isAdmin: true });
  });
  afterAll(() => app.stop());

  const archiveOf = (files: readonly ZipEntrySpec[], ...names: string[]): Buffer =>
    zipBytes([
      ...packageFiles(...names).slice(0, 1),
      ...files.map((file) => ({ ...file, name: `pack/${String(file.name)}` })),
    ]);
  const readme = (nodeId: string, version = '1.0.0', who?: Caller): Promise<Reply> =>
    (who ? app.api.as(who) : app.api).get(`/nodes/${nodeId}/versions/${version}/readme`);
  async function published(files: readonly ZipEntrySpec[], extra: object = {}): Promise<string> {
    const nodeId = `page-${(serial += 1)}`;
    await publishing.publish(team, nodeId, '1.0.0', archiveOf(files, 'Blur'), extra);
    return nodeId;
  }

  it('has the README, the licence with its SPDX name, and what Python it needs', async () => {
    await app.api.as(team.owner).post(`/publishers/${team.id}/nodes`, {
      id: 'page-of-repository',
      name: 'Page',
      repository: 'https://github.com/octo-org/octo-repo',
    });
    const files = [
      { name: 'README.txt', content: 'Not this one.' },
      { name: 'readme.md', content: '# Blur\n\nSoftens <b>images</b>.' },
      { name: 'docs/README.md', content: 'Nor this one.' },
      { name: 'LICENSE', content: MIT },
      { name: 'pyproject.toml', content: '[project]\nname = "blur"\nrequires-python = ">=3.10"\n' },
    ];
    await publishing.publish(team, 'page-of-repository', '1.0.0', archiveOf(files, 'Blur'));
    expect(await readme('page-of-repository')).toMatchObject({
      status: 200,
      body: {
        node_id: 'page-of-repository',
        version: '1.0.0',
        status: 'read',
        path: 'readme.md',
        format: 'markdown',
        text: '# Blur\n\nSoftens <b>images</b>.',
        is_cut: false,
        repository: 'https://github.com/octo-org/octo-repo',
        links_base: 'https://github.com/octo-org/octo-repo/blob/HEAD/',
        licence: { name: 'MIT', path: 'LICENSE', text: MIT },
        requires_python: '>=3.10',
      },
    });
  });

  it('says that an archive has no README, and takes the licence that the project declares', async () => {
    const nodeId = await published([
      { name: 'pyproject.toml', content: '[project]\nlicense = "Apache-2.0 OR MIT"\n' },
    ]);
    expect((await readme(nodeId)).body).toMatchObject({
      status: 'absent',
      text: '',
      links_base: '',
      licence: { name: 'Apache-2.0 OR MIT', path: '', text: '' },
    });
  });

  it('cuts a README of 50 MB, and one with bytes that are no text', async () => {
    const nodeId = await published([
      { name: 'README.md', content: `All work and no play. ${randomBytes(37_500_000).toString('base64')}` },
    ]);
    const { body } = await readme(nodeId);
    expect(body).toMatchObject({ status: 'read', is_cut: true });
    expect(body.text.length).toBeLessThanOrEqual(262_144);
    expect(body.text).toMatch(/^All work and no play/);
    const odd = await published([{ name: 'README', content: Buffer.from([0x41, 0, 0xff, 0xfe, 0x42]) }]);
    expect((await readme(odd)).body).toMatchObject({ format: 'text', text: expect.stringMatching(/^A.+B$/) });
  });

  it('is shown to those only who may see the version', async () => {
    const nodeId = await published([{ name: 'README.md', content: 'Hidden.' }]);
    await app.api.as(admin).put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'Looks odd.',
    });
    expect((await readme(nodeId)).status).toBe(404);
    expect((await readme(nodeId, '1.0.0', await app.caller())).status).toBe(404);
    expect((await readme(nodeId, '1.0.0', team.owner)).body.text).toBe('Hidden.');
    expect((await readme(nodeId, '9.9.9')).status).toBe(404);
    expect((await readme('no-such-node')).status).toBe(404);
  });

  it('is read later for versions of earlier releases', async () => {
    const nodeId = await published([{ name: 'README.md', content: 'Read later.' }]);
    await app.get(DataSource).query('delete from version_pages');
    expect((await readme(nodeId)).body).toMatchObject({ status: 'pending', text: '' });
    await makeAllDue(app);
    await drain(app);
    expect((await readme(nodeId)).body).toMatchObject({ status: 'read', text: 'Read later.' });
    expect(await app.get(VersionPagesRepository).listUnread(NO_TRANSACTION, 1)).toEqual([]);
  });
});
