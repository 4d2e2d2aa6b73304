export { ReplicateModule } from './replicate.module.js';
