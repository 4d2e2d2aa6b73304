import { PROOF_FILE } from './proof-subject.js';
import type { PublisherProof } from './publisher-proof.entity.js';

/** What has to be published: a TXT record, a file in the default branch of the repository, or nothing. */
type ProofChallenge = { name?: string; value?: string; path?: string; content?: string };

export type Provable = Pick<PublisherProof, 'method' | 'subject' | 'secret'>;

export function challengeOf({ method, subject, secret }: Provable): ProofChallenge {
  if (method === 'trusted_publishing') return {};
  const value = `atelier-publisher=${secret}`;
  return method === 'dns'
    ? { name: `_atelier-publisher.${subject}`, value }
    : { path: PROOF_FILE, content: value };
}
