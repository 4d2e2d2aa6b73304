export { SamplesModule } from './samples.module.js';
export { type Sample, Samples } from './samples.js';
