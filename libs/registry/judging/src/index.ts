export { JudgingModule } from './judging.module.js';
export { PackageJudge, type PackageJudgement, type PreviousVersion } from './package-judge.js';
