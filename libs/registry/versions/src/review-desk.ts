import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { NodeReports, type ReportFigures } from '#libs/registry/reports';
import type { ReviewSubject } from './dto/review.request.js';
import { ReviewNotFound, ReviewTaken, TooManyNotes } from './node-version.errors.js';
import {
  type Assignment,
  type NamedNote,
  ReviewDeskRepository,
  type WeekFigures,
} from './review-desk.repository.js';
import { ReviewQueueRepository } from './review-queue.repository.js';

const NOTES_MAX = 200;
const NO_REPORTS = { reportsFiled: 0, reportsUpheld: 0, reportsDismissed: 0, reportHoursMedian: null };

/** Who of the admins looks at an entry of the review queue, and what they note on it. */
@Injectable()
export class ReviewDesk {
  constructor(
    private readonly desk: ReviewDeskRepository,
    private readonly queue: ReviewQueueRepository,
    private readonly reports: NodeReports,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Takes the entry, or gives it back. @throws ReviewNotFound; ReviewTaken when another admin has it, unless `force`. */
  async assign(
    { userId }: Principal,
    wanted: ReviewSubject,
    isMine: boolean,
    force: boolean,
  ): Promise<Assignment | undefined> {
    const subject = await this.require(wanted);
    return this.transactions.run(async (scope) => {
      if (!isMine) await this.desk.unassign(scope, subject, userId, force);
      const isDone = !isMine || (await this.desk.assign(scope, subject, userId, force));
      const now = await this.desk.findAssignment(scope, subject);
      if (!isDone || (!isMine && now))
        throw new ReviewTaken(`${now?.assigneeName ?? 'Another admin'} has it.`);
      return now;
    });
  }

  async listNotes(subject: ReviewSubject): Promise<NamedNote[]> {
    return this.desk.listNotes(NO_TRANSACTION, subject);
  }

  /** @throws ReviewNotFound, TooManyNotes. @returns all notes on the entry. */
  async note({ userId }: Principal, wanted: ReviewSubject, text: string): Promise<NamedNote[]> {
    const subject = await this.require(wanted);
    return this.transactions.run(async (scope) => {
      if (!(await this.desk.addNote(scope, subject, userId, text, NOTES_MAX))) throw new TooManyNotes();
      return this.desk.listNotes(scope, subject);
    });
  }

  private async require({ kind, id }: ReviewSubject): Promise<ReviewSubject> {
    const known = await this.queue.findId(NO_TRANSACTION, kind, id);
    if (known === undefined) throw new ReviewNotFound();
    return { kind, id: known };
  }

  /** Of the versions and of the reports, newest first. */
  async figures(weeks: number): Promise<(WeekFigures & ReportFigures)[]> {
    const ofReports = new Map((await this.reports.figures(weeks)).map((figures) => [figures.week, figures]));
    const ofVersions = await this.desk.listFigures(NO_TRANSACTION, weeks);
    return ofVersions.map((week) => ({ ...NO_REPORTS, ...week, ...ofReports.get(week.week) }));
  }
}
