export type CiTarget = { origin: string; publisherId: string; nodeId: string };

export const CI_HOSTS = {
  github: { label: 'GitHub', file: '.github/workflows/release.yml' },
  gitlab: { label: 'GitLab', file: '.gitlab-ci.yml' },
  forgejo: { label: 'Forgejo', file: '.forgejo/workflows/release.yml' },
} as const;
export type CiHost = keyof typeof CI_HOSTS;

/** A workflow that publishes each tag with the script of this service. */
export function workflowLines(host: CiHost, origin: string): string {
  if (host === 'gitlab') return gitLab(origin);
  return host === 'github'
    ? actions(origin, 'ubuntu-latest', 'permissions:\n  contents: read\n  id-token: write')
    : actions(origin, 'docker', 'enable-openid-connect: true');
}

function actions(origin: string, runner: string, identity: string): string {
  return `name: release
on:
  push:
    tags: ['v*']
${identity}
jobs:
  publish:
    runs-on: ${runner}
    steps:
      - uses: actions/checkout@v5
      - run: |
          curl -fsS -o /tmp/publish.py ${origin}/console/publish.py
          python3 /tmp/publish.py
        env:
          ATELIER_URL: ${origin}
`;
}

function gitLab(origin: string): string {
  return `publish:
  image: python:3.13
  rules:
    - if: $CI_COMMIT_TAG
  id_tokens:
    ATELIER_ID_TOKEN:
      aud: ${origin}
  variables:
    ATELIER_URL: ${origin}
  script:
    - curl -fsS -o /tmp/publish.py ${origin}/console/publish.py
    - python3 /tmp/publish.py
`;
}

/** Publishes with a stored token, without a workflow. */
export function shellLines({ origin, publisherId, nodeId }: CiTarget): string {
  return `git archive -o package.zip HEAD
curl -fsS ${origin}/publishers/${publisherId}/nodes/${nodeId}/versions \\
  -H "Authorization: Bearer $ATELIER_TOKEN" -H "Content-Type: application/json" \\
  -d '{"node_version":{"version":"1.0.0"}}' > version.json
curl -fsS -T package.zip -H "Content-Type: application/zip" \\
  "$(sed -n 's/.*"signedUrl": *"\\([^"]*\\)".*/\\1/p' version.json)"
`;
}
