import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import { Clock } from '#libs/platform/clock';
import type { Principal } from '#libs/platform/http';
import { InstallationKeys } from '#libs/platform/signing';
import { TokenExchange } from '#libs/registry/trusted-publishing';
import { ProvenanceNotFound } from './node-version.errors.js';
import { PAYLOAD_TYPE, provenanceStatement, signedTextOf } from './provenance-statement.js';
import { VersionReader } from './version-reader.js';

/** Clocks differ: a token is shown only when nobody takes it any more. */
const EXPIRED_FOR_MS = 5 * 60_000;

/** A statement in its envelope (DSSE). */
export type Envelope = {
  payloadType: string;
  /** Base64. */
  payload: string;
  signatures: { keyid: string; sig: string }[];
};

/** Where a version comes from, and what proves it. */
export type Provenance = {
  envelope: Envelope;
  /** The expired token of the CI job, and the issuer's key that verified it. */
  identity?: { token: string; key: JWK };
};

@Injectable()
export class VersionProvenances {
  constructor(
    private readonly reader: VersionReader,
    private readonly exchange: TokenExchange,
    private readonly keys: InstallationKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws ProvenanceNotFound, and what `VersionReader.requireVisible` throws. */
  async require(principal: Principal | undefined, nodeId: string, idOrNumber: string): Promise<Provenance> {
    const { version } = await this.reader.requireVisible(principal, nodeId, idOrNumber);
    const { provenance, archiveSha256, publishedByToken } = version;
    if (!provenance || !archiveSha256 || publishedByToken === null) throw new ProvenanceNotFound();
    const sha256 = archiveSha256.toString('hex');
    const payload = provenanceStatement({ ...version, sha256, provenance });
    const envelope = {
      payloadType: PAYLOAD_TYPE,
      payload: Buffer.from(payload).toString('base64'),
      signatures: this.keys.all.map((key) => ({ keyid: key.jwk.kid, sig: key.sign(signedTextOf(payload)) })),
    };
    // GitLab's tokens have the e-mail address of the person who started the job.
    const exchange =
      provenance.kind === 'gitlab' ? undefined : await this.exchange.findByToken(publishedByToken);
    if (!exchange || exchange.expiresAt > this.clock.in(-EXPIRED_FOR_MS)) return { envelope };
    return { envelope, identity: { token: exchange.identityToken, key: exchange.issuerKey } };
  }
}
