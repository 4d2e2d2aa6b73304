export { JudgingModule } from './judging.module.js';
export { PackageJudge, type PackageJudgement } from './package-judge.js';
