import { EnumField, TextField, UuidField } from '#libs/platform/http';
import { CHALLENGE_METHODS, type ChallengeMethod } from '../proofs/publisher-proof.entity.js';
import { PublisherPath } from './publisher.request.js';

/** Path of a proof. */
export class ProofPath extends PublisherPath {
  /** Id of the proof. */
  @UuidField()
  proofId!: string;
}

/** What a publisher wants to prove to be its own. */
export class CreateProofRequest {
  /** `dns`: by a TXT record of a domain; `repository`: by a file in a public repository. */
  @EnumField({ values: CHALLENGE_METHODS })
  method!: ChallengeMethod;

  /** A domain, such as `example.com`, or the https address of a repository on github.com, gitlab.com or codeberg.org. */
  @TextField({ minLength: 1, maxLength: 500, example: 'example.com' })
  subject!: string;
}
