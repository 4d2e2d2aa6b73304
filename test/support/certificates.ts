import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const hasOpenssl = !spawnSync('openssl', ['version']).error;

/** A server's key with its certificate, PEM. */
export type ServerIdentity = { key: string; cert: string };

const CONFIG = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
unique_subject = no
copy_extensions = copy
policy = any
[any]
commonName = supplied
`;
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority of a test, in a folder that goes with it. */
export class CertificateAuthority {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'authority-'));
  readonly file = path.join(this.folder, 'ca.pem');
  private issued = 0;

  constructor() {
    writeFileSync(path.join(this.folder, 'ca.cnf'), CONFIG);
    writeFileSync(path.join(this.folder, 'index.txt'), '');
    this.openssl(
      'req',
      '-x509',
      ...NEW_KEY,
      '-subj',
      '/CN=Test Authority',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
    );
  }

  /** For a host, valid for a day, or from `from` to `to` (`YYYYMMDDHHMMSSZ`). */
  issue(host: string, dates: { from: string; to: string } | undefined = undefined): ServerIdentity {
    const name = `server-${(this.issued += 1)}`;
    this.openssl(
      'req',
      '-new',
      ...NEW_KEY,
      ...subject(host),
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    const validity = dates ? ['-startdate', dates.from, '-enddate', dates.to] : ['-days', '1'];
    const files = ['-cert', 'ca.pem', '-keyfile', 'ca.key', '-in', `${name}.csr`, '-out', `${name}.pem`];
    this.openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', ...files, ...validity);
    return this.identity(name);
  }

  /** A certificate without an issuer. */
  selfSigned(host: string): ServerIdentity {
    this.openssl('req', '-x509', ...NEW_KEY, ...subject(host), '-keyout', 'self.key', '-out', 'self.pem');
    return this.identity('self');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private identity(name: string): ServerIdentity {
    const read = (ending: string) => readFileSync(path.join(this.folder, `${name}.${ending}`), 'utf8');
    return { key: read('key'), cert: read('pem') };
  }

  private openssl(...parameters: string[]): void {
    const { status, stderr } = spawnSync('openssl', parameters, { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${parameters[0]}: ${stderr}`);
  }
}

function subject(host: string): string[] {
  return ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
}
