import type { ArchiveFinding, FindingSeverity } from '../archive/archive-finding.js';
import { judge } from './judge.js';

const finding = (
  code: string,
  severity: FindingSeverity,
  more: Partial<ArchiveFinding> = {},
): ArchiveFinding => ({
  code,
  severity,
  message: 'Does something.',
  ...more,
});

describe('judge', () => {
  it.each<[what: string, findings: ArchiveFinding[], verdict: string, score: number]>([
    ['nothing', [], 'active', 0],
    ['notes', [finding('a', 'note'), finding('b', 'note')], 'active', 0],
    ['a warning', [finding('a', 'warning')], 'active', 40],
    ['two warnings', [finding('a', 'warning'), finding('b', 'warning')], 'active', 80],
    [
      'three warnings',
      [finding('a', 'warning'), finding('b', 'warning'), finding('c', 'warning')],
      'held',
      120,
    ],
    [
      'one rule in many files',
      ['a', 'b', 'c'].map((path) => finding('a', 'warning', { path })),
      'active',
      40,
    ],
    ['what holds', [finding('a', 'held')], 'held', 100],
    ['what is refused', [finding('a', 'refused')], 'held', 100],
    ['rules on trial', [finding('a', 'held', { isShadow: true })], 'active', 0],
    [
      'what was approved',
      [finding('a', 'held', { isApproved: true }), finding('b', 'warning')],
      'active',
      40,
    ],
    [
      'one file of two that was approved',
      [finding('a', 'held', { isApproved: true, path: 'a' }), finding('a', 'held', { path: 'b' })],
      'held',
      100,
    ],
  ])('weighs %s', (_what, findings, verdict, score) => {
    expect(judge(findings)).toMatchObject({ verdict, score });
  });

  it('weighs warnings of a new account more', () => {
    const two = [finding('a', 'warning'), finding('b', 'warning')];
    expect(judge(two, { isNewAccount: true })).toMatchObject({ verdict: 'held', score: 100 });
    expect(judge(two.slice(1), { isNewAccount: true })).toMatchObject({ verdict: 'active', score: 60 });
    expect(judge([finding('a', 'note')], { isNewAccount: true })).toMatchObject({
      verdict: 'active',
      score: 0,
    });
  });

  it('tells what counts, gravest first, and changes nothing', () => {
    const findings = [
      finding('a', 'note'),
      finding('b', 'warning'),
      finding('c', 'held'),
      finding('d', 'held', { isShadow: true }),
    ];
    expect(judge(findings).telling.map(({ code }) => code)).toEqual(['c', 'b']);
    expect(findings.map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd']);
  });
});
