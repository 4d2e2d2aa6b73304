import { createPublicKey, verify as isSigned } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  type JWTPayload,
} from 'jose';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
/** As many as the service allows. Only asymmetric ones. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** What `GET /nodes/{id}/versions/{version}/provenance` answers. */
export type Proof = {
  envelope: { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };
  identity_token?: string;
  issuer_key?: JWK | Record<string, unknown>;
};

export type Claimed = {
  /** Address of the service, for which the job's token was made. */
  service: string;
  /** Name of the archive, such as `my-node-1.0.0.zip`. */
  name: string;
  /** SHA-256 of the archive as it was downloaded, in hex. */
  sha256: string;
};

/** One thing that was checked, as a sentence; what it says holds. */
export type Checked = {
  checks: string[];
  repository: string;
  commit: string;
  workflow: string;
  ref: string;
  run: string;
  /** Who vouches for it: the service alone, or the issuer of the job's token as well. */
  vouchedBy: 'service' | 'issuer';
};

type Statement = {
  _type: string;
  predicateType: string;
  subject: { name: string; digest: { sha256?: string } }[];
  predicate: {
    buildDefinition: {
      externalParameters: { workflow: { ref: string; repository: string; path: string } };
      internalParameters: Record<string, { repository_id?: string; repository_owner_id?: string }>;
      resolvedDependencies: { uri: string; digest: { gitCommit?: string } }[];
    };
    runDetails: { metadata: { invocationId: string } };
  };
};

export class ProvenanceProblem extends Error {}

/**
 * Checks who vouches for an archive: the service by its keys, and the issuer of the CI job by its own.
 * @param readJson Fetches a JSON document.
 * @throws ProvenanceProblem for anything that does not hold.
 */
export async function checkProvenance(
  proof: Proof,
  { service, name, sha256 }: Claimed,
  readJson: (url: string) => Promise<unknown>,
): Promise<Checked> {
  const keys = (await readJson(`${service}/.well-known/jwks.json`)) as JSONWebKeySet;
  const statement = openEnvelope(proof.envelope, keys);
  const [subject] = statement.subject;
  require(statement._type === 'https://in-toto.io/Statement/v1', 'It is no in-toto statement.');
  require(statement.predicateType === 'https://slsa.dev/provenance/v1', 'It is no SLSA provenance.');
  require(statement.subject.length === 1 &&
    subject?.name === name &&
    subject.digest.sha256 ===
      sha256, `The statement is about another archive than ${name} with the SHA-256 ${sha256}.`);
  const { externalParameters, resolvedDependencies } = statement.predicate.buildDefinition;
  const { repository, path: workflow, ref } = externalParameters.workflow;
  const commit = resolvedDependencies[0]?.digest.gitCommit ?? '';
  const found = {
    repository,
    commit,
    workflow,
    ref,
    run: statement.predicate.runDetails.metadata.invocationId,
  };
  const checks = [`The archive has the SHA-256 of the statement.`, `The statement is signed by ${service}.`];
  if (proof.identity_token === undefined) return { ...found, checks, vouchedBy: 'service' };
  const { claims, isPublished } = await checkToken(proof.identity_token, proof.issuer_key as JWK, readJson);
  require(claims.aud === service, `The token of the CI job is for ${String(claims.aud)}.`);
  for (const [claim, said, stated] of comparisons(claims, statement))
    require(said !== undefined && said === stated, `The ${claim} of the token is not that of the statement.`);
  checks.push(
    isPublished
      ? `${claims.iss} signed the token of the CI job, with a key that it still publishes.`
      : `The token of the CI job is signed by a key that ${claims.iss} does not publish any more; ${service} has kept it.`,
  );
  return { ...found, checks, vouchedBy: isPublished ? 'issuer' : 'service' };
}

function openEnvelope(
  { payloadType, payload, signatures }: Proof['envelope'],
  { keys }: JSONWebKeySet,
): Statement {
  require(payloadType === PAYLOAD_TYPE, `The envelope holds ${payloadType}.`);
  const content = Buffer.from(payload, 'base64');
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${content.length} `;
  const text = Buffer.concat([Buffer.from(head), content]);
  const isGood = signatures.some(({ keyid, sig }) => {
    const jwk = keys.find((key) => key.kid === keyid && key.kty === 'OKP' && key.crv === 'Ed25519');
    if (!jwk) return false;
    const key = createPublicKey({ key: jwk as never, format: 'jwk' });
    return isSigned(null, text, key, Buffer.from(sig, 'base64'));
  });
  require(isGood, 'No signature of the statement is by a key of the service.');
  return JSON.parse(content.toString()) as Statement;
}

/** The issuer says itself where its keys are; one that was withdrawn is taken from the proof. */
async function checkToken(
  token: string,
  kept: JWK | undefined,
  readJson: (url: string) => Promise<unknown>,
): Promise<{ claims: JWTPayload; isPublished: boolean }> {
  const { iss = '', iat = 0 } = decodeJwt(token);
  const { alg = '', kid } = decodeProtectedHeader(token);
  require(/^https:\/\/|^http:\/\/127\.0\.0\.1:/.test(iss), `The issuer ${iss} has no https address.`);
  require(ALGORITHMS.includes(alg), `The token is signed by ${alg}.`);
  // It has expired: what counts is that it was good when it was made.
  const options = { issuer: iss, algorithms: ALGORITHMS, currentDate: new Date(iat * 1_000) };
  const described = (await readJson(`${iss}/.well-known/openid-configuration`)) as Record<string, string>;
  require(described.issuer === iss, `${iss} calls itself ${described.issuer}.`);
  const published = (await readJson(described.jwks_uri ?? '')) as JSONWebKeySet;
  const isPublished = published.keys.some((key) => key.kid === kid);
  try {
    const verified = isPublished
      ? await jwtVerify(token, createLocalJWKSet(published), options)
      : await jwtVerify(token, await importJWK(kept ?? {}, alg), options);
    return { claims: verified.payload, isPublished };
  } catch {
    throw new ProvenanceProblem('The signature of the token of the CI job is not good.');
  }
}

/** What the issuer says, beside what the statement says. */
function comparisons(
  claims: JWTPayload,
  { predicate: { buildDefinition } }: Statement,
): [claim: string, said: unknown, stated: unknown][] {
  const { workflow } = buildDefinition.externalParameters;
  const ids = Object.values(buildDefinition.internalParameters)[0];
  const path = `${String(claims.repository)}/${workflow.path}@`;
  const from = [claims.job_workflow_ref, claims.workflow_ref].map(String);
  return [
    ['commit', claims.sha, buildDefinition.resolvedDependencies[0]?.digest.gitCommit],
    ['ref', claims.ref, workflow.ref],
    ['repository', workflow.repository.endsWith(`/${String(claims.repository)}`), true],
    ['repository_id', String(claims.repository_id), ids?.repository_id],
    ['repository_owner_id', String(claims.repository_owner_id), ids?.repository_owner_id],
    ['workflow', from.some((one) => one.startsWith(path)), true],
  ];
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new ProvenanceProblem(problem);
}
