import * as v from 'valibot';
import type { VersionProvenance } from '#libs/registry/versions/store';
import type { TrustedIssuer } from './trusted-issuers.js';

/** What a CI job is, as its host says. */
export type CiIdentity = {
  /** Ids never pass to another repository or owner, as names do. */
  repositoryId: string;
  ownerId: string;
  /** Path of the repository, such as `owner/name`. */
  repository: string;
  /** Path in the repository of the file whose job asked for the token. */
  workflow: string;
  /** '' for a job without one. */
  environment: string;
  /** Such as `refs/tags/v1.0.0`. */
  ref: string;
  refType: string;
  isRefProtected: boolean;
  commit: string;
  event: string;
  runUrl: string;
  /** Such as `github-hosted`; '' where the host does not say. */
  runner: string;
};

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));
const optionalText = v.optional(v.pipe(v.string(), v.maxLength(1_000)), '');
/** Some hosts write numbers. */
const id = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
  v.regex(/^\d{1,20}$/, 'must be a number'),
);
const commit = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a commit'));
const flag = v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), 'false');
const path = v.pipe(v.string(), v.maxLength(500), v.regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'must be a path'));

/**
 * Claims of a job of GitHub Actions, and of Forgejo Actions, which copies them but has neither `job_workflow_ref` nor
 * `environment`. Sources: docs.github.com/en/actions/reference/security/oidc, read 2026-11-28;
 * forgejo.org/docs/next/user/actions/security-openid-connect and its change 12355 (ids), read 2026-11-28.
 */
const actionsClaims = v.object({
  repository: path,
  repository_id: id,
  repository_owner_id: id,
  workflow_ref: text,
  job_workflow_ref: v.optional(text),
  environment: optionalText,
  ref: text,
  ref_type: optionalText,
  ref_protected: flag,
  sha: commit,
  event_name: text,
  run_id: id,
  run_attempt: v.optional(id),
  runner_environment: optionalText,
});

/** Claims of a GitLab job. Source: docs.gitlab.com/ci/secrets/id_token_authentication#token-payload, read 2026-11-28. */
const gitlabClaims = v.object({
  project_id: id,
  namespace_id: id,
  project_path: path,
  ci_config_ref_uri: text,
  environment: optionalText,
  ref_path: text,
  ref_type: optionalText,
  ref_protected: flag,
  sha: commit,
  pipeline_source: text,
  job_id: id,
  runner_environment: optionalText,
});

/**
 * What only people with write access to the repository start. Left out is what others start, or what runs after it:
 * `pull_request_target` and `workflow_run` run trusted files over the code of strangers.
 * Source: docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows, read 2026-11-28.
 */
const ACTIONS_EVENTS = new Set([
  'push',
  'create',
  'release',
  'workflow_dispatch',
  'repository_dispatch',
  'schedule',
  'deployment',
]);
/** As above. Source: docs.gitlab.com/ci/variables/predefined_variables, `CI_PIPELINE_SOURCE`, read 2026-11-28. */
const GITLAB_SOURCES = new Set([
  'push',
  'web',
  'webide',
  'api',
  'schedule',
  'trigger',
  'pipeline',
  'parent_pipeline',
]);

/** What a version shows of the job that published it. */
export function provenanceOf({ kind, issuer, webUrl }: TrustedIssuer, job: CiIdentity): VersionProvenance {
  const { repository, workflow, environment, ref, commit, event, runUrl, runner } = job;
  const repositoryUrl = `${webUrl}/${repository}`;
  return {
    ...{ kind, issuer, repositoryUrl, commit, ref, workflow, environment, event, runUrl, runner },
    commitUrl: `${repositoryUrl}${kind === 'gitlab' ? '/-' : ''}/commit/${commit}`,
    repositoryId: job.repositoryId,
    ownerId: job.ownerId,
  };
}

type Read = { identity: CiIdentity; problem?: undefined } | { problem: string };

