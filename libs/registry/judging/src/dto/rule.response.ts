import { ApiProperty } from '@nestjs/swagger';
import { FINDING_SEVERITIES, type FindingSeverity } from '@atelier/package-reader/archive';
import type { Rule } from '@atelier/package-reader/scan';
import { responseOf } from '#libs/platform/http';
import type { RuleFigures } from '../judging.repository.js';

/** A rule of the scan of packages. */
export class RuleResponse {
  /** Id of the rule; the `code` of its findings. */
  @ApiProperty({ example: 'runs_downloaded_code' }) id!: string;

  /** Raised whenever the rule finds something else than before. */
  @ApiProperty({ type: 'integer' }) version!: number;

  /** `held` holds a version by itself, three different `warning`s together do, a `note` never does. */
  @ApiProperty({ enum: FINDING_SEVERITIES }) severity!: FindingSeverity;

  /** What it finds. */
  @ApiProperty() message!: string;

  /** Whether it is on trial. Rules that a new release brings are. */
  @ApiProperty() is_shadow!: boolean;

  /** In how many versions it has found something; notes are not counted. */
  @ApiProperty({ type: 'integer' }) versions!: number;

  /** How many of these are held now. */
  @ApiProperty({ type: 'integer' }) held!: number;

  static from(rule: Rule, isShadow: boolean, figures: RuleFigures | undefined): RuleResponse {
    return responseOf(
      RuleResponse,
      { ...rule, isShadow },
      { versions: figures?.versions ?? 0, held: figures?.held ?? 0 },
    );
  }
}

/** The rules. */
export class RuleListResponse {
  /** All rules. */
  @ApiProperty({ type: [RuleResponse] }) rules!: RuleResponse[];
}

/** A version in which a rule found something. */
export class RuleHitResponse {
  /** Id of the version. */
  @ApiProperty({ format: 'uuid' }) version_id!: string;

  /** Id of the node. */
  @ApiProperty() node_id!: string;

  /** Number of the version. */
  @ApiProperty() version!: string;

  /** Status of the version. */
  @ApiProperty() status!: string;

  /** The files; an empty path for a finding outside of the archive. */
  @ApiProperty({ type: [String] }) paths!: string[];
}

/** A part of the versions in which a rule found something. */
export class RuleHitsResponse {
  /** The versions, newest first. */
  @ApiProperty({ type: [RuleHitResponse] }) hits!: RuleHitResponse[];

  /** For the next page; null when this is the last. */
  @ApiProperty({ type: String, nullable: true }) next_cursor!: string | null;
}
