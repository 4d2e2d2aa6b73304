import type { NodeReport } from './node-report.entity.js';
import type { ReportSide } from './report-message.entity.js';

/** A name was claimed, or something was said about a report. In the transaction of it. */
export class ReportSaid {
  constructor(
    readonly report: NodeReport,
    /** Members of it are told of claims of names only. */
    readonly publisherId: string,
    /** Who is not told. */
    readonly authorId: string,
    /** Absent for a new claim. */
    readonly message?: { readonly side: ReportSide; readonly text: string },
  ) {}
}

/** Reports of a node were answered. In the transaction of the answer. */
export class NodeReportsClosed {
  constructor(readonly reports: readonly NodeReport[]) {}
}
