import { EnumField, NextPageQuery, TextField, UuidField } from '#libs/platform/http';
import {
  PUBLISHER_REPORT_REASONS,
  type PublisherReportReason,
  REPORT_REASONS,
  REPORT_VERDICTS,
  type ReportReason,
  type ReportVerdict,
} from '../node-report.entity.js';

/** What is wrong with a node. */
export class ReportNodeRequest {
  /**
   * What kind of thing it is. `malware` and `impersonation` may hide the node at once. `name` claims the name of the node for
   * a project of yours: its publisher is told and may answer.
   */
  @EnumField({ values: REPORT_REASONS })
  reason!: ReportReason;

  /** What you have seen, and where. Admins read it. */
  @TextField({
    isProse: true,
    minLength: 1,
    maxLength: 4_000,
    example: 'setup.py sends the keys in ~/.ssh away.',
  })
  details!: string;

  /** Number of the version that it is about; the whole node when absent. */
  @TextField({ minLength: 1, maxLength: 100, optional: true, example: '1.2.0' })
  version?: string;
}

/** What is wrong with a publisher. */
export class ReportPublisherRequest {
  /**
   * What kind of thing it is. `name` claims the id or the display name of the publisher for a person or a team of yours: its owners
   * are told and may answer.
   */
  @EnumField({ values: PUBLISHER_REPORT_REASONS })
  reason!: PublisherReportReason;

  /** What you have seen, and where. Admins read it; so do the owners, if it is a claim. */
  @TextField({
    isProse: true,
    minLength: 1,
    maxLength: 4_000,
    example: 'We have published models under this name since 2022.',
  })
  details!: string;
}

/** A message about a report. */
export class ReportMessageRequest {
  /** What to say. */
  @TextField({ isProse: true, minLength: 1, maxLength: 4_000, example: 'We have used the name since 2023.' })
  text!: string;
}

/** Path of a report. */
export class NodeReportPath {
  /** Id of the report. */
  @UuidField()
  reportId!: string;
}

/** Path of the messages about a report. */
export class ReportMessagesPath {
  /** Id of the report: from `GET /users/reports`, or from a notice. */
  @UuidField()
  reportId!: string;
}

const REPORT_STATUSES = ['open', 'closed'] as const;

/** Which reports to list. */
export class ListNodeReportsQuery extends NextPageQuery {
  /** Only those that wait for an answer, or only those that have one. */
  @EnumField({ values: REPORT_STATUSES, optional: true })
  status?: (typeof REPORT_STATUSES)[number];

  /** Only reports of this node; letter case does not matter. */
  @TextField({ minLength: 1, maxLength: 100, optional: true })
  node_id?: string;

  /** Only reports of this publisher, not of its nodes. */
  @TextField({ minLength: 1, maxLength: 63, optional: true })
  publisher_id?: string;
}

/** What was decided on a report. */
export class ResolveNodeReportRequest {
  /** Whether the reporter was right. */
  @EnumField({ values: REPORT_VERDICTS })
  verdict!: ReportVerdict;

  /** What the reporter is told. */
  @TextField({ isProse: true, minLength: 1, maxLength: 2_000, example: 'Thank you, the node is banned.' })
  answer!: string;
}
