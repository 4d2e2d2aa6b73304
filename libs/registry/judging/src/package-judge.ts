import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ArchiveFinding, PackageContent } from '@atelier/package-reader/archive';
import { scanPackage } from '@atelier/package-reader/reading';
import {
  changesBetween,
  judge,
  type PackageTraits,
  type ScanContext,
  type ScanResult,
} from '@atelier/package-reader/scan';
import { NO_TRANSACTION, storableText, type TransactionScope } from '#libs/platform/database';
import type { NodeVersion } from '#libs/registry/versions/store';
import { JudgingRepository, type JudgedSubject } from './judging.repository.js';
import { MaliciousPackages } from './malicious-packages.js';
import { ScanRules } from './scan-rules.js';

/** What the scan of a package leads to. */
export type PackageJudgement = {
  /** All findings, marked where they do not count. */
  readonly findings: readonly ArchiveFinding[];
  readonly traits: PackageTraits;
  /** Why the version waits for a reviewer; absent when it may become active. */
  readonly hold?: string;
  /** A banned version that has the same telling file; then the archive is refused. */
  readonly banned?: { readonly nodeId: string; readonly version: string; readonly path: string };
};

type Subject = Pick<NodeVersion, 'id' | 'nodeId' | 'version' | 'dependencies'>;

/** The highest active version before one, with what its report kept for the comparison. */
export type PreviousVersion = { readonly version: string; readonly traits: unknown };

const REASON_FINDINGS = 5;

/** Decides by what a package does whether a version of it may become active. */
@Injectable()
export class PackageJudge {
  constructor(
    private readonly repository: JudgingRepository,
    private readonly rules: ScanRules,
    private readonly malicious: MaliciousPackages,
  ) {}

  /** Scans a package, and weighs what was found by what is known of the node and its version before. */
  async judge(
    version: Subject,
    previous: PreviousVersion | undefined,
    content: PackageContent,
  ): Promise<PackageJudgement> {
    const subject = await this.requireSubject(version);
    const scan = await scanPackage(content, await this.contextOf(version, subject));
    return this.weigh(version, subject, previous, scan);
  }

  private async contextOf(
    { nodeId, dependencies }: Subject,
    { nodeName, description }: JudgedSubject,
  ): Promise<ScanContext> {
    const knownMalicious = await this.malicious.names();
    return {
      packageName: nodeId,
      description: `${nodeName}\n${description}`,
      dependencies,
      ...(knownMalicious ? { knownMalicious } : {}),
    };
  }

  private async requireSubject(version: Subject): Promise<JudgedSubject> {
    const subject = await this.repository.findSubject(NO_TRANSACTION, version);
    if (!subject) throw new Error('The version has no node');
    return subject;
  }

  private async weigh(
    version: Subject,
    subject: JudgedSubject,
    previous: PreviousVersion | undefined,
    { findings, traits }: ScanResult,
  ): Promise<PackageJudgement> {
    const changes = changesSince(previous, version.version, traits, subject);
    const marked = await this.mark(version.nodeId, [...findings, ...changes, ...reviewFindings(subject)]);
    const { verdict, telling } = judge(marked, { isNewAccount: subject.isNewAccount });
    const hashes = telling.map(({ sha256 }) => sha256).filter((hash) => hash !== undefined);
    const banned = await this.repository.findBannedFile(
      NO_TRANSACTION,
      version.nodeId,
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    );
    return {
      findings: marked,
      traits,
      ...(verdict === 'held' ? { hold: holdReason(telling) } : {}),
      ...(banned ? { banned } : {}),
    };
  }

  /** Remembers in which files of a version something was found, in place of what is known. */
  async keepTelling(
    scope: TransactionScope,
    versionId: string,
    findings: readonly ArchiveFinding[],
  ): Promise<void> {
    const telling = findings.filter(
      ({ ruleVersion, severity }) => ruleVersion !== undefined && severity !== 'note',
    );
    const files = telling.map((finding) => ({
      ruleId: finding.code,
      sha256: hashOf(finding),
      path: storableText(finding.path ?? ''),
      severity: finding.severity,
    }));
    await this.repository.replaceTelling(scope, versionId, files);
  }

  /** Remembers that a reviewer found nothing wrong with what was found in a version. */
  async approve(
    scope: TransactionScope,
    { id, nodeId }: Pick<NodeVersion, 'id' | 'nodeId'>,
    userId: string,
  ): Promise<void> {
    await this.repository.approve(scope, nodeId, id, userId);
  }

  /** Marks findings of rules on trial, and those that a reviewer has approved for this node. */
  private async mark(nodeId: string, findings: readonly ArchiveFinding[]): Promise<ArchiveFinding[]> {
    const shadows = await this.rules.shadows();
    const approved = await this.repository.listApproved(NO_TRANSACTION, nodeId);
    const keys = new Set(approved.map(({ ruleId, sha256 }) => `${ruleId} ${sha256.toString('hex')}`));
    return findings.map((finding) => ({
      ...finding,
      ...(shadows.has(finding.code) ? { isShadow: true } : {}),
      ...(keys.has(`${finding.code} ${hashOf(finding).toString('hex')}`) ? { isApproved: true } : {}),
    }));
  }
}

/** The hash of the file; of what was found, where that is in no file. */
function hashOf({ sha256, excerpt = '' }: ArchiveFinding): Buffer {
  return sha256 === undefined ? createHash('sha256').update(excerpt).digest() : Buffer.from(sha256, 'hex');
}

/** What is new since the version before; only a patch release is expected to bring little. */
function changesSince(
  previous: PreviousVersion | undefined,
  version: string,
  traits: PackageTraits,
  { isNewPublisher }: JudgedSubject,
): ArchiveFinding[] {
  if (!previous || !isTraits(previous.traits)) return [];
  const isPatch = minorOf(previous.version) === minorOf(version);
  return isPatch ? changesBetween(previous.traits, traits, { isNewPublisher }) : [];
}

function minorOf(version: string): string {
  return version.split('.', 2).join('.');
}

function isTraits(value: unknown): value is PackageTraits {
  return typeof value === 'object' && value !== null && 'hosts' in value;
}

/** A node that is under review, itself or with its publisher, has no version that may be installed. */
function reviewFindings({ reviewReason }: JudgedSubject): ArchiveFinding[] {
  if (reviewReason === null) return [];
  return [
    {
      severity: 'held',
      code: 'node_under_review',
      message: 'The node or its publisher waits for a review.',
      excerpt: reviewReason,
    },
  ];
}

/** One sentence for each of the gravest findings, for the publisher. */
function holdReason(telling: readonly ArchiveFinding[]): string {
  const sentences = telling.slice(0, REASON_FINDINGS).map(({ code, message, path, lines, excerpt }) => {
    const line = lines?.[0] === undefined ? '' : ` line ${lines[0]}`;
    const place = path === undefined ? '' : ` (${path}${line})`;
    return `${code}: ${message.replace(/\.$/, '')}${place}${excerpt === undefined ? '' : `: ${excerpt}`}`;
  });
  const more = telling.length - sentences.length;
  const rest = more > 0 ? ` And ${more} more in the report.` : '';
  return `The version waits for a reviewer. ${sentences.join(' · ')}.${rest}`;
}