/** Reads verified claims. A `problem` is a sentence for the person who set up the CI job. */
export function readIdentity(issuer: TrustedIssuer, claims: Readonly<Record<string, unknown>>): Read {
  return issuer.kind === 'gitlab' ? readGitlab(issuer, claims) : readActions(issuer, claims);
}

function readActions({ kind, webUrl }: TrustedIssuer, claims: object): Read {
  const parsed = v.safeParse(actionsClaims, claims);
  if (!parsed.success) return { problem: problemOf(parsed.issues[0]) };
  const job = parsed.output;
  if (!ACTIONS_EVENTS.has(job.event_name)) return refusedEvent('event_name', job.event_name);
  // The file whose job asks, not the one that calls it: a file of another repository is then never the trusted one.
  const name = kind === 'github' ? 'job_workflow_ref' : 'workflow_ref';
  const workflow = pathWithin(job[name] ?? '', `${job.repository}/`, [job.ref, job.sha]);
  if (workflow === undefined) return foreignWorkflow(name);
  if (!job.workflow_ref.startsWith(`${job.repository}/`)) return foreignWorkflow('workflow_ref');
  const attempt = job.run_attempt === undefined ? '' : `/attempts/${job.run_attempt}`;
  return {
    identity: {
      repositoryId: job.repository_id,
      ownerId: job.repository_owner_id,
      repository: job.repository,
      workflow,
      environment: job.environment,
      ref: job.ref,
      refType: job.ref_type,
      isRefProtected: isTrue(job.ref_protected),
      commit: job.sha,
      event: job.event_name,
      runUrl: `${webUrl}/${job.repository}/actions/runs/${job.run_id}${kind === 'github' ? attempt : ''}`,
      runner: job.runner_environment,
    },
  };
}

function readGitlab({ webUrl }: TrustedIssuer, claims: object): Read {
  const parsed = v.safeParse(gitlabClaims, claims);
  if (!parsed.success) return { problem: problemOf(parsed.issues[0]) };
  const job = parsed.output;
  if (!GITLAB_SOURCES.has(job.pipeline_source)) return refusedEvent('pipeline_source', job.pipeline_source);
  const project = `${webUrl.replace(/^https?:\/\//, '')}/${job.project_path}//`;
  const workflow = pathWithin(job.ci_config_ref_uri, project, [job.ref_path, job.sha]);
  if (workflow === undefined) return foreignWorkflow('ci_config_ref_uri');
  return {
    identity: {
      repositoryId: job.project_id,
      ownerId: job.namespace_id,
      repository: job.project_path,
      workflow,
      environment: job.environment,
      ref: job.ref_path,
      refType: job.ref_type,
      isRefProtected: isTrue(job.ref_protected),
      commit: job.sha,
      event: job.pipeline_source,
      runUrl: `${webUrl}/${job.project_path}/-/jobs/${job.job_id}`,
      runner: job.runner_environment,
    },
  };
}

/** The path between the repository and `@` with the ref of the run; undefined for a file of another repository or ref. */
function pathWithin(workflowRef: string, repository: string, refs: readonly string[]): string | undefined {
  const end = refs.map((ref) => `@${ref}`).find((one) => workflowRef.endsWith(one));
  if (end === undefined || !workflowRef.startsWith(repository)) return undefined;
  return workflowRef.slice(repository.length, -end.length) || undefined;
}

function isTrue(claim: boolean | string): boolean {
  return String(claim) === 'true';
}

function refusedEvent(claim: string, event: string): Read {
  return {
    problem: `A job that ${event.slice(0, 60)} started may not publish (${claim}): others than those with write access can cause it.`,
  };
}

function foreignWorkflow(claim: string): Read {
  return { problem: `${claim} is not a file of the repository and ref of the run.` };
}

function problemOf(issue: { path?: { key: unknown }[]; message: string }): string {
  const claim = String(issue.path?.[0]?.key ?? 'claims');
  return `The claim ${claim} is missing or is not as this issuer writes it.`;
}
