import type { NodeVersion, VersionProvenance } from '#libs/registry/versions/store';

/** Of an in-toto statement. Source: github.com/in-toto/attestation/blob/main/spec/v1/envelope.md, read 2026-11-28. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** What runs a job of GitHub Actions, as its own attestations call it. Others have no such name. */
const GITHUB_RUNNER = 'https://github.com/actions/runner/';
const BUILD_TYPES: Readonly<Record<string, string>> = {
  // Source: slsa-framework.github.io/github-actions-buildtypes/workflow/v1, read 2026-11-28.
  github: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
};

type Provable = Pick<NodeVersion, 'nodeId' | 'version'> & { sha256: string; provenance: VersionProvenance };

/**
 * The statement about a version: an in-toto statement with the predicate of SLSA provenance v1, as JSON.
 * Sources, read 2026-11-28: github.com/in-toto/attestation/blob/main/spec/v1/statement.md; slsa.dev/spec/v1.0/provenance
 */
export function provenanceStatement({ nodeId, version, sha256, provenance: job }: Provable): string {
  return JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${nodeId}-${version}.zip`, digest: { sha256 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPES[job.kind] ?? `urn:atelier:ci-workflow:${job.kind}:v1`,
        externalParameters: {
          workflow: { ref: job.ref, repository: job.repositoryUrl, path: job.workflow },
        },
        internalParameters: {
          [job.kind]: {
            event_name: job.event,
            repository_id: job.repositoryId,
            repository_owner_id: job.ownerId,
            ...(job.environment && { environment: job.environment }),
            ...(job.runner && { runner_environment: job.runner }),
          },
        },
        resolvedDependencies: [
          { uri: `git+${job.repositoryUrl}@${job.ref}`, digest: { gitCommit: job.commit } },
        ],
      },
      runDetails: {
        builder: { id: job.kind === 'github' ? GITHUB_RUNNER + job.runner : job.issuer },
        metadata: { invocationId: job.runUrl },
      },
    },
  });
}

/** What is signed of an envelope. Source: github.com/secure-systems-lab/dsse/blob/master/protocol.md, read 2026-11-28. */
export function signedTextOf(payload: string): string {
  const length = (text: string): number => Buffer.byteLength(text);
  return `DSSEv1 ${length(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${length(payload)} ${payload}`;
}
