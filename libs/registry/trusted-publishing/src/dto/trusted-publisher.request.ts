import { BooleanField, CustomField, EnumField, TextField, UuidField } from '#libs/platform/http';
import { nodeIdProblem } from '#libs/registry/nodes';
import { PublisherPath } from '#libs/registry/publishers';
import { REF_TYPES, type RefType } from '../trusted-publisher.entity.js';

const HOST_ID = { matches: /^\d{1,20}$/, rule: 'a number of digits' };
/** Parts of a path that lead nowhere else. */
const REPOSITORY = /^(?:(?!\.{1,2}(?:\/|$))[\w.-]+\/)+(?!\.{1,2}$)[\w.-]+$/;
const WORKFLOW = /^(?:(?!\.{1,2}\/)[\w.@+ -]+\/)*[\w.@+ -]+\.ya?ml$/;

/** Path of a trusted publisher. */
export class TrustedPublisherPath extends PublisherPath {
  /** Id of the trusted publisher, as `GET /publishers/{publisherId}/trusted-publishers` answers. */
  @UuidField()
  trustedPublisherId!: string;
}

/** A workflow that may publish versions of one node. */
export class AddTrustedPublisherRequest {
  @CustomField(
    {
      label: 'Node',
      description: 'The node. It may be one that does not exist yet: its first version creates it.',
      example: 'my-node',
    },
    {
      rule: 'must be the id of a node',
      problemOf: nodeIdProblem,
      schema: { type: 'string', minLength: 1, maxLength: 100 },
    },
  )
  node_id!: string;

  /** Issuer of the tokens: one that the service allows, as in `iss`. */
  @TextField({
    minLength: 1,
    maxLength: 500,
    default: 'https://token.actions.githubusercontent.com',
    example: 'https://token.actions.githubusercontent.com',
  })
  issuer!: string;

  /** Path of the repository on its host. */
  @TextField({
    minLength: 3,
    maxLength: 500,
    pattern: { matches: REPOSITORY, rule: 'a path such as owner/name' },
    example: 'octo-org/octo-repo',
  })
  repository!: string;

  /** File of the workflow: a name, or a path in the repository. */
  @TextField({
    label: 'Workflow file',
    minLength: 5,
    maxLength: 200,
    pattern: { matches: WORKFLOW, rule: 'a name or path that ends in .yml or .yaml' },
    example: 'release.yml',
  })
  workflow!: string;

  /** Environment that the job must have, in the same letter case; any, or none, when absent. */
  @TextField({ maxLength: 255, default: '', example: 'release' })
  environment!: string;

  /** The job must run for a branch, or for a tag; for either when absent. */
  @EnumField({ label: 'Branch or tag', values: REF_TYPES, optional: true })
  ref_type?: RefType;

  /** Whether the branch or tag must be protected. */
  @BooleanField({ label: 'Only protected branches or tags', default: false })
  requires_protected_ref!: boolean;

  /** Number of the repository at its host (GitLab: of the project). The host is asked when it is absent. Send it with `owner_id`. */
  @TextField({
    label: 'Number of the repository',
    maxLength: 20,
    pattern: HOST_ID,
    optional: true,
    example: '74',
  })
  repository_id?: string;

  /** Number of the repository's owner at its host (GitLab: of the namespace). */
  @TextField({ label: 'Number of its owner', maxLength: 20, pattern: HOST_ID, optional: true, example: '65' })
  owner_id?: string;
}

/** A token of a CI job. */
export class ExchangeTokenRequest {
  /** The OIDC token of the job. Its audience must be the address of this service. */
  @TextField({ minLength: 1, maxLength: 16_000 })
  token!: string;

  /** Which node to publish; needed only when the workflow is trusted for several. */
  @TextField({ label: 'Node', minLength: 1, maxLength: 100, optional: true, example: 'my-node' })
  node_id?: string;
}

/** Who may publish versions of a node. */
export class RequireTrustedPublishingRequest {
  /** Whether only trusted publishers may: tokens and sessions of people then cannot. */
  @BooleanField({ label: 'Only trusted workflows', example: false })
  required!: boolean;
}
