import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type NodeResponse,
  type PublisherResponse,
  reportNode,
  type ReportNodeRequest,
  reportPublisher,
  type ReportPublisherRequest,
} from '@atelier/client/api';
import { reportNodeForm } from '../../api/generated/bodies/reportNode.js';
import { reportPublisherForm } from '../../api/generated/bodies/reportPublisher.js';
import { sessionOptions } from '../../api/session.js';
import { ActButton } from '../../parts/act-button.js';
import type { Field } from '../../parts/form/field.js';

const NODE_REASONS = {
  malware: t`It harms: malware`,
  impersonation: t`It pretends to be another node or publisher`,
  name: t`Its name is ours`,
  spam: t`It is spam`,
  licence: t`It breaks a licence`,
  broken: t`It does not work`,
  other: t`Something else`,
} satisfies Record<ReportNodeRequest['reason'], string>;

const PUBLISHER_REASONS = {
  malware: t`Its nodes harm: malware`,
  impersonation: t`It pretends to be another publisher`,
  name: t`Its id or name is ours`,
  spam: t`It is spam`,
  other: t`Something else`,
} satisfies Record<ReportPublisherRequest['reason'], string>;

/** Lets a signed-in person report another publisher's node to the admins. */
export function ReportNode({ node }: { node: NodeResponse }): ReactNode {
  return (
    <ReportButton<ReportNodeRequest>
      name={node.name}
      publisher={node.publisher}
      isActive={node.status === 'NodeStatusActive'}
      schema={reportNodeForm}
      reasons={NODE_REASONS}
      act={(body) => reportNode({ path: { nodeId: node.id }, body, throwOnError: true })}
    />
  );
}

/** Lets a signed-in person report another publisher to the admins, or claim its name. */
export function ReportPublisher({ publisher }: { publisher: PublisherResponse }): ReactNode {
  return (
    <ReportButton<ReportPublisherRequest>
      name={publisher.name}
      publisher={publisher}
      isActive={publisher.status === 'PublisherStatusActive'}
      schema={reportPublisherForm}
      reasons={PUBLISHER_REASONS}
      act={(body) => reportPublisher({ path: { publisherId: publisher.id }, body, throwOnError: true })}
    />
  );
}

function ReportButton<Report extends { reason: string; details: string }>({
  name,
  publisher,
  isActive,
  schema,
  reasons,
  act,
}: {
  name: string;
  publisher: PublisherResponse;
  isActive: boolean;
  schema: readonly Field[];
  reasons: Record<string, string>;
  act: (body: Report) => Promise<unknown>;
}): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const isOwn = publisher.members.some(({ user }) => user.id === session?.id);
  if (!session || isOwn || !isActive) return null;
  return (
    <ActButton<Report>
      label={t`Report`}
      title={t`Report “${name}” to the admins?`}
      schema={schema}
      fields={[
        { path: 'reason', label: t`What is wrong`, description: '', choices: reasons },
        { path: 'details', label: t`What you have seen, and where`, description: '' },
      ]}
      act={act}
      done={t`Thank you. The admins read your report, and their answer comes as a notice.`}
    />
  );
}
